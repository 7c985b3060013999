import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { RecordList } from '../../src/model/inventory/recordList.js';
import type { TableAct, TableMessage, TableQuestion } from '../../src/model/tables/tableMessages.js';
import { TableEditor } from '../../src/tables/tableEditor.js';
import type { TableParts } from '../../src/tables/tableParts.js';
import type { ShownDialog } from '../support/answerDialogs.js';
import { closeTabs, replaceText } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { changeRack, createRack, readRack, type StoredRack } from '../support/manager.js';
import { stubAnswers } from '../support/stubAnswers.js';
import { makeAccessPoint, makeDomain, readSensorTree, sensorTarget } from '../support/sensorTree.js';
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
  let base = document.getText();
  let list: RecordList | undefined;
  const lists = new vscode.EventEmitter<{ connectionId: string; type: string }>();
  /** Another client changes records, and their list is read again. */
  const changed = (others: (base: InventoryRecord[]) => InventoryRecord[]) => {
    list = new RecordList('racks', others(JSON.parse(base) as InventoryRecord[]), { readAt: Date.now() });
    lists.fire({ connectionId: document.uri.authority, type: 'racks' });
  };
  const parts = {
    connections: { get: () => ({ isLocked: false, name: 'manager' }), onDidChange: never },
    lists: {
      get: (_id: string, type: string) => (type === 'racks' ? list : undefined),
      read: () => Promise.resolve(),
      onDidChange: lists.event,
    },
    files: {
      bases: {
        get: () => base,
        read: (_uri: vscode.Uri, read: () => Promise<unknown>) => read(),
        decide: (_uri: vscode.Uri, decided: (text: string) => string) =>
          Promise.resolve((base = decided(base))),
      },
      onDidFinish: never,
    },
    onDidFailToSave: never,
    filterOf: () => '',
    shownRecords: () => Promise.resolve(undefined),
    showInDetails: () => undefined,
    treeOf: () => undefined,
    workspaceState: { get: () => undefined, update: () => Promise.resolve() },
    extensionUri: vscode.Uri.file('/'),
    log: { error: assert.fail, warn: assert.fail },
  };
  const panel = { webview, onDidDispose: never, onDidChangeViewState: never, active: false };
  const editor = new TableEditor(
    document,
    panel as unknown as vscode.WebviewPanel,
    parts as unknown as TableParts,
  );
  const ask = (question: TableQuestion) => heard.fire(question);
  /** Does something, and waits for what is said of it. */
  const act = async (what: TableAct, version = document.version) => {
    const before = told.length;
    ask({ type: 'act', version, act: what });
    return eventually(() => {
      const done = told.slice(before).find(({ type }) => type === 'done');
      assert.ok(done);
      return done;
    });
  };
  return { editor, told, ask, act, changed, base: () => base };
}

