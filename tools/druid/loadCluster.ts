import { join } from 'node:path';
import type { DruidOptions } from '../../packages/manager/src/druid/connection/druidOptions.js';
import { ingestIntoCluster } from '../../packages/manager/src/druid/ingest/ingest.js';
import type { Database } from '../../packages/manager/src/store/database.js';
import type { Scope } from '../../test/host/scope.js';
import type { ClusterAddresses } from './startCluster.js';

/** The cluster behind an address, without names of its own or credentials. */
export const druidOf = (address: string): DruidOptions => ({
  addresses: [address],
  dataSources: new Map(),
  ca: undefined,
  pair: undefined,
  credentials: undefined,
});

export interface Loading {
  /** Of the cluster; the rows stand below it while they are loaded. */
  readonly folder: string;
  readonly scope: Scope;
  readonly print: (line: string) => void;
}

/** Loads all analytics rows of a database into an empty cluster, as `--ingest` does. */
export async function loadCluster(
  database: Database,
  { broker, coordinator }: Pick<ClusterAddresses, 'broker' | 'coordinator'>,
  { folder, scope, print }: Loading,
): Promise<void> {
  const stopping = new AbortController();
  scope.defer(() => stopping.abort());
  const request = {
    druid: druidOf(broker),
    environment: {},
    overlord: coordinator,
    folder: join(folder, 'rows'),
    mayReplace: false,
  };
  await ingestIntoCluster(database, request, { progress: print, signal: stopping.signal });
}
