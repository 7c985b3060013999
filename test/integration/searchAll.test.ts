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
  /** What stands in the list when it opens: VS Code tells nobody of a value that was set. */
  let typed = '';

  before('keep the list that VS Code makes', () => {
    const typing = () => Object.assign((pick = createQuickPick()), { value: typed });
    Object.assign(vscode.window, { createQuickPick: typing });
  });
  after(() => void Object.assign(vscode.window, { createQuickPick }));
  afterEach(closeTabs);

  it('finds a contact by a part of an address, and Enter opens its document', async () => {
    await createRecord(extension().manager, 'contacts', { name: 'Zoë Roth', email: 'zoe@search.example' });
    await vscode.commands.executeCommand('netsensor.refresh');
    typed = 'ZOE@search';
    await vscode.commands.executeCommand('netsensor.search');
    await eventually(() => assert.equal(pick.activeItems[0]?.label, 'Zoë Roth'));
    assert.equal(pick.items[0]?.description, 'Contact · email: zoe@search.example');
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    await eventually(() => assert.match(activeDocument().uri.path, /\/contacts\/Zoë Roth\.\d+\.json$/));
  });

  it('opens beside by a key, in the group that VS Code takes for that', async () => {
    await createRecord(extension().manager, 'contacts', { name: 'Beside', email: 'beside@search.example' });
    await vscode.commands.executeCommand('netsensor.refresh');
    typed = 'kind:contact beside@search';
    await vscode.commands.executeCommand('netsensor.search');
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
    typed = 'PLACE@search';
    const found = vscode.commands.executeCommand('netsensor.findInRecords');
    await eventually(() => assert.equal(pick.activeItems[0]?.label, '"email": "place@search.example",'));
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    await found;
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.getText(editor.selection), 'place@search');
  });

  it('answers Ctrl+T with names of what is read', async () => {
    const found = await vscode.commands.executeCommand<vscode.SymbolInformation[]>(
      'vscode.executeWorkspaceSymbolProvider',
      'Zoë',
    );
    assert.deepEqual(
      found.map(({ name, location }) => [name, location.uri.scheme]),
      [['Zoë Roth', 'netsensor']],
    );
  });
});
