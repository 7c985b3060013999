import type { DataSource } from '../../model/dataSources.js';
import type { DataQuery } from '../../model/query.js';
import { analyticsTables, quoted } from '../analyticsTables.js';
import { dimensionColumn, dimensionOrNull } from './dimensionColumn.js';

type Aggregation = DataQuery['aggregations'][number];
type ColumnAggregation = Extract<Aggregation, { fieldName: string }>;

/** An aggregation as SQL: what is computed per group, and what is made of it afterwards. */
export interface AggregateSql {
  readonly group: string;
  /** SQL for the output over the grouped column; undefined when it is the output already. */
  readonly finish: ((column: string) => string) | undefined;
  /** Whether the output is a whole number. */
  readonly whole: boolean;
}

/** The value of an aggregation of no rows is its starting value, as in an empty bucket (field notes §2.6). */
export function aggregationToSql(aggregation: Aggregation, source: DataSource): AggregateSql {
  switch (aggregation.type) {
    case 'count':
      return { group: 'count(*)', finish: undefined, whole: true };
    case 'cardinality':
      return { group: distinctValues(aggregation, source), finish: distinctEstimate, whole: false };
    case 'hyperUnique': {
      const dimension = analyticsTables[source].sketches[aggregation.fieldName];
      const group = dimension ? `count(DISTINCT ${dimensionOrNull(source, dimension)})` : 'count(NULL)';
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
      return columnAggregation(aggregation, source);
  }
}

function columnAggregation({ type, fieldName }: ColumnAggregation, source: DataSource): AggregateSql {
  const whole = type.startsWith('long');
  const value = numberOf(fieldName, source, whole ? 'BIGINT' : 'DOUBLE');
  const done = (group: string) => ({ group, finish: undefined, whole });
  switch (type) {
    case 'longSum':
      return done(`coalesce(sum(${value}), 0)`);
    case 'doubleSum':
      return done(`coalesce(fsum(${value}), 0::DOUBLE)`);
    case 'longMin':
      return done(`coalesce(min(${value}), 9223372036854775807)`);
    case 'longMax':
      return done(`coalesce(max(${value}), -9223372036854775808)`);
    case 'min':
    case 'doubleMin':
      return done(`coalesce(min(${value}), 'Infinity'::DOUBLE)`);
    case 'max':
    case 'doubleMax':
      return done(`coalesce(max(${value}), '-Infinity'::DOUBLE)`);
    case 'hyperUnique':
      return done('0');
  }
}

/** A number column, the number that a dimension spells, or 0 for a column that does not exist. */
function numberOf(fieldName: string, source: DataSource, type: 'BIGINT' | 'DOUBLE'): string {
  const stored = Object.hasOwn(analyticsTables[source].metrics, fieldName)
    ? analyticsTables[source].metrics[fieldName]
    : undefined;
  if (stored === type) return quoted(fieldName);
  // Whole numbers drop the fraction; casting alone would round.
  if (stored)
    return type === 'BIGINT' ? `trunc(${quoted(fieldName)})::BIGINT` : `${quoted(fieldName)}::DOUBLE`;
  const dimension = dimensionColumn(source, fieldName);
  if (!dimension) return `0::${type}`;
  const spelled = `coalesce(TRY_CAST(${dimension} AS DOUBLE), 0)`;
  return type === 'BIGINT' ? `coalesce(TRY_CAST(trunc(${spelled}) AS BIGINT), 0)` : spelled;
}

/** How many distinct values, or combinations of values, a group has; no value counts as one. */
function distinctValues(
  { fieldNames, byRow }: Extract<Aggregation, { type: 'cardinality' }>,
  source: DataSource,
): string {
  const values = fieldNames.map(name => `coalesce(${dimensionOrNull(source, name)}, '')`);
  if (values.length === 1) return `count(DISTINCT ${values[0]})`;
  if (byRow) return `count(DISTINCT row(${values.join(', ')}))`;
  const lists = values.map(value => `coalesce(list(DISTINCT ${value}), [])`);
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
