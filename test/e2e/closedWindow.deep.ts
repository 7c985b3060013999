import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.js';
import { findNode, makeDomain, readSensorTree, type TreeNode } from '../support/sensorTree.js';
import { useManager, useWorkbench } from './useWorkbench.js';

/** Milliseconds for what a busy machine does in its own time. */
const patience = 60_000;

describe('a window that is closed in the middle of a change', function () {
  this.timeout(4 * patience);
  const { manager, proxy } = useManager();
  let domain: TreeNode;
  before('a manager whose answers can be held back', async () => {
    domain = await makeDomain(manager(), { name: 'AAA leaving' });
    await makeDomain(manager(), { name: 'Below', parent_uuid: domain.uuid });
  });
  const window = useWorkbench();
  const sent = (method: string) => proxy().seen.filter(request => request.method === method);
  const found = async () => findNode(await readSensorTree(manager()), domain.uuid);
  const vendors = async () => (await found())?.children.filter(({ name }) => name === 'AAA vendor') ?? [];

  it('asks what a draft became whose answer never came, and creates nothing twice', async () => {
    const workbench = window();
    workbench.page.setDefaultTimeout(patience);
    await workbench.openView('Netsensor');
    await workbench.expandTreeItem('Sensors');
    await workbench.unlock();
    await workbench.expandTreeItem('root');
    const draft = workbench.tab('New vendor sensor.json');
    await workbench.openFromMenu(workbench.treeItem(domain.name), draft, 'New', 'Vendor Sensor');
    await workbench.statusBarItem('Ln 2, Col 12').waitFor();
    await workbench.page.keyboard.type('AAA vendor');
    // Suggestions that came with the words would take the arrow keys.
    for (const key of ['Escape', 'ArrowDown', 'End', 'ArrowLeft', 'ArrowLeft'])
      await workbench.page.keyboard.press(key);
    await workbench.page.keyboard.type('cloud.example');
    await eventually(
      async () =>
        assert.match(await workbench.editorText(), /"name": "AAA vendor",\n\s*"ip": "cloud\.example",/),
      patience,
    );
    await workbench.dirtyTab('New vendor sensor.json').waitFor();
    await workbench.backupWritten('cloud.example');
    proxy().faultMethod = 'POST';
    proxy().fault = { type: 'silence', operation: 'done' };
    await workbench.pressSave();
    await eventually(async () => assert.equal((await vendors()).length, 1), patience);
    await workbench.stateWritten('sent netsensor:');
    await workbench.reload();
    await proxy().heal();
    await workbench.tab('New vendor sensor.json').click();
    await workbench.page.locator('.editor-instance .view-line').first().click();
    await eventually(async () => assert.match(await workbench.editorText(), /AAA vendor/), patience);
    await workbench.pressSave();
    await workbench.page.getByText('may have been created. Which one is it?').waitFor();
    await workbench.pick('AAA vendor');
    await workbench.tab('New vendor sensor.json').waitFor({ state: 'detached' });
    assert.equal((await vendors()).length, 1);
    assert.deepEqual(sent('POST'), []);
    await eventually(
      async () =>
        assert.match((await workbench.notifications()).join(), /secret of .AAA vendor. did not arrive/),
      patience,
    );
  });

  it('tells the next window which deletion was under way, and shows its backup', async () => {
    const workbench = window();
    await workbench.treeItem(domain.name).click();
    await workbench.page.keyboard.press('Delete');
    proxy().faultMethod = 'DELETE';
    proxy().fault = { type: 'silence', operation: 'done' };
    await workbench.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Delete' }).click();
    await workbench.answer(domain.name);
    await eventually(async () => assert.equal(await found(), undefined), patience);
    await workbench.stateWritten('deleting from Local manager');
    await workbench.reload();
    await proxy().heal();
    await eventually(
      async () =>
        assert.match(
          (await workbench.notifications()).join(),
          /closed in the middle of a change: deleting from Local manager\. Check on the manager/,
        ),
      patience,
    );
    await workbench.runCommand('Notifications: Show Notifications');
    await workbench.page.getByRole('button', { name: 'Show backup' }).first().click();
    await eventually(async () => assert.match(await workbench.editorText(), /netsensor_backup/), patience);
    assert.equal(sent('DELETE').length, 0);
  });
});
