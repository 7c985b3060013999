import written from './dataSources.json';

/** A data source of the query endpoint (contract 002, Data sources). */
export type DataSource = keyof typeof written;

/** All data sources. */
export const dataSourceNames = Object.keys(written) as DataSource[];

/** Whether a text names one of the data sources. */
export const isDataSource = (name: string): name is DataSource =>
  dataSourceNames.some(known => known === name);

/** One documented way to aggregate a data source: the three fields go together. */
export interface AggregationTriple {
  readonly type: 'longSum' | 'min' | 'max';
  readonly name: string;
  readonly fieldName: string;
  readonly description: string;
}

/** A part of what is written about each data source. */
function ofEach<Part>(
  part: 'description' | 'dimensions' | 'aggregations',
): Readonly<Record<DataSource, Part>> {
  const entries = dataSourceNames.map(name => [name, written[name][part]]);
  return Object.fromEntries(entries) as Readonly<Record<DataSource, Part>>;
}

/** What each data source holds (contract 002, Data sources). */
export const dataSources = ofEach<string>('description');

/** The dimensions of each data source (contract 002, Dimensions). */
export const dimensions = ofEach<readonly string[]>('dimensions');

/** The aggregations of each data source; none are documented for rb_state (contract 002, Aggregations per data source). */
export const aggregationTriples = ofEach<readonly AggregationTriple[]>('aggregations');

/**
 * Dimensions that hold the name of a domain, by its `domain_type`; those that hold its uuid end in `_uuid` (contracts 001
 * and 002).
 */
export const domainDimensions: Readonly<Record<number, string>> = {
  2: 'organization',
  3: 'market',
  4: 'campus',
  5: 'building',
  6: 'service_provider',
  7: 'deployment',
  101: 'floor',
};
