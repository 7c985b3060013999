import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { activeDocument, closeTabs, fieldsOf, openDocument, setFields } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { createRecord, listRecords, type StoredRecord } from '../support/inventory.js';
import { stubAnswers } from '../support/stubAnswers.js';
import { useExtension } from '../support/useExtension.js';
import { unlock } from './recordLife.js';
import { answerFile } from '../support/answerFiles.js';

describe('templates of inventory records', () => {
  const extension = useExtension();
  const workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const answers = stubAnswers();
  /** Tells the records of a test from those of its earlier attempt. */
  let attempt = 0;

  const create = (type: string) =>
    vscode.commands.executeCommand('netsensor.createFromTemplate', {
      kind: 'inventoryType',
      connectionId: 'environment',
      type,
    });
  const saveAs = (type: string, { id, name }: StoredRecord) =>
    vscode.commands.executeCommand('netsensor.saveAsTemplate', {
      kind: 'record',
      connectionId: 'environment',
      type,
      recordId: id,
      name,
    });
  const draftWith = (fields: object) =>
    eventually(() => {
      const draft = activeDocument();
      assert.match(draft.uri.path, /^\/new\//);
      assert.deepEqual(fieldsOf(draft), fields);
      return draft;
    });
  const templateOf = (type: string, name: string) =>
    join(workspace, '.netsensor', 'templates', type, `${name}.json`);

  before('unlock the connection', () => unlock('environment'));
  beforeEach('answer nothing', () => {
    attempt += 1;
    answers.dialogs(() => undefined);
  });
  afterEach('put everything back', async () => {
    answers.restore();
    await closeTabs();
    await rm(join(workspace, '.netsensor'), { recursive: true, force: true });
  });

  it('are saved from a record, and a new record begins with them', async () => {
    const { manager } = extension();
    const fields = { name: `Model contact ${attempt}`, company: 'Example', job_title: 'Operator' };
    const record = await createRecord(manager, 'contacts', fields);
    answers.inputs('On call', 'On call');
    await saveAs('contacts', record);
    const text = await readFile(templateOf('contacts', 'On call'), 'utf8');
    assert.deepEqual(JSON.parse(text), fields);
    await create('contacts');
    const draft = await draftWith(fields);
    const madeName = `Made from a template ${attempt}`;
    await setFields(draft, { name: madeName });
    assert.ok(await draft.save());
    const made = (await listRecords(manager, 'contacts')).filter(({ name }) => name === madeName);
    assert.deepEqual(
      made.map(({ company }) => company),
      ['Example'],
    );
  });

  it('hold what the editor shows, also when it is not saved, but never a password', async () => {
    const fields = { name: `Templated key ${attempt}`, username: 'root', password: 'stored-word' };
    const record = await createRecord(extension().manager, 'account_keys', fields);
    const uri = `netsensor://environment/inventory/account_keys/Key.${record.id}.json`;
    const document = await openDocument(vscode.Uri.parse(uri));
    await setFields(document, { username: 'operator' });
    answers.inputs('Keys');
    await vscode.commands.executeCommand('netsensor.saveAsTemplate');
    const text = await readFile(templateOf('account_keys', 'Keys'), 'utf8');
    assert.deepEqual(JSON.parse(text), { name: fields.name, username: 'operator' });
  });

  it('are replaced only when the user says so', async () => {
    const { manager } = extension();
    const old = await createRecord(manager, 'tags', { name: `Old ${attempt}`, color: '00ff00' });
    const other = await createRecord(manager, 'tags', { name: `Other ${attempt}`, color: 'ff0000' });
    const colour = async () =>
      (JSON.parse(await readFile(templateOf('tags', 'Same'), 'utf8')) as Record<string, unknown>)['color'];
    answers.inputs('Same', 'Same', 'Same');
    await saveAs('tags', old);
    await saveAs('tags', other);
    assert.equal(await colour(), '00ff00');
    answers.dialogs(({ buttons }) => buttons.find(button => button === 'Replace'));
    await saveAs('tags', other);
    assert.equal(await colour(), 'ff0000');
  });

  it('may be any record of the type', async () => {
    const name = `Pattern tag ${attempt}`;
    await createRecord(extension().manager, 'tags', { name, color: '123456' });
    answers.inputs(name);
    await create('tags');
    await draftWith({ name: `${name} copy`, color: '123456' });
  });

  it('may be any file, without what a new record cannot have', async () => {
    const file = join(workspace, 'contact.json');
    await writeFile(file, '{"id": 12, "name": "From a file", "company": "Example", "created_at": "2020"}');
    answers.later(answerFile(file));
    answers.inputs('$(folder-opened) From a file…');
    await create('contacts');
    await draftWith({ name: 'From a file', company: 'Example' });
    await rm(file);
  });

  it('that are no record are refused with their line', async () => {
    const file = join(workspace, 'broken.json');
    await writeFile(file, '{\n  "name": "A"\n  "company": "B"\n}\n');
    answers.later(answerFile(file));
    answers.inputs('$(folder-opened) From a file…');
    await create('contacts');
    assert.deepEqual(
      answers.shown().map(({ message }) => message),
      ['broken.json is no template: line 3, comma expected.'],
    );
    await rm(file);
  });
});
