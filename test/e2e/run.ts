import { runMocha } from '../support/mochaRun.js';
import type { SuiteReport } from '../support/suiteReport.js';

export interface WorkbenchSuiteOptions {
  readonly grep?: string;
  readonly print: (line: string) => void;
}

/** Runs every `*.e2e.ts` below this folder: mouse and keyboard in a real workbench. */
export function runWorkbenchSuite(options: WorkbenchSuiteOptions): Promise<SuiteReport> {
  return runMocha({ ...options, timeout: 120_000, load: () => import('glob:.e2e.ts') });
}

/** Runs every `*.vsix.ts` below this folder: a packaged extension, installed and used. */
export function runPackageSuite(options: WorkbenchSuiteOptions): Promise<SuiteReport> {
  return runMocha({ ...options, timeout: 120_000, load: () => import('glob:.vsix.ts') });
}

/** Runs every `*.typed.ts` below this folder: whole queries written key by key, which takes minutes. */
export function runTypingSuite(options: WorkbenchSuiteOptions): Promise<SuiteReport> {
  return runMocha({ ...options, timeout: 120_000, load: () => import('glob:.typed.ts') });
}
