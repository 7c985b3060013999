import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activeDocument, closeTabs, fieldsOf, openDocument, setFields } from '../support/editDocument.js';
import { answerDialogs } from '../support/answerDialogs.js';
import { eventually } from '../support/eventually.js';
import { changeRecord, createRecord, readRecord, type StoredRecord } from '../support/inventory.js';
import { hostileWords } from '../support/hostileTexts.js';
import { noteStatus } from '../support/noteStatus.js';
import { noteReasons } from '../support/toldReasons.js';
import { useExtension } from '../support/useExtension.js';
import { unlock } from './recordLife.js';

describe('what the editor tells about a contact', () => {
  const extension = useExtension();
  let told: readonly string[] = [];
  let restore: () => void;
  let contact: StoredRecord;
  let document: vscode.TextDocument;

  const writes = () => extension().proxy.writes;
  const problems = () => vscode.languages.getDiagnostics(document.uri).map(({ message }) => message);
  const without = async (field: string) => {
    const { [field]: _removed, ...rest } = fieldsOf(document);
    const edit = new vscode.WorkspaceEdit();
    const whole = new vscode.Range(0, 0, document.lineCount, 0);
    edit.replace(document.uri, whole, `${JSON.stringify(rest, null, 2)}\n`);
    await vscode.workspace.applyEdit(edit);
  };

  before('unlock the connection', () => unlock('environment'));
  beforeEach('a contact of its own', async () => {
    const fields = { name: 'Told', phone: '1', company: 'One' };
    contact = await createRecord(extension().manager, 'contacts', fields);
    const uri = `netsensor://environment/inventory/contacts/Told.${contact.id}.json`;
    document = await openDocument(vscode.Uri.parse(uri));
    extension().proxy.seen.length = 0;
    ({ told, restore } = noteStatus());
  });
  afterEach('put everything back', async () => {
    restore();
    await closeTabs();
  });

  it('is that nothing was sent when nothing changed', async () => {
    await setFields(document, { phone: '1 ' });
    await setFields(document, { phone: '1' });
    assert.ok(await document.save());
    await eventually(() =>
      assert.deepEqual(told, ['$(check) Nothing left to send: the manager has Told as it stands here.']),
    );
    assert.deepEqual(writes(), []);
  });

  it('is that a field was put back that the manager sets by itself', async () => {
    const { shown, restore: restoreDialogs } = answerDialogs(() => undefined);
    try {
      await setFields(document, { updated_at: 'later' });
      assert.ok(await document.save());
      await eventually(() =>
        assert.match(
          shown[0]?.message ?? '',
          /The manager sets this by itself, so your change of it was put back: updated_at\.$/,
        ),
      );
      await eventually(() => assert.ok(!document.getText().includes('later')));
    } finally {
      restoreDialogs();
    }
    assert.deepEqual(writes(), []);
  });

  it('calls a record by the name that it has since', async () => {
    await setFields(document, { name: 'Told since' });
    assert.ok(await document.save());
    await eventually(() => assert.deepEqual(told, ['$(check) Saved name of Told since.']));
  });

  it('is what was sent, and what others changed meanwhile', async () => {
    await changeRecord(extension().manager, 'contacts', contact.id, { company: 'Theirs' });
    await setFields(document, { phone: '2' });
    assert.ok(await document.save());
    await eventually(() =>
      assert.deepEqual(told, [
        '$(check) Saved phone of Told. Changed on the manager meanwhile, and kept: company.',
      ]),
    );
    await eventually(() => assert.equal(fieldsOf(document)['company'], 'Theirs'));
  });

  it('is that a manager took a field that it does not show', async () => {
    const { proxy } = extension();
    proxy.faultMethod = 'GET';
    proxy.fault = {
      type: 'rewritten',
      rewrite: body => body.replace('"job_title":"Boss"', '"job_title":null'),
    };
    await setFields(document, { phone: '2', job_title: 'Boss' });
    assert.ok(await document.save());
    await proxy.heal();
    await eventually(() =>
      assert.deepEqual(told, [
        '$(check) Saved phone of Told. The manager took job_title of Told, but does not show it.',
      ]),
    );
  });

  it('is that a field cannot be removed, and that null empties one that may be empty', async () => {
    await without('name');
    const never = 'name cannot be removed, because a manager has no way to unset it';
    await eventually(() =>
      assert.ok(
        problems().some(message => message.includes(never)),
        problems().join(),
      ),
    );
    assert.equal(await document.save(), false);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await without('company');
    const emptied = 'company cannot be removed; write null to empty it';
    await eventually(() =>
      assert.ok(
        problems().some(message => message.includes(emptied)),
        problems().join(),
      ),
    );
    assert.equal(await document.save(), false);
    assert.deepEqual(writes(), []);
    await setFields(document, { company: null });
    assert.ok(await document.save());
    assert.equal((await readRecord(extension().manager, 'contacts', contact.id))?.['company'] ?? null, null);
  });

  it('is that a change was stored which could not be read again, and saving again sends nothing', async () => {
    const { proxy } = extension();
    await setFields(document, { phone: '3' });
    proxy.seen.length = 0;
    // The read and the PATCH go through, every later read fails.
    proxy.fault = { type: 'answer', status: 503, body: { query: false, error: hostileWords } };
    proxy.faultAfter = 2;
    proxy.faultLasts = true;
    const reasons = noteReasons();
    assert.equal(await document.save(), false);
    reasons.restore();
    assert.match(reasons.told.join(), /The manager took the change, but it was not read again/);
    await proxy.heal();
    assert.ok(await document.save());
    assert.deepEqual(writes(), []);
    assert.equal((await readRecord(extension().manager, 'contacts', contact.id))?.['phone'], '3');
  });

  it('is what a list of the same window wrote, unless it has changes of its own', async () => {
    const other = await createRecord(extension().manager, 'contacts', { name: 'Edited', phone: '5' });
    const edited = await openDocument(
      vscode.Uri.parse(`netsensor://environment/inventory/contacts/Edited.${other.id}.json`),
    );
    await setFields(edited, { phone: '6' });
    const targets = [contact, other].map(({ id }) => ({
      kind: 'record',
      connectionId: 'environment',
      type: 'contacts',
      name: 'Told',
      recordId: id,
    }));
    await vscode.commands.executeCommand('netsensor.editRecords', targets[0], targets);
    const list = activeDocument();
    const items = (JSON.parse(list.getText()) as object[]).map(item => ({
      ...item,
      company: 'From the list',
    }));
    const edit = new vscode.WorkspaceEdit();
    edit.replace(list.uri, new vscode.Range(0, 0, list.lineCount, 0), `${JSON.stringify(items, null, 2)}\n`);
    await vscode.workspace.applyEdit(edit);
    const dialogs = answerDialogs(({ buttons }) => buttons.find(button => button === 'Save'));
    assert.ok(await list.save());
    dialogs.restore();
    await eventually(() => assert.equal(fieldsOf(document)['company'], 'From the list'));
    assert.deepEqual([edited.isDirty, fieldsOf(edited)['phone']], [true, '6']);
    await vscode.window.showTextDocument(edited);
    assert.ok(await edited.save());
    const stored = await readRecord(extension().manager, 'contacts', other.id);
    assert.deepEqual([stored?.['phone'], stored?.['company']], ['6', 'From the list']);
  });

  it('is that the record is gone when it was deleted in the tree of the same window', async () => {
    const dialogs = answerDialogs(({ buttons }) => buttons.find(button => button === 'Delete'));
    await vscode.commands.executeCommand('netsensor.deleteRecords', {
      kind: 'record',
      connectionId: 'environment',
      type: 'contacts',
      name: 'Told',
      recordId: contact.id,
    });
    dialogs.restore();
    // VS Code writes (deleted) beside the name of a file that is told to be gone.
    await eventually(() => assert.rejects(async () => vscode.workspace.fs.stat(document.uri)));
  });
});
