import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError, type ApiErrorInfo, type FailedConnection } from '../../../src/api/apiError.js';
import type { Connection, Connections } from '../../../src/connections/connection.js';
import type { DocumentKind } from '../../../src/records/documents/documentKind.js';
import { describeError } from '../../../src/words/describeError.js';
import { inert } from '../../../src/words/inert.js';
import { LockedError, SentenceError, SignedOutError } from '../../../src/words/sentenceErrors.js';
import * as played from './vscodeOfPlaces.js';

vi.mock('vscode', () => import('./vscodeOfPlaces.js'));
const { typeToConfirm } = await import('../../../src/ui/confirmRisk.js');
const { errorItem } = await import('../../../src/explorer/treeItem.js');
const { errorNode } = await import('../../../src/explorer/placeholders.js');
const { sayFailed } = await import('../../../src/ui/listeners.js');
const { saveFailure } = await import('../../../src/records/documents/saveErrors.js');
const { readError } = await import('../../../src/records/documents/fileSystemErrors.js');
const { tellWhyNotOpened } = await import('../../../src/records/documents/documentTabs.js');
const { recordLenses } = await import('../../../src/records/recordLenses.js');
const { failedOutputs } = await import('../../../src/notebook/results/runWords.js');
const { cellItems } = await import('../../../src/notebook/cellItems.js');
const { remedyFor } = await import('../../../src/words/remedies.js');

const saved: FailedConnection = { id: 'lab', source: 'saved' };

function failed(info: Partial<ApiErrorInfo>, of: FailedConnection = saved): ApiError {
  const error = new ApiError({
    reason: 'unreachable',
    method: 'GET',
    path: '/api/v1/inventory/racks',
    ...info,
  });
  error.connection = of;
  return error;
}

const signIn = ['netsensor.signIn', { connectionId: 'lab' }];
const settings = (name: string) => ['workbench.action.openSettings', name];

/** What a manager may say no with, and what is one click away: the command that solves it, or to do the same again. */
const failures: readonly (readonly [what: string, error: unknown, click: readonly unknown[] | 'again'])[] = [
  ['is down', failed({ stage: 'connect' }), 'again'],
  ['is slow', failed({ reason: 'timeout' }), settings('netsensor.requestTimeout')],
  ['gave up itself', failed({ reason: 'timeout', status: 504 }), 'again'],
  ['refuses the key', failed({ reason: 'unauthorized', status: 401 }), signIn],
  ['is signed out', new SignedOutError(inert('Lab is signed out.'), 'lab'), signIn],
  [
    'has a certificate that nobody trusts',
    failed({ reason: 'tls' }),
    ['netsensor.trustCertificate', { connectionId: 'lab' }],
  ],
  [
    'has another certificate than the trusted one',
    failed({
      reason: 'tls',
      otherCertificate: { trusted: 'AA:BB', trustedSince: undefined, shown: 'CC:DD', validFrom: undefined },
    }),
    ['netsensor.trustCertificate', { connectionId: 'lab' }],
  ],
  [
    'is locked',
    new LockedError(inert('Lab is read-only.'), 'lab'),
    ['netsensor.unlockConnection', { connectionId: 'lab' }],
  ],
  ['is behind a wrong proxy', failed({ stage: 'proxy' }), settings('http.proxy')],
  ['is no manager', failed({ reason: 'badResponse' }), ['netsensor.addManager']],
  ['fails', failed({ reason: 'server', status: 500 }), 'again'],
];

const connection = {
  ...saved,
  name: 'Lab',
  address: 'https://lab.example',
  isLocked: false,
  environment: 'none',
} as Connection;
const connections = { all: [connection], get: () => connection } as unknown as Connections;

/** What a click runs, with its arguments; nothing where there is no command. */
const clickOf = (command: { command: string; arguments?: unknown[] } | undefined) =>
  command && [command.command, ...(command.arguments ?? [])];

beforeEach(() => {
  played.ran.length = 0;
  played.said.length = 0;
});

