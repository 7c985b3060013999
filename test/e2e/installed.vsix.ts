import assert from 'node:assert/strict';
import { repositoryPath } from '../host/repositoryPath.js';
import { eventually } from '../support/eventually.js';
import { createRack } from '../support/manager.js';
import { useLocalManager } from '../support/useLocalManager.js';
import { useWorkbench } from './useWorkbench.js';

describe('the packaged extension', () => {
  const manager = useLocalManager();
  const window = useWorkbench(() => ({ manager: manager(), vsix: repositoryPath('out', 'netsensor.vsix') }));

  it('finds a rack of the manager and opens it as a document', async () => {
    const workbench = window();
    const rack = await createRack(manager(), 'AAA packaged rack');
    await workbench.openView('Netsensor');
    await workbench.expandTreeItem('Inventory');
    await workbench.expandTreeItem('Racks');
    await workbench.clickTreeItem(rack.name);
    await workbench.tab(rack.name).waitFor();
    await eventually(async () => assert.match(await workbench.editorText(), /"name": "AAA packaged rack"/));
    assert.deepEqual(await workbench.notifications(), []);
  });
});
