import { pathToFileURL } from 'node:url';
import type { runPackageSuite, runTypingSuite, runWorkbenchSuite } from '../../test/e2e/run.js';
import { repositoryPath } from '../../test/host/repositoryPath.js';
import { packProductionBuild } from '../packaging/packProductionBuild.js';
import type { Phase } from './phase.js';
import { withSecondTry } from './secondTry.js';

interface WorkbenchSuites {
  readonly runWorkbenchSuite: typeof runWorkbenchSuite;
  readonly runPackageSuite: typeof runPackageSuite;
  readonly runTypingSuite: typeof runTypingSuite;
}

/** Mouse and keyboard in the window, with the extension loaded from its folder. */
export const workbenchPhase: Phase = {
  name: 'workbench',
  title: 'Workbench tests with mouse and keyboard',
  run: withSecondTry(async context => (await suites()).runWorkbenchSuite(context)),
};

/** Queries written with completion alone; on request, because it takes minutes. */
export const typingPhase: Phase = {
  name: 'typing',
  title: 'Published queries typed into the window',
  run: async context => (await suites()).runTypingSuite(context),
};

/** The VSIX that users would get, installed into a clean VS Code and used. */
export const packagePhase: Phase = {
  name: 'package',
  title: 'The packaged extension in a clean VS Code',
  run: async context => {
    const { files, bytes } = await packProductionBuild();
    context.print(`${files.length} files, ${Math.round(bytes / 1000)} kB`);
    return withSecondTry(async each => (await suites()).runPackageSuite(each))(context);
  },
};

let runs = 0;

/**
 * The suites are a bundle of their own, because they import every test file. It is read anew for each run, so that the files
 * describe their tests again.
 */
async function suites(): Promise<WorkbenchSuites> {
  const { href } = pathToFileURL(repositoryPath('out', 'e2e', 'run.js'));
  const module: unknown = await import(`${href}?run=${(runs += 1)}`);
  return module as WorkbenchSuites;
}
