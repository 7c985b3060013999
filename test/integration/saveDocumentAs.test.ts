import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { activeDocument, closeTabs, fieldsOf, openDocument, setFields } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { createRecord, type StoredRecord } from '../support/inventory.js';
import { makeDomain } from '../support/sensorTree.js';
import { stubAnswers } from '../support/stubAnswers.js';
import { useExtension } from '../support/useExtension.js';
import { unlock } from './recordLife.js';

describe('“Save As…” of a document of a manager', () => {
  const extension = useExtension();
  const answers = stubAnswers();
  let attempt = 0;
  let record: StoredRecord;
  let document: vscode.TextDocument;

  const uriOf = (path: string) => vscode.Uri.parse(`netsensor://environment${path}`);
  const saveAs = () => vscode.commands.executeCommand('netsensor.saveDocumentAs');
  const writes = () => extension().proxy.seen.filter(({ method }) => method !== 'GET');
  const isStillEdited = (text: string) =>
    assert.deepEqual([document.isDirty, document.getText(), writes()], [true, text, []]);

  before('unlock the connection', () => unlock('environment'));
  beforeEach('an edited record', async () => {
    attempt += 1;
    answers.dialogs(() => undefined);
    const { manager, proxy } = extension();
    record = await createRecord(manager, 'racks', { name: `Saved as ${attempt}`, u_height: 42, width: 19 });
    document = await openDocument(uriOf(`/inventory/racks/Saved as ${attempt}.${record.id}.json`));
    await setFields(document, { width: 23 });
    proxy.seen.length = 0;
  });
  afterEach('put everything back', async () => {
    answers.restore();
    await closeTabs();
  });

  it('writes what is typed into a JSON file, and sends nothing', async () => {
    const edited = document.getText();
    const offered = answers.offeredFiles();
    answers.inputs('JSON file…');
    await saveAs();
    const [file] = offered;
    assert.ok(file);
    try {
      assert.equal(file.path.split('/').at(-1), `Saved as ${attempt}.json`);
      assert.deepEqual(JSON.parse(await readFile(file.fsPath, 'utf8')), fieldsOf(document));
      assert.match(
        answers.shown()[0]?.message ?? '',
        /was written\. The changes are not on the manager yet\.$/,
      );
      isStillEdited(edited);
    } finally {
      await rm(file.fsPath);
    }
  });

  it('begins a new record with what is typed', async () => {
    const edited = document.getText();
    answers.inputs('New record…');
    await saveAs();
    const draft = activeDocument();
    assert.match(draft.uri.path, /^\/new\/racks\//);
    assert.deepEqual(fieldsOf(draft), { name: `Saved as ${attempt} copy`, u_height: 42, width: 23 });
    isStillEdited(edited);
  });

  it('makes nothing where no way is chosen, and goes straight to the file where there is one way', async () => {
    const edited = document.getText();
    const offered = answers.offeredFiles();
    answers.inputs(undefined);
    await saveAs();
    isStillEdited(edited);
    assert.equal(offered.length, 0);
    const { uuid, name } = await makeDomain(extension().manager, { name: `Saved as ${attempt}` });
    await openDocument(uriOf(`/sensors/domain/${name}.${uuid}.json`));
    await saveAs();
    const [file] = offered;
    assert.ok(file);
    assert.equal((JSON.parse(await readFile(file.fsPath, 'utf8')) as { uuid: string }).uuid, uuid);
    await rm(file.fsPath);
  });

  it('of VS Code itself is told what does it, and puts a record over no other', async () => {
    const edited = document.getText();
    const text = new TextEncoder().encode(edited);
    await assert.rejects(
      async () => vscode.workspace.fs.writeFile(uriOf('/inventory/racks/Other.json'), text),
      /A manager takes no files\. “Netsensor: Save As…” makes a JSON file or a new record of this\./,
    );
    const other = await createRecord(extension().manager, 'racks', { name: 'Other', u_height: 1, width: 10 });
    extension().proxy.seen.length = 0;
    await assert.rejects(async () =>
      vscode.workspace.fs.writeFile(uriOf(`/inventory/racks/Other.${other.id}.json`), text),
    );
    await eventually(() => isStillEdited(edited));
  });
});
