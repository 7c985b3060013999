import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.js';
import { createRack, readRack, type StoredRack } from '../support/manager.js';
import { useManager, useWorkbench } from './useWorkbench.js';

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
});
