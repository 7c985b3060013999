import { afterEach } from 'vitest';
import { startClusterManager, type ClusterManager } from './clusterManager.js';
import { answering, startFakeBroker, type FakeBroker, type FakeBrokerOptions } from './fakeBroker.js';

/** What brokers answer unless a test says otherwise. */
export const rows = '[{"timestamp":"2026-11-18T00:00:00.000Z","result":{"flows":1}}]';

/** Brokers and managers of a test, which are stopped after it; `stopping` takes what a test started otherwise. */
export function useCluster() {
  const stopping: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const stop of stopping.splice(0).reverse()) await stop();
  });
  const brokerWith = async (options: FakeBrokerOptions = {}): Promise<FakeBroker> => {
    const broker = await startFakeBroker(options);
    stopping.push(() => broker.stop().catch(() => undefined));
    broker.answer = answering(rows);
    return broker;
  };
  const managerOf = async (options: Parameters<typeof startClusterManager>[0]): Promise<ClusterManager> => {
    const manager = await startClusterManager(options);
    stopping.push(manager.stop);
    return manager;
  };
  return { stopping, brokerWith, managerOf };
}
