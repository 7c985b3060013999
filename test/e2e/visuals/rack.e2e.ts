import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { eventually } from '../../support/eventually.js';
import { changeRecord, createRecord, listRecords, readRecord } from '../../support/inventory.js';
import { changeRack, createRack, readRack, type StoredRack } from '../../support/manager.js';
import { makeAccessPoint, makeDomain, readSensorTree } from '../../support/sensorTree.js';
import { useManager, useWorkbench } from '../useWorkbench.js';
import { dragFrom, standing } from './drawnPicture.js';

describe('a rack, with mouse and keyboard', () => {
  const { manager } = useManager();
  const window = useWorkbench();
  let rack: StoredRack;

  const openRack = async () => {
    const workbench = window();
    await workbench.openView('Netsensor');
    await workbench.expandTreeItem('Inventory');
    await workbench.expandTreeItem('Racks');
    await workbench.clickTreeItem(rack.name);
    await workbench.tab(`${rack.name}.${rack.id}.json`).waitFor();
  };

  before('a rack of its own', async () => {
    rack = await createRack(manager(), 'AAA first rack');
  });

  it('is found in the tree and opens read-only', async () => {
    await openRack();
    await eventually(async () => assert.match(await window().editorText(), /"u_height": 42/));
    await window().statusBarItem('Local manager · test · read-only').waitFor();
    await window().page.getByText('Local manager is read-only. Unlock for changes').waitFor();
  });

  it('can be changed and saved once the connection is unlocked', async () => {
    const workbench = window();
    await workbench.page.getByText('Local manager is read-only. Unlock for changes').click();
    await workbench.page.getByRole('button', { name: 'Unlock', exact: true }).click();
    await workbench.statusBarItem('Local manager · test · unlocked').waitFor();
    await workbench.replaceInEditor(': 42,', ': 45,');
    await workbench.dirtyTab(rack.name).waitFor();
    await workbench.pressSave();
    await workbench.dirtyTab(rack.name).waitFor({ state: 'detached' });
    assert.equal((await readRack(manager(), rack.id)).u_height, 45);
    assert.deepEqual(await workbench.notifications(), []);
  });

  it('has the letter of its connection in the tab, where nothing says read-only any more, as the tree has', async () => {
    const workbench = window();
    for (const place of [workbench.treeItem('Local manager'), workbench.tab(rack.name)])
      await eventually(async () => assert.equal(await letterBehind(place), '"T"'));
  });

  it('keeps over a reload what it started from, so that a foreign change is not overwritten, and ends the conflict with a click', async () => {
    const workbench = window();
    await workbench.replaceInEditor(': 19,', ': 23,');
    await workbench.dirtyTab(rack.name).waitFor();
    await workbench.backupWritten(rack.name);
    await changeRack(manager(), rack.id, { u_height: 47, width: 21 });
    await workbench.reloadWindow();
    await workbench.dirtyTab(rack.name).waitFor();
    await workbench.tab(rack.name).click();
    await workbench.statusBarItem('Local manager').waitFor();
    // The keyboard belongs to the tab that was clicked until the text has it.
    await workbench.page.locator('.editor-instance .view-line').first().click();
    await workbench.page.locator('.editor-instance .monaco-editor.focused').first().waitFor();
    await workbench.pressSave();
    await eventually(async () => {
      const notifications = (await workbench.notifications()).join('\n');
      assert.match(notifications, /width is 23 here and now 21 on the manager \(it was 19\)/);
    });
    // The record and its comparison with the manager.
    await workbench.dirtyTab(rack.name).first().waitFor();
    assert.deepEqual((await readRack(manager(), rack.id)).width, 21);

    // What the other side changed alone is kept.
    await workbench.activeTab('manager ↔ mine').waitFor();
    const overwrite = workbench.page
      .locator('.editor-actions')
      .getByRole('button', { name: /^Overwrite with My Values/ });
    await overwrite.first().click();
    await eventually(async () => assert.equal(await workbench.dirtyTab(rack.name).count(), 0));
    const stored = await readRack(manager(), rack.id);
    assert.deepEqual([stored.width, stored.u_height], [23, 47]);
    await eventually(async () => assert.match(await workbench.editorText(), /"u_height": 47/));
  });

  it('is drawn, and a drag over its free units begins a reservation that is not sent', async () => {
    const workbench = window();
    const { page } = workbench;
    await workbench.runCommand('Netsensor: Show Rack');
    const picture = window().notebookOutputs;
    const free = picture.locator('[data-mark][aria-label="U1–47, free"]');
    const { height } = await standing(free);
    const unit = height / 47;
    await dragFrom(page, free, { from: height - 4.5 * unit, by: [0, 2 * unit] });
    await eventually(async () => {
      const text = await workbench.editorText();
      assert.match(text, new RegExp(`"rack_id": ${rack.id}`));
      assert.match(text, /"units": "3,4,5"/);
    });
    await workbench.closeEditors();
  });

  it('is drawn with its reservations, and the drag of an edge changes the document of one, which is sent when it is saved', async () => {
    const workbench = window();
    const { page } = workbench;
    const fields = { rack_id: rack.id, units: '10,11,12', description: 'Kept' };
    const { id } = await createRecord(manager(), 'rack_reservations', fields);
    await workbench.runCommand('Netsensor: Refresh');
    await openRack();
    await workbench.runCommand('Netsensor: Show Rack');
    const picture = window().notebookOutputs;
    const kept = picture.locator('[aria-label="U10–12, Kept"]');
    const { height } = await standing(kept);
    await dragFrom(page, kept, { from: 2, by: [0, (-2 * height) / 3] });
    await workbench.dirtyTab('U10–12').waitFor();
    await picture.locator('[aria-label="U10–14, Kept, not saved"]').waitFor();
    const stored = async () =>
      (await listRecords(manager(), 'rack_reservations')).find(other => other.id === id);
    assert.equal((await stored())?.['units'], fields.units);
    await workbench.dirtyTab('U10–12').click();
    await workbench.pressSave();
    await picture.locator('[aria-label="U10–14, Kept"]').waitFor();
    assert.equal((await stored())?.['units'], '10,11,12,13,14');

    // Another client is faster the next time.
    await workbench.tab('U10–14').waitFor();
    const grown = picture.locator('[aria-label="U10–14, Kept"]');
    await dragFrom(page, grown, { from: 2, by: [0, ((await standing(grown)).height * 2) / 5] });
    await picture.locator('[aria-label="U10–12, Kept, not saved"]').waitFor();
    await changeRecord(manager(), 'rack_reservations', id, { units: '20,21' });
    await workbench.pressSave();
    await eventually(async () =>
      assert.match((await workbench.notifications()).join('\n'), /units is .*now "20,21" on the manager/),
    );
    await workbench.activeTab('manager ↔ mine').waitFor();
    await workbench.dirtyTab('U10–14').first().waitFor();
    assert.equal((await stored())?.['units'], '20,21');
    await picture.locator('[aria-label="U10–12, Kept, not saved"]').waitFor();
    await workbench.runCommand('Notifications: Clear All Notifications');
    await workbench.closeEditors();
  });

  it('has power beside it: a feed that is opened from its bar follows its document, and is stored when that is saved', async () => {
    const workbench = window();
    const { page } = workbench;
    const panel = await createRecord(manager(), 'power_panels', { name: 'AAA panel' });
    const fields = { power_panel_id: panel.id, voltage: 200, amperage: 10, max_utilization: 80 };
    const { id } = await createRecord(manager(), 'power_feeds', { name: 'AAA feed', ...fields });
    await workbench.runCommand('Netsensor: Refresh');
    await workbench.runCommand('Netsensor: Show Power');
    const picture = window().notebookOutputs;
    const feed = (words: string) => picture.locator(`[data-mark][aria-label^="AAA feed, 200 V × ${words}"]`);
    await feed('10 A, 1.6 of 2 kVA (80 %)').click();
    await workbench.tab('AAA feed').click();
    await page.locator('.editor-instance .view-line').first().click();
    await workbench.replaceInEditor('"amperage": 10', '"amperage": 30');
    await feed('30 A, 4.8 of 6 kVA (80 %), not saved').waitFor();
    const stored = () => readRecord(manager(), 'power_feeds', id);
    assert.equal((await stored())?.['amperage'], 10);
    await workbench.pressSave();
    await workbench.dirtyTab('AAA feed').waitFor({ state: 'detached' });
    assert.equal((await stored())?.['amperage'], 30);
    await feed('30 A, 4.8 of 6 kVA (80 %)').and(picture.locator(':not([aria-label$="not saved"])')).waitFor();
    await workbench.closeEditors();
  });

  it('has access points beside it that are found on the map, apart from their place, and from there in the tree and as documents', async () => {
    const workbench = window();
    const { page } = workbench;
    const top = await readSensorTree(manager());
    const site = await makeDomain(manager(), { name: 'AAA site', parent_uuid: top.uuid, domain_type: 4 });
    const place = { sensor_uuid: site.uuid, latitude: -36.85, longitude: 174.76 };
    for (const name of ['Mast', 'Quay']) await makeAccessPoint(manager(), { ...place, name });
    await workbench.runCommand('Netsensor: Refresh');
    await workbench.expandTreeItem('Sensors');
    await workbench.expandTreeItem(top.name);
    await workbench.chooseFromMenu(workbench.treeItem('AAA site'), 'Show Map');
    const picture = window().notebookOutputs;
    await picture.locator('[aria-label="2 nodes in AAA site, 2 access points down"]').click();
    const mast = picture.locator('[aria-label^="Mast, Access point, Down"]');
    // Another place is seen on the way, and the same one again.
    const { x, y } = await standing(mast);
    await page.mouse.move(x + 90, y + 90);
    await page.mouse.down();
    await page.mouse.move(x + 150, y + 120, { steps: 5 });
    await page.mouse.up();
    await eventually(async () => {
      const moved = (await mast.boundingBox())!;
      assert.deepEqual([Math.round(moved.x - x), Math.round(moved.y - y)], [60, 30]);
    });
    await mast.click();
    await workbench.page.locator('.monaco-list-row.selected').getByText('Mast').waitFor();
    await mast.click({ modifiers: ['ControlOrMeta'] });
    await workbench.tab('Mast').waitFor();
    await workbench.closeEditors();
  });

  it('has a topology beside it: branches open, lead to their documents, and tell who talks to whom', async () => {
    const workbench = window();
    const { page } = workbench;
    await workbench.runCommand('Netsensor: Show Topology');
    // Nothing else is open that could say whose it is.
    await workbench.statusBarItem('Local manager · test · unlocked').waitFor();
    const picture = window().notebookOutputs;
    await picture.locator('[role=treeitem][aria-label^="Seville, Campus"]').focus();
    await page.keyboard.press('ArrowRight');
    await picture.locator('[role=treeitem][aria-label^="Garden House, Building"]').waitFor();
    await page.keyboard.press('Enter');
    await workbench.page.locator('.monaco-list-row.selected').getByText('Seville').waitFor();
    await picture.locator('[role=treeitem][aria-label^="Seville, Campus"]').focus();
    await page.keyboard.press('ControlOrMeta+Enter');
    await workbench.tab('Seville').waitFor();
    await picture.getByRole('button', { name: 'Who talks to whom' }).click();
    await picture.locator('[data-mark][aria-label^="Seen at Seville"]').waitFor();
    await workbench.closeEditors();
  });
});

/** What a stylesheet draws behind a label, which is no text of the page. */
const letterBehind = (place: Locator): Promise<string> =>
  place
    .locator('.monaco-icon-label')
    .first()
    .evaluate(label => label.ownerDocument.defaultView!.getComputedStyle(label, '::after').content);
