import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { pasteSecret } from '../../src/records/secrets/pasteSecret.js';
import { answerDialogs } from '../support/answerDialogs.js';
import { answerInputs } from '../support/answerInputs.js';
import {
  activeDocument,
  closeTabs,
  fieldsOf,
  openDocument,
  openTabs,
  replaceText,
  setFields,
} from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { createRecord, deleteRecord, listRecords, readRecord } from '../support/inventory.js';
import { useExtension } from '../support/useExtension.js';
import { unlock } from './recordLife.js';

const hidden = '(secret, not shown)';
const pending = '(new secret, sent when you save)';

describe('the life of inventory records', () => {
  const extension = useExtension();
  const manager = () => extension().manager;
  const uriOf = (type: string, id: number) =>
    vscode.Uri.parse(`netsensor://environment/inventory/${type}/Anything.${id}.json`);
  const named = async (name: string) =>
    (await listRecords(manager(), 'contact_roles')).filter(record => record['name'] === name);

  before('unlock the connection', () => unlock('environment'));
  afterEach('close editors', closeTabs);

  it('duplicates a record as a draft', async () => {
    const { id } = await createRecord(manager(), 'contact_roles', { name: 'Model', description: 'As is' });
    await vscode.commands.executeCommand('netsensor.duplicateRecord', uriOf('contact_roles', id));
    const document = await eventually(activeDocument);
    assert.deepEqual(fieldsOf(document), { name: 'Model copy', description: 'As is' });
    await setFields(document, { name: 'Model twin' });
    assert.ok(await document.save());
    assert.equal((await named('Model twin'))[0]?.['description'], 'As is');
  });

  it('creates a record again that was deleted while it was edited', async () => {
    const { id } = await createRecord(manager(), 'contact_roles', { name: 'Gone' });
    const document = await openDocument(uriOf('contact_roles', id));
    await setFields(document, { description: 'My words' });
    await deleteRecord(manager(), 'contact_roles', id);
    assert.equal(await document.save(), false);
    assert.equal((await named('Gone')).length, 0);
    await vscode.commands.executeCommand('netsensor.createAgain', document.uri);
    const [again, ...others] = await named('Gone');
    assert.deepEqual([again?.['description'], others.length], ['My words', 0]);
    await eventually(() => assert.match(openTabs()[0]?.path ?? '', new RegExp(`\\.${again?.id}\\.json$`)));
  });

  it('deletes many after one plan with what refers to them, and creates them again from the backup', async () => {
    const rack = await createRecord(manager(), 'racks', { name: 'Old rack', u_height: 42, width: 19 });
    await createRecord(manager(), 'rack_reservations', { rack_id: rack.id, units: '1,2' });
    const role = await createRecord(manager(), 'contact_roles', { name: 'Old role' });
    const target = (type: string, recordId: number, name: string) => ({
      kind: 'record',
      connectionId: 'environment',
      type,
      recordId,
      name,
    });
    const all = [target('racks', rack.id, 'Old rack'), target('contact_roles', role.id, 'Old role')];
    const dialogs = answerDialogs(({ buttons }) =>
      buttons.find(button => ['Delete', 'Undo', 'Restore'].includes(button)),
    );
    await vscode.commands.executeCommand('netsensor.deleteRecords', all[0], all);
    assert.match(
      dialogs.shown[0]?.message ?? '',
      /Delete 1 rack and 1 contact role and 1 that may go with them from/,
    );
    assert.match(dialogs.shown[0]?.detail ?? '', /1 rack reservation refers to this/);
    const wasDeleted = ({ method }: { method: string }) => method === 'DELETE';
    assert.equal(extension().proxy.seen.filter(wasDeleted).length, 2);
    dialogs.restore();
    const racks = (await listRecords(manager(), 'racks')).filter(({ name }) => name === 'Old rack');
    const units = await listRecords(manager(), 'rack_reservations');
    assert.equal(racks.length, 1);
    assert.notEqual(racks[0]?.id, rack.id);
    assert.equal(units.filter(({ rack_id }) => rack_id === racks[0]?.id).length, 1);
    assert.equal((await named('Old role')).length, 1);
  });

  it('points out a value that the manager stored otherwise than it was sent, until the next edit', async () => {
    const fields = { name: 'Layout', inventory_type: 'DcimRack', column_order: 'name' };
    const { id } = await createRecord(manager(), 'table_configs', { ...fields, enabled: false });
    const document = await openDocument(uriOf('table_configs', id));
    await setFields(document, { enabled: null });
    assert.ok(await document.save());
    const notes = () => vscode.languages.getDiagnostics(document.uri).map(({ message }) => message);
    const note = 'The manager stored this in place of null.';
    await eventually(() => assert.ok(notes().includes(note), notes().join('\n')));
    await setFields(document, { name: 'Layout that is edited' });
    await eventually(() => assert.ok(!notes().includes(note), notes().join('\n')));
  });

  describe('passwords', () => {
    let id = 0;
    const stored = async () => (await readRecord(manager(), 'account_keys', id))?.['password'];
    beforeEach('an account key of its own', async () => {
      ({ id } = await createRecord(manager(), 'account_keys', {
        name: 'Console',
        username: 'root',
        password: 'first-word',
      }));
      extension().proxy.seen.length = 0;
    });

    it('are not in the document, and not sent with other changes', async () => {
      const document = await openDocument(uriOf('account_keys', id));
      assert.equal(fieldsOf(document)['password'], hidden);
      await setFields(document, { username: 'admin' });
      assert.ok(await document.save());
      const patch = extension().proxy.seen.find(({ method }) => method === 'PATCH');
      assert.deepEqual(JSON.parse(patch?.body ?? ''), { account_key: { username: 'admin' } });
      assert.equal(await stored(), 'first-word');
    });

    it('are asked for in a password box, marked in the document, and sent on save', async () => {
      const document = await openDocument(uriOf('account_keys', id));
      const inputs = answerInputs(['second-word']);
      await vscode.commands.executeCommand('netsensor.setPassword', document.uri);
      inputs.restore();
      assert.match(inputs.asked[0] ?? '', /\(password\)$/);
      assert.equal(fieldsOf(document)['password'], pending);
      assert.equal(await stored(), 'first-word');
      assert.ok(await document.save());
      assert.equal(await stored(), 'second-word');
      await eventually(() => assert.equal(fieldsOf(document)['password'], hidden));
    });

    it('that are pasted over the placeholder leave the document at once, and are sent on save', async () => {
      const document = await openDocument(uriOf('account_keys', id));
      await replaceText(document, hidden, 'pasted-word');
      await eventually(() => assert.equal(fieldsOf(document)['password'], pending));
      assert.ok(await document.save());
      assert.equal(await stored(), 'pasted-word');
    });

    it('that are pasted over all of the value are kept, and their placeholder is pasted instead', async () => {
      const document = await openDocument(uriOf('account_keys', id));
      const kept: object[] = [];
      const paste = async (at: number, length: number, text: string) => {
        const range = new vscode.Range(document.positionAt(at), document.positionAt(at + length));
        const transfer = new vscode.DataTransfer();
        transfer.set('text/plain', new vscode.DataTransferItem(text));
        const kind = vscode.DocumentDropOrPasteEditKind.Empty.append('test');
        const secrets = { add: (_uri: vscode.Uri, given: object) => void kept.push(given) };
        return (await pasteSecret(secrets, { kind, document, ranges: [range], transfer }))?.edit.insertText;
      };
      const at = document.getText().indexOf(hidden);
      assert.equal(await paste(at, hidden.length, 'pasted-word'), pending);
      assert.equal(await paste(at - 1, hidden.length + 2, '"two\nlines"'), JSON.stringify(pending));
      assert.deepEqual(kept, [{ password: 'pasted-word' }, { password: 'two\nlines' }]);
      for (const [place, length, text] of [
        [at + 1, 3, 'a part'],
        [at, hidden.length, pending],
        [at, hidden.length, `"${hidden}"`],
        [at, hidden.length, '""'],
        [at, hidden.length, '\n'],
        [document.getText().indexOf('root'), 4, 'admin'],
      ] as const)
        assert.equal(await paste(place, length, text), undefined);
      assert.equal(kept.length, 2);
    });

    it('of several lines leave the document whole', async () => {
      const key = '-----BEGIN KEY-----\nabc\ndef\n-----END KEY-----\n';
      const document = await openDocument(uriOf('account_keys', id));
      await replaceText(document, hidden, key);
      await eventually(() => assert.equal(fieldsOf(document)['password'], pending));
      assert.doesNotMatch(document.getText(), /abc|KEY/);
      assert.ok(await document.save());
      assert.equal(await stored(), key);
    });

    it('of several lines leave the document whole even when VS Code refuses the first edit', async () => {
      const document = await openDocument(uriOf('account_keys', id));
      const edits = refuseEdits(edit => edit === 2);
      await replaceText(document, hidden, 'first line\nsecond line\n');
      await eventually(() => assert.equal(fieldsOf(document)['password'], pending));
      edits.restore();
      assert.ok(await document.save());
      assert.equal(await stored(), 'first line\nsecond line\n');
    });

    it('whose first letter is typed are asked for in the password box instead', async () => {
      const document = await openDocument(uriOf('account_keys', id));
      const inputs = answerInputs(['typed-word']);
      await replaceText(document, hidden, 't');
      await eventually(() => assert.equal(fieldsOf(document)['password'], pending));
      inputs.restore();
      assert.ok(await document.save());
      assert.equal(await stored(), 'typed-word');
    });

    it('that are typed fast are asked for in the password box, and no part of them is taken for all', async function () {
      // It makes an edit that was computed for an older text where 1.139 refuses it, and pieces of the placeholder are left.
      if (vscode.version.startsWith('1.110.')) this.skip();
      const document = await openDocument(uriOf('account_keys', id));
      const at = document.positionAt(document.getText().indexOf(hidden));
      const inputs = answerInputs(['typed-word']);
      const editor = vscode.window.activeTextEditor ?? assert.fail();
      editor.selection = new vscode.Selection(at, at.translate(0, hidden.length));
      await Promise.all([...'typed'].map(text => vscode.commands.executeCommand('type', { text })));
      await eventually(() => assert.equal(fieldsOf(document)['password'], pending));
      inputs.restore();
      assert.equal(inputs.asked.length, 1);
      assert.ok(await document.save());
      assert.equal(await stored(), 'typed-word');
    });

    const leaveTheBox = async (document: vscode.TextDocument) => {
      const inputs = answerInputs([undefined]);
      await replaceText(document, hidden, 't');
      await eventually(() => {
        assert.equal(inputs.asked.length, 1);
        assert.equal(fieldsOf(document)['password'], hidden);
      });
      inputs.restore();
      assert.ok(await document.save());
      assert.equal(await stored(), 'first-word');
    };

    it('are not sent when they were undone', async () => {
      const document = await openDocument(uriOf('account_keys', id));
      await replaceText(document, hidden, 'undone-word');
      await eventually(() => assert.equal(fieldsOf(document)['password'], pending));
      await vscode.commands.executeCommand('undo');
      await eventually(() => assert.equal(fieldsOf(document)['password'], hidden));
      await leaveTheBox(document);
    });

    it('stay what they are when the password box is left', async () => {
      const document = await openDocument(uriOf('account_keys', id));
      await leaveTheBox(document);
    });

    it('are copied when asked for, and taken off the clipboard after the time of the setting', async () => {
      const settings = vscode.workspace.getConfiguration('netsensor');
      await settings.update('clipboardTime', 1, vscode.ConfigurationTarget.Global);
      try {
        await vscode.commands.executeCommand('netsensor.copyPassword', uriOf('account_keys', id));
        assert.equal(await vscode.env.clipboard.readText(), 'first-word');
        await eventually(async () => assert.equal(await vscode.env.clipboard.readText(), ''));
      } finally {
        await settings.update('clipboardTime', undefined, vscode.ConfigurationTarget.Global);
      }
    });

    it('leave on the clipboard what was copied after them', async () => {
      const settings = vscode.workspace.getConfiguration('netsensor');
      await settings.update('clipboardTime', 1, vscode.ConfigurationTarget.Global);
      try {
        await vscode.commands.executeCommand('netsensor.copyPassword', uriOf('account_keys', id));
        await vscode.env.clipboard.writeText('something else');
        // Nothing is to happen; the clipboard would be cleared before this timer, which is the younger one.
        await new Promise(resolve => setTimeout(resolve, 1_300));
        assert.equal(await vscode.env.clipboard.readText(), 'something else');
      } finally {
        await settings.update('clipboardTime', undefined, vscode.ConfigurationTarget.Global);
      }
    });
  });
});

/** Lets VS Code refuse some edits of documents, which are counted from 1, as it does when a document changes under them. */
function refuseEdits(isRefused: (edit: number) => boolean): { restore: () => void } {
  const { applyEdit } = vscode.workspace;
  let edits = 0;
  Object.assign(vscode.workspace, {
    applyEdit: (edit: vscode.WorkspaceEdit) => {
      edits += 1;
      return isRefused(edits) ? Promise.resolve(false) : applyEdit(edit);
    },
  });
  return { restore: () => Object.assign(vscode.workspace, { applyEdit }) };
}
