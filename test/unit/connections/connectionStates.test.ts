import type * as vscode from 'vscode';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError, type ApiErrorInfo } from '../../../src/api/apiError.js';
import type { Connection, Connections, InFront } from '../../../src/connections/connection.js';
import type { ItemContext } from '../../../src/explorer/treeItem.js';
import { Emitter } from '../../../src/ui/lifetimes.js';
import { timeWords } from '../../../src/words/locale.js';
import * as played from '../ui/vscodeOfPlaces.js';

vi.mock('vscode', () => import('../ui/vscodeOfPlaces.js'));
const { toTreeItem } = await import('../../../src/explorer/treeItem.js');
const { toConnectionNode } = await import('../../../src/explorer/explorerTree.js');
const { showMarks } = await import('../../../src/connections/connectionMarks.js');
const { connectionRows } = await import('../../../src/connections/pickConnection.js');
const connectionWords = await import('../../../src/connections/connectionHelp.js');
const { recordLenses } = await import('../../../src/records/recordLenses.js');
const { stateOf, takeHelp, whatHelps } = await import('../../../src/tables/tableStates.js');

const since = Date.now();
const at = timeWords(since);
const trouble = (info: Partial<ApiErrorInfo>) => ({
  reach: {
    since,
    answeredAt: undefined,
    took: 0,
    trouble: new ApiError({ reason: 'unreachable', method: 'GET', path: '/api/v1/sensors/tree', ...info }),
  },
});
const otherCertificate = {
  trusted: 'AA:BB',
  trustedSince: undefined,
  shown: undefined,
  validFrom: undefined,
};
const fine = { since, answeredAt: since, took: 5, trouble: undefined };

interface Shown {
  /** Beside the name, in the tree and the status bar. */
  readonly words: string;
  /** In the tooltips. */
  readonly tip: RegExp;
  /** What a click on the status bar runs. */
  readonly click?: readonly unknown[];
  /** What the row has a button for. */
  readonly needs?: string;
  /** What stands above an open document. */
  readonly lens?: RegExp;
}
const target = { connectionId: 'lab' };
const settings = (name: string) => ['workbench.action.openSettings', name];

/** Every state of a connection, and what it looks like in the tree, in the status bar and above a document. */
const states: readonly (readonly [name: string, of: Partial<Connection>, shown: Shown])[] = [
  ['unlocked', { reach: fine }, { words: 'unlocked', tip: new RegExp(`Reachable since ${at}`) }],
  [
    'locked',
    { isLocked: true, reach: fine },
    { words: 'read-only', tip: /Last answer/, lens: /is read-only\. Unlock/ },
  ],
  ['unlocked for a time', { unlockedUntil: since }, { words: `unlocked until ${at}`, tip: /lab/ }],
  [
    'signed out',
    { isSignedOut: true },
    {
      words: 'signed out',
      tip: /Enter its API key/,
      click: ['netsensor.signIn', target],
      needs: 'key',
      lens: /is signed out/,
    },
  ],
  [
    'refused',
    trouble({ reason: 'unauthorized', status: 401 }),
    {
      words: `API key refused at ${at} · unlocked`,
      tip: /did not accept this API key/,
      lens: /Enter API key/,
      click: ['netsensor.signIn', target],
      needs: 'key',
    },
  ],
  [
    'down',
    trouble({ stage: 'connect' }),
    { words: `not reachable since ${at} · unlocked`, tip: /cannot be reached/, lens: /Try again/ },
  ],
  [
    'silent',
    trouble({ reason: 'timeout' }),
    {
      words: `does not answer since ${at} · unlocked`,
      tip: /took too long/,
      lens: /Raise the time limit/,
      click: settings('netsensor.requestTimeout'),
      needs: 'timeLimit',
    },
  ],
  [
    'slow',
    { reach: { ...fine, took: 12_300 } },
    { words: 'slow: its last answer took 12 s · unlocked', tip: /Reachable since/ },
  ],
  [
    'shown with another certificate',
    trouble({ reason: 'tls', otherCertificate }),
    {
      words: 'shows another certificate · unlocked',
      tip: /another certificate/,
      lens: /Trust certificate/,
      click: ['netsensor.trustCertificate', target],
      needs: 'certificate',
    },
  ],
  [
    'not trusted',
    trouble({ reason: 'tls' }),
    {
      words: 'certificate not trusted · unlocked',
      tip: /is not trusted/,
      lens: /Trust certificate/,
      click: ['netsensor.trustCertificate', target],
      needs: 'certificate',
    },
  ],
];

const lab = {
  id: 'lab',
  name: 'Lab',
  address: 'https://lab.example',
  isLocked: false,
  environment: 'none',
  source: 'saved',
} as Connection;

function itemOf(connection: Connection, read: { readonly isPart?: boolean } = {}): vscode.TreeItem {
  const unread = read.isPart ? [{}] : [];
  const trees = { get: () => ({ unread }), readAt: () => since, stale: () => undefined };
  const context = { ...connectionWords, keyLifetime: '', trees, lists: { allOf: () => [] } };
  return toTreeItem(toConnectionNode(connection), context as unknown as ItemContext);
}

