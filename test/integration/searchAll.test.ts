import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activeDocument, closeTabs } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { createRecord } from '../support/inventory.js';
import { useExtension } from '../support/useExtension.js';

describe('the search for everything', () => {
  const extension = useExtension();
  const { createQuickPick } = vscode.window;
  let pick: vscode.QuickPick<vscode.QuickPickItem>;
  const labels = () => pick.items.map(({ label }) => label);

  before('keep the list that VS Code makes', () => {
    Object.assign(vscode.window, { createQuickPick: () => (pick = createQuickPick()) });
  });
  after(() => void Object.assign(vscode.window, { createQuickPick }));
  afterEach(closeTabs);

  it('finds a contact by a part of an address, and Enter opens its document', async () => {
    await createRecord(extension().manager, 'contacts', { name: 'Zoë Roth', email: 'zoe@search.example' });
    await vscode.commands.executeCommand('netsensor.refresh');
    await vscode.commands.executeCommand('netsensor.search');
    assert.equal(pick.busy, true);
    pick.value = 'ZOE@search';
    await eventually(() => assert.deepEqual([pick.busy, ...labels()], [false, 'Zoë Roth']));
    assert.equal(pick.items[0]?.description, 'Contact · email: zoe@search.example');
    await eventually(() => assert.equal(pick.activeItems.length, 1));
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    await eventually(() => assert.match(activeDocument().uri.path, /\/contacts\/Zoë Roth\.\d+\.json$/));
  });

  it('opens beside by a key, in the group that VS Code takes for that', async () => {
    await createRecord(extension().manager, 'contacts', { name: 'Beside', email: 'beside@search.example' });
    await vscode.commands.executeCommand('netsensor.refresh');
    await vscode.commands.executeCommand('netsensor.search');
    pick.value = 'kind:contact beside@search';
    await eventually(() =>
      assert.deepEqual(
        pick.activeItems.map(({ label }) => label),
        ['Beside'],
      ),
    );
    await vscode.commands.executeCommand('netsensor.search', 'beside');
    await eventually(() => {
      assert.match(activeDocument().uri.path, /Beside/);
      assert.equal(vscode.window.activeTextEditor?.viewColumn, vscode.ViewColumn.Two);
    });
  });

  it('finds a text of a record in its document, at the very place', async () => {
    await createRecord(extension().manager, 'contacts', { name: 'Ärger', email: 'place@search.example' });
    await vscode.commands.executeCommand('netsensor.refresh');
    const found = vscode.commands.executeCommand('netsensor.findInRecords');
    await eventually(() => assert.equal(pick.busy, false));
    pick.value = 'PLACE@search';
    await eventually(() => assert.equal(pick.activeItems[0]?.label, '"email": "place@search.example",'));
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    await found;
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.getText(editor.selection), 'place@search');
  });

  it('answers Ctrl+T with the same', async () => {
    const found = await vscode.commands.executeCommand<vscode.SymbolInformation[]>(
      'vscode.executeWorkspaceSymbolProvider',
      'zoe@search',
    );
    assert.deepEqual(
      found.map(({ name, location }) => [name, location.uri.scheme]),
      [['Zoë Roth', 'netsensor']],
    );
  });
});
