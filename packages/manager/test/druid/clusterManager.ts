import type { EraName } from '../../src/dataQuery/eras.js';
import type { DruidOptions } from '../../src/druid/connection/druidOptions.js';
import { openCluster } from '../../src/druid/openCluster.js';
import { createApp } from '../../src/app.js';
import { Database } from '../../src/store/database.js';
import { createStores } from '../../src/managerStore.js';
import { present, type Json } from '../testManager.js';

export type ClusterManager = Awaited<ReturnType<typeof startClusterManager>>;

interface ClusterManagerOptions extends Partial<DruidOptions> {
  readonly addresses: readonly string[];
  readonly era?: EraName;
  readonly environment?: Readonly<Record<string, string>>;
}

/** A query that nothing is wrong with. */
export const flows = {
  queryType: 'timeseries',
  dataSource: 'rb_flow',
  granularity: 'hour',
  intervals: ['2026-11-18T00:00Z/PT12H'],
  aggregations: [{ type: 'longSum', name: 'flows', fieldName: 'events' }],
};

const makeStores = async () =>
  createStores(await Database.open(':memory:', { threads: 1 }), { now: () => present, history: 0 });

/** Records that no test of a cluster changes: made once for those of a worker, since they take longer than all else of a start. */
let made: ReturnType<typeof makeStores> | undefined;

/** A manager that listens, with generated records and a cluster for its data queries. */
export async function startClusterManager({ era, environment = {}, ...druid }: ClusterManagerOptions) {
  const said: string[] = [];
  const failures: unknown[] = [];
  const stores = await (made ??= makeStores());
  const opened = await openCluster(
    { dataSources: new Map(), ca: undefined, pair: undefined, credentials: undefined, ...druid },
    { ...stores, era, environment, progress: sentence => said.push(sentence) },
  );
  const log = { failure: (error: unknown) => failures.push(error) };
  const app = createApp(stores, log, { era: opened.era, engine: opened.engine });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const key = stores.users.administrator().authentication_token;
  const post = (query: unknown, { signal, as = key }: { signal?: AbortSignal; as?: string } = {}) =>
    fetch(`${url}/api/data?auth_token=${as}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(query),
      ...(signal && { signal }),
    });
  return {
    url,
    said,
    failures,
    stores,
    database: stores.database,
    post,
    ask: async (query: unknown, as = key) => {
      const response = await post(query, { as });
      return { status: response.status, body: (await response.json()) as Json };
    },
    get: async (path: string) => (await fetch(`${url}${path}`)).text(),
    /** As its administrator sees it. */
    health: async () => (await (await fetch(`${url}/health?auth_token=${key}`)).json()) as Json,
    stop: async () => {
      await app.close();
      await opened.engine.close();
    },
  };
}
