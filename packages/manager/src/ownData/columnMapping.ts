import type { DataSource } from 'netsensor-contract/query/dataSources';
import { analyticsTables } from '../store/analyticsTables.js';

/** A column of a loaded file. */
export interface FileColumn {
  /** What the file calls it; a column without a name is called by its place, `column_3`. */
  readonly name: string;
  /** Column of the table that the file was read into, `c2`. */
  readonly column: string;
}

/** A column of a file that is stored under another name or the same one. */
export interface MappedColumn extends FileColumn {
  readonly target: string;
}

/** What becomes of each column of a file. */
export interface ColumnMapping {
  readonly time: FileColumn;
  readonly dimensions: readonly MappedColumn[];
  readonly metrics: readonly MappedColumn[];
  /** Columns that the data source does not know; queries call them as the file does. */
  readonly extras: readonly FileColumn[];
}

/** Names of a column with the time, the likeliest first. */
const timeNames = ['timestamp', '__time', '@timestamp', 'time', 'datetime', 'date_time', 'ts', 'date'];

/** Other names of the metrics (contract 002, Aggregations per data source: the name beside each fieldName). */
const metricNames: Readonly<Record<DataSource, Readonly<Record<string, string>>>> = {
  rb_flow: {
    bytes: 'sum_bytes',
    octets: 'sum_bytes',
    pkts: 'sum_pkts',
    packets: 'sum_pkts',
    flows: 'events',
    count: 'events',
  },
  rb_event: { count: 'events' },
  rb_monitor: { min: 'min_value', max: 'max_value', sum: 'sum_value', count: 'events' },
  rb_state: { count: 'events' },
};

/** Columns of a file as they are read, with names that are all different. */
export function fileColumns(header: readonly string[]): FileColumn[] {
  const taken = new Set<string>();
  return header.map((given, index) => {
    const plain = given.trim() || `column_${index + 1}`;
    let name = plain;
    for (let copy = 2; taken.has(name); copy += 1) name = `${plain}_${copy}`;
    taken.add(name);
    return { name, column: `c${index}` };
  });
}

/**
 * Decides what becomes of each column of a file for a data source. A name counts as that of a dimension or metric in
 * either case, and with spaces, dots or hyphens for underscores; the column that spells it exactly comes first.
 * @throws Error with one sentence when no column holds the time
 */
export function mapColumns(
  source: DataSource,
  columns: readonly FileColumn[],
  timeColumn: string | undefined,
): ColumnMapping {
  const time = findTime(columns, timeColumn);
  const rest = columns.filter(each => each !== time);
  const table = analyticsTables[source];
  const taken = new Map<FileColumn, string>();
  const claim = (targets: readonly string[], targetOf: (name: string) => string | undefined) => {
    for (const column of rest) {
      const target = targetOf(column.name);
      const free = target !== undefined && !taken.has(column) && ![...taken.values()].includes(target);
      if (free && targets.includes(target)) taken.set(column, target);
    }
  };
  const known = [...table.dimensions, ...Object.keys(table.metrics)];
  const aliases = metricNames[source];
  claim(known, name => name);
  claim(known, plainName);
  claim(known, name => (Object.hasOwn(aliases, plainName(name)) ? aliases[plainName(name)] : undefined));
  const mapped = rest.flatMap(column => {
    const target = taken.get(column);
    return target === undefined ? [] : [{ ...column, target }];
  });
  return {
    time,
    dimensions: mapped.filter(({ target }) => table.dimensions.includes(target)),
    metrics: mapped.filter(({ target }) => Object.hasOwn(table.metrics, target)),
    extras: rest.filter(column => !taken.has(column)),
  };
}

const plainName = (name: string): string => name.toLowerCase().replaceAll(/[\s.-]+/g, '_');

function findTime(columns: readonly FileColumn[], asked: string | undefined): FileColumn {
  const called = (name: string) =>
    columns.find(column => column.name === name) ??
    columns.find(column => column.name.toLowerCase() === name.toLowerCase());
  const candidates = asked === undefined ? timeNames : [asked];
  const found = candidates.map(called).find(column => column !== undefined);
  if (found) return found;
  const names = columns.map(column => column.name).join(', ');
  throw new Error(
    asked === undefined
      ? `no column holds the time; name it with --time-column <source>=<column>. The columns are ${names}.`
      : `there is no column "${asked}" for the time; the columns are ${names}.`,
  );
}
