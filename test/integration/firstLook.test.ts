import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { firstLook } from '../../src/explorer/firstLook.js';
import { Command, Notebook } from '../../src/ids.js';
import { SensorIndex } from '../../src/model/sensors/sensorIndex.js';
import { eventually } from '../support/eventually.js';
import { useExtension } from '../support/useExtension.js';

type Parts = Parameters<typeof firstLook>[0];

describe('the first look', () => {
  useExtension();
  let undo: (() => unknown)[];
  let done: string[];
  let granted: (() => void) | undefined;
  let added: (() => void) | undefined;
  let all: { readonly id: string; readonly source: string }[];
  let look: vscode.Disposable | undefined;

  beforeEach('note what is done', () => {
    undo = [];
    done = [];
    granted = undefined;
    added = undefined;
    all = [];
    const { executeCommand } = vscode.commands;
    const { findFiles, onDidGrantWorkspaceTrust } = vscode.workspace;
    const note = async (command: string) => {
      done.push(command);
      if (command !== Command.newNotebook) return;
      const cell = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, '{}', Notebook.language);
      const made = await vscode.workspace.openNotebookDocument(
        Notebook.type,
        new vscode.NotebookData([cell]),
      );
      return void (await vscode.window.showNotebookDocument(made));
    };
    Object.assign(vscode.commands, { executeCommand: note });
    Object.assign(vscode.workspace, {
      findFiles: async () => (done.push('findFiles'), []),
      onDidGrantWorkspaceTrust: (listener: () => void) => (
        (granted = listener),
        { dispose: () => undefined }
      ),
    });
    undo.push(
      () => Object.assign(vscode.commands, { executeCommand }),
      () => Object.assign(vscode.workspace, { findFiles, onDidGrantWorkspaceTrust }),
    );
  });
  afterEach('put everything back', async () => {
    look?.dispose();
    undo.reverse().forEach(step => step());
    while (vscode.window.tabGroups.activeTabGroup.activeTab)
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  /** As VS Code says it of the workspace; hosts of tests have no trust of their own. */
  const trusted = (isTrusted: boolean) => {
    const own = Object.getOwnPropertyDescriptor(vscode.workspace, 'isTrusted');
    Object.defineProperty(vscode.workspace, 'isTrusted', { configurable: true, get: () => isTrusted });
    if (own) undo.push(() => Object.defineProperty(vscode.workspace, 'isTrusted', own));
  };
  const begin = () => {
    const parts = {
      connections: {
        all,
        onDidChange: (listener: () => void) => ((added = listener), { dispose: () => undefined }),
      },
      trees: { read: async () => (done.push('read'), new SensorIndex({ name: 'root', uuid: '1' })) },
      view: { reveal: async () => void done.push('reveal') },
      log: { error: (line: string) => done.push(line) },
      noteShown: async () => void done.push('noteShown'),
    };
    look = firstLook(parts as unknown as Parts);
  };
  const add = () => {
    all.push({ id: 'a', source: 'user' });
    added?.();
  };

  it('opens, reads and runs nothing in a workspace that nobody trusts, until somebody does', async () => {
    all = [{ id: 'environment', source: 'environment' }];
    trusted(false);
    begin();
    await new Promise(setImmediate);
    assert.deepEqual(done, []);
    trusted(true);
    granted?.();
    await eventually(() => assert.deepEqual(done, ['findFiles']));
  });

  for (const isTrusted of [false, true])
    it(`runs ${isTrusted ? 'a query' : 'none'} for a manager that is added ${isTrusted ? '' : 'where nobody trusts the workspace'}`, async () => {
      trusted(isTrusted);
      begin();
      add();
      await eventually(() => assert.ok(vscode.window.activeNotebookEditor));
      await eventually(() => assert.ok(done.includes(Command.newNotebook)));
      await new Promise(setImmediate);
      await eventually(() => assert.equal(done.includes('notebook.cell.execute'), isTrusted));
    });
});
