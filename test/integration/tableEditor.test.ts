import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TableMessage, TableQuestion } from '../../src/model/tables/tableMessages.js';
import { TableEditor } from '../../src/tables/tableEditor.js';
import type { TableParts } from '../../src/tables/tableParts.js';
import type { ShownDialog } from '../support/answerDialogs.js';
import { closeTabs } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { createRack, readRack, type StoredRack } from '../support/manager.js';
import { stubAnswers } from '../support/stubAnswers.js';
import { useExtension } from '../support/useExtension.js';

/** The editor of a table whose page is played by the test. */
function openPage(document: vscode.TextDocument) {
  const heard = new vscode.EventEmitter<TableQuestion>();
  const never = new vscode.EventEmitter<never>().event;
  const told: TableMessage[] = [];
  const webview = {
    onDidReceiveMessage: heard.event,
    postMessage: (message: TableMessage) => Promise.resolve(told.push(message) > 0),
    asWebviewUri: (uri: vscode.Uri) => uri,
  };
  const base = document.getText();
  const parts = {
    connections: { get: () => ({ isLocked: false, name: 'manager' }), onDidChange: never },
    lists: { get: () => undefined, read: () => Promise.resolve(), onDidChange: never },
    files: { bases: { get: () => base }, onDidFinish: never },
    extensionUri: vscode.Uri.file('/'),
    log: { error: assert.fail, warn: assert.fail },
  };
  const panel = { webview, onDidDispose: never, active: false };
  const editor = new TableEditor(
    document,
    panel as unknown as vscode.WebviewPanel,
    parts as unknown as TableParts,
  );
  return { editor, told, ask: (question: TableQuestion) => heard.fire(question) };
}

describe('a list of records as a table', () => {
  const extension = useExtension();
  const answers = stubAnswers();
  const agree = ({ buttons }: ShownDialog) => buttons.find(button => ['Save', 'Unlock'].includes(button));
  const target = ({ id, name }: StoredRack) => ({
    kind: 'record',
    connectionId: 'environment',
    type: 'racks',
    recordId: id,
    name,
  });
  const tabs = () => vscode.window.tabGroups.all.flatMap(group => group.tabs.map(({ input }) => input));
  const shownAs = (kind: typeof vscode.TabInputCustom | typeof vscode.TabInputText) =>
    eventually(() => {
      const [input, ...others] = tabs();
      assert.ok(input instanceof kind, JSON.stringify(input));
      assert.equal(others.length, 0);
      return input.uri.path;
    });

  before('unlock the connection', async () => {
    answers.dialogs(agree);
    await vscode.commands.executeCommand('netsensor.unlockConnection', { connectionId: 'environment' });
  });
  beforeEach('agree to every plan', () => answers.dialogs(agree));
  afterEach('put everything back', async () => {
    await closeTabs();
    answers.restore();
  });

  it('stands in a tab that is a table and a text in turn', async () => {
    const rack = await createRack(extension().manager, 'Table A');
    await vscode.commands.executeCommand('netsensor.openAsTable', target(rack), [target(rack)]);
    assert.equal(await shownAs(vscode.TabInputCustom), '/lists/racks/Racks (1).json');
    await eventually(async () => {
      await vscode.commands.executeCommand('netsensor.openAsText');
      assert.ok(vscode.window.activeTextEditor?.document.getText().includes('Table A'));
    });
    await shownAs(vscode.TabInputText);
    await vscode.commands.executeCommand('netsensor.openAsTable');
    await shownAs(vscode.TabInputCustom);
  });

  it('is edited by one edit of its text for each act, which one undo takes back, and saved as the text is', async () => {
    const { manager, proxy } = extension();
    const racks = [await createRack(manager, 'Table B1'), await createRack(manager, 'Table B2')];
    await vscode.commands.executeCommand('netsensor.editRecords', target(racks[0]!), racks.map(target));
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document);
    const before = document.getText();
    const { editor, told, ask } = openPage(document);
    const act = async (field: string, typed: string) => {
      const answers = told.length;
      ask({ type: 'act', version: document.version, act: { kind: 'set', at: 1, field, typed } });
      await eventually(() => assert.ok(told.slice(answers).some(({ type }) => type === 'done')));
    };
    try {
      ask({ type: 'ready' });
      assert.deepEqual(
        told.flatMap(message => (message.type === 'table' ? message.rows.map(({ state }) => state) : [])),
        ['same', 'same'],
      );
      await act('width', '21');
      await act('name', 'Table B3');
      assert.equal(
        document.getText(),
        before.replace(/("width": )19(?![\s\S]*"width")/, '$121').replace('Table B2', 'Table B3'),
      );
      await vscode.commands.executeCommand('undo');
      await vscode.commands.executeCommand('undo');
      assert.equal(document.getText(), before);
      const counts = await eventually(() => {
        const last = told.findLast(message => message.type === 'rows');
        assert.equal(last?.type === 'rows' && last.version, document.version);
        return last?.type === 'rows' && last.counts;
      });
      assert.deepEqual(counts, { changed: 0, added: 0, going: 0 });
      await act('width', '21');
      proxy.seen.length = 0;
      assert.ok(await document.save());
      const writes = proxy.seen.filter(({ method }) => method !== 'GET');
      assert.deepEqual(
        writes.map(({ method, body }) => [method, body]),
        [['PATCH', '{"rack":{"width":21}}']],
      );
      assert.equal((await readRack(manager, racks[1]!.id)).width, 21);
    } finally {
      editor.dispose();
    }
  });
});
