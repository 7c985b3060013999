import assert from 'node:assert/strict';
import { repositoryPath } from '../host/repositoryPath.js';
import { eventually } from '../support/eventually.js';
import { changeRack, createRack, readRack, type StoredRack } from '../support/manager.js';
import { useLocalManager } from '../support/useLocalManager.js';
import { useWorkbench } from './useWorkbench.js';

describe('a changed rack over a reload of the window', () => {
  const manager = useLocalManager();
  const window = useWorkbench(() => ({ manager: manager(), vsix: repositoryPath('out', 'netsensor.vsix') }));
  let rack: StoredRack;

  before('open and unlock a rack of its own', async () => {
    rack = await createRack(manager(), 'AAA first rack');
    const workbench = window();
    await workbench.openView('Netsensor');
    await workbench.expandTreeItem('Inventory');
    await workbench.expandTreeItem('Racks');
    await workbench.clickTreeItem(rack.name);
    await workbench.page.getByText('Local manager is read-only. Unlock for changes').click();
    await workbench.page.getByRole('button', { name: 'Unlock', exact: true }).click();
    await workbench.statusBarItem('Local manager · test · unlocked').waitFor();
  });

  it('keeps what it started from over a reload of the window, so that a foreign change is not overwritten', async () => {
    const workbench = window();
    await workbench.replaceInEditor(': 19,', ': 23,');
    await workbench.dirtyTab(rack.name).waitFor();
    await workbench.backupWritten();
    await changeRack(manager(), rack.id, { u_height: 47, width: 21 });
    await workbench.reloadWindow();
    await workbench.dirtyTab(rack.name).waitFor();
    await workbench.tab(rack.name).click();
    await workbench.statusBarItem('Local manager').waitFor();
    await workbench.pressSave();
    await eventually(async () => {
      const notifications = (await workbench.notifications()).join('\n');
      assert.match(notifications, /width is 23 here and now 21 on the manager \(it was 19\)/);
    });
    await workbench.dirtyTab(rack.name).waitFor();
    assert.deepEqual((await readRack(manager(), rack.id)).width, 21);
  });

  it('ends the conflict with one click, keeping the other side where I did not change anything', async () => {
    const workbench = window();
    await workbench.page.getByText('Keep mine', { exact: true }).click();
    await workbench.dirtyTab(rack.name).waitFor({ state: 'detached' });
    const stored = await readRack(manager(), rack.id);
    assert.deepEqual([stored.width, stored.u_height], [23, 47]);
    await eventually(async () => assert.match(await workbench.editorText(), /"u_height": 47/));
  });
});
