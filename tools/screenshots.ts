import { mkdir } from 'node:fs/promises';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { openWorkbench } from '../test/e2e/openWorkbench.js';
import { Failure } from '../test/host/failure.js';
import { repositoryPath } from '../test/host/repositoryPath.js';
import { runTool } from '../test/host/runTool.js';
import type { Scope } from '../test/host/scope.js';
import { startLocalManager } from '../test/support/startLocalManager.js';
import { pictures, type Picture } from './pictures/pictures.js';

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
  for (const picture of wanted) {
    const path = `${folder}/${picture.name}.png`;
    await scope.nest(own => take(own, picture, path));
    console.log(relative(process.cwd(), path));
  }
  return 0;
});

async function take(scope: Scope, picture: Picture, path: string): Promise<void> {
  const manager = picture.needsManager ? await startLocalManager() : undefined;
  scope.defer(() => manager?.stop());
  const workbench = await openWorkbench({
    viewport: { width: 1280, height: 800 },
    ...picture.window,
    manager,
  });
  scope.defer(() => workbench.close());
  await picture.arrange(workbench);
  await workbench.screenshot(path);
}
