import { Scope } from '../host/scope.js';
import { repositoryPath } from '../host/repositoryPath.js';
import { runExtensionTests } from '../host/runExtensionTests.js';
import type { SuiteReport } from '../support/suiteReport.js';
import { startLocalManager } from '../support/startLocalManager.js';

/** What saving a record costs in the editor, in turns. Times in milliseconds. */
export interface HostSaves extends SuiteReport {
  /** `document.save()` of a record: VS Code's own part, ours, and the three requests. */
  readonly saves: readonly number[];
  /** The same three requests by a client that does nothing else, in the same process. */
  readonly bareRequests: readonly number[];
  /** `document.save()` of the same text in a file system that only keeps it: VS Code's own part. */
  readonly emptySaves: readonly number[];
}

/** Saves a rack again and again in a fresh VS Code, as Ctrl+S does. */
export async function measureHostSaves(rounds: number): Promise<HostSaves> {
  const manager = await startLocalManager();
  const scope = new Scope();
  try {
    const report = await runExtensionTests(scope, {
      developmentPath: repositoryPath(),
      testsPath: repositoryPath('out', 'bench', 'hostSaves.cjs'),
      env: {
        NETSENSOR_URL: manager.url,
        NETSENSOR_API_KEY: manager.apiKey,
        NETSENSOR_BENCH_ROUNDS: String(rounds),
      },
      timeout: 300_000,
      print: () => undefined,
    });
    return report as HostSaves;
  } finally {
    await scope.close();
    await manager.stop();
  }
}
