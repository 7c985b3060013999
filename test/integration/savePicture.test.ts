import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeTabs, openDocument, setFields } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { changeRecord, createRecord, readRecord } from '../support/inventory.js';
import { useExtension } from '../support/useExtension.js';
import { unlock } from './recordLife.js';

describe('saving in a picture', () => {
  const extension = useExtension();
  const manager = () => extension().manager;
  const sent = () =>
    extension().proxy.writes.map(({ method, body }) => [method, JSON.parse(body) as unknown]);
  const save = () => vscode.commands.executeCommand('netsensor.savePicture');

  before('unlock the connection', () => unlock('environment'));
  afterEach('close editors', closeTabs);

  /** A reservation that its document gives other units. */
  const reserve = async (rackId: number, units: string) => {
    const fields = { rack_id: rackId, units, description: `at ${units}` };
    const { id } = await createRecord(manager(), 'rack_reservations', fields);
    const uri = vscode.Uri.parse(`netsensor://environment/inventory/rack_reservations/${units}.${id}.json`);
    const document = await openDocument(uri);
    // What is edited keeps its tab.
    await setFields(document, { units: '3,4' });
    return { id, document };
  };
  /** Its tab has the name once it is drawn. */
  const showRack = async (name: string, recordId: number) => {
    await vscode.commands.executeCommand('netsensor.refresh');
    const rack = { kind: 'record', connectionId: 'environment', type: 'racks', recordId, name };
    await vscode.commands.executeCommand('netsensor.showRack', rack);
    const front = () => vscode.window.tabGroups.activeTabGroup.activeTab?.label;
    await eventually(() => assert.equal(front(), `Rack ${name}`));
  };
  const unitsOf = async (id: number) => (await readRecord(manager(), 'rack_reservations', id))?.['units'];

  it('sends what is not saved of the things that it shows, and of nothing else; what others changed meanwhile is not overwritten', async () => {
    const racks = await Promise.all(
      ['Shown', 'Other'].map(name => createRecord(manager(), 'racks', { name, u_height: 20, width: 19 })),
    );
    const [shown, other] = racks.map(({ id }) => id) as [number, number];
    const mine = await reserve(shown, '1');
    const theirs = await reserve(shown, '5');
    const elsewhere = await reserve(other, '9');
    await changeRecord(manager(), 'rack_reservations', theirs.id, { units: '6' });
    await showRack('Shown', shown);
    extension().proxy.seen.length = 0;
    await save();
    assert.deepEqual(sent(), [['PATCH', { rack_reservation: { units: '3,4' } }]]);
    assert.deepEqual(await Promise.all([mine, theirs, elsewhere].map(({ id }) => unitsOf(id))), [
      '3,4',
      '6',
      '9',
    ]);
    const isDirty = [mine, theirs, elsewhere].map(({ document }) => document.isDirty);
    assert.deepEqual(isDirty, [false, true, true]);
  });
});
