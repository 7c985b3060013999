import { repositoryPath } from '../host/repositoryPath.js';
import { runExtensionTests } from '../host/runExtensionTests.js';
import type { Scope } from '../host/scope.js';
import type { SuiteReport } from '../support/suiteReport.js';

/** Memory of the extension host when nothing is left to be collected, in bytes. */
export interface UsedMemory {
  /** Objects and buffers. */
  readonly objects: number;
  /** The whole process, with room that it has not given back. */
  readonly process: number;
}

/** What documents leave behind in the extension host once they are closed. */
export interface ClosingMemory extends SuiteReport {
  readonly before: UsedMemory;
  /** After 200 records, then 20 lists, then a subtree of 100,000 nodes. */
  readonly afterRecords: UsedMemory;
  readonly afterLists: UsedMemory;
  readonly after: UsedMemory;
  /** The most that the process used at any time, in bytes. */
  readonly peak: number;
}

/** A manager whose documents are opened. */
export interface ClosingOptions {
  readonly managerUrl: string;
  /** Milliseconds without work before the process is measured. */
  readonly idle: number;
}

/** Opens and closes documents of a manager in the extension host of a fresh VS Code. */
export async function measureClosing(
  scope: Scope,
  { managerUrl, idle }: ClosingOptions,
): Promise<ClosingMemory> {
  const report = await runExtensionTests(scope, {
    developmentPath: repositoryPath(),
    testsPath: repositoryPath('out', 'bench', 'hostClosing.cjs'),
    env: { NETSENSOR_URL: managerUrl, NETSENSOR_API_KEY: 'bench', NETSENSOR_BENCH_IDLE: String(idle) },
    timeout: 1_200_000,
    print: () => undefined,
  });
  return report as ClosingMemory;
}