it.each(failures)(
  'a row of a manager that %s says so, and a click does what helps, or tries again what a network away brings about',
  async (_what, error, click) => {
    const parent = { kind: 'sensors', itemId: 'lab/sensors', connectionId: 'lab' } as const;
    const node = await errorNode(connections, parent, error);
    const { label, command } = errorItem(node);
    expect(label).toBe(describeError(error));
    const isTried = click === 'again' || ['address', 'timeLimit'].includes(node.remedy);
    expect(clickOf(command as never)).toEqual(isTried ? ['netsensor.retry', node] : click);
  },
);

it.each(failures)(
  'a message about a manager that %s has the button that helps',
  async (_what, error, click) => {
    played.answerWith(buttons => buttons[0]);
    const again = vi.fn(async () => undefined);
    await sayFailed(error, again);
    await vi.waitFor(() => expect(played.said).toHaveLength(1));
    expect(played.said[0]![0]).toBe(describeError(error));
    if (click === 'again') await vi.waitFor(() => expect(again).toHaveBeenCalledOnce());
    else await vi.waitFor(() => expect(played.ran).toEqual([click]));
  },
);

it.each(failures)(
  'a document that cannot be opened because its manager %s is told with the button that helps',
  async (_what, error, click) => {
    played.answerWith(buttons => buttons[0]);
    const open = vi.fn(async () => undefined);
    const uri = { path: '/inventory/racks/1/R1.json' } as vscode.Uri;
    await tellWhyNotOpened({ uri, error: readError(error) }, open);
    expect(played.said[0]![0]).toContain(describeError(error));
    if (click === 'again') expect(open).toHaveBeenCalledOnce();
    else expect(played.ran).toEqual([click]);
  },
);

it.each(failures)(
  'a document that a manager did not take because it %s has the line that helps',
  (_what, error, click) => {
    const failure = saveFailure(error, { canBeCreatedAgain: false } as DocumentKind, Buffer.from('{}'));
    const document = {
      uri: { path: '/inventory/racks/1' },
      getText: () => '{}',
      positionAt: () => undefined,
    };
    const [first, ...others] = recordLenses(document as unknown as vscode.TextDocument, connection, failure);
    assert.ok(failure.kind === 'failed');
    expect(clickOf(first!.command)).toEqual(click === 'again' ? ['netsensor.saveDocument'] : click);
    expect(others.at(-1)!.command!.title).toContain(failure.title);
  },
);

/** What stands first below a cell that failed. */
function firstItemAfter(error: unknown): vscode.NotebookCellStatusBarItem | undefined {
  const remedy = remedyFor(error, connection);
  const cell = {
    kind: 2,
    index: 0,
    metadata: {},
    outputs: [] as vscode.NotebookCellOutput[],
    notebook: { metadata: {}, getCells: () => [] },
    document: { getText: () => '{}', languageId: 'json' },
  };
  cell.outputs = failedOutputs(cell as never, error, remedy && { remedy, connectionId: 'lab' });
  return cellItems(cell as never, new Map() as never)[0];
}

it.each(failures)('a cell whose manager %s has the item that helps', (_what, error, click) => {
  const first = firstItemAfter(error);
  expect((first?.command as vscode.Command).command).toBe('netsensor.cureCell');
  expect(first?.text === '$(refresh) Try again').toBe(click === 'again');
});

it('a cell that would fail again as it is has no item for that', () => {
  const first = firstItemAfter(new SentenceError(inert('The cell is no JSON.')));
  expect((first?.command as vscode.Command | undefined)?.command).not.toBe('netsensor.cureCell');
});

it('a word that is typed after what it is about was closed confirms nothing', async () => {
  const closed = {
    isCancellationRequested: false,
    onCancellationRequested: () => ({ dispose: () => undefined }),
  };
  const confirm = () => {
    played.type('Lab');
    return typeToConfirm('Lab', inert('Save?'), closed);
  };
  expect(await confirm()).toBe(true);
  closed.isCancellationRequested = true;
  expect(await confirm()).toBe(false);
});
