import { dataSourceNames } from 'netsensor-contract/query/dataSources';
import { isRecord } from 'netsensor-contract/text/looseValues';
import { eras, type EraName } from '../dataQuery/eras.js';
import type { DataEngine } from '../dataQuery/dataEngine.js';
import type { ColumnsOfSources } from '../dataQuery/sql/sourceColumns.js';
import type { Database } from '../store/database.js';
import { clusterEngine } from './clusterEngine.js';
import { ClusterSources } from './clusterSources.js';
import { Cluster } from './connection/cluster.js';
import { readClusterAccess, type Environment } from './connection/clusterAccess.js';
import { ClusterForbids } from './connection/clusterProblem.js';
import type { DruidOptions } from './connection/druidOptions.js';
import { nativeWords } from './translate/nativeWords.js';

/** What is beside the cluster, and who is told about it. */
export interface ClusterSetup {
  readonly database: Database;
  readonly columns: ColumnsOfSources;
  /** What clients get; as the cluster answers when left out. */
  readonly era: EraName | undefined;
  readonly environment: Environment;
  readonly progress: (sentence: string) => void;
}

/** A cluster that answers data queries as an era. */
export interface OpenedCluster {
  readonly engine: DataEngine;
  readonly era: EraName;
}

/**
 * Finds out what the cluster is and has, and says so.
 * @throws Error with one sentence when no broker can be asked, or refuses the manager
 */
export async function openCluster(options: DruidOptions, setup: ClusterSetup): Promise<OpenedCluster> {
  const access = await readClusterAccess(options, setup.environment, setup.progress);
  const cluster = new Cluster(access);
  try {
    await cluster.look();
    const sources = new ClusterSources(cluster, access.dataSources);
    // Only routers and brokers know data sources; the other services answer much of what follows.
    await cluster.readDataSources();
    const version = await versionOf(cluster);
    const ownEra = await eraOf(cluster, sources);
    await introduce({ cluster, sources, version, ownEra }, setup);
    cluster.onDidChange = setup.progress;
    const era = setup.era ?? ownEra;
    const { database, columns } = setup;
    const words = nativeWords(version);
    const shapes = { era: eras[era], ownEra: eras[ownEra] };
    return { engine: clusterEngine({ cluster, sources, words, ...shapes, database, columns }), era };
  } catch (error) {
    await cluster.close();
    throw error;
  }
}

const unknownVersion = 'of unknown version';

/** The version, which takes a right of its own to read; whoever may only read data sources can be served without. */
async function versionOf(cluster: Cluster): Promise<string> {
  const status = await cluster.askJson({ method: 'GET', path: '/status' }).catch((error: unknown) => {
    if (error instanceof ClusterForbids) return undefined;
    throw error;
  });
  return isRecord(status) && typeof status['version'] === 'string' ? status['version'] : unknownVersion;
}

/** Keeps no row in any version. */
const keepsNothing = { type: 'selector', dimension: 'netsensor_no_such_dimension', value: 'none' };

/** The sum of no rows tells the eras apart: none at all, 0, or null (field notes §2.11). */
async function eraOf(cluster: Cluster, sources: ClusterSources): Promise<EraName> {
  const body = JSON.stringify({
    queryType: 'timeseries',
    dataSource: readableSource(cluster, sources),
    filter: keepsNothing,
    granularity: 'all',
    intervals: ['2000-01-01T00:00:00.000Z/2000-01-02T00:00:00.000Z'],
    aggregations: [{ type: 'longSum', name: 'sum', fieldName: 'events' }],
  });
  const answer = await cluster.askJson({ method: 'POST', path: '/druid/v2', body });
  const [row] = Array.isArray(answer) ? (answer as unknown[]) : [];
  if (!isRecord(row) || !isRecord(row['result'])) return '0.8';
  return row['result']['sum'] === null ? '31' : '28';
}

/**
 * A name that the manager may ask about: rights are checked by name, whether there are rows or not, and brokers list only what
 * may be read. Where they list nothing, the rights may still be there before the rows.
 */
function readableSource({ dataSources }: Cluster, sources: ClusterSources): string {
  const own = dataSourceNames.map(source => sources.nameOf(source));
  const found = [...own, ...dataSources].find(name => dataSources.has(name));
  return found ?? sources.nameOf('rb_flow');
}

interface Found {
  readonly cluster: Cluster;
  readonly sources: ClusterSources;
  readonly version: string;
  readonly ownEra: EraName;
}

/** Names that are listed at most. */
const mostShown = 10;

/** Says which brokers, which version and which data sources there are. */
async function introduce(
  { cluster, sources, version, ownEra }: Found,
  { era = ownEra, progress }: ClusterSetup,
): Promise<void> {
  const serving = cluster.health.filter(({ problem }) => problem === undefined);
  const nulls = eras[ownEra].sqlNulls ? 'as in SQL' : 'of the old kind';
  const places = serving.map(({ name }) => name).join(', ');
  progress(`Druid ${version} at ${places} answers data queries; its nulls are ${nulls}.`);
  if (version === unknownVersion) {
    progress(
      'Queries are written as for Druid 28 and later; to read the version, the user of the manager needs READ on STATE.',
    );
  }
  for (const { name, problem } of cluster.health) if (problem !== undefined) progress(`${name} ${problem}.`);
  if (eras[era].sqlNulls !== eras[ownEra].sqlNulls) {
    progress(
      `--druid-era ${era} changes how failures and empty results look; nulls stay those of the cluster.`,
    );
  }
  const has = await Promise.all(dataSourceNames.map(source => sources.has(source)));
  const titled = dataSourceNames.map(source => {
    const name = sources.nameOf(source);
    return name === source ? source : `${source} (there ${name})`;
  });
  const listed = (wanted: boolean) => titled.filter((_title, index) => has[index] === wanted).join(', ');
  progress(`Data sources in the cluster: ${listed(true) || 'none'}; missing: ${listed(false) || 'none'}.`);
  const { others } = sources;
  const missing = dataSourceNames.find((_source, index) => !has[index]);
  if (missing === undefined || others.length === 0) return;
  const shown = [...others.slice(0, mostShown), ...(others.length > mostShown ? ['…'] : [])].join(', ');
  progress(`It also has ${shown}; where one of them is ${missing}, say --data-source ${missing}=<name>.`);
}
