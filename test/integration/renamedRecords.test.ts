import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeTabs, openDocument, openTabs, setFields } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { changeRecord, createRecord } from '../support/inventory.js';
import { useExtension } from '../support/useExtension.js';
import { unlock } from './recordLife.js';

const connectionId = 'environment';
const inFront = () => vscode.window.activeTextEditor?.document;

describe('a record that has another name now', () => {
  const extension = useExtension();
  const manager = () => extension().manager;

  before('unlock the connection', () => unlock(connectionId));
  afterEach('close editors', closeTabs);

  /** A panel with a name, its address with any, and what a click on its row does, which has the one that it has now. */
  const made = async (name: string) => {
    const { id } = await createRecord(manager(), 'power_panels', { name });
    await vscode.commands.executeCommand('netsensor.refresh');
    const address = (named: string) =>
      vscode.Uri.from({
        scheme: 'netsensor',
        authority: connectionId,
        path: `/inventory/power_panels/${named}.${id}.json`,
      });
    const click = (named: string) =>
      vscode.commands.executeCommand('netsensor.openRecord', {
        kind: 'record',
        connectionId,
        type: 'power_panels',
        recordId: id,
        name: named,
        uri: address(named),
      });
    return { id, address, click };
  };
  const shows = (uri: vscode.Uri, ...tabs: readonly vscode.Uri[]) =>
    eventually(() => {
      assert.deepEqual(openTabs().map(String).toSorted(), tabs.map(String).toSorted());
      assert.equal(inFront()?.uri.toString(), uri.toString());
    });

  it('has one tab, which takes the name with its own save in front, and is found by it where it was behind another', async () => {
    const one = await made('Own before');
    const other = await made('Besides');
    const document = await openDocument(one.address('Own before'));
    await setFields(document, { name: 'Own now' });
    assert.ok(await document.save());
    await shows(one.address('Own now'), one.address('Own now'));
    await one.click('Own now');
    await shows(one.address('Own now'), one.address('Own now'));
    await setFields(inFront()!, { name: 'Own again' });
    const behind = inFront()!;
    await openDocument(other.address('Besides'));
    assert.ok(await behind.save());
    await one.click('Own again');
    await shows(one.address('Own now'), other.address('Besides'), one.address('Own now'));
  });

  it('has one tab where somebody else gave the name, which stays as it is with changes', async () => {
    const { id, address, click } = await made('Theirs before');
    const document = await openDocument(address('Theirs before'));
    await changeRecord(manager(), 'power_panels', id, { name: 'Theirs now' });
    await vscode.commands.executeCommand('netsensor.refresh');
    await eventually(() => assert.match(document.getText(), /Theirs now/));
    await click('Theirs now');
    await shows(address('Theirs now'), address('Theirs now'));
    await setFields(inFront()!, { description: 'Mine' });
    await changeRecord(manager(), 'power_panels', id, { name: 'Theirs again' });
    await vscode.commands.executeCommand('netsensor.refresh');
    await click('Theirs again');
    await shows(address('Theirs now'), address('Theirs now'));
    assert.match(inFront()?.getText() ?? '', /"description": "Mine"/);
    assert.equal(inFront()?.isDirty, true);
  });
});
