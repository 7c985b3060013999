import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryPath } from '../host/repositoryPath.js';
import { temporaryFolder } from '../host/temporaryFolder.js';
import { eventually } from '../support/eventually.js';
import { useLocalManager } from '../support/useLocalManager.js';
import { testVsix } from '../../tools/packaging/packProductionBuild.js';
import { useOwnWorkbench } from './useWorkbench.js';

const records = 5_000;
/** Milliseconds that the window may take no input; VS Code itself needs some of them on a busy machine. */
const longestFreeze = 1_000;

describe('an inventory type of thousands of records', function () {
  this.timeout(180_000);
  const moreArguments: string[] = [];
  before('records in a file', async () => {
    const folder = await temporaryFolder('inventory');
    const roles = Array.from({ length: records }, (_, index) => ({
      name: `Aa ${index + 1}`,
      description: (index + 1) % 500 === 0 ? 'Zebra' : 'Horse',
    }));
    roles.reverse();
    await writeFile(join(folder.path, 'contact_roles.json'), JSON.stringify(roles));
    moreArguments.push('--inventory', folder.path);
  });
  const manager = useLocalManager({ moreArguments });
  // Another manager is another environment.
  const window = useOwnWorkbench(() => ({ manager: manager(), vsix: testVsix }));

  const picture = async (name: string) => {
    await mkdir(repositoryPath('out', 'pictures'), { recursive: true });
    await window().screenshot(repositoryPath('out', 'pictures', `${name}.png`));
  };
  const sorted = async (order: string) => {
    const workbench = window();
    const row = workbench.treeItem('Contact roles');
    await workbench.openFromMenu(row, workbench.quickPickItem(order).first(), 'Sort Records…');
    await workbench.pick(order);
  };

  it('is shown in ranges, of which one opens at a time, without a freeze', async () => {
    const workbench = window();
    await workbench.openView('Netsensor');
    // The first document brings a row above the manager, for which VS Code draws all that is open once more.
    await workbench.expandTreeItem('Sensors');
    await workbench.clickTreeItem('root');
    await workbench.treeItem('Recently opened').waitFor();
    await workbench.expandTreeItem('Inventory');
    await workbench.treeItem('Contact roles').waitFor();
    const freeze = await longestTask();
    await workbench.expandTreeItem('Contact roles');
    await workbench.treeItem('Aa 1 – Aa 200').waitFor();
    await workbench.page.keyboard.press('End');
    await workbench.expandTreeItem('Aa 4801 – Aa 5000');
    await workbench.treeItem('Aa 4801').waitFor();
    assert.equal(await workbench.treeItem('Aa 1').count(), 0);
    await picture('inventory-scale-light');
    assert.ok((await freeze()) < longestFreeze);
  });

  it('is drawn in a dark theme, too', async () => {
    const workbench = window();
    const dark = workbench.page.locator('.monaco-workbench.vs-dark');
    if ((await dark.count()) === 0)
      await workbench.runCommand('Preferences: Toggle between Light/Dark Themes');
    await dark.waitFor();
    await picture('inventory-scale-dark');
  });

  it('is opened at its last record', async () => {
    const workbench = window();
    await workbench.treeItem('Aa 4801').click();
    await workbench.activeTab('Aa 4801').waitFor();
    await eventually(async () => assert.match(await workbench.editorText(), /"name": "Aa 4801"/));
  });

  it('is filtered and sorted without a freeze', async () => {
    const workbench = window();
    await workbench.collapseRow(workbench.treeItem('Aa 4801 – Aa 5000'));
    await workbench.page.keyboard.press('Home');
    const freeze = await longestTask();
    await workbench.chooseFromMenu(workbench.treeItem('Contact roles'), 'Filter Records…');
    await workbench.answer('aa zebra');
    await workbench.scrollTo(workbench.treeItem('Aa 5000'));
    await workbench.treeItemWith('“aa zebra”: 10 of').waitFor();
    await workbench.treeItem('Contact roles').hover();
    const clear = workbench
      .treeItem('Contact roles')
      .getByRole('button', { name: 'Clear Filter of Records' });
    await clear.click();
    await workbench.treeItem('Aa 1 – Aa 200').waitFor();
    await sorted('As the manager lists them');
    await workbench.treeItem('Aa 5000 – Aa 4801').waitFor();
    await sorted('By name');
    await workbench.treeItem('Aa 1 – Aa 200').waitFor();
    assert.ok((await freeze()) < longestFreeze);
  });

  /** Watches for how long the window takes no input. @returns asks for the longest time so far, in milliseconds */
  async function longestTask(): Promise<() => Promise<number>> {
    const { page } = window();
    await page.evaluate(`{
      window.netsensorLongest = 0;
      new PerformanceObserver(list => {
        for (const { duration } of list.getEntries())
          window.netsensorLongest = Math.max(window.netsensorLongest, duration);
      }).observe({ type: 'longtask' });
    }`);
    return async () => Number(await page.evaluate('window.netsensorLongest'));
  }
});
