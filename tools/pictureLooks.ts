import { mkdir } from 'node:fs/promises';
import { openWorkbench } from '../test/e2e/openWorkbench.js';
import { repositoryPath } from '../test/host/repositoryPath.js';
import { runTool } from '../test/host/runTool.js';
import { small, startLocalManager } from '../test/support/startLocalManager.js';

const wide = { width: 1400, height: 900 };
const looks = {
  light: { theme: 'Light Modern', body: '.vscode-light', viewport: wide },
  dark: { theme: 'Dark Modern', body: '.vscode-dark', viewport: wide },
  contrast: {
    theme: 'Dark High Contrast',
    body: '.vscode-high-contrast:not(.vscode-high-contrast-light)',
    viewport: wide,
  },
  contrastLight: { theme: 'Light High Contrast', body: '.vscode-high-contrast-light', viewport: wide },
  small: { theme: 'Dark Modern', body: '.vscode-dark', viewport: { width: 900, height: 600 } },
};

/** `node out/tools/pictureLooks.js`: each picture of the inventory in four themes and in a small window, to be looked at, in `out/pictures/`. */
await runTool(async scope => {
  const manager = await startLocalManager({ moreArguments: small(1) });
  scope.defer(() => manager.stop());
  const folder = repositoryPath('out', 'pictures');
  await mkdir(folder, { recursive: true });
  const workbench = await openWorkbench({ manager, viewport: wide });
  scope.defer(() => workbench.close());
  const { page } = workbench;
  const frame = workbench.notebookOutputs;
  await workbench.openView('Netsensor');
  await workbench.expandTreeItem('Inventory');
  await workbench.expandTreeItem('Racks');
  const shots: Readonly<Record<string, () => Promise<void>>> = {
    rack: () => workbench.chooseFromMenu(workbench.treeItemWith('rack 1').first(), 'Show Rack'),
    racks: () => workbench.chooseFromMenu(workbench.treeItem('Racks'), 'Show Racks…'),
    power: async () => {
      await workbench.clickTreeItem('Racks');
      await workbench.page.keyboard.press('ArrowLeft');
      await workbench.chooseFromMenu(workbench.treeItem('Power panels'), 'Show Power');
    },
    floor: async () => {
      await workbench.runCommand('Netsensor: Show Floor Plan');
      await workbench.quickPickItem('Floor').first().click();
    },
    map: () => workbench.chooseFromMenu(workbench.treeItem('Sensors'), 'Show Map'),
    place: async () => {
      await workbench.chooseFromMenu(workbench.treeItem('Sensors'), 'Show Map');
      await frame.locator('[data-mark][role=button]').first().click();
    },
    signal: async () => {
      await workbench.runCommand('Netsensor: Show Floor Plan');
      await workbench.quickPickItem('Floor').first().click();
      await frame.locator('#layer').selectOption('signal');
      await frame.locator('#replay').waitFor();
    },
    topology: () => workbench.runCommand('Netsensor: Show Topology'),
    flows: async () => {
      await workbench.runCommand('Netsensor: Show Topology');
      await frame.getByRole('button', { name: 'Who talks to whom' }).click();
      await frame.locator('[data-mark^="flow "]').first().waitFor();
    },
  };
  for (const [name, show] of Object.entries(shots)) {
    await show();
    await frame.locator('body[data-state=drawn] svg').waitFor();
    for (const [look, { theme, body, viewport }] of Object.entries(looks)) {
      await workbench.chooseTheme(theme);
      await page.setViewportSize(viewport);
      // A page learns of a theme after its window.
      await frame.locator(`body${body}[data-state=drawn] svg`).waitFor();
      await workbench.screenshot(`${folder}/${name}-${look}.png`);
    }
    await page.setViewportSize(wide);
    await workbench.closeEditors();
  }
  console.log(`Pictures are in ${folder}`);
  return 0;
});
