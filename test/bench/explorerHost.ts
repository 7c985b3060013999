import { repositoryPath } from '../host/repositoryPath.js';
import { runExtensionTests } from '../host/runExtensionTests.js';
import type { Scope } from '../host/scope.js';
import type { SuiteReport } from '../support/suiteReport.js';

/** Memory of the extension host above what it had before the tree was read, in bytes. */
export interface HostMemory extends SuiteReport {
  /** The most that the process had at any moment. */
  readonly peak: number;
  /** What the process keeps when the tree has been read, searched and filtered. */
  readonly kept: number;
  /** What of it are objects and buffers; the rest is room that the process has not given back. */
  readonly keptObjects: number;
  /** The pages of V8's heap, with the room between objects. */
  readonly keptHeap: number;
  /** As `kept`, half a minute later. */
  readonly keptLater: number;
}

/** Reads the tree of a manager in the extension host of a fresh VS Code, as a user who filters it does. */
export async function measureHostMemory(scope: Scope, managerUrl: string): Promise<HostMemory> {
  const report = await runExtensionTests(scope, {
    developmentPath: repositoryPath(),
    testsPath: repositoryPath('out', 'bench', 'hostMemory.cjs'),
    env: { NETSENSOR_URL: managerUrl, NETSENSOR_API_KEY: 'bench' },
    timeout: 120_000,
    print: () => undefined,
  });
  return report as HostMemory;
}
