import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { isWrite } from '../support/requestFailures.js';
import { closeTabs, codeLenses, openDocument, setFields } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { changeRecord, createRecord, readRecord, type StoredRecord } from '../support/inventory.js';
import { stubAnswers } from '../support/stubAnswers.js';
import { useExtension } from '../support/useExtension.js';
import { unlock } from './recordLife.js';

describe('a write that shows late', () => {
  const extension = useExtension();
  const { dialogs, meanwhile, shown, restore } = stubAnswers();
  const type = 'rack_roles';
  let role: StoredRecord;
  let document: vscode.TextDocument;

  /** Lets a change be taken and made only by the time of a later read. */
  const makeLate = (fields: Readonly<Record<string, unknown>>, readsBefore: number) => {
    const { proxy, manager } = extension();
    proxy.faultMethod = 'PATCH';
    proxy.fault = { type: 'text', text: '{"job":17}' };
    let left = Infinity;
    proxy.onArrival = request => {
      if (isWrite(request)) left = readsBefore;
      else left -= 1;
      return left === 0 ? changeRecord(manager, type, role.id, fields) : undefined;
    };
  };
  const stored = async () => readRecord(extension().manager, type, role.id);

  before('unlock the connection', () => unlock('environment'));
  beforeEach('a role in an editor', async () => {
    role = await createRecord(extension().manager, type, { name: 'Late', description: 'old' });
    document = await openDocument(
      vscode.Uri.parse(`netsensor://environment/inventory/${type}/Late.${role.id}.json`),
    );
  });
  afterEach('put everything back', async () => {
    restore();
    await extension().proxy.heal();
    await closeTabs();
  });

  it('is saved once it shows, and is sent once', async () => {
    await setFields(document, { description: 'new' });
    makeLate({ description: 'new' }, 2);
    assert.equal(await document.save(), true);
    assert.ok(!document.isDirty);
    assert.equal((await stored())?.['description'], 'new');
    assert.equal(extension().proxy.seen.filter(isWrite).length, 1);
  });

  it('is nobody else’s change when it shows after the save has given up', async () => {
    const { proxy, manager } = extension();
    await setFields(document, { description: 'new' });
    makeLate({}, Infinity);
    assert.equal(await document.save(), false);
    await proxy.heal();
    await changeRecord(manager, type, role.id, { description: 'new' });
    await setFields(document, { description: 'newer' });
    assert.equal(await document.save(), true);
    assert.equal((await stored())?.['description'], 'newer');
  });

  it('does not win over what was saved since, although that is shown without an edit', async () => {
    const { proxy, manager } = extension();
    await setFields(document, { description: 'first' });
    makeLate({}, Infinity);
    assert.equal(await document.save(), false);
    await proxy.heal();
    dialogs(() => undefined);
    await setFields(document, { description: 'second' });
    assert.equal(await document.save(), true);
    assert.match(shown()[0]?.message ?? '', /An earlier save may still store description \("first"\)/);
    await eventually(() => assert.ok(!document.isDirty));
    await changeRecord(manager, type, role.id, { description: 'first' });
    await setFields(document, { color: '00ff00' });
    assert.equal(await document.save(), true);
    const now = await stored();
    assert.deepEqual([now?.['description'], now?.['color']], ['second', '00ff00']);
    assert.match(
      shown()[1]?.message ?? '',
      /An earlier save was stored late: description \("first"\)\. What stands here was saved over it again\./,
    );
    await setFields(document, { color: '0000ff' });
    assert.equal(await document.save(), true);
    assert.equal(shown().length, 2);
  });

  it('is nobody’s where its value was saved again before, also in a document that was opened again', async () => {
    const { proxy, manager } = extension();
    role = await createRecord(manager, type, { name: 'Lost', description: 'old' });
    const uri = vscode.Uri.parse(`netsensor://environment/inventory/${type}/Lost.${role.id}.json`);
    // VS Code closes with its tab what no extension has opened.
    await vscode.commands.executeCommand('vscode.open', uri);
    const ofTab = () => vscode.workspace.textDocuments.find(each => each.uri.toString() === uri.toString());
    const opened = await eventually(() => {
      const found = ofTab();
      assert.ok(found);
      return found;
    });
    await setFields(opened, { description: 'first' });
    makeLate({}, Infinity);
    assert.equal(await opened.save(), false);
    await proxy.heal();
    assert.equal(await opened.save(), true);
    await eventually(() => assert.ok(!opened.isDirty));
    await closeTabs();
    await eventually(() => assert.equal(ofTab(), undefined));
    document = await openDocument(uri);
    await setFields(document, { description: 'second' });
    assert.equal(await document.save(), true);
    await changeRecord(manager, type, role.id, { description: 'first' });
    await setFields(document, { description: 'third' });
    await assert.rejects(
      async () => vscode.workspace.fs.writeFile(document.uri, new TextEncoder().encode(document.getText())),
      /An earlier save sent description \("first"\), too: it is not known whether that was stored late or someone else/,
    );
    assert.equal((await stored())?.['description'], 'first');
  });

  it('may empty what was not sent, which is named and put back by Undo', async () => {
    const { proxy, manager } = extension();
    await setFields(document, { color: '00ff00' });
    proxy.onArrival = request =>
      isWrite(request) && !request.body.includes('description')
        ? changeRecord(manager, type, role.id, { description: null })
        : undefined;
    dialogs(({ buttons }) => buttons.find(button => button === 'Undo'));
    assert.equal(await document.save(), true);
    await eventually(async () => assert.equal((await stored())?.['description'], 'old'));
    assert.match(
      shown()[0]?.message ?? '',
      /^Besides what was sent, this changed too, by the save or by someone else: description of .*: null \(was "old"\)/,
    );
    await eventually(() => assert.ok(!document.isDirty && document.getText().includes('"old"')));
    assert.equal((await stored())?.['color'], '00ff00');
  });

  it('marks no conflict of an edit any more that putting a value back has ended', async () => {
    const { proxy, manager } = extension();
    const marks = async () =>
      (await codeLenses(document.uri)).filter(({ command }) => command?.title === 'Keep mine').length;
    await setFields(document, { color: '00ff00' });
    proxy.onArrival = request =>
      isWrite(request) && !request.body.includes('description')
        ? changeRecord(manager, type, role.id, { description: null })
        : undefined;
    dialogs(({ buttons }) => buttons.find(button => button === 'Undo'));
    let marked = 0;
    const isAsked = meanwhile(async () => {
      await eventually(() => assert.ok(document.getText().includes('null')));
      await setFields(document, { description: 'mine' });
      await changeRecord(manager, type, role.id, { description: 'theirs' });
      assert.equal(await document.save(), false);
      marked = await marks();
      await changeRecord(manager, type, role.id, { description: null });
    });
    assert.equal(await document.save(), true);
    await eventually(async () => assert.equal((await stored())?.['description'], 'old'));
    await eventually(async () => assert.deepEqual([isAsked(), marked, await marks()], [true, 1, 0]));
    assert.ok(document.isDirty && document.getText().includes('mine'));
  });

  it('may be ignored and empty what was not sent, which is named and put back by Undo', async () => {
    const { proxy, manager } = extension();
    await setFields(document, { color: '00ff00' });
    proxy.faultMethod = 'PATCH';
    proxy.fault = { type: 'text', text: '{"job":17}' };
    proxy.onArrival = async request => {
      if (isWrite(request)) await changeRecord(manager, type, role.id, { description: null });
      if (isWrite(request)) proxy.onArrival = undefined;
    };
    dialogs(({ buttons }) => {
      proxy.fault = undefined;
      return buttons.find(button => button === 'Undo');
    });
    // What was ignored is stored after all before the rest is put back, which leaves it as it is.
    meanwhile(() => changeRecord(manager, type, role.id, { color: '00ff00' }));
    assert.equal(await document.save(), false);
    await eventually(async () => assert.equal((await stored())?.['description'], 'old'));
    assert.equal((await stored())?.['color'], '00ff00');
    assert.ok(document.isDirty && document.getText().includes('"old"'));
  });
});
