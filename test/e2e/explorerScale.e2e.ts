import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { repositoryPath } from '../host/repositoryPath.js';
import { inert } from '../../src/words/inert.js';
import { eventually } from '../support/eventually.js';
import { askManager } from '../support/manager.js';
import { makeDomain, readSensorTree } from '../support/sensorTree.js';
import { useManager, useWorkbench } from './useWorkbench.js';

const image = '<img src=x onerror=alert(1)>';
const hostileNames = [image, '$(trash) bin', '__proto__', 'שלום (right to left)', 'x'.repeat(10_000)];
const points = 450;

describe('a large tree', () => {
  const { manager, proxy } = useManager();
  let topUuid = '';
  let warehouseUuid = '';
  before('nodes of its own, and a proxy that counts requests', async () => {
    const top = await makeDomain(manager(), { name: 'Scale test' });
    topUuid = top.uuid;
    const warehouse = await makeDomain(manager(), {
      name: 'Warehouse',
      parent_uuid: top.uuid,
      domain_type: 101,
    });
    warehouseUuid = warehouse.uuid;
    await askManager(manager(), `/api/v1/sensors/${warehouse.uuid}/access_point/override`, {
      method: 'POST',
      body: { access_points: Array.from({ length: points }, (_, at) => accessPoint(at + 1)) },
    });
  });
  after('take them away', () => askManager(manager(), `/api/v1/sensors/${topUuid}`, { method: 'DELETE' }));
  const window = useWorkbench(() => ({ settings: { 'netsensor.explorer.autoRefresh': 10 } }));
  const picture = async (name: string) => {
    await mkdir(repositoryPath('out', 'pictures'), { recursive: true });
    await window().screenshot(repositoryPath('out', 'pictures', `${name}.png`));
  };
  const treeReads = () => proxy().seen.filter(({ url }) => url.startsWith('/api/v1/sensors/tree')).length;

  it('is shown while it still arrives', async () => {
    const workbench = window();
    let release = () => undefined as void;
    proxy().fault = { type: 'halfHeld', until: new Promise<void>(resolve => (release = resolve)) };
    proxy().faultPath = /\/sensors\/tree/;
    await workbench.openView('Netsensor');
    // It is the first that this window shows, which a busy machine starts beside two others.
    await workbench.treeItem('Sensors').waitFor({ timeout: 60_000 });
    await workbench.expandTreeItem('Sensors');
    await workbench.treeItemWith('Still arriving').waitFor();
    await workbench.treeItem('root').waitFor();
    await picture('explorer-arriving');
    release();
    await workbench.treeItemWith('Still arriving').waitFor({ state: 'detached' });
    await proxy().heal();
  });

  it('shows ranges by name where a node has too many children', async () => {
    const workbench = window();
    await workbench.openView('Netsensor');
    for (const name of ['Sensors', 'root', 'Scale test', 'Warehouse']) await workbench.expandTreeItem(name);
    await workbench.treeItemWith('AP 1 – AP 200').waitFor();
    await workbench.treeItemWith('AP 401 – AP 450').waitFor();
    assert.match(await workbench.treeItem('Warehouse').innerText(), /3 down · 450 access points/);
    await picture('explorer-ranges');
  });

  it('says in a badge how many access points are down', async () => {
    const badge = window().page.locator('.activitybar .badge').filter({ hasText: /\d/ });
    await badge.first().waitFor();
    assert.ok(Number(await badge.first().innerText()) >= 3);
  });

  it('lists what is down by site, and goes from there to the tree', async () => {
    const workbench = window();
    const rows = workbench.page.locator('[aria-label^="What is down"] .monaco-list-row');
    const site = rows.filter({ hasText: 'Warehouse' }).first();
    await site.getByText('3 of 450 down').waitFor();
    const point = rows.filter({ hasText: /^AP \d/ }).first();
    const name = (await point.locator('.label-name').innerText()).trim();
    await point.hover();
    await point.getByRole('button', { name: 'Reveal in Tree' }).click();
    await workbench.page.locator('.sidebar .monaco-list-row.selected', { hasText: name }).first().waitFor();
    await picture('explorer-down');
  });

  it('finds a node by the parts of its MAC address and selects it on its page of the tree', async () => {
    const workbench = window();
    await workbench.treeItem('Warehouse').click();
    await workbench.page.keyboard.press('Control+Alt+f');
    await workbench.quickInput.fill('0d-aa 01-4d');
    const item = workbench.quickPickItem('AP 333');
    await item.waitFor();
    assert.match(await item.innerText(), /Access point · up · .*Scale test \/ Warehouse/s);
    await picture('explorer-find');
    await workbench.page.keyboard.press('Enter');
    await workbench.page.locator('.sidebar .monaco-list-row.selected', { hasText: 'AP 333' }).waitFor();
  });

  it('copies what is selected: MAC, uuid, path, JSON and cURL without the key', async () => {
    const workbench = window();
    await workbench.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = async (copy: () => Promise<void>) => {
      await workbench.page.evaluate('navigator.clipboard.writeText("")');
      await copy();
      return eventually(async () => {
        const text = String(await workbench.page.evaluate('navigator.clipboard.readText()'));
        assert.notEqual(text, '');
        return text;
      });
    };
    const command = (title: string) => copied(() => workbench.runCommand(`Netsensor: ${title}`));
    assert.equal(await command('Copy MAC Address'), '0e:00:0d:aa:01:4d');
    assert.equal(await command('Copy Path'), 'root / Scale test / Warehouse / AP 333');
    const record = JSON.parse(await command('Copy as JSON')) as { name: string; mac_address: string };
    assert.deepEqual([record.name, record.mac_address], ['AP 333', '0e:00:0d:aa:01:4d']);
    const curl = await command('Copy as cURL');
    assert.match(curl, /^curl .*'mac_address=0e:00:0d:aa:01:4d'/);
    assert.match(curl, /"auth_token=\$NETSENSOR_API_KEY"/);
    assert.ok(!curl.includes(manager().apiKey));
    await workbench.treeItem('AP 334').click({ modifiers: ['ControlOrMeta'] });
    const paths = await copied(() => workbench.page.keyboard.press('ControlOrMeta+Alt+c'));
    assert.deepEqual(paths.split('\n').sort(), [
      'root / Scale test / Warehouse / AP 333',
      'root / Scale test / Warehouse / AP 334',
    ]);
    const item = workbench.treeItem('AP 335');
    const address = copied(() => workbench.chooseFromMenu(item, 'Copy MAC Address'));
    assert.equal(await address, '0e:00:0d:aa:01:4f');
    await workbench.page.keyboard.press('Home');
    await workbench.treeItem('Warehouse').click();
    // The document that opens is read, and the tree is drawn anew with what was read.
    await workbench.activeTab('Warehouse').waitFor();
    await workbench.page.locator('.monaco-editor .view-line', { hasText: warehouseUuid }).first().waitFor();
    assert.equal(await command('Copy UUID'), warehouseUuid);
    const menu = copied(() => workbench.chooseFromMenu(workbench.treeItem('Warehouse'), 'Copy UUID'));
    assert.equal(await menu, warehouseUuid);
  });

  it('lists at most 200 matches and says how many there are', async () => {
    const workbench = window();
    await workbench.runCommand('Netsensor: Find Sensor or Access Point…');
    await workbench.quickInput.fill('warehouse ap');
    await workbench.quickPickItem('No match among').waitFor();
    await workbench.quickInput.fill('AP access point');
    await workbench.page.keyboard.press('End');
    await eventually(async () => {
      await workbench.page.keyboard.press('PageDown');
      assert.equal(await workbench.quickPickItem('matches are listed').count(), 1);
    });
    await workbench.page.keyboard.press('Escape');
  });

  it('narrows the tree to what matches, says so, and shows everything again', async () => {
    const workbench = window();
    await workbench.runCommand('Netsensor: Filter Tree…');
    await workbench.answer('AP 44 0e-00-0d');
    await workbench.page
      .locator('.sidebar .message')
      .filter({ hasText: 'Filter “AP 44 0e-00-0d”' })
      .waitFor();
    await workbench.treeItem('AP 449').waitFor();
    await workbench.treeItemWith('AP 1 – AP 200').waitFor({ state: 'detached' });
    assert.equal(await workbench.treeItem('AP 333').count(), 0);
    await picture('explorer-filter');
    await workbench.page.locator('.sidebar .action-label[aria-label^="Clear Filter"]').first().click();
    await workbench.treeItemWith('AP 1 – AP 200').waitFor();
    const message = workbench.page.locator('.sidebar .message').filter({ hasText: 'Filter' });
    await message.waitFor({ state: 'detached' });
  });

  it('is narrowed and widened by keys, too', async () => {
    const workbench = window();
    await workbench.treeItem('Warehouse').click();
    await workbench.page.keyboard.press('ControlOrMeta+Alt+Shift+f');
    await workbench.answer('AP 447');
    await workbench.treeItem('AP 447').waitFor();
    await workbench.treeItemWith('AP 1 – AP 200').waitFor({ state: 'detached' });
    // What is said of the row below the mouse covers others.
    await workbench.page.mouse.move(800, 400);
    await workbench.treeItem('AP 447').click();
    await workbench.page.keyboard.press('Escape');
    await workbench.treeItemWith('AP 1 – AP 200').waitFor();
  });

  it('reads again on its own and keeps what is expanded, collapsed and selected', async function () {
    this.timeout(90_000);
    const workbench = window();
    await workbench.treeItem('Warehouse').click();
    await workbench.page.keyboard.press('ControlOrMeta+Alt+f');
    await workbench.quickInput.fill('AP 222');
    await workbench.quickPickItem('AP 222').waitFor();
    await workbench.page.keyboard.press('Enter');
    const selected = workbench.page.locator('.sidebar .monaco-list-row.selected', { hasText: 'AP 222' });
    await selected.waitFor();
    const before = treeReads();
    const { access_points: all } = await readSensorTree(manager(), warehouseUuid);
    const neighbour = all?.find(({ name }) => name === 'AP 223');
    await askManager(manager(), `/api/v1/access_points/${neighbour?.id}`, {
      method: 'PATCH',
      body: { name: 'AP 223 renamed behind the back' },
    });
    await workbench.treeItem('AP 223 renamed behind the back').waitFor({ timeout: 60_000 });
    assert.ok(treeReads() > before);
    await selected.waitFor();
    assert.equal(await workbench.page.locator('.sidebar .monaco-list-row.selected').count(), 1);
    await workbench.page.keyboard.press('Home');
    for (const name of ['root', 'Scale test', 'Warehouse'])
      assert.equal(await workbench.treeItem(name).getAttribute('aria-expanded'), 'true', name);
    const range = workbench.treeItemWith('AP 1 – AP 200');
    assert.equal(await range.getAttribute('aria-expanded'), 'false');
  });

  it('shows hostile names, kinds and records of an answer as text', async () => {
    const workbench = window();
    proxy().fault = { type: 'answer', status: 200, body: { query: true, sensor: hostileTree() } };
    await workbench.runCommand('Netsensor: Refresh');
    await workbench.expandTreeItem('Hostile names');
    for (const name of hostileNames) await workbench.treeItemWith(name.slice(0, 60)).first().waitFor();
    await workbench.treeItemWith('type 99').waitFor();
    await workbench.treeItemWith('needs apply').waitFor();
    assert.equal(await workbench.page.locator('img[src="x"]').count(), 0);
    assert.equal(await workbench.treeItemWith('$(trash) bin').locator('.label-name .codicon').count(), 0);
    await workbench.hoverOver(workbench.treeItemWith(image).first(), inert(image));
    await picture('explorer-hostile');
    await workbench.treeItem('Hostile names').click();
    await workbench.page.keyboard.press('Control+Alt+f');
    await workbench.quickInput.fill('hostile');
    await workbench.quickPickItem('$(trash) bin').first().waitFor();
    await picture('explorer-hostile-find');
    await workbench.page.keyboard.press('Escape');
    proxy().fault = undefined;
    await workbench.runCommand('Netsensor: Refresh');
    await workbench.treeItem('root').waitFor();
  });
});

/** A record for each name, and others of which little can be read. */
function hostileTree(): object {
  const below = hostileNames.map((name, at) => ({ name, uuid: `hostile ${at}`, type: 1, domain_type: 101 }));
  const others = [
    { name: 'Unknown kind', uuid: 'u1', type: 99 },
    { name: 'Waits', uuid: 'u2', type: '5', need_apply: 'true', ip: 10 },
    { name: 'To be applied', uuid: 'u3', type: 1, applying: true },
    { name: 'Same uuid', uuid: 'u3', type: 1 },
    { type: 1 },
    null,
  ];
  const access_points = hostileNames.map(name => ({ name, mac_address: name.slice(0, 20), status: 'x' }));
  return { name: 'Hostile names', uuid: 'top', type: 1, children: [...below, ...others], access_points };
}

/** The number of the access point ends its MAC address; every 150th is down. */
function accessPoint(number: number): object {
  const tail = number.toString(16).padStart(4, '0');
  return {
    name: `AP ${number}`,
    mac_address: `0e:00:0d:aa:${tail.slice(0, 2)}:${tail.slice(2)}`,
    status: number % 150 === 0 ? 0 : 1,
  };
}
