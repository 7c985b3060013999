import type { FaultyProxy } from '../../packages/manager/test/faultyProxy.js';
import type { LocalManager } from '../support/startLocalManager.js';
import { keepFailure } from './keepFailure.js';
import { openWorkbench, type OpenWorkbenchOptions, type WindowOptions } from './openWorkbench.js';
import { SharedWindow, type SharedWindowOptions } from './sharedWindow.js';
import type { Workbench } from './workbench.js';

/** Of this run; the bundle of the suites is read anew for the next one. */
const shared = new SharedWindow();

/** Stops in the end what the suites shared; call it where mocha's root hooks are. */
export function closeSharedWindow(): void {
  after('close the shared window', () => shared.close());
}

/**
 * Gives the tests of the enclosing `describe` the manager that all suites share, behind a proxy that works again before
 * each suite.
 * They make the records that they change, with names of their own, and take away what others could stumble over.
 */
export function useManager(): { manager: () => LocalManager; proxy: () => FaultyProxy } {
  let parts: Awaited<ReturnType<SharedWindow['connection']>> | undefined;
  before('the manager of all suites', async function () {
    // As long as a manager may take to start on a busy machine.
    this.timeout(200_000);
    parts = await shared.connection();
    await parts.proxy.heal();
  });
  const running = () => {
    if (!parts) throw new Error('The manager runs only while tests run');
    return parts;
  };
  return { manager: () => running().manager, proxy: () => running().proxy };
}

/** Gives the tests of the enclosing `describe` a window on the server that all suites share, closed after them. */
export function useWorkbench(options: () => SharedWindowOptions = () => ({})): () => Workbench {
  return useWindow(() => shared.open(options()));
}

/**
 * Gives the tests of the enclosing `describe` the window of the suites before it that called this, which saves a start of 10 s
 * of processor time. For suites that do not mind which rows of a tree are expanded and what was done before.
 * @param files of the workspace folder, beside those of other suites
 */
export function useKeptWorkbench(files: () => WindowOptions['files'] = () => ({})): () => Workbench {
  return useWindow(
    () => shared.openKept(files()),
    (window, hasFailed) => shared.keep(window, hasFailed),
  );
}

/**
 * Gives the tests of the enclosing `describe` a VS Code of their own, closed after them. It costs a start of 10 s of
 * processor time, so whoever calls this says why.
 * @param options called before the first test, so that they can name a manager started by an earlier hook
 */
export function useOwnWorkbench(options: () => OpenWorkbenchOptions): () => Workbench {
  return useWindow(() => openWorkbench(options()));
}

function useWindow(
  open: () => Promise<Workbench>,
  leave = (left: Workbench, _hasFailed: boolean): Promise<void> => left.close(),
): () => Workbench {
  let window: Workbench | undefined;
  let hasBegun = false;
  const keep = async (title: string) => {
    const { proxy } = await shared.connection();
    if (window) await keepFailure({ window, title, requests: proxy.seen });
  };
  before('open the window', async function () {
    this.timeout(120_000);
    window = await open();
  });
  beforeEach(() => {
    hasBegun = true;
  });
  afterEach('what a failed test left', async function () {
    if (this.currentTest?.state === 'failed') await keep(this.currentTest.fullTitle());
  });
  after('leave the window', async function () {
    this.timeout(60_000);
    // No test begins when a hook before the first one failed.
    if (!hasBegun) await keep(this.test?.parent?.fullTitle() ?? '');
    if (window) await leave(window, !hasPassed(this.test?.parent));
    window = undefined;
  });
  return () => {
    if (!window) throw new Error('The window is open only while tests run');
    return window;
  };
}

/** Whether all tests of a suite passed; those after a failed hook did not. */
function hasPassed(suite: Mocha.Suite | undefined): boolean {
  let passed = suite !== undefined;
  suite?.eachTest(test => (passed &&= test.state === 'passed' || test.isPending()));
  return passed;
}
