import type { Database } from '../../store/database.js';
import { Cluster } from '../connection/cluster.js';
import { readClusterAccess, type Environment } from '../connection/clusterAccess.js';
import type { DruidOptions } from '../connection/druidOptions.js';
import { ingest, type IngestRun } from './ingest.js';
import type { IngestOptions } from './ingestOptions.js';
import { Overlord } from './overlord.js';
import { folderInputs, inlineInputs } from './taskInputs.js';

export interface IngestRequest extends IngestOptions {
  readonly druid: DruidOptions;
  /** Where credentials are looked for when no file has them. */
  readonly environment: Environment;
}

/** Loads all analytics rows of a database into the cluster that a command line names. @throws as `ingest` and `readClusterAccess` */
export async function ingestIntoCluster(
  database: Database,
  { druid, environment, overlord: named, folder, mayReplace }: IngestRequest,
  run: IngestRun,
): Promise<void> {
  const access = await readClusterAccess(druid, environment);
  const cluster = new Cluster(access);
  const overlord = new Overlord(named ?? access.addresses[0] ?? '', access);
  const inputs = folder === undefined ? inlineInputs : folderInputs(folder);
  const { dataSources } = access;
  try {
    await ingest(database, { cluster, overlord, dataSources, inputs, mayReplace }, run);
  } finally {
    await Promise.all([cluster.close(), overlord.close()]);
  }
}
