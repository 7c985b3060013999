import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.js';
import { readSensorTree } from '../support/sensorTree.js';
import { useKeptWorkbench, useManager } from './useWorkbench.js';

describe('creating in the tree, with mouse and keyboard', () => {
  const { manager } = useManager();
  const window = useKeptWorkbench();
  const names = async () => (await readSensorTree(manager())).children.map(({ name }) => name);

  it('drafts a domain from the menu of its parent', async () => {
    const workbench = window();
    await workbench.openView('Netsensor');
    await workbench.expandTreeItem('Sensors');
    await workbench.treeItem('root').waitFor();
    await workbench.unlock();
    await workbench.chooseFromMenu(workbench.treeItem('root'), 'New', 'Domain');
    await workbench.tab('New domain.json').waitFor();
    await workbench.statusBarItem('Ln 2, Col 12').waitFor();
    await workbench.page.keyboard.type('AAA new domain');
    await eventually(async () => assert.match(await workbench.editorText(), /"name": "AAA new domain"/));
  });

  it('keeps the draft over a reload of the window', async () => {
    const workbench = window();
    await workbench.dirtyTab('New domain.json').waitFor();
    await workbench.backupWritten();
    await workbench.reloadWindow();
    await workbench.dirtyTab('New domain.json').waitFor({ timeout: 60_000 });
    await eventually(
      async () => assert.match(await workbench.editorText(), /"name": "AAA new domain"/),
      30_000,
    );
  });

  it('creates it on save, opens the record and selects it in the tree', async () => {
    const workbench = window();
    await workbench.page.locator('.editor-instance .view-line').first().click();
    await workbench.pressSave();
    await workbench.tab('AAA new domain.').waitFor();
    await workbench.tab('New domain.json').waitFor({ state: 'detached' });
    assert.ok((await names()).includes('AAA new domain'));
    const row = workbench.treeItem('AAA new domain').first();
    await row.waitFor();
    await eventually(async () => assert.equal(await row.getAttribute('aria-selected'), 'true'));
    assert.deepEqual(await workbench.notifications(), []);
  });
});
