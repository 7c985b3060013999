import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../src/api/apiError.js';
import type { OperationServices } from '../../../../src/operations/operationServices.js';

/** As much of VS Code as asks before a key is renewed, and offers one that is kept nowhere. */
const shown = vi.hoisted(() => {
  class Empty {}
  const answers: (string | undefined)[] = [];
  const offers: string[] = [];
  const ask = async (sentence: string) => {
    offers.push(sentence);
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

/** A manager that sends a key which it does not accept itself. */
async function renewRefused(...answers: (string | undefined)[]): Promise<string[]> {
  const refuse = () => Promise.reject(new ApiError({ reason: 'unauthorized', method: 'GET', path: '/' }));
  const user = { id: 1, login: 'admin', ownsKey: true };
  const users = { list: async () => ({ rows: [user], unread: [] }), renewKey: async () => 'the new key' };
  const connections = {
    get: () => ({ id: 'mine', name: 'Mine', source: 'saved', isLocked: false }),
    client: async () => ({ users, verify: refuse }),
  };
  const keys = {
    storeKeyAgain: async () => 'the old key',
    replaceKey: async () => undefined,
    tryKey: async () => undefined,
  };
  const journal = { run: (_: unknown, change: () => unknown) => change() };
  shown.answers.splice(0, Infinity, 'Renew', ...answers);
  shown.offers.length = 0;
  shown.clipboard.text = '';
  vi.useFakeTimers();
  const renewed = renewKey({ connections, keys, journal } as unknown as OperationServices, {
    connectionId: 'mine',
  });
  await vi.advanceTimersByTimeAsync(20_000);
  await renewed;
  return shown.offers.slice(1);
}

afterEach(() => vi.useRealTimers());

it('offers a new key that the manager refuses until it is copied, or given up twice', async () => {
  expect(await renewRefused(undefined, 'Copy new key')).toHaveLength(2);
  expect(shown.clipboard.text).toBe('the new key');
  expect(await renewRefused(undefined, undefined, 'Copy new key')).toHaveLength(2);
  expect(shown.clipboard.text).toBe('');
});