function statusOf(
  connection: Connection,
  beside: { readonly others?: readonly Connection[]; readonly isPart?: boolean } = {},
): { text: string; tooltip: string; command: unknown } {
  const connections = {
    all: [connection, ...(beside.others ?? [])],
    get: () => connection,
    keyLifetime: '',
    onDidChange: new Emitter().event,
    onDidReach: new Emitter().event,
  };
  const inFront: InFront = { connectionId: () => 'lab', onDidChange: new Emitter<void>().event };
  const readInPart = { of: () => beside.isPart ?? false, onDidChange: new Emitter<void>().event };
  showMarks(connections as unknown as Connections, { inFront, readInPart }).dispose();
  return played.status as never;
}

beforeEach(() => Object.assign(played.status, { text: '', tooltip: '', command: undefined }));

it.each(states)(
  'a connection that is %s says so on its row, with a button for what helps',
  (_name, of, shown) => {
    const { description, tooltip, contextValue } = itemOf({ ...lab, ...of });
    expect(description).toBe(shown.words);
    expect((tooltip as vscode.MarkdownString).value.replaceAll('\\', '')).toMatch(shown.tip);
    expect(contextValue?.split('.needs.')[1]).toBe(shown.needs);
  },
);

it.each(states)(
  'a connection that is %s says so in the status bar, and a click does what helps',
  (_name, of, shown) => {
    const { text, tooltip, command } = statusOf({ ...lab, ...of });
    expect(text).toContain(`Lab · ${shown.words}`);
    const isTrouble = of.isSignedOut === true || of.reach?.trouble !== undefined;
    expect(text.startsWith('$(warning)')).toBe(isTrouble);
    expect(tooltip).toMatch(shown.tip);
    const { command: run, arguments: given = [] } =
      typeof command === 'object' ? (command as vscode.Command) : { command };
    expect([run, ...given]).toEqual(shown.click ?? ['netsensor.showConnections']);
  },
);

it.each(states)(
  'a document of a connection that is %s says what keeps it from being saved',
  (_name, of, shown) => {
    const document = {
      uri: { path: '/inventory/racks/1' },
      getText: () => '{}',
    } as unknown as vscode.TextDocument;
    const [lens] = recordLenses(document, { ...lab, ...of }, undefined);
    if (shown.lens) expect(lens?.command?.title).toMatch(shown.lens);
    else expect(lens).toBeUndefined();
  },
);

/** A table of racks of a connection, whose list could not be read again because of a failure. */
function tableOf(connection: Connection, error?: unknown) {
  const update = vi.fn(async () => Promise.reject(new Error('again')));
  const lists = { stale: () => (error ? { readAt: 0, error } : undefined), update };
  const parts = { connections: { get: () => connection }, lists };
  return [parts as unknown as Parameters<typeof stateOf>[0], { connectionId: 'lab', type: 'racks' }] as const;
}

it('a table whose own list could not be read again says as of when it is and why, and tries that list again', async () => {
  const fails = trouble({ reason: 'server', status: 500 }).reach.trouble;
  const [parts, table] = tableOf({ ...lab, reach: fine }, fails);
  const said = stateOf(parts, table).trouble;
  expect(said?.words).toMatch(/^As of .+/);
  expect(said).toMatchObject({ help: undefined, mayWorkLater: true });
  await takeHelp('retry', parts, table);
  expect(parts.lists.update).toHaveBeenCalledWith('lab', 'racks');
  const forbidden = trouble({ reason: 'forbidden', status: 403 }).reach.trouble;
  expect(stateOf(...tableOf({ ...lab, reach: fine }, forbidden)).trouble).toMatchObject({
    mayWorkLater: false,
  });
  await expect(takeHelp('retry', ...tableOf({ ...lab, reach: fine }))).rejects.toThrow('again');
});

it.each(states)(
  'a table of a connection that is %s says so, and its button does what helps',
  (_name, of, shown) => {
    const connection = { ...lab, ...of };
    const { isLocked, trouble } = stateOf(...tableOf(connection));
    expect(isLocked).toBe(of.isLocked ?? false);
    const isTrouble = of.isSignedOut === true || of.reach?.trouble !== undefined;
    expect(trouble !== undefined).toBe(isTrouble);
    if (!trouble) return;
    expect(shown.words).toContain(trouble.words);
    expect(trouble.sentence).toMatch(shown.tip);
    expect(trouble.help !== undefined).toBe(shown.needs !== undefined);
    expect(trouble.mayWorkLater).toBe(['unreachable', 'timeout'].includes(of.reach?.trouble?.reason ?? ''));
    const asked = trouble.help === undefined ? 'retry' : 'help';
    const { command, arguments: given } = whatHelps(asked, ...tableOf(connection))!;
    expect([command, ...given]).toEqual(
      shown.click ?? ['netsensor.retry', { kind: 'unread', connectionIds: ['lab'] }],
    );
  },
);

