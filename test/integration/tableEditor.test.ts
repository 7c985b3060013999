import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { inventoryTypeNames } from 'netsensor-contract/inventory/inventoryTypes';
import type { ShownDialog } from '../support/answerDialogs.js';
import { closeTabs, replaceText } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { listRecords } from '../support/inventory.js';
import { changeRack, createRack, readRack, type StoredRack } from '../support/manager.js';
import { playTable } from '../support/playedTable.js';
import { stubAnswers } from '../support/stubAnswers.js';
import { makeAccessPoint, makeDomain, readSensorTree, sensorTarget } from '../support/sensorTree.js';
import { useExtension } from '../support/useExtension.js';

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

  it('opens from the row of each type in the tree, with all of its records', async () => {
    for (const type of inventoryTypeNames) {
      await vscode.commands.executeCommand('netsensor.openAsTable', {
        kind: 'inventoryType',
        connectionId: 'environment',
        type,
      });
      const path = await shownAs(vscode.TabInputCustom);
      assert.ok(path.startsWith(`/lists/${type}/`), path);
      const uri = vscode.Uri.from({ scheme: 'netsensor', authority: 'environment', path });
      const page = await openPage(await vscode.workspace.openTextDocument(uri));
      try {
        const stored = await listRecords(extension().manager, type);
        const ids = (records: readonly Readonly<Record<string, unknown>>[]) =>
          records.map(({ id }) => id).sort();
        assert.deepEqual(ids(page.rows.map(({ fields }) => fields)), ids(stored), type);
      } finally {
        page.close();
      }
      await closeTabs();
    }
  });

  it('is edited by one edit of its text for each act, which one undo takes back, and saved as the text is', async () => {
    const { manager, proxy } = extension();
    const racks = [await createRack(manager, 'Table B1'), await createRack(manager, 'Table B2')];
    await vscode.commands.executeCommand('netsensor.editRecords', target(racks[0]!), racks.map(target));
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document);
    const before = document.getText();
    const page = await openPage(document);
    const { told } = page;
    const act = (field: string, typed: string) => page.act({ kind: 'set', at: 1, field, typed });
    try {
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
        const last = page.last('rows');
        assert.equal(last?.version, document.version);
        return last?.counts;
      });
      assert.deepEqual(counts, { changed: 0, added: 0, going: 0 });
      await act('width', '21');
      proxy.seen.length = 0;
      assert.ok(await document.save());
      const writes = proxy.writes;
      assert.deepEqual(
        writes.map(({ method, body }) => [method, body]),
        [['PATCH', '{"rack":{"width":21}}']],
      );
      assert.equal((await readRack(manager, racks[1]!.id)).width, 21);
    } finally {
      page.close();
    }
  });

  const openPage = (document: vscode.TextDocument) => playTable(extension().tables, document);

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
    const openText = async () =>
      eventually(async () => {
        await vscode.commands.executeCommand('netsensor.openAsText');
        assert.ok(vscode.window.activeTextEditor?.document === document);
      });
    await openText();
    assert.match(document.getText(), /"Mine"[^]*"Theirs"/);
    await vscode.commands.executeCommand('netsensor.openAsTable');
    await shownAs(vscode.TabInputCustom);
    assert.match(document.getText(), /"Mine"[^]*"Theirs"/);
    await openText();
    await vscode.commands.executeCommand('undo');
    assert.match(document.getText(), /"Mine"[^]*"Table C2"/);
    proxy.seen.length = 0;
    assert.ok(await document.save());
    const writes = proxy.writes;
    assert.deepEqual(
      writes.map(({ body }) => body),
      ['{"rack":{"name":"Mine"}}'],
    );
    await eventually(() => assert.match(document.getText(), /"Mine"[^]*"Theirs"/));
  });

  it('asks in its cells about what two people changed, and goes on from what was decided', async () => {
    const { manager, proxy } = extension();
    const { document, racks } = await openRacks('Table D1', 'Table D2');
    const page = await openPage(document);
    try {
      for (const at of [0, 1]) await page.act({ kind: 'set', at, field: 'width', typed: '21' });
      for (const { id } of racks) await changeRack(manager, id, { width: 23 });
      await vscode.commands.executeCommand('netsensor.refresh');
      const conflicts = () => page.last('conflicts')?.conflicts ?? [];
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
      assert.match(JSON.stringify(await decide('mine', 1)), /changed meanwhile/);
      proxy.seen.length = 0;
      assert.ok(await document.save());
      const writes = proxy.writes;
      assert.deepEqual(
        writes.map(({ body }) => body),
        ['{"rack":{"width":21}}'],
      );
    } finally {
      page.close();
    }
  });

  it('refuses what is done in view of an older text, and pastes what fits once that is agreed to', async () => {
    const { document } = await openRacks('Table E1', 'Table E2');
    const page = await openPage(document);
    const paste = { kind: 'paste', text: '21\nwide', rows: [0, 1], fields: ['width'] } as const;
    const pasted = () =>
      page.act({
        ...paste,
        rows: [...paste.rows],
        fields: [...paste.fields],
        selected: { rows: 1, columns: 1 },
      });
    try {
      const before = document.getText();
      const late = await page.act({ kind: 'clear', rows: [0], fields: ['name'] }, document.version - 1);
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
      page.close();
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
    const page = await openPage(document);
    const { told } = page;
    try {
      assert.ok(told.some(message => message.type === 'table' && message.keyField === 'mac_address'));
      const act = { kind: 'set', at: 1, field: 'description', typed: 'By the stairs' } as const;
      page.ask({ type: 'act', version: document.version, act });
      await eventually(() => assert.ok(document.isDirty));
      assert.ok(await document.save());
      const points = (await readSensorTree(manager, top.uuid)).access_points;
      assert.deepEqual(points?.map(({ description }) => description ?? null).sort(), ['By the stairs', null]);
    } finally {
      page.close();
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
    const page = await openPage(document);
    const { told } = page;
    try {
      assert.ok(told.some(message => message.type === 'lock' && message.isLocked && message.isForGood));
    } finally {
      page.close();
    }
  });

  it('of what a filter of the tree leaves says so, and a difference of such a document is text', async () => {
    const rack = await createRack(extension().manager, 'Table F');
    await vscode.commands.executeCommand('netsensor.editRecords', target(rack), [target(rack)]);
    const document = vscode.window.activeTextEditor!.document;
    const page = await openPage(document);
    const { told } = page;
    try {
      await eventually(() =>
        assert.ok(told.some(message => message.type === 'part' && /selected: 1/.test(message.sentence))),
      );
    } finally {
      page.close();
    }
    await closeTabs();
    await vscode.commands.executeCommand('vscode.diff', document.uri, document.uri, 'Difference');
    await eventually(() => assert.ok(tabs()[0] instanceof vscode.TabInputTextDiff));
  });
});
