import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answerDialogs } from './answerDialogs.js';
import { answerInputs } from './answerInputs.js';

/**
 * Connects the extension to one more manager for the tests of the enclosing `describe`, unlocked; forgotten after them.
 * Call it after `useExtension`.
 * @returns the id of the connection
 */
export function useAddedConnection(manager: () => { url: string; apiKey: string }): () => string {
  let id: string | undefined;
  before('connect to one more manager', async () => {
    id = await addConnection(manager());
  });
  after('forget that manager', async () => {
    const dialogs = answerDialogs(({ buttons }) => buttons[0]);
    await vscode.commands.executeCommand('netsensor.deleteConnection', { connectionId: id });
    dialogs.restore();
  });
  return () => {
    if (id === undefined) throw new Error('The connection exists only while tests run');
    return id;
  };
}

/** Connects the extension to one more manager and unlocks it. @returns the id of the connection */
export async function addConnection({ url, apiKey }: { url: string; apiKey: string }): Promise<string> {
  const earlier = await connectionIds();
  const inputs = answerInputs([url, apiKey]);
  const dialogs = answerDialogs(({ buttons }) => buttons.find(button => button === 'Unlock'));
  try {
    await vscode.commands.executeCommand('netsensor.addManager');
    // The list is not shown while there is only one connection.
    const isNew = (connection: string) => connection !== 'environment' && !earlier.includes(connection);
    const id = (await connectionIds()).find(isNew);
    assert.ok(id, 'the manager was added');
    await vscode.commands.executeCommand('netsensor.unlockConnection', { connectionId: id });
    return id;
  } finally {
    inputs.restore();
    dialogs.restore();
  }
}

/** The connections that the list of them offers. */
async function connectionIds(): Promise<string[]> {
  const { showQuickPick } = vscode.window;
  const found: string[] = [];
  Object.assign(vscode.window, {
    showQuickPick: async (given: readonly ConnectionItem[] | Promise<readonly ConnectionItem[]>) => {
      for (const { connection } of await given) if (connection) found.push(connection.id);
    },
  });
  await vscode.commands.executeCommand('netsensor.showConnections');
  Object.assign(vscode.window, { showQuickPick });
  return found;
}

type ConnectionItem = vscode.QuickPickItem & { readonly connection?: { readonly id: string } };