it('what is in the way of a save is said above a document before one fails: what helps first, then why, and the lock', () => {
  const document = {
    uri: { path: '/inventory/racks/1' },
    getText: () => '{}',
  } as unknown as vscode.TextDocument;
  const down = { ...lab, ...trouble({ stage: 'connect' }), isLocked: true };
  const [again, why, lock] = recordLenses(document, down, undefined);
  expect(again?.command).toMatchObject({
    command: 'netsensor.retry',
    arguments: [{ connectionIds: ['lab'] }],
  });
  expect(why?.command).toMatchObject({ title: expect.stringMatching(/cannot be reached/), command: '' });
  expect(lock?.command?.title).toMatch(/is read-only/);
});

it('other connections in trouble stand beside the one in front: one with what helps, many to choose from', () => {
  const other = (name: string, of: Partial<Connection>) => ({ ...lab, id: name, name, ...of }) as Connection;
  const down = other('Bern', trouble({ stage: 'connect' }));
  const refused = other('Oslo', trouble({ reason: 'unauthorized', status: 401 }));
  const fineOne = other('Rome', { reach: fine });
  const { otherStatus } = played;
  statusOf(
    { ...lab, ...trouble({ stage: 'connect' }) },
    { others: [fineOne, other('Ulm', { isSignedOut: true })] },
  );
  expect(otherStatus.isShown).toBe(false);
  statusOf(lab, { others: [fineOne, refused] });
  expect(otherStatus.isShown).toBe(true);
  expect(otherStatus.text).toBe(`$(warning) Oslo · API key refused at ${at} · unlocked`);
  expect(otherStatus.command).toMatchObject({
    command: 'netsensor.signIn',
    arguments: [{ connectionId: 'Oslo' }],
  });
  statusOf(lab, { others: [down, fineOne, refused] });
  expect(otherStatus.text).toBe('$(warning) 2 other managers');
  expect(otherStatus.tooltip).toMatch(/^Bern · not reachable .+\nOslo · API key refused /);
  expect(otherStatus.command).toBe('netsensor.showConnections');
});

it('those with which something is wrong come first where one of many connections is chosen, with what it is', () => {
  const other = (name: string, of: Partial<Connection>) => ({ ...lab, id: name, name, ...of }) as Connection;
  const rows = connectionRows([
    lab,
    other('Bern', trouble({ stage: 'connect' })),
    other('Rome', { reach: fine }),
    other('Ulm', { isSignedOut: true }),
  ]);
  expect(rows.map(({ label }) => label)).toEqual(['$(warning) Bern', '$(warning) Ulm', 'Lab', 'Rome']);
  expect(rows[0]?.description).toBe(`not reachable since ${at} · unlocked`);
});

it('a connection of which something could not be read says so on its row and in the status bar, and when it was read', () => {
  expect(itemOf(lab, { isPart: true }).description).toBe('unlocked · read in part');
  expect(statusOf(lab, { isPart: true }).text).toContain('Lab · unlocked · read in part');
  expect((itemOf(lab).tooltip as vscode.MarkdownString).value).toContain('Tree read at');
  const down = { ...lab, ...trouble({ stage: 'connect' }) };
  expect(itemOf(down, { isPart: true }).description).not.toContain('read in part');
  expect(statusOf(down, { isPart: true }).text).not.toContain('read in part');
});

it.each(['netsensor', 'netsensorcurrent', 'netsensorplan'])(
  'production has its letter and its colour on a document with the scheme %s, plans and differences included',
  scheme => {
    statusOf({ ...lab, environment: 'production' });
    const { provideFileDecoration } = played.decorations.provider!;
    expect(provideFileDecoration({ scheme, authority: 'lab' })).toMatchObject({ badge: 'P' });
    expect(provideFileDecoration({ scheme: 'file', authority: 'lab' })).toBeUndefined();
  },
);

it('the row of a signed-out connection keeps its letter and colour, and is as readable as the others', () => {
  const production = { ...lab, isSignedOut: true, environment: 'production' } as const;
  statusOf(production);
  const { provideFileDecoration } = played.decorations.provider!;
  expect(provideFileDecoration({ scheme: 'netsensorconnection', authority: 'lab' })).toMatchObject({
    badge: 'P',
  });
  expect((itemOf(production).iconPath as vscode.ThemeIcon).color).toBeUndefined();
  statusOf({ ...lab, isSignedOut: true });
  const { provideFileDecoration: ofUnlabelled } = played.decorations.provider!;
  expect(ofUnlabelled({ scheme: 'netsensorconnection', authority: 'lab' })).toBeUndefined();
});

it('production is marked in the status bar in dark high contrast too, which has no ground of errors', () => {
  /** Whether its text and its ground have a colour. */
  const marks = () => {
    const { color, backgroundColor } = statusOf({
      ...lab,
      environment: 'production',
    }) as vscode.StatusBarItem;
    return [color, backgroundColor].map(each => each !== undefined);
  };
  expect(marks()).toEqual([false, true]);
  played.window.activeColorTheme.kind = played.ColorThemeKind.HighContrast;
  expect(marks()).toEqual([true, false]);
  played.window.activeColorTheme.kind = played.ColorThemeKind.Dark;
});
