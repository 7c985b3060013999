import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answerDialogs } from '../support/answerDialogs.js';
import { closeTabs, openDocument } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { createRecord } from '../support/inventory.js';
import { makeAccessPoint, makeDomain, readSensorTree, type TreeNode } from '../support/sensorTree.js';
import { useExtension } from '../support/useExtension.js';

describe('the way from a document into a picture', () => {
  const extension = useExtension();
  const manager = () => extension().manager;
  let floor: TreeNode;

  before('a floor', async () => {
    const top = await readSensorTree(manager());
    floor = await makeDomain(manager(), { name: 'Drawn floor', parent_uuid: top.uuid, domain_type: 101 });
  });
  afterEach('close editors', closeTabs);

  /** Runs a command on the document of something, once the tree knows it. */
  const runOn = async (command: string, path: string) => {
    await vscode.commands.executeCommand('netsensor.refresh');
    await openDocument(vscode.Uri.from({ scheme: 'netsensor', authority: 'environment', path }));
    await vscode.commands.executeCommand(command);
  };
  const front = () => vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? '';
  const isInFront = (title: string) => eventually(() => assert.equal(front(), title));

  it('leads from a reservation to its rack', async () => {
    const rack = await createRecord(manager(), 'racks', { name: 'Drawn', u_height: 9, width: 19 });
    const fields = { rack_id: rack.id, units: '2', description: 'in it' };
    const { id } = await createRecord(manager(), 'rack_reservations', fields);
    await runOn('netsensor.showInPicture', `/inventory/rack_reservations/in it.${id}.json`);
    await isInFront('Rack Drawn');
  });

  it('leads from a feed to its panel', async () => {
    const panel = await createRecord(manager(), 'power_panels', { name: 'Drawn panel' });
    const fields = { name: 'A', power_panel_id: panel.id };
    const { id } = await createRecord(manager(), 'power_feeds', fields);
    await runOn('netsensor.showInPicture', `/inventory/power_feeds/A.${id}.json`);
    await isInFront('Power of Drawn panel');
  });

  it('leads from an access point to its floor, and to the map', async () => {
    const fields = { name: 'Drawn point', sensor_uuid: floor.uuid, x: 1, y: 2, latitude: 3, longitude: 4 };
    const { id } = await makeAccessPoint(manager(), fields);
    const path = `/access_points/Drawn point.${id}.json`;
    await runOn('netsensor.showInPicture', path);
    await isInFront('Floor plan of Drawn floor');
    await runOn('netsensor.showOnMap', path);
    await eventually(() => assert.match(front(), /^Map of /));
  });

  it('says what to open where there is nothing that stands in a picture', async () => {
    const dialogs = answerDialogs(() => undefined);
    await vscode.commands.executeCommand('netsensor.showInPicture');
    dialogs.restore();
    assert.match(
      dialogs.shown[0]?.message ?? '',
      /^Open a rack reservation, a power feed or an access point, or select/,
    );
  });
});
