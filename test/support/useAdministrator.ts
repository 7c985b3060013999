import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answerDialogs, type ShownDialog } from './answerDialogs.js';
import { answerInputs } from './answerInputs.js';
import { FaultyProxy } from '../../packages/manager/test/faultyProxy.js';
import { askManager } from './manager.js';
import { useLocalManager } from './useLocalManager.js';

/** A user as an independent client sees it. */
export interface User {
  readonly id: number;
  readonly login: string;
  readonly admin: boolean;
  readonly authentication_token: string;
}

/** An unlocked connection of a super administrator, made anew for each test. */
export interface AdministratorConnection {
  readonly id: string;
  /** What the connection talks to. */
  readonly proxy: FaultyProxy;
  /** The key of the administrator as the manager has it now; a test that lets it be renewed sets it. */
  key: string;
}

/**
 * Gives the tests of the enclosing `describe` a manager of their own, whose keys may be renewed, and a connection to it.
 * Answers that a test gives last until it ends.
 */
export function useAdministrator() {
  const manager = useLocalManager();
  const connection = { id: '', key: '', proxy: new FaultyProxy('') };
  let undo: (() => void)[] = [];
  const dialogs = (answer: (dialog: ShownDialog) => string | undefined) => {
    const stub = answerDialogs(answer);
    undo.push(stub.restore);
    return stub.shown;
  };
  const inputs = (...answers: (string | undefined)[]) => {
    const stub = answerInputs(answers);
    undo.push(stub.restore);
    return stub.asked;
  };
  const run = (command: string) =>
    vscode.commands.executeCommand(`netsensor.${command}`, { connectionId: connection.id });
  const users = async () =>
    (
      (await askManager({ url: manager().url, apiKey: connection.key }, '/api/v1/users.json')) as {
        users: User[];
      }
    ).users;

  beforeEach(async () => {
    connection.key ||= manager().apiKey;
    connection.proxy = new FaultyProxy(manager().url);
    await connection.proxy.start();
    // While there is one connection alone, nobody is asked which.
    const before = new Set(['environment', ...(await connectionIds())]);
    inputs(connection.proxy.url, connection.key);
    dialogs(() => undefined);
    await vscode.commands.executeCommand('netsensor.addManager');
    connection.id = (await connectionIds()).find(id => !before.has(id)) ?? '';
    assert.ok(connection.id);
    dialogs(firstButton);
    await run('unlockConnection');
    connection.proxy.seen.length = 0;
  });
  afterEach(async () => {
    dialogs(firstButton);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await run('deleteConnection');
    undo.reverse().forEach(restore => restore());
    undo = [];
    await connection.proxy.stop();
  });

  return {
    manager,
    connection: connection as AdministratorConnection,
    run,
    dialogs,
    inputs,
    users,
    /** What puts something back after the test. */
    later: (restore: () => void) => void undo.push(restore),
    /** A user who does not own the key of the connection. */
    other: async () => (await users()).find(({ authentication_token: token }) => token !== connection.key)!,
    /** The user who owns the key of the connection. */
    owner: async () => (await users()).find(({ authentication_token: token }) => token === connection.key)!,
  };
}

/** Answers a dialog with its first button. */
export const firstButton = ({ buttons }: ShownDialog): string | undefined => buttons[0];

async function connectionIds(): Promise<string[]> {
  const shown: string[] = [];
  const { showQuickPick } = vscode.window;
  Object.assign(vscode.window, {
    showQuickPick: (items: readonly { connection?: { id: string } }[]) => {
      shown.push(...items.flatMap(({ connection }) => connection?.id ?? []));
      return Promise.resolve(undefined);
    },
  });
  await vscode.commands.executeCommand('netsensor.showConnections');
  Object.assign(vscode.window, { showQuickPick });
  return shown;
}
