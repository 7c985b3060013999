import assert from 'node:assert/strict';
import type { Fault } from '../../packages/manager/test/faultyProxy.js';
import { askManager } from '../support/manager.js';
import { useKeptWorkbench, useManager } from './useWorkbench.js';

describe('the tree of a manager', () => {
  const { manager, proxy } = useManager();
  const window = useKeptWorkbench();

  beforeEach('the tree, whatever the test before left', async () => {
    await proxy().heal();
    await window().openView('Netsensor');
    await window().expandTreeItem('Sensors');
  });

  it('shows domains, sensors and access points with their state in words', async () => {
    const workbench = window();
    const tree = (await askManager(manager(), '/api/v1/sensors/tree')) as { sensor: SensorNode };
    const path = pathToAccessPoint(tree.sensor) ?? [];
    for (const name of path.slice(0, -1)) await workbench.expandTreeItem(name);
    const point = workbench.treeItem(path.at(-1) ?? '');
    await point.waitFor();
    assert.match(await point.innerText(), /(up|down) · /);
  });

  it('opens a domain as VS Code opens files: seen on one click, kept on two, edited after Enter', async () => {
    const workbench = window();
    const { page } = workbench;
    const tree = (await askManager(manager(), '/api/v1/sensors/tree')) as { sensor: SensorNode };
    const [name = ''] = pathToAccessPoint(tree.sensor)?.slice(1) ?? [];
    await workbench.expandTreeItem('root');
    await workbench.treeItem(name).click();
    const preview = workbench.tab(name).locator('.monaco-icon-label.italic');
    await preview.waitFor();
    await page.locator('.view-line', { hasText: '"parent_uuid"' }).waitFor();
    await page.locator('.view-line', { hasText: '"need_apply"' }).waitFor({ state: 'detached' });
    // The tree keeps the keyboard, so that Delete means the node.
    assert.equal(await page.locator('.sidebar .monaco-list:focus').count(), 1);
    await workbench.treeItem(name).dblclick();
    await preview.waitFor({ state: 'detached' });
    await workbench.treeItem('root').click();
    await preview.or(workbench.tab('root')).first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('.editor-instance .monaco-editor.focused').waitFor();
    await workbench.closeEditors();
  });

  it('shows a domain that is opened again as at first: only what cannot be changed is folded', async () => {
    const workbench = window();
    const { page } = workbench;
    const tree = (await askManager(manager(), '/api/v1/sensors/tree')) as { sensor: SensorNode };
    const [name = '', other = ''] = pathToAccessPoint(tree.sensor)?.slice(1) ?? [];
    await workbench.expandTreeItem('root');
    await workbench.expandTreeItem(name);
    const texts: string[] = [];
    // Each preview closes the one before it; VS Code keeps how that was folded, and shows it so again.
    for (const opened of [name, other, name, other, name]) {
      await workbench.treeItem(opened).click();
      await workbench.activeTab(opened).waitFor();
      await page.locator('.view-line [class*="ced-"]', { hasText: '"id"' }).waitFor();
      await page.locator('.view-line', { hasText: '"need_apply"' }).waitFor({ state: 'detached' });
      texts.push(await workbench.editorText());
    }
    const [first, , second, , third] = texts;
    assert.match(first ?? '', /"parent_uuid"/);
    assert.deepEqual([second, third], [first, first]);
    await workbench.closeEditors();
  });

  it('says why a record cannot be opened, leaves no empty tab, and tries again', async () => {
    const workbench = window();
    await workbench.clickTreeItem('Sensors');
    await workbench.expandTreeItem('Inventory');
    await workbench.expandTreeItem('Power panels');
    const panels = (await askManager(manager(), '/api/v1/inventory/power_panels')) as {
      power_panels: { name: string }[];
    };
    const name = panels.power_panels.map(panel => panel.name).sort()[0] ?? '';
    await workbench.treeItem(name).waitFor();
    await proxy().stop();
    await workbench.clickTreeItem(name);
    const toast = workbench.page.locator('.notification-toast').filter({ hasText: 'cannot be opened' });
    await toast.waitFor();
    await workbench.tab(name).waitFor({ state: 'detached' });
    await proxy().heal();
    await toast.getByRole('button', { name: 'Try again' }).click();
    await workbench.tab(name).waitFor();
    await workbench.closeEditors();
    await workbench.treeItem('Power panels').locator('.monaco-tl-twistie').click();
    await workbench.expandTreeItem('Sensors');
  });

  const faults: readonly [string, Fault | 'stopped', string][] = [
    ['is stopped', 'stopped', 'The manager cannot be reached'],
    ['answers HTML', { type: 'page' }, 'The answer is not what a manager sends'],
    [
      'answers half a body',
      { type: 'truncatedBody' },
      'The connection was cut before the answer was complete',
    ],
    ['refuses the key', { type: 'answer', status: 401, body: {} }, 'The manager did not accept this API key'],
  ];
  for (const [what, fault, sentence] of faults) {
    it(`says so in the tree when the manager ${what}, once, and recovers with Retry`, async () => {
      const workbench = window();
      if (fault === 'stopped') await proxy().stop();
      else proxy().fault = fault;
      await workbench.runCommand('Netsensor: Refresh');
      await workbench.treeItemWith(sentence).waitFor();
      assert.equal(await workbench.treeItemWith(sentence).count(), 1);
      assert.deepEqual(await workbench.notifications(), []);
      await proxy().heal();
      await workbench.treeItemWith(sentence).click();
      await workbench.treeItemWith(sentence).waitFor({ state: 'detached' });
      await workbench.treeItem('root').waitFor();
    });
  }

  it('waits for a manager that takes seconds, with progress on the view', async function () {
    this.timeout(60_000);
    const workbench = window();
    // Its many rows leave no room for those below.
    await workbench.clickTreeItem('Sensors');
    await workbench.expandTreeItem('Inventory');
    await workbench.expandTreeItem('Contacts');
    proxy().fault = { type: 'latency', milliseconds: 4_000 };
    await workbench.runCommand('Netsensor: Refresh');
    await workbench.reading.waitFor();
    proxy().fault = undefined;
    await workbench.hasRead();
    assert.equal(await workbench.treeItem('Contacts').first().getAttribute('aria-expanded'), 'true');
  });
});

interface SensorNode {
  readonly name: string;
  readonly children: readonly SensorNode[];
  readonly access_points?: readonly { name: string }[];
}

/** The names from a node down to its first access point. */
function pathToAccessPoint(node: SensorNode): string[] | undefined {
  const [point] = node.access_points ?? [];
  if (point) return [node.name, point.name];
  for (const child of node.children) {
    const path = pathToAccessPoint(child);
    if (path) return [node.name, ...path];
  }
  return undefined;
}
