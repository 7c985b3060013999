import { environmentConnectionId } from '../../src/ids.js';
import { printNotebook } from '../../src/model/notebook/notebookFile.js';
import { sampleNotebook } from '../../src/model/notebook/sampleNotebook.js';
import type { OpenWorkbenchOptions } from '../../test/e2e/openWorkbench.js';
import type { Workbench } from '../../test/e2e/workbench.js';
import { libraryFloor } from './libraryFloor.js';

/** One picture of the README: what is on the screen when it is taken. */
export interface Picture {
  /** Of the file in `media/screenshots/`, without `.png`. */
  readonly name: string;
  /** Whether a local manager with fresh data is connected. */
  readonly needsManager: boolean;
  readonly window?: Omit<OpenWorkbenchOptions, 'manager'>;
  arrange(workbench: Workbench): Promise<void>;
}

const viewport = { width: 1280, height: 720 };
const dark = { 'workbench.colorTheme': 'Dark Modern' };

/** Every picture that `npm run screenshots` takes. */
export const pictures: readonly Picture[] = [
  {
    name: 'welcome',
    needsManager: false,
    window: { viewport },
    arrange: async workbench => {
      await workbench.openView('Netsensor');
      await workbench.page.getByRole('button', { name: 'Add Manager', exact: true }).waitFor();
    },
  },
  {
    name: 'rack',
    needsManager: true,
    window: { viewport },
    arrange: async workbench => {
      await workbench.openView('Netsensor');
      await workbench.expandTreeItem('Sensors');
      await workbench.expandTreeItem('root');
      await workbench.expandTreeItem('Inventory');
      await workbench.expandTreeItem('Racks');
      const rack = workbench.treeItemWith('rack 1').first();
      await rack.click();
      await workbench.page.getByText('Local manager is read-only. Unlock for changes').waitFor();
    },
  },
  {
    name: 'notebook',
    needsManager: true,
    window: {
      viewport,
      files: { 'sample-queries.dqnb': samples() },
      settings: dark,
    },
    arrange: async workbench => {
      // The first look opens it.
      await workbench.page.locator('.kernel-label').getByText('Local manager').waitFor();
      await workbench.page
        .getByRole('button', { name: /Run All/ })
        .first()
        .click();
      await workbench.notebookOutputs.locator('.result').first().waitFor();
      await workbench.runCommand('View: Close Primary Side Bar');
      await workbench.page.mouse.move(viewport.width / 2, viewport.height / 2);
      // However far one turn of the wheel is said to go, the notebook moves 50 pixels.
      for (let turn = 0; turn < 6; turn += 1) await workbench.page.mouse.wheel(0, 100);
      await workbench.page.getByRole('button', { name: /Run All/ }).waitFor();
      await workbench.notebookOutputs.locator('.result').first().waitFor();
    },
  },
  {
    name: 'racks',
    needsManager: true,
    window: { viewport: { width: 1080, height: 800 }, settings: dark },
    arrange: async workbench => {
      await workbench.openView('Netsensor');
      await workbench.expandTreeItem('Inventory');
      await workbench.expandTreeItem('Rack space');
      await workbench.chooseFromMenu(workbench.treeItem('Racks'), 'Show Racks…');
      // Those of one place, in which two want the same unit.
      await pageOf(workbench).locator('#filter').fill('SVQ');
      await pageOf(workbench).locator('[data-mark^="claim "]').first().waitFor();
      await workbench.page.locator('.sidebar .composite.title').first().click();
    },
  },
  {
    name: 'floor',
    needsManager: true,
    window: { viewport: { width: 1280, height: 800 }, files: libraryFloor },
    arrange: async workbench => {
      await workbench.openView('Netsensor');
      await workbench.runCommand('Netsensor: Show Floor Plan');
      // Among more floors than the list shows.
      await workbench.quickPickItem('Chalet').first().waitFor();
      await workbench.quickInput.fill('Library ground floor');
      await workbench.pick('Library ground floor');
      await shown(workbench, 'image');
      await shown(workbench, 'svg path[fill-opacity]');
    },
  },
  {
    name: 'map',
    needsManager: true,
    window: { viewport },
    arrange: async workbench => {
      await workbench.openView('Netsensor');
      await workbench.chooseFromMenu(workbench.treeItem('Sensors'), 'Show Map');
      await shown(workbench, '[data-mark][role=button]');
    },
  },
  {
    name: 'topology',
    needsManager: true,
    window: { viewport, settings: dark },
    arrange: async workbench => {
      await workbench.openView('Netsensor');
      await workbench.runCommand('Netsensor: Show Topology');
      await shown(workbench, 'svg text:has-text("GB")');
    },
  },
];

const pageOf = ({ notebookOutputs }: Workbench) => notebookOutputs;

/** Waits until a picture has something in it, and gives it the room of the side bar. */
async function shown(workbench: Workbench, selector: string): Promise<void> {
  const frame = pageOf(workbench);
  await frame.locator(selector).first().waitFor();
  if (await workbench.page.locator('.sidebar').isVisible())
    await workbench.runCommand('View: Close Primary Side Bar');
  await frame.locator(`body[data-state=drawn] ${selector}`).first().waitFor();
}

function samples(): string {
  return printNotebook(
    sampleNotebook({ end: new Date().toISOString(), connection: environmentConnectionId }),
  );
}
