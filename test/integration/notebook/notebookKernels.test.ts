import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answerDialogs } from '../../support/answerDialogs.js';
import { eventually } from '../../support/eventually.js';
import { addConnection } from '../../support/useAddedConnection.js';
import { useExtension } from '../../support/useExtension.js';
import { queryNotebook, useNotebooks } from './notebookDocuments.js';

describe('the kernels of a notebook', () => {
  const extension = useExtension();
  const notebooks = useNotebooks();
  const { commands } = vscode;
  const { executeCommand } = commands;
  /** The kernels that were chosen, which VS Code lists as soon as another one is to be chosen. */
  const chosen: string[] = [];
  let added: string;

  before('note which kernels are chosen', () => {
    const noted = (name: string, ...rest: readonly { readonly id?: string }[]) => {
      if (name === 'notebook.selectKernel') chosen.push(rest[0]?.id ?? '');
      return executeCommand(name, ...rest);
    };
    Object.assign(commands, { executeCommand: noted });
  });
  after('forget the other manager', async () => {
    Object.assign(commands, { executeCommand });
    const dialogs = answerDialogs(({ buttons }) => buttons[0]);
    await executeCommand('netsensor.deleteConnection', { connectionId: added });
    dialogs.restore();
  });

  it('are all listed at once, also one that came later, and none is written into the file by that', async () => {
    const notebook = await notebooks.open(queryNotebook('{}'));
    await eventually(() => assert.equal(chosen.at(-1), 'netsensor-environment'));
    chosen.length = 0;
    added = await addConnection({ ...extension().manager, url: extension().proxy.url });
    await eventually(() => assert.deepEqual(chosen, [`netsensor-${added}`, 'netsensor-environment']));
    await commands.executeCommand('notebook.execute');
    await eventually(() => assert.notEqual(notebook.cellAt(0).executionSummary?.timing, undefined));
    assert.deepEqual([notebook.metadata.connection, notebook.isDirty], ['environment', false]);
  });
});
