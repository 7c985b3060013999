import { dataSourceNames, type DataSource } from 'netsensor-contract/query/dataSources';
import type { Stretch } from 'netsensor-contract/query/timeRange';
import { QueryProblem } from '../http/errors.js';
import type { Cluster } from './connection/cluster.js';
import { timeBoundary } from './timeBoundary.js';

/** Milliseconds after which what was found out is asked again. */
const longestKnown = 30_000;

/** What a data source is called in a cluster. @param names those that are called otherwise there */
export const nameInCluster = (names: ReadonlyMap<DataSource, string>, source: DataSource): string =>
  names.get(source) ?? source;

/** What is known of the data sources in a cluster, and asked for when it is needed. */
export class ClusterSources {
  private readonly extents = new Map<string, { readonly until: number; readonly extent: Promise<Stretch> }>();
  private reading: Promise<ReadonlySet<string>> | undefined;

  constructor(
    private readonly cluster: Pick<Cluster, 'dataSources' | 'readDataSources' | 'askJson'>,
    private readonly names: ReadonlyMap<DataSource, string>,
  ) {}

  /** What a data source is called in the cluster. */
  nameOf(source: DataSource): string {
    return nameInCluster(this.names, source);
  }

  /** What the cluster was found to have besides, by its names there. */
  get others(): string[] {
    const named = new Set(dataSourceNames.map(source => this.nameOf(source)));
    return [...this.cluster.dataSources].filter(name => !named.has(name)).toSorted();
  }

  /** Whether the cluster has a data source. @throws as `Cluster.ask` */
  async has(source: DataSource): Promise<boolean> {
    const name = this.nameOf(source);
    return this.cluster.dataSources.has(name) || (await this.readNames()).has(name);
  }

  /** Asks once for all who want to know it meanwhile: each query about a data source that is missing does. */
  private readNames(): Promise<ReadonlySet<string>> {
    return (this.reading ??= this.cluster.readDataSources().finally(() => (this.reading = undefined)));
  }

  /** @throws QueryProblem with one sentence for a data source that the cluster has not */
  async require(source: DataSource): Promise<void> {
    if (await this.has(source)) return;
    const name = this.nameOf(source);
    throw new QueryProblem(
      name === source
        ? `The cluster has no data source ${source}: it is called otherwise there (--data-source), or the historicals that hold it are gone.`
        : `The cluster has no data source ${name}, which --data-source names for ${source}, or the historicals that hold it are gone.`,
    );
  }

  /** From when to when there are rows in a data source; empty where there are none. @throws as `timeBoundary` */
  extent(source: DataSource): Promise<Stretch> {
    const dataSource = this.nameOf(source);
    const known = this.extents.get(dataSource);
    if (known && known.until > performance.now()) return known.extent;
    const extent = this.askExtent(dataSource);
    this.extents.set(dataSource, { until: performance.now() + longestKnown, extent });
    extent.catch(() => this.extents.delete(dataSource));
    return extent;
  }

  private async askExtent(dataSource: string): Promise<Stretch> {
    const ask = (query: object): Promise<unknown> =>
      this.cluster.askJson({ method: 'POST', path: '/druid/v2', body: JSON.stringify(query) });
    const span = await timeBoundary(ask, dataSource);
    return span ? { start: span.first, end: span.last + 1 } : { start: 0, end: 0 };
  }
}
