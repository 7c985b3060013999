import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Command } from '../../src/ids.js';
import { answerDialogs, type ShownDialog } from '../support/answerDialogs.js';
import { closeTabs, openDocument, openTabs, setFields } from '../support/editDocument.js';
import { eventually } from '../support/eventually.js';
import { createRecord, readRecord } from '../support/inventory.js';
import { makeAccessPoint, makeDomain, pointTarget, sensorTarget } from '../support/sensorTree.js';
import { useExtension } from '../support/useExtension.js';
import { unlock } from './recordLife.js';

const connectionId = 'environment';

/** Who holds a write back, whoever asks for it, is proven where requests are sent; this is what is said before. */
describe('a connection that is read-only', () => {
  const extension = useExtension();
  const manager = () => extension().manager;
  const writes = () => extension().proxy.writes;
  const run = (command: string, ...targets: unknown[]) => vscode.commands.executeCommand(command, ...targets);
  const rackUri = ({ id }: { readonly id: number }) =>
    vscode.Uri.parse(`netsensor://${connectionId}/inventory/racks/Locked.${id}.json`);
  let restore: () => void;
  let shown: ShownDialog[];

  before('lock the connection', () => run(Command.lockConnection, { connectionId }));
  beforeEach('agree to everything but to unlock it', () => {
    const dialogs = answerDialogs(({ buttons }) => buttons.find(button => button !== 'Unlock'));
    ({ shown, restore } = dialogs);
  });
  afterEach('close editors', async () => {
    restore();
    await closeTabs();
  });

  it('is not changed by any command that menus offer on an unlocked one alone: each asks whether to unlock it, and does nothing else', async () => {
    const domain = await makeDomain(manager(), { name: 'Locked' });
    const point = await makeAccessPoint(manager(), { name: 'Locked', sensor_uuid: domain.uuid });
    const { id } = await createRecord(manager(), 'account_keys', {
      name: 'Locked',
      username: 'Locked',
      password: 'a secret word',
    });
    const type = { kind: 'inventoryType', connectionId, type: 'account_keys' };
    const record = { ...type, kind: 'record', recordId: id, name: 'Locked' };
    const node = sensorTarget(domain);
    const targets: Readonly<Record<string, readonly unknown[]>> = {
      [Command.createDomain]: [node],
      [Command.createFlowSensor]: [node],
      [Command.createVendorSensor]: [node],
      [Command.createMseSensor]: [node],
      [Command.createAccessPoint]: [node],
      [Command.createRecord]: [type],
      [Command.createFromTemplate]: [type],
      [Command.duplicateRecord]: [record],
      [Command.setPassword]: [record],
      [Command.importRecords]: [type],
      [Command.deleteRecords]: [record],
      [Command.deleteNodes]: [node],
      [Command.deleteAccessPoints]: [node],
      [Command.moveNodes]: [pointTarget(point), [pointTarget(point)], node],
      [Command.renewKey]: [{ connectionId }],
      [Command.restoreBackup]: [{ connectionId }],
      [Command.overwriteFromFile]: [node],
      [Command.overrideFromFile]: [node],
    };
    assert.deepEqual(Object.keys(targets).toSorted(), offeredOnUnlocked());
    extension().proxy.seen.length = 0;
    const silent = [];
    for (const [command, given] of Object.entries(targets)) {
      shown.length = 0;
      await run(command, ...given);
      const said = shown.map(({ message, onEnter }) => `${message} ${onEnter}`);
      if (said.join() !== 'Unlock Local manager for changes? Keep it read-only') silent.push([command, said]);
    }
    assert.deepEqual([silent, writes(), openTabs()], [[], [], []]);
  });

  it('saves nothing, keeps what was typed and saves it once it is unlocked', async () => {
    const rack = await createRecord(manager(), 'racks', { name: 'Locked', u_height: 42, width: 19 });
    const fields = { rack_id: rack.id, units: '1', description: 'Locked' };
    const reservation = await createRecord(manager(), 'rack_reservations', fields);
    await unlock(connectionId);
    const document = await openDocument(rackUri(rack));
    await setFields(document, { u_height: 38 });
    const shownInRack = `netsensor://${connectionId}/inventory/rack_reservations/Locked.${reservation.id}.json`;
    await setFields(await openDocument(vscode.Uri.parse(shownInRack)), { units: '3,4' });
    await run(Command.lockConnection, { connectionId });
    extension().proxy.seen.length = 0;
    assert.equal(await document.save(), false);
    await run(Command.showRack, {
      kind: 'record',
      connectionId,
      type: 'racks',
      recordId: rack.id,
      name: 'Locked',
    });
    const front = () => vscode.window.tabGroups.activeTabGroup.activeTab?.label;
    await eventually(() => assert.equal(front(), 'Rack Locked'));
    await run(Command.savePicture);
    assert.deepEqual(writes(), []);
    await unlock(connectionId);
    assert.ok(await document.save());
    assert.equal((await readRecord(manager(), 'racks', rack.id))?.['u_height'], 38);
    await run(Command.lockConnection, { connectionId });
  });

  it('opens records, lists and subtrees to be read', async () => {
    const domain = await makeDomain(manager(), { name: 'Locked' });
    const rack = await createRecord(manager(), 'racks', { name: 'Locked', u_height: 42, width: 19 });
    await openDocument(rackUri(rack));
    await run('workbench.action.keepEditor');
    await openDocument(vscode.Uri.parse(`netsensor://${connectionId}/lists/tags/Tags.json`));
    await run('workbench.action.keepEditor');
    await run(Command.editSubtree, sensorTarget(domain));
    await eventually(() => assert.equal(openTabs().length, 3));
    const stats = await Promise.all(openTabs().map(uri => vscode.workspace.fs.stat(uri)));
    const { Readonly } = vscode.FilePermission;
    assert.deepEqual(
      stats.map(({ permissions }) => permissions),
      [Readonly, Readonly, Readonly],
    );
  });
});

/** Commands that menus have only where a row is unlocked, those of submenus too. */
function offeredOnUnlocked(): string[] {
  interface MenuItem {
    readonly command?: string;
    readonly submenu?: string;
    readonly when?: string;
  }
  const { menus } = vscode.extensions.getExtension('netsensor.netsensor')!.packageJSON.contributes as {
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
  };
  const onRows = Object.values(menus)
    .flat()
    .filter(({ when }) => /unlocked/.test(when ?? ''));
  const inSubmenus = onRows.flatMap(({ submenu }) => (submenu ? (menus[submenu] ?? []) : []));
  const commands = [...onRows, ...inSubmenus].flatMap(({ command }) => command ?? []);
  return [...new Set(commands)].filter(command => command !== Command.lockConnection).toSorted();
}
