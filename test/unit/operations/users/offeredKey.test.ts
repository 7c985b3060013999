import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../src/api/apiError.js';
import type { OperationServices } from '../../../../src/operations/operationServices.js';

/** As much of VS Code as asks before a key is renewed, and offers one that is kept nowhere. */
const shown = vi.hoisted(() => {
  class Empty {}
  const answers: (string | undefined)[] = [];
  const offers: string[] = [];
  const ask = async (sentence: string, { detail }: { readonly detail?: string } = {}) => {
    offers.push(detail ? `${sentence} | ${detail}` : sentence);
    return answers.shift();
  };
  const clipboard = { text: '', writeText: async (text: string) => void (clipboard.text = text) };
  const module = {
    DocumentLink: Empty,
    DocumentSymbol: Empty,
    MarkdownString: Empty,
    TreeItem: Empty,
    InlayHint: Empty,
    Hover: Empty,
    NotebookCellStatusBarItem: Empty,
    CompletionItem: Empty,
    CodeLens: Empty,
    CodeAction: Empty,
    FileSystemError: Error,
    CancellationError: Error,
    Diagnostic: Empty,
    ProgressLocation: { Notification: 15 },
    env: { clipboard },
    window: {
      showErrorMessage: ask,
      showWarningMessage: ask,
      showInformationMessage: ask,
      showQuickPick: async ([first]: unknown[]) => first,
      withProgress: (_: unknown, task: (progress: object, token: object) => unknown) =>
        task({ report: () => undefined }, { onCancellationRequested: () => undefined }),
    },
  };
  return { answers, offers, clipboard, module };
});
vi.mock('vscode', () => shown.module);
const { renewKey } = await import('../../../../src/operations/users/renewKey.js');

/** What a manager makes of the key that it sends, what storing it does, and what is known of the secret storage. */
interface Played {
  readonly verify?: () => Promise<void>;
  readonly replaceKey?: () => Promise<void>;
  readonly keyLifetime?: string;
}

const refuse = () => Promise.reject(new ApiError({ reason: 'unauthorized', method: 'GET', path: '/' }));
const nothing = async () => undefined;

/** Renews the connection's own key. @returns what was said after the question, and what it had said */
async function renewed(
  { verify = nothing, replaceKey = nothing, keyLifetime = '' }: Played,
  ...answers: (string | undefined)[]
) {
  const user = { id: 1, login: 'admin', ownsKey: true };
  const users = { list: async () => ({ rows: [user], unread: [] }), renewKey: async () => 'the new key' };
  const connections = {
    get: () => ({ id: 'mine', name: 'Mine', source: 'saved', isLocked: false }),
    client: async () => ({ users, verify }),
  };
  const keys = { keyLifetime, storeKeyAgain: async () => 'the old key', replaceKey, tryKey: nothing };
  const journal = { run: (_: unknown, change: () => unknown) => change() };
  shown.answers.splice(0, Infinity, 'Renew', ...answers);
  shown.offers.length = 0;
  shown.clipboard.text = '';
  vi.useFakeTimers();
  const renewing = renewKey({ connections, keys, journal } as unknown as OperationServices, {
    connectionId: 'mine',
  });
  await vi.advanceTimersByTimeAsync(20_000);
  await renewing;
  const [question = '', ...offers] = shown.offers;
  return { question, offers, copied: shown.clipboard.text };
}

afterEach(() => vi.useRealTimers());

it('offers a new key that the manager refuses until it is copied, or given up twice', async () => {
  const played = { verify: refuse };
  expect(await renewed(played, undefined, 'Copy key')).toMatchObject({
    offers: [{}, {}],
    copied: 'the new key',
  });
  const givenUp = await renewed(played, undefined, undefined, 'Copy key');
  expect(givenUp).toMatchObject({ offers: [{}, {}], copied: '' });
});

it('offers a new key that is stored and works once, as that of another user', async () => {
  const copied = await renewed({}, 'Copy key');
  expect(copied.offers).toEqual([
    'The API key of Mine was renewed, stored and checked. | Copy the new key now; it is not shown again.',
  ]);
  expect(copied.copied).toBe('the new key');
  expect(await renewed({}, undefined, 'Copy key')).toMatchObject({ offers: [{}], copied: '' });
});

it('says before and after that VS Code will forget the key, and offers it twice then', async () => {
  const keyLifetime = 'VS Code keeps API keys here only until this window is reloaded or closed.';
  const { question, offers, copied } = await renewed({ keyLifetime }, undefined, 'Copy key');
  expect(question).toContain(`${keyLifetime} Copy the new one, to enter it again then.`);
  expect(offers).toHaveLength(2);
  expect(offers[0]).toContain(keyLifetime);
  expect(copied).toBe('the new key');
});

it('offers a new key that could not be stored, or not checked: it stands nowhere else', async () => {
  const full = () => Promise.reject(new Error('Full'));
  expect(await renewed({ replaceKey: full }, 'Copy key')).toMatchObject({ copied: 'the new key' });
  const verify = () => Promise.reject(new ApiError({ reason: 'timeout', method: 'GET', path: '/' }));
  const unchecked = await renewed({ verify }, 'Copy key');
  expect(unchecked.offers[0]).toMatch(/is stored, but could not be checked/);
  expect(unchecked.copied).toBe('the new key');
});
