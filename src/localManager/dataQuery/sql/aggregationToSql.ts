import type { DataQuery, PlainAggregation } from '../../../model/query/query.js';
import { dimensionColumn, dimensionOrNull } from '../dimensionColumn.js';
import { filterToSql, type FilterScope } from './rowCondition.js';
import type { SourceColumns } from './sourceColumns.js';

type Aggregation = DataQuery['aggregations'][number];
type ColumnAggregation = Extract<PlainAggregation, { fieldName: string }>;

/** What the aggregated rows are: the columns they have, and a `FILTER` clause or nothing. */
interface Rows {
  readonly columns: SourceColumns;
  readonly where: string;
}

/** An aggregation as SQL: what is computed per group, and what is made of it afterwards. */
export interface AggregateSql {
  readonly group: string;
  /** SQL for the output over the grouped column; undefined when it is the output already. */
  readonly finish: ((column: string) => string) | undefined;
  /** Whether the output is a whole number. */
  readonly whole: boolean;
}

/** The value of an aggregation of no rows is its starting value, as in an empty bucket (field notes §2.6). */
export function aggregationToSql(aggregation: Aggregation, scope: FilterScope): AggregateSql {
  const { columns } = scope;
  if (aggregation.type !== 'filtered') return plainToSql(aggregation, { columns, where: '' });
  const where = ` FILTER (WHERE ${filterToSql(aggregation.filter, scope)})`;
  return plainToSql(aggregation.aggregator, { columns, where });
}

/** The name of the output of an aggregation. */
export const aggregationName = (aggregation: Aggregation): string =>
  aggregation.type === 'filtered' ? (aggregation.name ?? aggregation.aggregator.name) : aggregation.name;

function plainToSql(aggregation: PlainAggregation, rows: Rows): AggregateSql {
  const { columns, where } = rows;
  switch (aggregation.type) {
    case 'count':
      return { group: `count(*)${where}`, finish: undefined, whole: true };
    case 'cardinality':
      return { group: distinctValues(aggregation, rows), finish: distinctEstimate, whole: false };
    case 'hyperUnique': {
      const column = columns.sketches.get(aggregation.fieldName);
      // The filter stays even where there is nothing to count, because its values are bound.
      const group = `count(DISTINCT ${column ?? 'NULL'})${where}`;
      return { group, finish: distinctEstimate, whole: false };
    }
    case 'longSum':
    case 'doubleSum':
    case 'min':
    case 'max':
    case 'doubleMin':
    case 'doubleMax':
    case 'longMin':
    case 'longMax':
      return columnAggregation(aggregation, rows);
  }
}

function columnAggregation({ type, fieldName }: ColumnAggregation, { columns, where }: Rows): AggregateSql {
  const whole = type.startsWith('long');
  const part = type.endsWith('Sum') ? 'sum' : 'value';
  const value = numberOf({ fieldName, part, type: whole ? 'BIGINT' : 'DOUBLE' }, columns);
  const done = (group: string) => ({ group, finish: undefined, whole });
  switch (type) {
    case 'longSum':
      return done(`coalesce(sum(${value})${where}, 0)`);
    case 'doubleSum':
      return done(`coalesce(fsum(${value})${where}, 0::DOUBLE)`);
    case 'longMin':
      return done(`coalesce(min(${value})${where}, 9223372036854775807)`);
    case 'longMax':
      return done(`coalesce(max(${value})${where}, -9223372036854775808)`);
    case 'min':
    case 'doubleMin':
      return done(`coalesce(min(${value})${where}, 'Infinity'::DOUBLE)`);
    case 'max':
    case 'doubleMax':
      return done(`coalesce(max(${value})${where}, '-Infinity'::DOUBLE)`);
    case 'hyperUnique':
      return done('0');
  }
}

interface WantedNumber {
  readonly fieldName: string;
  readonly part: 'sum' | 'value';
  readonly type: 'BIGINT' | 'DOUBLE';
}

/** A number column, the number that a dimension spells, or 0 for a column that does not exist. */
function numberOf({ fieldName, part, type }: WantedNumber, columns: SourceColumns): string {
  const metric = columns.metrics.get(fieldName);
  if (metric?.type === type) return metric[part];
  // Whole numbers drop the fraction; casting alone would round.
  if (metric) return type === 'BIGINT' ? `trunc(${metric[part]})::BIGINT` : `${metric[part]}::DOUBLE`;
  const dimension = dimensionColumn(columns, fieldName);
  if (!dimension) return `0::${type}`;
  const spelled = `coalesce(TRY_CAST(${dimension} AS DOUBLE), 0)`;
  return type === 'BIGINT' ? `coalesce(TRY_CAST(trunc(${spelled}) AS BIGINT), 0)` : spelled;
}

/** How many distinct values, or combinations of values, a group has; no value counts as one. */
function distinctValues(
  { fieldNames, byRow }: Extract<PlainAggregation, { type: 'cardinality' }>,
  { columns, where }: Rows,
): string {
  const values = fieldNames.map(name => `coalesce(${dimensionOrNull(columns, name)}, '')`);
  if (values.length === 1) return `count(DISTINCT ${values[0]})${where}`;
  if (byRow) return `count(DISTINCT row(${values.join(', ')}))${where}`;
  const lists = values.map(value => `coalesce(list(DISTINCT ${value})${where}, [])`);
  return `len(list_distinct(flatten([${lists.join(', ')}])))`;
}

/** Above this, the engine leaves linear counting and its error is not imitated. */
const linearCountingLimit = 5120;
const registers = 2048;

/**
 * SQL for the estimate that a HyperLogLog collector of 2048 registers gives for `count` distinct values: linear
 * counting over the registers that as many values occupy (field notes §2.2: 8 → 8.015665809687173).
 */
function distinctEstimate(count: string): string {
  const occupied = `least(${registers - 1}, ceil(${registers} * (1 - pow(1 - 1.0::DOUBLE / ${registers}, ${count}))))`;
  return `CASE WHEN ${count} > ${linearCountingLimit} THEN ${count}::DOUBLE
    ELSE ${registers} * ln(${registers}::DOUBLE / (${registers} - ${occupied})) END`;
}
