import { runMocha } from '../support/mochaRun.js';
import type { SuiteReport } from '../support/suiteReport.js';
import { closeSharedWindow } from './useWorkbench.js';

export interface WindowSuiteOptions {
  readonly grep?: string;
  readonly print: (line: string) => void;
}

const timeout = 120_000;
/** Every process and folder of a run listens for the end of this process, to go with it; ten is what Node warns at. */
const mostListeners = 50;

/** Runs every `*.e2e.ts` below this folder: mouse and keyboard in a real workbench. */
export function runWindowSuites(options: WindowSuiteOptions): Promise<SuiteReport> {
  return runSuites(options, () => import('glob:.e2e.ts'));
}

/** Runs every `*.deep.ts` below this folder: windows with much in them, with starts of their own, or closed too early. */
export function runDeepWindowSuites(options: WindowSuiteOptions): Promise<SuiteReport> {
  return runSuites(options, () => import('glob:.deep.ts'));
}

/** Runs every `*.typed.ts` below this folder: whole queries written key by key, which takes minutes. */
export function runTypingSuite(options: WindowSuiteOptions): Promise<SuiteReport> {
  return runSuites(options, () => import('glob:.typed.ts'));
}

function runSuites(options: WindowSuiteOptions, importSuites: () => Promise<unknown>): Promise<SuiteReport> {
  process.setMaxListeners(mostListeners);
  const load = async (): Promise<void> => {
    closeSharedWindow();
    await importSuites();
  };
  return runMocha({ ...options, timeout, load });
}