describe('a list of records as a table', () => {
  const extension = useExtension();
  const answers = stubAnswers();
  const agree = ({ buttons }: ShownDialog) =>
    buttons.find(button => ['Save', 'Unlock', 'Override'].includes(button));
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
    const { editor, told, ask, act: done } = openPage(document);
    const act = (field: string, typed: string) => done({ kind: 'set', at: 1, field, typed });
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

  /** The document of some racks, in front as a text. */
  const openRacks = async (...names: readonly string[]) => {
    const racks: StoredRack[] = [];
    for (const name of names) racks.push(await createRack(extension().manager, name));
    await vscode.commands.executeCommand('netsensor.editRecords', target(racks[0]!), racks.map(target));
    return { document: vscode.window.activeTextEditor!.document, racks };
  };

  it('takes over what others change while it is edited, and sends nothing of that, also after an undo', async () => {
    const { manager, proxy } = extension();
    const { document, racks } = await openRacks('Table C1', 'Table C2');
    await vscode.commands.executeCommand('netsensor.openAsTable');
    await shownAs(vscode.TabInputCustom);
    await replaceText(document, 'Table C1', 'Mine');
    await changeRack(manager, racks[1]!.id, { name: 'Theirs', width: 23 });
    await vscode.commands.executeCommand('netsensor.refresh');
    await eventually(() => assert.match(document.getText(), /"Theirs"[^]*"width": 23/));
    await eventually(async () => {
      await vscode.commands.executeCommand('netsensor.openAsText');
      assert.ok(vscode.window.activeTextEditor?.document === document);
    });
    await vscode.commands.executeCommand('undo');
    assert.match(document.getText(), /"Mine"[^]*"Table C2"/);
    proxy.seen.length = 0;
    assert.ok(await document.save());
    const writes = proxy.seen.filter(({ method }) => method !== 'GET');
    assert.deepEqual(
      writes.map(({ body }) => body),
      ['{"rack":{"name":"Mine"}}'],
    );
    await eventually(() => assert.match(document.getText(), /"Mine"[^]*"Theirs"/));
  });

  it('asks in its cells about what two people changed, and goes on from what was decided', async () => {
    const { manager } = extension();
    const { document, racks } = await openRacks('Table D1', 'Table D2');
    const page = openPage(document);
    try {
      page.ask({ type: 'ready' });
      for (const at of [0, 1]) await page.act({ kind: 'set', at, field: 'width', typed: '21' });
      for (const { id } of racks) await changeRack(manager, id, { width: 23 });
      page.changed(records => records.map(record => ({ ...record, width: 23 })));
      const conflicts = () => {
        const last = page.told.findLast(message => message.type === 'conflicts');
        return last?.type === 'conflicts' ? last.conflicts : [];
      };
      const both = { field: 'width', base: 19, theirs: 23 };
      await eventually(() =>
        assert.deepEqual(
          conflicts(),
          [0, 1].map(at => ({ at, ...both })),
        ),
      );
      const done = { type: 'done', sentence: undefined };
      const decide = (side: 'mine' | 'theirs', at: number) =>
        page.act({ kind: 'decide', side, cells: [{ at, field: 'width' }] });
      assert.deepEqual(await decide('theirs', 0), done);
      assert.deepEqual(await decide('mine', 1), done);
      assert.deepEqual(conflicts(), []);
      assert.match(document.getText(), /"width": 23[^]*"width": 21/);
      assert.deepEqual(
        (JSON.parse(page.base()) as StoredRack[]).map(({ width }) => width),
        [23, 23],
      );
      assert.match(JSON.stringify(await decide('mine', 1)), /changed meanwhile/);
    } finally {
      page.editor.dispose();
    }
  });

  it('refuses what is done in view of an older text, and pastes what fits once that is agreed to', async () => {
    const { document } = await openRacks('Table E1', 'Table E2');
    const { editor, ask, act } = openPage(document);
    const paste = { kind: 'paste', text: '21\nwide', rows: [0, 1], fields: ['width'] } as const;
    const pasted = () =>
      act({ ...paste, rows: [...paste.rows], fields: [...paste.fields], selected: { rows: 1, columns: 1 } });
    try {
      ask({ type: 'ready' });
      const before = document.getText();
      const late = await act({ kind: 'clear', rows: [0], fields: ['name'] }, document.version - 1);
      assert.match(JSON.stringify(late), /The text has changed meanwhile/);
      const shown = answers.dialogs(() => undefined);
      assert.deepEqual(await pasted(), { type: 'done', sentence: undefined });
      assert.equal(document.getText(), before);
      assert.match(
        JSON.stringify(shown),
        /1 cell does not fit.*Line 2, wide for width: width must be a whole number/,
      );
      answers.dialogs(() => 'Paste the rest');
      await pasted();
      assert.equal(document.getText(), before.replace('"width": 19', '"width": 21'));
    } finally {
      editor.dispose();
    }
  });

  it('is of the access points of a domain, too, from its row in the tree', async () => {
    const { manager } = extension();
    const top = await makeDomain(manager, { name: 'Table C' });
    for (const name of ['Table C1', 'Table C2'])
      await makeAccessPoint(manager, { name, sensor_uuid: top.uuid });
    await vscode.commands.executeCommand('netsensor.openAsTable', sensorTarget(top));
    assert.match(await shownAs(vscode.TabInputCustom), /^\/override\/Table C/);
    const [tab] = tabs();
    assert.ok(tab instanceof vscode.TabInputCustom);
    const document = await vscode.workspace.openTextDocument(tab.uri);
    const { editor, told, ask } = openPage(document);
    try {
      ask({ type: 'ready' });
      assert.ok(told.some(message => message.type === 'table' && message.keyField === 'mac_address'));
      const act = { kind: 'set', at: 1, field: 'description', typed: 'By the stairs' } as const;
      ask({ type: 'act', version: document.version, act });
      await eventually(() => assert.ok(document.isDirty));
      assert.ok(await document.save());
      const points = (await readSensorTree(manager, top.uuid)).access_points;
      assert.deepEqual(points?.map(({ description }) => description ?? null).sort(), ['By the stairs', null]);
    } finally {
      editor.dispose();
    }
  });

  it('is of the users, too, which are shown without their keys and never edited', async () => {
    await vscode.commands.executeCommand('netsensor.usersAsTable', { connectionId: 'environment' });
    assert.equal(await shownAs(vscode.TabInputCustom), '/users/Users.json');
    const uri = vscode.Uri.from({ scheme: 'netsensor', authority: 'environment', path: '/users/Users.json' });
    const document = await vscode.workspace.openTextDocument(uri);
    const [user] = JSON.parse(document.getText()) as { login?: string }[];
    assert.ok(user?.login);
    assert.doesNotMatch(document.getText(), /authentication_token|ownsKey/);
    const { editor, told, ask } = openPage(document);
    try {
      ask({ type: 'ready' });
      assert.ok(told.some(message => message.type === 'lock' && message.isLocked && message.isForGood));
    } finally {
      editor.dispose();
    }
  });

  it('of what a filter of the tree leaves says so, and a difference of such a document is text', async () => {
    const rack = await createRack(extension().manager, 'Table F');
    await vscode.commands.executeCommand('netsensor.editRecords', target(rack), [target(rack)]);
    const document = vscode.window.activeTextEditor!.document;
    const { editor, told, ask } = openPage(document);
    try {
      ask({ type: 'ready' });
      await eventually(() =>
        assert.ok(told.some(message => message.type === 'part' && /selected: 1/.test(message.sentence))),
      );
    } finally {
      editor.dispose();
    }
    await closeTabs();
    await vscode.commands.executeCommand('vscode.diff', document.uri, document.uri, 'Difference');
    await eventually(() => assert.ok(tabs()[0] instanceof vscode.TabInputTextDiff));
  });
});
