import { dataSourceNames, type DataSource } from 'netsensor-contract/query/dataSources';
import { analyticsTables, quoted } from '../../store/analyticsTables.js';
import type { SqlSession } from '../../store/database.js';

/** A name that can be aggregated, as SQL: what a stored row adds to a sum, and the value that min and max compare. */
export interface MetricColumn {
  readonly sum: string;
  readonly value: string;
  readonly type: 'BIGINT' | 'DOUBLE';
}

/** The columns of one data source by the name a query uses, as SQL text. */
export interface SourceColumns {
  readonly dimensions: ReadonlyMap<string, string>;
  readonly metrics: ReadonlyMap<string, MetricColumn>;
  /** Numbers that stand for their text where a dimension is named. */
  readonly numbers: ReadonlyMap<string, MetricColumn>;
  /** Names that hyperUnique can count, with the column whose distinct values they stand for. */
  readonly sketches: ReadonlyMap<string, string>;
}

/** The columns of every data source. */
export type ColumnsOfSources = Readonly<Record<DataSource, SourceColumns>>;

/** A column that a loaded file added; the database gives it a name of its own, so no name of a file enters SQL. */
export interface ExtraColumn {
  readonly source: DataSource;
  /** As the file and queries call it. */
  readonly name: string;
  /** Column that holds the value as text, `x0`. */
  readonly column: string;
  /** Type of the column `<column>_sum` with what the rolled-up rows add up to; null when the values are no numbers. */
  readonly sum_type: 'BIGINT' | 'DOUBLE' | null;
}

/** Reads which columns the data sources have: those of the contract, and those that loaded files added. */
export async function readColumns(session: SqlSession): Promise<ColumnsOfSources> {
  const extras = await session.rows<ExtraColumn>('SELECT * FROM extra_columns ORDER BY source, "column"');
  const entries = dataSourceNames.map(source => [
    source,
    columnsOf(
      source,
      extras.filter(extra => extra.source === source),
    ),
  ]);
  return Object.fromEntries(entries) as ColumnsOfSources;
}

function columnsOf(source: DataSource, extras: readonly ExtraColumn[]): SourceColumns {
  const { dimensions, metrics, sketches } = analyticsTables[source];
  const numeric = extras.flatMap(({ name, column, sum_type: type }) =>
    type === null ? [] : [[name, extraMetric(column, type)] as const],
  );
  const stored = Object.entries(metrics).map(
    ([name, type]) => [name, { sum: quoted(name), value: quoted(name), type }] as const,
  );
  return {
    dimensions: new Map([
      ...extras.map(({ name, column }) => [name, quoted(column)] as const),
      ...dimensions.map(name => [name, quoted(name)] as const),
    ]),
    metrics: new Map([...numeric, ...stored]),
    numbers: new Map(),
    sketches: new Map(Object.entries(sketches).map(([name, dimension]) => [name, quoted(dimension)])),
  };
}

/** Rows without a value add nothing to a sum, and min and max pass over them. */
const extraMetric = (column: string, type: 'BIGINT' | 'DOUBLE'): MetricColumn => ({
  sum: quoted(`${column}_sum`),
  value: `TRY_CAST(${quoted(column)} AS ${type})`,
  type,
});
