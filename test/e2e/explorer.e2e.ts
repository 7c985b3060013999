import assert from 'node:assert/strict';
import { askManager } from '../support/manager.js';
import { makeAccessPoint, makeDomain } from '../support/sensorTree.js';
import { useKeptWorkbench, useManager } from './useWorkbench.js';

describe('the tree of a manager', () => {
  const { manager, proxy } = useManager();
  const window = useKeptWorkbench();

  beforeEach('the tree, whatever the test before left', async () => {
    await proxy().heal();
    await window().openView('Netsensor');
    await window().expandTreeItem('Sensors');
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

  it('is narrowed by keys, and shows everything again after Escape', async () => {
    const workbench = window();
    const made: string[] = [];
    for (const name of ['AAA narrow', 'AAA other']) made.push((await makeDomain(manager(), { name })).uuid);
    await workbench.runCommand('Netsensor: Refresh');
    await workbench.expandTreeItem('root');
    await workbench.treeItem('AAA other').click();
    await workbench.page.keyboard.press('ControlOrMeta+Alt+Shift+f');
    await workbench.answer('AAA narrow');
    const message = workbench.page.locator('.sidebar .message', { hasText: 'Filter “AAA narrow”' });
    await message.waitFor();
    await workbench.treeItem('AAA other').waitFor({ state: 'detached' });
    await workbench.treeItem('AAA narrow').click();
    await workbench.page.keyboard.press('Escape');
    await workbench.treeItem('AAA other').waitFor();
    await message.waitFor({ state: 'detached' });
    for (const uuid of made) await askManager(manager(), `/api/v1/sensors/${uuid}`, { method: 'DELETE' });
    await workbench.closeEditors();
  });

  it('waits for a manager that takes seconds, with progress on the view, and keeps what is open and selected', async () => {
    const workbench = window();
    const top = await makeDomain(manager(), { name: 'AAA kept' });
    for (const name of ['AAA closed', 'AAA chosen']) {
      const { uuid } = await makeDomain(manager(), { name, parent_uuid: top.uuid });
      await makeAccessPoint(manager(), { name: `${name} point`, sensor_uuid: uuid });
    }
    await workbench.runCommand('Netsensor: Refresh');
    for (const name of ['root', top.name, 'AAA chosen']) await workbench.expandTreeItem(name);
    await workbench.treeItem('AAA chosen point').click();
    let release = () => undefined as void;
    proxy().fault = { type: 'halfHeld', until: new Promise<void>(resolve => (release = resolve)) };
    proxy().faultPath = /\/sensors\/tree/;
    await makeDomain(manager(), { name: 'AAA new', parent_uuid: top.uuid });
    await workbench.runCommand('Netsensor: Refresh');
    await workbench.reading.waitFor();
    release();
    await workbench.treeItem('AAA new').waitFor();
    await proxy().heal();
    await workbench.hasRead();
    for (const [name, isOpen] of [
      [top.name, 'true'],
      ['AAA chosen', 'true'],
      ['AAA closed', 'false'],
    ] as const)
      assert.equal(await workbench.treeItem(name).getAttribute('aria-expanded'), isOpen, name);
    const selected = workbench.page.locator('.sidebar .monaco-list-row.selected');
    await selected.filter({ hasText: 'AAA chosen point' }).waitFor();
    assert.equal(await selected.count(), 1);
    await askManager(manager(), `/api/v1/sensors/${top.uuid}`, { method: 'DELETE' });
    await workbench.closeEditors();
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
