import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { openDataFolder } from '../src/store/dataFolder.js';
import { createStores } from '../src/managerStore.js';
import type { FaultPlanInput } from '../src/variety/faults/faultPlan.js';
import { temporaryFolder, type TemporaryFolder } from '../../../test/host/temporaryFolder.js';
import type { LocalManager } from '../../../test/support/startLocalManager.js';
import { buildManagerProgram, type ManagerProgram } from './managerProcess.js';

/** A manager as a process of its own, over one folder without traffic; each test of the suite starts it as it needs it. */
export function useManagerProcess() {
  let program: ManagerProgram;
  let folder: TemporaryFolder;
  let manager: LocalManager;
  let messages = '';

  beforeAll(async () => {
    program = await buildManagerProgram();
    folder = await temporaryFolder('shutdown');
    const database = await openDataFolder(folder.path, { fresh: false });
    await createStores(database, { history: 0 });
    await database.close();
  });
  afterEach(() => manager.stop());
  afterAll(async () => {
    await program.remove();
    folder.remove();
  });

  return {
    start: async (rules: FaultPlanInput['rules'] = []): Promise<void> => {
      const plan = join(folder.path, 'plan.json');
      await writeFile(plan, JSON.stringify({ rules }));
      messages = '';
      manager = await program.start({
        dataDir: folder.path,
        moreArguments: ['--log', '--faults', plan],
        onMessage: message => (messages += message),
      });
    },
    manager: () => manager,
    messages: () => messages,
    folder: () => folder.path,
    program: () => program.path,
    closed: async () => (await once(manager.process, 'close')) as [number | null, string | null],
    /** Sends a request that takes long; the manager has it when a later one on the same way was answered. */
    askSlowly: async (path: string) => {
      const url = (of: string) => `${manager.url}${of}?auth_token=${manager.apiKey}`;
      const pending = fetch(url(path)).then(
        async response => [response.status, (await response.text()).length > 0],
        () => 'broken' as const,
      );
      await fetch(url('/api/v1/inventory/tags')).then(answer => answer.text());
      return { pending };
    },
  };
}
