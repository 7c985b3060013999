import { mkdir } from 'node:fs/promises';
import { viewNames } from '../src/model/results/viewSettings.js';
import { openWorkbench } from '../test/e2e/openWorkbench.js';
import { drawnInView, notebooksOfViews, runNotebook } from '../test/e2e/visuals/resultNotebook.js';
import { repositoryPath } from '../test/host/repositoryPath.js';
import { runTool } from '../test/host/runTool.js';
import { startLocalManager } from '../test/support/startLocalManager.js';

const looks = {
  light: { theme: 'Light Modern', width: 1440 },
  dark: { theme: 'Dark Modern', width: 1440 },
  contrast: { theme: 'Dark High Contrast', width: 1440 },
  contrastLight: { theme: 'Light High Contrast', width: 1440 },
  narrow: { theme: 'Dark Modern', width: 800 },
};

/** `node out/tools/resultPictures.js`: every view of a result in four themes and in a narrow window, to be looked at, in `out/pictures/`. */
await runTool(async scope => {
  const manager = await startLocalManager();
  scope.defer(() => manager.stop());
  const folder = repositoryPath('out', 'pictures');
  await mkdir(folder, { recursive: true });
  for (const [look, { theme, width }] of Object.entries(looks)) {
    const viewport = { width, height: 900 };
    const workbench = await openWorkbench({ manager, files: notebooksOfViews(), viewport });
    scope.defer(() => workbench.close());
    await workbench.chooseTheme(theme);
    for (const view of viewNames) {
      await runNotebook(workbench, `${view}.dqnb`);
      await workbench.notebookOutputs.locator(drawnInView[view]).first().waitFor({ state: 'attached' });
      await workbench.screenshot(`${folder}/${look}-${view}.png`);
    }
  }
  console.log(`Pictures are in ${folder}`);
  return 0;
});
