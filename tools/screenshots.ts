import { mkdir } from 'node:fs/promises';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { openWorkbench } from '../test/e2e/openWorkbench.js';
import { Failure } from '../test/host/failure.js';
import { repositoryPath } from '../test/host/repositoryPath.js';
import { runTool } from '../test/host/runTool.js';
import type { Scope } from '../test/host/scope.js';
import { startLocalManager } from '../test/support/startLocalManager.js';
import { packProductionBuild, testVsix } from './packaging/packProductionBuild.js';
import { pictures, type Picture } from './pictures/pictures.js';

/** Milliseconds until a manager with fresh data listens, also beside other work on the machine. */
const patience = 5 * 60_000;

const folder = repositoryPath('media', 'screenshots');

/** `npm run screenshots [-- --only <name>]`: takes the pictures of the README in the real workbench. */
await runTool(async scope => {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  const wanted = pictures.filter(picture => values.only === undefined || picture.name === values.only);
  if (wanted.length === 0) {
    const names = pictures.map(picture => picture.name).join(', ');
    throw new Failure(`There is no picture “${values.only}”; there are ${names}.`);
  }
  await mkdir(folder, { recursive: true });
  await packProductionBuild();
  for (const picture of wanted) {
    const path = `${folder}/${picture.name}.png`;
    await scope.nest(own => take(own, picture, path));
    console.log(relative(process.cwd(), path));
  }
  return 0;
});

async function take(scope: Scope, picture: Picture, path: string): Promise<void> {
  const manager = picture.needsManager ? await startLocalManager({ patience }) : undefined;
  scope.defer(() => manager?.stop());
  // Installed and not loaded from its folder: a development host says so in the title of its window.
  const standard = { vsix: testVsix, viewport: { width: 1280, height: 800 } };
  const workbench = await openWorkbench({ ...standard, ...picture.window, manager });
  scope.defer(() => workbench.close());
  await picture.arrange(workbench);
  await withoutHover(workbench.page);
  await workbench.screenshot(path);
}

/** Takes the mouse away from whatever explains itself under it, and waits for what moves. */
async function withoutHover(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.keyboard.press('Escape');
  await page.locator('.workbench-hover-container').waitFor({ state: 'hidden' });
  await page.locator('.monaco-progress-container.active').first().waitFor({ state: 'hidden' });
}
