import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.js';
import { askManager } from '../support/manager.js';
import {
  findNode,
  makeAccessPoint,
  makeDomain,
  readSensorTree,
  type TreeNode,
  type TreePoint,
} from '../support/sensorTree.js';
import { useWorkbench, useManager } from './useWorkbench.js';

/** Milliseconds for a write while the manager still adds history to its database. */
const patience = 30_000;

describe('a tree in a fresh window', () => {
  const { manager, proxy } = useManager();
  const name = 'AAA <img src=x onerror=alert(1)>';
  let uuid = '';

  before('a domain with a name that means harm', async () => {
    const domain = await makeDomain(manager(), { name });
    uuid = domain.uuid;
    const below = await makeDomain(manager(), { name: '$(trash) below', parent_uuid: uuid });
    await makeAccessPoint(manager(), { name: 'AP', sensor_uuid: below.uuid });
  });
  after('take it away', () => askManager(manager(), `/api/v1/sensors/${uuid}`, { method: 'DELETE' }));
  const window = useWorkbench();

  it('has on the activity bar how many access points are down before it is opened, after a reload too', async () => {
    const workbench = window();
    const pointsBelow = (node: TreeNode): readonly TreePoint[] => [
      ...(node.access_points ?? []),
      ...node.children.flatMap(pointsBelow),
    ];
    const points = pointsBelow(await readSensorTree(manager()));
    const down = points.filter(({ status }) => status === 0).length;
    assert.ok(down > 0);
    const badge = workbench.page.locator('.activitybar .action-item[aria-label^="Netsensor"] .badge-content');
    for (const again of [false, true]) {
      if (again) await workbench.reloadWindow();
      await badge.getByText(String(down), { exact: true }).waitFor({ timeout: 60_000 });
    }
    assert.equal(await workbench.treeItem('Sensors').count(), 0);
  });

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
    release();
    await workbench.treeItemWith('Still arriving').waitFor({ state: 'detached' });
    await proxy().heal();
  });

  it('has access points that are dropped on a domain, and moved after a question', async () => {
    const workbench = window();
    const dialog = workbench.page.locator('.monaco-dialog-box');
    const pointNames = async () =>
      findNode(await readSensorTree(manager()), uuid)?.access_points?.map(point => point.name) ?? [];
    await workbench.unlock();
    for (const open of ['root', name, '$(trash) below']) await workbench.expandTreeItem(open);
    await workbench.treeItem('AP').dragTo(workbench.treeItem(name));
    await dialog.getByText('To: AAA').waitFor();
    assert.equal(await dialog.locator('img').count(), 0);
    assert.deepEqual(await pointNames(), []);
    await dialog.getByRole('button', { name: 'Move' }).click();
    await eventually(async () => assert.deepEqual(await pointNames(), ['AP']), patience);
    await workbench.closeEditors();
  });
});
