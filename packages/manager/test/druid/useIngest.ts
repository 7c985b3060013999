import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { ingestIntoCluster, type IngestRequest, type IngestRun } from '../../src/druid/ingest/ingest.js';
import { managerWithRows, type HandRow } from '../smallTable.js';
import { startFakeCluster, type Behaviour } from './fakeCluster.js';

export type FakeCluster = Awaited<ReturnType<typeof startFakeCluster>>;

interface LoadOptions extends Partial<IngestRequest> {
  readonly behaviour?: Behaviour;
  readonly pacing?: IngestRun['pacing'];
}

/** A manager with rows, and a cluster of its own for each load of them, which is stopped after the test. */
export function useIngest(rows: readonly HandRow[]) {
  let manager: Awaited<ReturnType<typeof managerWithRows>>;
  let cluster: FakeCluster | undefined;
  beforeAll(async () => {
    manager = await managerWithRows(rows);
  });
  afterEach(() => cluster?.stop());
  afterAll(() => manager.stop());

  const start = async (behaviour?: Behaviour): Promise<FakeCluster> =>
    (cluster = await startFakeCluster(behaviour));
  const load = async (
    { behaviour, pacing, ...request }: LoadOptions = {},
    stopping = new AbortController(),
  ) => {
    const { address, tasks } = await start(behaviour);
    const said: string[] = [];
    const files = { ca: undefined, pair: undefined, credentials: undefined };
    const druid = { addresses: [address], dataSources: new Map(), ...files };
    const asked = { druid, environment: {}, mayReplace: false, overlord: undefined, folder: undefined };
    const progress = (line: string) => said.push(line);
    const run = { progress, signal: stopping.signal, ...(pacing && { pacing }) };
    await ingestIntoCluster(manager.database, { ...asked, ...request }, run);
    return { said, tasks };
  };
  return {
    start,
    load,
    /** The one of the test. */
    cluster: (): FakeCluster => cluster ?? expect.fail(),
    database: () => manager.database,
  };
}
