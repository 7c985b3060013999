import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryPath } from '../host/repositoryPath.js';
import { eventually } from '../support/eventually.js';
import { FaultyProxy } from '../support/faultyProxy.js';
import { askManager, createRack } from '../support/manager.js';
import { useLocalManager } from '../support/useLocalManager.js';
import { useWorkbench } from './useWorkbench.js';

const password = 'correct-horse-battery-staple';
const pasted = 'pasted-horse-battery-staple';

describe('secrets, with every log at trace level', () => {
  const manager = useLocalManager();
  let proxy: FaultyProxy;
  before('a proxy that can fail, and a password on the manager', async () => {
    proxy = new FaultyProxy(manager().url);
    await proxy.start();
    const body = { account_key: { name: 'AAA console', username: 'root', password } };
    await askManager(manager(), '/api/v1/inventory/account_keys', { method: 'POST', body });
  });
  after('stop the proxy', () => proxy.stop());
  const window = useWorkbench(() => ({ logLevel: 'trace', vsix: repositoryPath('out', 'netsensor.vsix') }));

  it('are typed into the window and used for reads, saves and failures', async () => {
    const workbench = window();
    await workbench.openView('Netsensor');
    await workbench.page.getByRole('button', { name: 'Add Manager', exact: true }).click();
    await workbench.answer(proxy.url);
    await workbench.answer(manager().apiKey);
    await workbench.expandTreeItem('Inventory');
    await workbench.expandTreeItem('Account keys');
    await workbench.clickTreeItem('AAA console');
    await eventually(async () => assert.match(await workbench.editorText(), /\(secret, not shown\)/));
    const rack = await createRack(manager(), 'AAA secret rack');
    proxy.fault = { kind: 'status', status: 422, body: { error: `no: ${proxy.seen[0]?.url ?? ''}` } };
    await workbench.expandTreeItem('Racks');
    await workbench.treeItemWith('The manager refused the request.').waitFor();
    await proxy.stop();
    await workbench.expandTreeItem('Tags');
    await workbench.treeItemWith('The manager cannot be reached').waitFor();
    await proxy.heal();
    assert.ok(rack.id);
  });

  it('are taken out of the document that they are pasted into, and sent on save', async () => {
    const workbench = window();
    await workbench.clickTreeItem('AAA console');
    await workbench.page.getByText('is read-only. Unlock for changes').click();
    await workbench.page.getByRole('button', { name: 'Unlock', exact: true }).click();
    await workbench.page.getByText('Set password…').waitFor();
    await workbench.page.locator('.editor-group-container.active .view-line').first().click();
    await workbench.selectInEditor('(secret, not shown)');
    await workbench.page.keyboard.insertText(pasted);
    await eventually(async () =>
      assert.match(await workbench.editorText(), /\(new secret, sent when you save\)/),
    );
    await workbench.backupWritten();
    assert.deepEqual(await filesWith([pasted]), []);
    await workbench.pressSave();
    await workbench.dirtyTab('AAA console').waitFor({ state: 'detached' });
    const keys = (await askManager(manager(), '/api/v1/inventory/account_keys')) as {
      account_keys: { name: string; password: string }[];
    };
    assert.equal(keys.account_keys.find(({ name }) => name === 'AAA console')?.password, pasted);
  });

  /** Files that VS Code wrote and that hold one of these texts. */
  async function filesWith(texts: readonly string[]): Promise<string[]> {
    const workbench = window();
    const places = [workbench.server.dataDir, workbench.folder];
    const files = (await Promise.all(places.map(filesBelow))).flat();
    const found = await Promise.all(
      files.map(async file => {
        const text = await readFile(file, 'latin1').catch(() => '');
        return texts.some(secret => text.includes(secret)) ? [file] : [];
      }),
    );
    return found.flat();
  }

  it('are in no file that VS Code wrote, in the clear or encoded', async () => {
    const workbench = window();
    const { apiKey } = manager();
    const places = [workbench.server.dataDir, workbench.folder];
    const files = (await Promise.all(places.map(filesBelow))).flat();
    assert.ok(files.some(file => file.includes('/logs/') && file.endsWith('.log')));
    const leaks: string[] = [];
    let logged = '';
    for (const file of files) {
      const text = await readFile(file, 'latin1');
      if (file.includes('/logs/')) logged += text;
      if ([apiKey, encodeURIComponent(apiKey), password, pasted].some(secret => text.includes(secret)))
        leaks.push(file);
    }
    assert.deepEqual(leaks, []);
    assert.ok(logged.includes('GET /api/v1/inventory/account_keys 200'), 'the requests are logged');
  });

  it('are nowhere on the screen', async () => {
    const text = await window().page.locator('body').innerText();
    assert.ok(!text.includes(manager().apiKey));
    assert.ok(!text.includes(password));
    assert.ok(!text.includes(pasted));
    assert.ok(!(await window().notifications()).join().includes(manager().apiKey));
  });
});

/** Every file below a folder, except the extension itself. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter(entry => entry.isFile() && !entry.parentPath.includes('/extensions/'))
    .map(entry => join(entry.parentPath, entry.name));
}
