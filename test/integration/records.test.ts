import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually.js';
import { askManager, changeRack, createRack, readRack, type StoredRack } from '../support/manager.js';
import { useExtension } from '../support/useExtension.js';
import { unlock } from './recordLife.js';

describe('a rack as a file', () => {
  const extension = useExtension();
  let rack: StoredRack;
  let number = 0;

  const rackUri = () =>
    vscode.Uri.parse(`netsensor://environment/inventory/racks/${rack.name}.${rack.id}.json`);
  const open = async () => {
    const document = await vscode.workspace.openTextDocument(rackUri());
    await vscode.window.showTextDocument(document);
    return document;
  };
  const replace = async (document: vscode.TextDocument, found: string, replacement: string) => {
    const offset = document.getText().indexOf(found);
    assert.ok(offset >= 0, `${found} in ${document.getText()}`);
    const edit = new vscode.WorkspaceEdit();
    const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + found.length));
    edit.replace(document.uri, range, replacement);
    assert.ok(await vscode.workspace.applyEdit(edit));
  };
  const sent = (method: string) => extension().proxy.seen.filter(request => request.method === method);

  before('unlock the connection', () => unlock('environment'));
  beforeEach('a rack of its own', async () => {
    number += 1;
    rack = await createRack(extension().manager, `Test rack ${number}`);
  });
  afterEach('close editors', () =>
    vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'),
  );

  it('opens as JSON with the fields of the record', async () => {
    const document = await open();
    assert.equal(document.languageId, 'inventoryrecord');
    assert.deepEqual(Object.keys(JSON.parse(document.getText()) as object).slice(0, 4), [
      'id',
      'name',
      'u_height',
      'width',
    ]);
  });

  it('is not saved by auto-save, not even where that is on for everything', async () => {
    const scope = { uri: rackUri(), languageId: 'inventoryrecord' };
    const autoSave = vscode.workspace.getConfiguration('files', scope).inspect('autoSave');
    assert.equal(autoSave?.defaultLanguageValue, 'off');
  });

  it('saves an edit that was taken back with undo after a save', async () => {
    const document = await open();
    await replace(document, '"u_height": 42', '"u_height": 45');
    assert.ok(await document.save());
    await eventually(async () => {
      const { updated_at: stored } = await readRack(extension().manager, rack.id);
      assert.ok(document.getText().includes(stored));
    });
    await eventually(async () => {
      await vscode.commands.executeCommand('undo');
      assert.match(document.getText(), /"u_height": 42/);
    });
    assert.ok(await document.save());
    assert.equal((await readRack(extension().manager, rack.id)).u_height, 42);
  });

  it('shows their value after a conflict when I take theirs, and keeps my other change', async () => {
    const document = await open();
    await changeRack(extension().manager, rack.id, { u_height: 44 });
    await replace(document, '"u_height": 42', '"u_height": 45');
    await replace(document, '"width": 19', '"width": 21');
    await document.save();
    await vscode.commands.executeCommand('netsensor.takeTheirs');
    assert.equal(document.isDirty, false);
    const stored = await readRack(extension().manager, rack.id);
    assert.deepEqual([stored.u_height, stored.width], [44, 21]);
    assert.match(document.getText(), /"u_height": 44/);
  });

  for (const [what, found, replacement] of [
    ['broken JSON', '"u_height": 42,', '"u_height": 42 oops'],
    ['a read-only field', '"id": ', '"id": 9'],
    ['an unknown field', '"u_height": 42', '"u_height": 42, "hight": 3'],
    ['a removed field', '"u_height": 42,', ''],
    ['a value of the wrong type', '"u_height": 42', '"u_height": "tall"'],
  ] as const) {
    it(`sends nothing for ${what} and stays dirty`, async () => {
      const document = await open();
      await replace(document, found, replacement);
      extension().proxy.seen.length = 0;
      assert.equal(await document.save(), false);
      assert.equal(document.isDirty, true);
      assert.equal(sent('PATCH').length, 0);
    });
  }

  it('stays dirty when the record was deleted meanwhile', async () => {
    const document = await open();
    await replace(document, '"u_height": 42', '"u_height": 36');
    await askManager(extension().manager, `/api/v1/inventory/racks/${rack.id}`, { method: 'DELETE' });
    await assert.rejects(
      async () => vscode.workspace.fs.writeFile(document.uri, new TextEncoder().encode(document.getText())),
      /This record was deleted on the manager\. Choose Restore above/,
    );
    assert.equal(await document.save(), false);
    assert.equal(document.isDirty, true);
  });

  it('sends nothing when nothing changed', async () => {
    const document = await open();
    await replace(document, '"u_height": 42', '"u_height":  42');
    extension().proxy.seen.length = 0;
    assert.ok(await document.save());
    assert.equal(sent('PATCH').length, 0);
    await eventually(() => assert.match(document.getText(), /"u_height": 42,/));
  });

  for (const fault of [
    { type: 'page' },
    { type: 'truncatedBody' },
    { type: 'reset', operation: 'skipped' },
  ] as const) {
    it(`stays dirty while the manager answers with ${fault.type}, and saves once it works again`, async () => {
      const document = await open();
      await replace(document, '"u_height": 42', '"u_height": 40');
      extension().proxy.fault = fault;
      assert.equal(await document.save(), false);
      assert.equal(document.isDirty, true);
      await extension().proxy.heal();
      assert.ok(await document.save());
      assert.equal((await readRack(extension().manager, rack.id)).u_height, 40);
    });
  }

  it('stays dirty while the manager is stopped, and saves once it runs again', async () => {
    const document = await open();
    await replace(document, '"u_height": 42', '"u_height": 41');
    await extension().proxy.stop();
    assert.equal(await document.save(), false);
    assert.equal(document.isDirty, true);
    await extension().proxy.heal();
    assert.ok(await document.save());
    assert.equal((await readRack(extension().manager, rack.id)).u_height, 41);
  });

  it('stays dirty while the manager is slower than the setting allows, and saves once it is not', async () => {
    const document = await open();
    await replace(document, '"u_height": 42', '"u_height": 37');
    const settings = vscode.workspace.getConfiguration('netsensor');
    await settings.update('requestTimeout', 1, vscode.ConfigurationTarget.Global);
    try {
      extension().proxy.fault = { type: 'latency', milliseconds: 10_000 };
      assert.equal(await document.save(), false);
      assert.equal(document.isDirty, true);
    } finally {
      await settings.update('requestTimeout', undefined, vscode.ConfigurationTarget.Global);
    }
    await extension().proxy.heal();
    assert.ok(await document.save());
    assert.equal((await readRack(extension().manager, rack.id)).u_height, 37);
  });

  it('finds out by reading whether a PATCH whose answer was cut off was stored', async () => {
    const document = await open();
    await replace(document, '"u_height": 42', '"u_height": 39');
    extension().proxy.fault = { type: 'reset' };
    extension().proxy.faultMethod = 'PATCH';
    assert.ok(await document.save());
    assert.equal(sent('PATCH').length, 1);
    assert.equal((await readRack(extension().manager, rack.id)).u_height, 39);
  });

  it('marks the field that the manager names when it refuses a save, until it has another value', async () => {
    const document = await open();
    const marked = () =>
      vscode.languages
        .getDiagnostics(document.uri)
        .filter(({ message }) => message.includes('is too small'))
        .map(({ range }) => document.getText(range));
    await replace(document, '"u_height": 42', '"u_height": 38');
    const body = { query: false, error: 'U height is too small' };
    extension().proxy.fault = { type: 'answer', status: 422, body };
    extension().proxy.faultMethod = 'PATCH';
    assert.equal(await document.save(), false);
    await eventually(() => assert.deepEqual(marked(), ['38']));
    await replace(document, '"u_height": 38', '"u_height": 44');
    await eventually(() => assert.deepEqual(marked(), []));
  });

  it('leads to its page of the manager where a setting says where that is', async () => {
    const pages = vscode.workspace.getConfiguration('netsensor.pages');
    await pages.update('record', '/inventory/{type}/{id}', vscode.ConfigurationTarget.Global);
    const opened: string[] = [];
    const { openExternal } = vscode.env;
    Object.assign(vscode.env, { openExternal: (uri: vscode.Uri) => opened.push(uri.toString()) });
    const target = { kind: 'record', connectionId: 'environment', type: 'racks', recordId: rack.id };
    try {
      await vscode.commands.executeCommand('netsensor.openInBrowser', { ...target, name: rack.name });
    } finally {
      Object.assign(vscode.env, { openExternal });
      await pages.update('record', undefined, vscode.ConfigurationTarget.Global);
    }
    assert.deepEqual(opened, [`${extension().proxy.url}/inventory/racks/${rack.id}`]);
  });

  it('completes, explains and checks fields from the schema', async () => {
    const document = await open();
    await replace(document, '"u_height": 42', '"u_height": 0');
    await eventually(() => {
      const [problem] = vscode.languages.getDiagnostics(document.uri);
      assert.match(problem?.message ?? '', /minimum/i);
    });
    const position = document.positionAt(document.getText().indexOf('u_height') + 2);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      position,
    );
    const text = hovers
      .flatMap(({ contents }) => contents.map(content => (content as vscode.MarkdownString).value))
      .join();
    assert.match(text, /rack units/);
  });
});
