import { mkdir } from 'node:fs/promises';
import { repositoryPath } from '../host/repositoryPath.js';
import { openWorkbench, type OpenWorkbenchOptions } from './openWorkbench.js';
import type { Workbench } from './workbench.js';

/**
 * Gives the tests of the enclosing `describe` one window, closed after them.
 * What a failed test left on the screen is kept as a picture in `out/failures/`, and what the editors show is printed.
 * @param options called before the first test, so that they can name a manager started by an earlier hook
 */
export function useWorkbench(options: () => OpenWorkbenchOptions): () => Workbench {
  let workbench: Workbench | undefined;
  before('open the window', async () => {
    workbench = await openWorkbench(options());
  });
  afterEach('picture of a failure', async function () {
    if (this.currentTest?.state !== 'failed' || !workbench) return;
    const folder = repositoryPath('out', 'failures');
    await mkdir(folder, { recursive: true });
    await workbench.screenshot(`${folder}/${this.currentTest.fullTitle().replace(/[^\w]+/g, '-')}.png`);
    console.log(await workbench.page.locator('.part.editor').innerText());
  });
  after('close the window', () => workbench?.close());
  return () => {
    if (!workbench) throw new Error('The window is open only while tests run');
    return workbench;
  };
}
