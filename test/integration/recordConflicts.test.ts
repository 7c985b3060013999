import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeTabs, codeLenses, fieldsOf, openDocument, setFields } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { changeRecord, createRecord, listRecords, readRecord } from '../support/inventory.js';
import { useExtension } from '../support/useExtension.js';
import { draftInFront, unlock } from './recordLife.js';

describe('deciding conflicts of inventory records', () => {
  const extension = useExtension();
  const manager = () => extension().manager;
  const writes = () => extension().proxy.writes;

  before('unlock the connection', () => unlock('environment'));
  afterEach('close editors', closeTabs);

  /** A record whose name and phone were changed here and there; the save of the changes here was refused. */
  async function conflict(): Promise<{ id: number; document: vscode.TextDocument }> {
    const { id } = await createRecord(manager(), 'contacts', { name: 'Ada', phone: '1', company: 'One' });
    const uri = vscode.Uri.parse(`netsensor://environment/inventory/contacts/Ada.${id}.json`);
    const document = await openDocument(uri);
    await setFields(document, { name: 'Ada mine', phone: '2', company: 'Two' });
    await changeRecord(manager(), 'contacts', id, { name: 'Ada them', phone: '3' });
    extension().proxy.seen.length = 0;
    assert.equal(await document.save(), false);
    assert.deepEqual(writes(), []);
    return { id, document };
  }

  const lenses = async (uri: vscode.Uri) =>
    (await codeLenses(uri)).map(({ command, range }) => ({ ...command, line: range.start.line }));

  it('takes theirs for one field and keeps mine for the other, and sends nothing before both are decided', async () => {
    const { id, document } = await conflict();
    await vscode.commands.executeCommand('netsensor.takeTheirs', document.uri, 'phone');
    assert.equal(fieldsOf(document)['phone'], '3');
    assert.equal(fieldsOf(document)['name'], 'Ada mine');
    assert.equal(document.isDirty, true);
    assert.deepEqual(writes(), []);
    await vscode.commands.executeCommand('netsensor.keepMine', document.uri, 'name');
    await eventually(() => assert.equal(document.isDirty, false));
    assert.deepEqual(
      writes().map(({ body }) => JSON.parse(body) as unknown),
      [{ contact: { name: 'Ada mine', company: 'Two' } }],
    );
    const stored = await readRecord(manager(), 'contacts', id);
    assert.deepEqual([stored?.['name'], stored?.['phone'], stored?.['company']], ['Ada mine', '3', 'Two']);
  });

  it('discards every change, and sends nothing', async () => {
    const { document } = await conflict();
    await vscode.commands.executeCommand('netsensor.discardMine', document.uri);
    await eventually(() => assert.equal(document.isDirty, false));
    const { name, phone, company } = fieldsOf(document);
    assert.deepEqual([name, phone, company], ['Ada them', '3', 'One']);
    assert.deepEqual(writes(), []);
  });

  it('shows both sides, and offers at each field to keep mine or take theirs', async () => {
    const { document } = await conflict();
    await vscode.commands.executeCommand('netsensor.compareWithManager', document.uri);
    await eventually(async () => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(input instanceof vscode.TabInputTextDiff, 'a comparison is open');
      assert.equal(input.modified.toString(), document.uri.toString());
      const theirs = await vscode.workspace.openTextDocument(input.original);
      assert.deepEqual([fieldsOf(theirs)['name'], fieldsOf(theirs)['phone']], ['Ada them', '3']);
    });
    const shown = await lenses(document.uri);
    const lineOf = (field: string) =>
      document
        .getText()
        .split('\n')
        .findIndex(line => line.includes(`"${field}"`));
    for (const field of ['name', 'phone']) {
      const here = shown.filter(({ line }) => line === lineOf(field)).map(({ title }) => title);
      assert.ok(here.includes('Keep mine') && here.includes('Take theirs'), `${field}: ${here.join(', ')}`);
    }
    assert.ok(!shown.some(({ line }) => line === lineOf('company')));
    const above = shown.filter(({ line }) => line === 0).map(({ title }) => title);
    for (const title of ['Compare', 'Overwrite', 'Discard']) assert.ok(above.includes(title), title);

    const keep = shown.find(
      ({ command, title }) => command === 'netsensor.keepMine' && title === 'Overwrite',
    );
    assert.ok(keep);
    await vscode.commands.executeCommand('netsensor.keepMine', ...(keep.arguments ?? []));
    await eventually(() => {
      assert.equal(document.isDirty, false);
      assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), document.uri.toString());
      const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
      assert.ok(!tabs.some(({ input }) => input instanceof vscode.TabInputTextDiff), 'the comparison closes');
    });
  });

  it('creates each of two records that are drafted one right after the other', async () => {
    const node = { kind: 'inventoryType', connectionId: 'environment', type: 'contacts' };
    for (const name of ['First of two', 'Second of two']) {
      await vscode.commands.executeCommand('netsensor.createRecord', node);
      const draft = await draftInFront('contacts');
      assert.equal(fieldsOf(draft)['name'], '');
      await setFields(draft, { name });
      assert.ok(await draft.save());
      const made = (await listRecords(manager(), 'contacts')).filter(record => record['name'] === name);
      assert.equal(made.length, 1, name);
    }
  });
});
