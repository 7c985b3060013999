import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { cancelProgress } from '../support/cancelProgress.js';
import { activeDocument, closeTabs, codeLenses, openDocument, setFields } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { createRecord, listRecords, readRecord, type StoredRecord } from '../support/inventory.js';
import { findNode, makeDomain, readSensorTree } from '../support/sensorTree.js';
import { searchTree } from '../support/searchTree.js';
import { stubAnswers } from '../support/stubAnswers.js';
import { useExtension } from '../support/useExtension.js';
import { unlock } from './recordLife.js';

describe('a manager that answers oddly', () => {
  const extension = useExtension();
  const { dialogs, shown, restore } = stubAnswers();
  let role: StoredRecord;

  const uriOf = ({ id, name }: StoredRecord) =>
    vscode.Uri.parse(`netsensor://environment/inventory/contact_roles/${String(name)}.${id}.json`);
  const type = { kind: 'inventoryType', connectionId: 'environment', type: 'contact_roles' };
  const lenses = async (uri: vscode.Uri) => (await codeLenses(uri)).map(({ command }) => command?.title);
  const answer = (path: RegExp, body: unknown) => {
    const { proxy } = extension();
    proxy.faultPath = path;
    proxy.fault = { type: 'text', text: JSON.stringify(body) };
  };

  before('unlock the connection', () => unlock('environment'));
  beforeEach('a role of its own', async () => {
    role = await createRecord(extension().manager, 'contact_roles', { name: 'Odd' });
  });
  afterEach('put everything back', async () => {
    restore();
    await extension().proxy.heal();
    await closeTabs();
  });

  it('is told why a record cannot be opened, and is asked once more', async () => {
    const { proxy } = extension();
    proxy.fault = { type: 'answer', status: 500, body: { error: 'Out of order' } };
    dialogs(({ buttons }) => {
      proxy.fault = undefined;
      return buttons[0];
    });
    await vscode.commands.executeCommand('netsensor.openRecord', {
      kind: 'record',
      uri: uriOf(role),
      itemId: 'x',
      connectionId: 'environment',
    });
    await eventually(() => assert.equal(activeDocument().uri.toString(), uriOf(role).toString()));
    assert.deepEqual(
      shown().map(({ message, buttons }) => [message, ...buttons]),
      [
        [
          'Odd cannot be opened. The manager failed with status 500. The manager said: Out of order.',
          'Try again',
          'Show log',
        ],
      ],
    );
  });

  it('is not waited for by somebody who cancels, while it is silent', async () => {
    extension().proxy.fault = { type: 'silence' };
    const uncancel = cancelProgress(title => title === 'Opening Odd…');
    dialogs(() => undefined);
    try {
      await vscode.commands.executeCommand('netsensor.openRecord', {
        kind: 'record',
        uri: uriOf(role),
        itemId: 'x',
        connectionId: 'environment',
      });
    } finally {
      uncancel();
    }
    assert.deepEqual(shown(), []);
    assert.equal(vscode.window.activeTextEditor, undefined);
  });

  for (const [what, body, reason] of [
    [
      'refuses with a status that is good',
      { success: false, error: 'You may not do this' },
      'Not saved. The manager refused the request. The manager said: You may not do this.',
    ],
    [
      'says it saved and did not',
      { job: 17, status: 'queued' },
      'The manager took this without an error but still shows what it had: description. It may still be at it. Your change is still here. Save again to look once more.',
    ],
  ] as const) {
    it(`leaves the edit in a document when it ${what}`, async () => {
      const document = await openDocument(uriOf(role));
      await setFields(document, { description: 'Changed' });
      const { proxy } = extension();
      proxy.faultMethod = 'PATCH';
      proxy.fault = { type: 'text', text: JSON.stringify(body) };
      assert.equal(await document.save(), false);
      assert.ok(document.isDirty && document.getText().includes('Changed'));
      assert.deepEqual(await lenses(document.uri), [`$(error) ${reason}`]);
      await vscode.commands.executeCommand('workbench.action.files.revert');
    });
  }

  it('is quoted above a record that it does not save, until it does', async () => {
    const document = await openDocument(uriOf(role));
    await setFields(document, { description: 'Changed' });
    const { proxy } = extension();
    proxy.faultMethod = 'PATCH';
    proxy.fault = { type: 'answer', status: 422, body: { errors: { description: ['is odd'] } } };
    assert.equal(await document.save(), false);
    const refused =
      '$(error) Not saved. The manager refused the request. The manager said: description is odd.';
    assert.deepEqual(await lenses(document.uri), [refused]);
    await proxy.heal();
    assert.equal(await document.save(), true);
    await eventually(async () => assert.deepEqual(await lenses(document.uri), []));
  });

  it('hides no record behind odd ones: the others are edited, and it is said before they are saved', async () => {
    const stored = await listRecords(extension().manager, 'contact_roles');
    answer(/contact_roles\?/, { contact_roles: [null, ...stored, { name: 'No id' }] });
    const agree = dialogs(({ buttons }) => buttons.find(button => button === 'Save'));
    await vscode.commands.executeCommand('netsensor.editRecords', type);
    const document = activeDocument();
    const items = JSON.parse(document.getText()) as StoredRecord[];
    assert.deepEqual(items.map(({ id }) => id).sort(), stored.map(({ id }) => id).sort());
    const words = `2 of ${stored.length + 2} contact roles could not be read: entry 1 is no record, entry ${stored.length + 2} has no id that can be used.`;
    assert.deepEqual(
      agree.map(({ message }) => message),
      [words],
    );
    const edit = new vscode.WorkspaceEdit();
    const changed = items.map(item => (item.id === role.id ? { ...item, description: 'Edited' } : item));
    const whole = new vscode.Range(0, 0, document.lineCount, 0);
    edit.replace(document.uri, whole, `${JSON.stringify(changed, null, 2)}\n`);
    await vscode.workspace.applyEdit(edit);
    assert.equal(await document.save(), true);
    assert.match(
      agree.find(({ buttons }) => buttons.includes('Save'))?.detail ?? '',
      /2 of \d+ contact roles could/,
    );
    assert.equal(
      (await readRecord(extension().manager, 'contact_roles', role.id))?.['description'],
      'Edited',
    );
  });

  it('is said to have sent a part before anything is deleted', async () => {
    const stored = await listRecords(extension().manager, 'contact_roles');
    answer(/contact_roles\?/, { contact_roles: stored, meta: { total: 99 } });
    dialogs(() => undefined);
    await vscode.commands.executeCommand('netsensor.deleteRecords', {
      ...type,
      kind: 'record',
      recordId: role.id,
      name: 'Odd',
    });
    assert.match(shown()[0]?.detail ?? '', /The manager sent \d+ of 99 contact roles\./);
  });

  it('is not read again for a document that is only looked at when it is large, and is before a save', async () => {
    // Others may read the whole tree at any time; nobody else reads below this one.
    const parent = await makeDomain(extension().manager, { name: 'Above' });
    const domain = await makeDomain(extension().manager, { name: 'Looked at', parent_uuid: parent.uuid });
    const { proxy } = extension();
    const rewrite = (body: string) => {
      const tree = JSON.parse(body) as { sensor: { children: unknown[] } };
      const more = Array.from({ length: 20_001 }, (_, at) => ({
        uuid: `more ${at}`,
        name: `${at}`,
        type: 1,
      }));
      tree.sensor.children.push(...more);
      return JSON.stringify(tree);
    };
    proxy.faultPath = /\/tree\?/;
    proxy.fault = { type: 'rewritten', rewrite };
    await searchTree('environment', domain.uuid);
    await vscode.commands.executeCommand('netsensor.refresh');
    await proxy.heal();
    const reads = () => proxy.seen.filter(({ url }) => url.includes(`/${parent.uuid}/tree?`)).length;
    const document = await openDocument(
      vscode.Uri.parse(`netsensor://environment/sensors/domain/Looked at.${domain.uuid}.json`),
    );
    assert.match(document.getText(), /"name": "Looked at"/);
    assert.equal(reads(), 0);
    await setFields(document, { domain_type: 4 });
    assert.equal(await document.save(), true);
    assert.ok(reads() > 0);
    const saved = findNode(await readSensorTree(extension().manager), domain.uuid);
    assert.equal(saved?.domain_type, 4);
    await vscode.commands.executeCommand('netsensor.refresh');
  });

  it('does not keep a good domain from being opened and saved beside an odd one', async () => {
    const domain = await makeDomain(extension().manager, { name: 'Good' });
    const { proxy } = extension();
    proxy.faultPath = /\/tree\?/;
    const oddNodes = [null, { uuid: 'odd', name: null, type: {} }];
    const rewrite = (body: string) => {
      const tree = JSON.parse(body) as { sensor: { children: unknown[] } };
      tree.sensor.children.unshift(...oddNodes);
      return JSON.stringify(tree);
    };
    proxy.fault = { type: 'rewritten', rewrite };
    const document = await openDocument(
      vscode.Uri.parse(`netsensor://environment/sensors/domain/Good.${domain.uuid}.json`),
    );
    await setFields(document, { domain_type: 4 });
    assert.equal(await document.save(), true);
    await extension().proxy.heal();
    const saved = findNode(await readSensorTree(extension().manager), domain.uuid);
    assert.equal(saved?.domain_type, 4);
  });
});
