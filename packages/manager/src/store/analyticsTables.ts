import { dataSourceNames, dimensions, type DataSource } from 'netsensor-contract/query/dataSources';

/** The columns that a data source always has, as the manager's ingestion makes them (field notes §2.1). */
export interface AnalyticsTable {
  /** Text columns: the dimensions of the contract. */
  readonly dimensions: readonly string[];
  /** Number columns by name. */
  readonly metrics: Readonly<Record<string, 'BIGINT' | 'DOUBLE'>>;
  /** Names that hyperUnique can count, with the dimension whose distinct values they stand for. */
  readonly sketches: Readonly<Record<string, string>>;
}

/**
 * The four tables of the analytics store. Each has `"timestamp" TIMESTAMP` (UTC, rolled up to the minute), one
 * VARCHAR column per dimension (never an empty text: no value is NULL, field notes §2.9) and the metrics.
 */
export const analyticsTables: Readonly<Record<DataSource, AnalyticsTable>> = {
  rb_flow: {
    dimensions: dimensions.rb_flow,
    metrics: { events: 'BIGINT', sum_bytes: 'BIGINT', sum_pkts: 'BIGINT', sum_rssi: 'BIGINT' },
    sketches: { clients: 'client_mac', wireless_stations: 'wireless_station' },
  },
  rb_event: {
    dimensions: dimensions.rb_event,
    metrics: { events: 'BIGINT' },
    sketches: { signatures: 'msg' },
  },
  rb_monitor: {
    dimensions: dimensions.rb_monitor,
    metrics: { events: 'BIGINT', sum_value: 'DOUBLE', min_value: 'DOUBLE', max_value: 'DOUBLE' },
    sketches: {},
  },
  rb_state: {
    dimensions: dimensions.rb_state,
    metrics: { events: 'BIGINT', sum_value: 'DOUBLE', sum_wireless_tx_power: 'BIGINT' },
    sketches: { wireless_stations: 'wireless_station', wireless_channels: 'wireless_channel' },
  },
};

/** A column name as SQL text; only for names that come from a table above. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * The statements that create or empty the analytics: the four tables, what files added to them, and which of their rows
 * were made.
 */
export function createAnalyticsTables(): string[] {
  const extraColumns = `CREATE OR REPLACE TABLE analytics.extra_columns (
    source VARCHAR NOT NULL, name VARCHAR NOT NULL, "column" VARCHAR NOT NULL, sum_type VARCHAR)`;
  const filling = `CREATE OR REPLACE TABLE analytics.filling (name VARCHAR NOT NULL, value VARCHAR NOT NULL)`;
  return [...dataSourceNames.map(source => createAnalyticsTable(source)), extraColumns, filling];
}

/**
 * The statement that creates or replaces the table of a data source.
 * @param extras definitions of the columns that a loaded file adds, `"x0" VARCHAR`
 */
export function createAnalyticsTable(source: DataSource, extras: readonly string[] = []): string {
  const table = analyticsTables[source];
  const columns = [
    '"timestamp" TIMESTAMP NOT NULL',
    ...table.dimensions.map(name => `${quoted(name)} VARCHAR`),
    ...Object.entries(table.metrics).map(([name, type]) => `${quoted(name)} ${type} NOT NULL`),
    ...extras,
  ];
  return `CREATE OR REPLACE TABLE analytics.${source} (${columns.join(', ')})`;
}
