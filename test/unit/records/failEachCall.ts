import { expect } from 'vitest';
import { isOutcomeUnknown } from '../../../src/api/apiError.js';
import { ManagerClient } from '../../../src/api/managerClient.js';
import { isDeep } from '../../support/depth.js';
import { FaultyProxy } from '../../../packages/manager/test/faultyProxy.js';
import {
  failuresOf,
  sampleOf,
  type FailingRequest,
  type WriteFailure,
} from '../../support/requestFailures.js';
import { startTestManager } from '../../../packages/manager/test/testManager.js';

/** Something that is saved, ready to be saved. */
export interface SaveAttempt {
  /**
   * Saves it through the flow that its document uses.
   * @throws when it was not done, or when nobody can tell
   */
  readonly save: (client: ManagerClient) => Promise<void>;
  /** What a client of its own sees of it on the manager. */
  readonly look: () => Promise<unknown>;
  /** That, once it is done. */
  readonly done: unknown;
  /** Whether it is known that the change was stored, so that only reading it again can fail. */
  readonly isStored?: () => boolean;
}

/** A manager in memory behind a proxy that can fail, and two clients: one through the proxy, one that does not wait long. */
export async function startFailingManager() {
  const manager = await startTestManager({ faults: undefined });
  // Every save of a node reads the tree, and none needs one that was generated.
  await manager.database.write(async session => {
    await session.run('DELETE FROM access_points');
    await session.run('DELETE FROM sensors WHERE parent_id IS NOT NULL');
  });
  const url = await manager.app.listen({ host: '127.0.0.1', port: 0 });
  const proxy = new FaultyProxy(url);
  await proxy.start();
  const connect = (timeout: number) =>
    new ManagerClient({ address: proxy.url, key: manager.key, trust: {}, timeout, log: () => undefined });
  const patient = connect(20_000);
  const impatient = connect(250);
  return {
    access: { url, apiKey: manager.key },
    /** Asks the manager while nothing fails. */
    withClient: <T>(ask: (client: ManagerClient) => Promise<T>) => ask(patient),
    /**
     * Lets each request of a save fail in every way: afterwards the manager has it as before or as done and never between;
     * it fails when it was not done, and when it was done only with an error that says that nobody can tell; and doing it
     * again does it, once.
     * @param sample the failure of the first write that is enough where a run does not go for depth
     * @returns how many failures were tried
     */
    failEachCall: async (prepare: () => Promise<SaveAttempt>, sample?: WriteFailure): Promise<number> => {
      await proxy.heal();
      const { save } = await prepare();
      proxy.seen.length = 0;
      await save(patient);
      const requests = [...proxy.seen];
      const failures = sample && !isDeep ? sampleOf(requests, sample) : failuresOf(requests);
      for (const failure of failures) {
        await proxy.heal();
        await failOnce(await prepare(), failure);
      }
      return failures.length;
    },
    stop: async () => {
      await Promise.all([patient.close(), impatient.close()]);
      await proxy.stop();
      await manager.stop();
    },
  };

  async function failOnce({ save, look, done, isStored }: SaveAttempt, failure: FailingRequest) {
    const before = await look();
    proxy.seen.length = 0;
    proxy.fault = failure.fault;
    proxy.faultAfter = failure.index;
    proxy.faultLasts = failure.lasts ?? false;
    const error = await save(failure.isSilent ? impatient : patient).then(
      () => undefined,
      (reason: unknown) => ({ reason }),
    );
    await proxy.heal();
    const seen = await look();
    const isDone = JSON.stringify(seen) === JSON.stringify(done);
    if (!isDone) expect([seen, error !== undefined], failure.title).toEqual([before, true]);
    if (isDone && error && !isStored?.()) {
      expect(isOutcomeUnknown(error.reason), `${failure.title}: ${String(error.reason)}`).toBe(true);
    }
    if (error) await save(patient);
    expect(await look(), `after ${failure.title} and once more`).toEqual(done);
  }
}
