import { join } from 'node:path';
import { druidEditions, newestEdition } from '../../tools/druid/druidEditions.js';
import { loadCluster } from '../../tools/druid/loadCluster.js';
import { startCluster, type ClusterAddresses } from '../../tools/druid/startCluster.js';
import type { RunningManager } from '../../packages/manager/src/cli/startManager.js';
import { repositoryPath } from '../host/repositoryPath.js';
import type { Scope } from '../host/scope.js';

/** A cluster as it would run for people: the whole compiler, and both cores for queries. */
const java = ['-XX:TieredStopAtLevel=4', '-Ddruid.processing.numThreads=2'];

export interface FlowClusterOptions {
  readonly folder: string;
  readonly scope: Scope;
}

/** Brings up the newest Druid, and loads the flows of a manager into it. */
export async function startFlowCluster(
  { database }: RunningManager,
  { folder, scope }: FlowClusterOptions,
): Promise<ClusterAddresses> {
  const print = (line: string): void => console.error(line);
  const services = ['coordinator', 'indexer', 'historical', 'broker'] as const;
  const edition = druidEditions[newestEdition];
  const cluster = await startCluster({ edition, folder, services, java, scope, print });
  await database.writeAnalytics(async session => {
    for (const other of ['rb_event', 'rb_monitor', 'rb_state']) await session.run(`DELETE FROM ${other}`);
  });
  await loadCluster(database, cluster, { folder, scope, print });
  return cluster;
}

/** Arguments that make Node serve a manager whose data queries a cluster answers. */
export const serveOnCluster = (broker: string, folder: string): string[] => [
  repositoryPath('out', 'localManager.js'),
  '--json',
  '--port',
  '0',
  '--data',
  join(folder, 'manager'),
  '--history',
  '0',
  '--druid',
  broker,
];
