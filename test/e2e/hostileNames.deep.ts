import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.js';
import { useManager, useWorkbench } from './useWorkbench.js';

const longName = `long ${'x'.repeat(10_000)}`;
const manyDomains = 5_000;

describe('names that mean harm are shown as text, in depth', () => {
  const { proxy } = useManager();
  const window = useWorkbench();
  const dialog = () => window().page.locator('.monaco-dialog-box');
  const row = (name: string) => window().treeItemWith(name).first();
  const picked = (name: string) => window().quickPickItem(name).first();

  it('even 10,000 characters long, and among so many domains that only 200 are listed', async () => {
    const workbench = window();
    await workbench.openView('Netsensor');
    await workbench.expandTreeItem('Sensors');
    // The first document brings a row above the manager, for which VS Code draws all that is open once more.
    await workbench.clickTreeItem('root');
    await workbench.treeItem('Recently opened').waitFor();
    await workbench.unlock();
    const record = { uuid: 'long', name: longName, type: 1, domain_type: 1, access_points: [] };
    const children = [{ ...record, children: manyNeighbours() }];
    const access_points = [{ name: 'Lobby', mac_address: 'ee:00:00:00:00:01', status: 1 }];
    const sensor = { ...record, uuid: 'top', name: 'Top', children, access_points };
    proxy().fault = { type: 'answer', status: 200, body: { query: true, sensor } };
    await workbench.runCommand('Netsensor: Refresh');
    await workbench.expandTreeItem('Top');
    await workbench.hoverOver(row(longName.slice(0, 60)), longName.slice(0, 200));
    await row(longName.slice(0, 60)).click();
    await workbench.activeTab('long xxx').waitFor();
    await row(longName.slice(0, 60)).and(workbench.page.locator('[aria-selected=true]')).waitFor();
    await workbench.page.keyboard.press('Delete');
    await dialog()
      .filter({ hasText: longName.slice(0, 40) })
      .waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await workbench.treeItem('Lobby').click();
    await workbench.runCommand('Netsensor: New: Domain');
    await workbench.quickInput.fill('long xxx');
    await picked(longName.slice(0, 100)).waitFor();
    await workbench.quickInput.fill('neighbour');
    await workbench.page.keyboard.press('End');
    await eventually(async () => {
      await workbench.page.keyboard.press('PageDown');
      assert.equal(await workbench.quickPickItem('200 of 5,000 matches are listed').count(), 1);
    });
    await workbench.page.keyboard.press('Escape');
    proxy().fault = undefined;
  });
});

/** Domains, so many that no list shows them all. */
const manyNeighbours = (): object[] =>
  Array.from({ length: manyDomains }, (_, at) => ({
    uuid: `n${at}`,
    name: `Neighbour ${at}`,
    type: 1,
    domain_type: 1,
    children: [],
    access_points: [],
  }));
