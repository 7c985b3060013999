import { loadMocha } from '../support/mochaRun.js';
import type { SuiteReport } from '../support/suiteReport.js';
import { closeSharedWindow } from './useWorkbench.js';

export interface WindowSuiteOptions {
  readonly grep?: string;
  readonly print: (line: string) => void;
}

/** Runs the suites that were loaded. */
export type RunSuites = () => Promise<SuiteReport>;

const timeout = 120_000;
/** Every process and folder of a run listens for the end of this process, to go with it; ten is what Node warns at. */
const mostListeners = 50;

/** Loads every `*.e2e.ts` of this folder: mouse and keyboard in a real workbench, over trees and documents. */
export function loadWindowSuites(options: WindowSuiteOptions): Promise<RunSuites> {
  return loadSuites(options, () => import('glob:*.e2e.ts'));
}

/** Loads every `visuals/*.e2e.ts`: mouse and keyboard over results of queries and pictures of records. */
export function loadVisualSuites(options: WindowSuiteOptions): Promise<RunSuites> {
  return loadSuites(options, () => import('glob:visuals/*.e2e.ts'));
}

/** Loads every `*.deep.ts` below this folder: windows with much in them, with starts of their own, or closed too early. */
export function loadDeepWindowSuites(options: WindowSuiteOptions): Promise<RunSuites> {
  return loadSuites(options, () => import('glob:**/*.deep.ts'));
}

/** Loads every `*.typed.ts` of this folder: whole queries written key by key, which takes minutes. */
export function loadTypingSuite(options: WindowSuiteOptions): Promise<RunSuites> {
  return loadSuites(options, () => import('glob:*.typed.ts'));
}

function loadSuites(options: WindowSuiteOptions, importSuites: () => Promise<unknown>): Promise<RunSuites> {
  process.setMaxListeners(mostListeners);
  const load = async (): Promise<void> => {
    closeSharedWindow();
    await importSuites();
  };
  return loadMocha({ ...options, timeout, load });
}
