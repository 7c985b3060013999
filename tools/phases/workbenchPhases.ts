import { pathToFileURL } from 'node:url';
import type * as windowSuites from '../../test/e2e/run.js';
import { installWorkbench } from '../../test/host/installWorkbench.js';
import { repositoryPath } from '../../test/host/repositoryPath.js';
import type { Vsix } from '../packaging/buildVsix.js';
import { packProductionBuild } from '../packaging/packProductionBuild.js';
import type { Phase, PhaseContext } from './phase.js';
import { withSecondTry } from './secondTry.js';

/** Mouse and keyboard in the window, with the extension that users would install. */
export const windowPhase: Phase = {
  name: 'window',
  title: 'Window tests with mouse and keyboard',
  run: onThePackage((suites, context) => suites.loadWindowSuites(context)),
};

/** Results of queries and pictures of records, in a window of their own beside the other one. */
export const visualsPhase: Phase = {
  name: 'visuals',
  title: 'Window tests of results and pictures',
  run: onThePackage((suites, context) => suites.loadVisualSuites(context)),
};

/** What is in the VSIX, and how large it is; the windows use it. */
export const packagePhase: Phase = {
  name: 'package',
  title: 'The contents of the package',
  run: async ({ print }) => {
    const { files, bytes } = await pack();
    print(`${files.length} files, ${Math.round(bytes / 1000)} kB`);
    return { passed: 1, failed: 0, skipped: 0 };
  },
};

/** Windows with thousands of records in them, with starts of their own, or closed in the middle of a change; for `npm run test:deep`. */
export const deepWindowPhase: Phase = {
  name: 'scale',
  title: 'Window tests in depth',
  run: onThePackage((suites, context) => suites.loadDeepWindowSuites(context)),
};

/** Queries written with completion alone; on request, because it takes minutes. */
export const typingPhase: Phase = {
  name: 'typing',
  title: 'Published queries typed into the window',
  run: onThePackage((suites, context) => suites.loadTypingSuite(context)),
};

let packed: Promise<Vsix> | undefined;

/** Packs once, whichever phase asks first. @throws {Failure} when the VSIX holds what does not belong there, or is too large */
const pack = (): Promise<Vsix> => (packed ??= packProductionBuild());

let loading: Promise<unknown> = Promise.resolve();

function onThePackage(
  load: (suites: typeof windowSuites, context: PhaseContext) => Promise<windowSuites.RunSuites>,
): Phase['run'] {
  return withSecondTry(async context => {
    await Promise.all([pack(), installWorkbench()]);
    const loaded = loading.then(async () => load(await suites(), context));
    loading = loaded.catch(() => undefined);
    return (await loaded)();
  });
}

let runs = 0;

/**
 * The suites are a bundle of their own, because they import every test file. It is read anew for each run, so that the files
 * describe their tests again.
 */
async function suites(): Promise<typeof windowSuites> {
  const { href } = pathToFileURL(repositoryPath('out', 'e2e', 'run.js'));
  const module: unknown = await import(`${href}?run=${(runs += 1)}`);
  return module as typeof windowSuites;
}
