import type { DataQuery, DimensionSpec, PlainAggregation } from 'netsensor-contract/query/query';
import { firstTwice } from 'netsensor-contract/text/collections';
import type { Era } from '../eras.js';
import type { ExtentChoice } from '../storedHours.js';
import { dimensionColumn, dimensionOrNull, type Parameters } from '../expressions.js';
import type { Granularity } from '../time/queryTimes.js';
import { type Output, postAggregationToSql } from './outputs.js';
import { QueryProblem } from '../../http/errors.js';
import type { Query } from '../querySchema.js';
import { type FilterScope, filterToSql, type RowChoice, rowCondition } from './rowCondition.js';
import type { SourceColumns } from './sourceColumns.js';

/** A query whose time range and granularity are understood. */
export interface ReadQuery extends RowChoice, ExtentChoice {
  readonly granularity: Granularity;
}

/** The common part of every statement: one row per bucket and combination of dimensions, with all outputs. */
export interface AggregateStatement {
  /** `WITH ... SELECT ... FROM ...` of the number of the bucket, 0 for `all`, and the columns of the outputs. */
  readonly select: string;
  /** Column with the number of the bucket; undefined for `all`, since grouping by a constant only takes time. */
  readonly bucket: string | undefined;
  readonly outputs: readonly Output[];
}

const time = 'epoch_ms("timestamp")';

/** How a statement groups. */
interface Grouping {
  /** What to group by; unknown dimensions are columns without values. */
  readonly dimensions: readonly DimensionSpec[];
  readonly parameters: Parameters;
  /** Whether no rows give one row of starting values. */
  readonly keepEmpty?: boolean;
}

/** Builds the grouping of a query. */
export function aggregateStatement(read: ReadQuery, grouping: Grouping): AggregateStatement {
  const { query, granularity, columns: known, patterns, era } = read;
  const { dimensions, parameters, keepEmpty = false } = grouping;
  const bucket = granularity.buckets?.sql(time, parameters);
  const scope = {
    source: query.dataSource,
    columns: known,
    parameters,
    patterns,
    era,
    looksInto: 'rows',
  } as const;
  const aggregations = query.aggregations.map((aggregation, index) => ({
    ...aggregationToSql(aggregation, scope),
    name: aggregationName(aggregation),
    column: `a${index}`,
  }));
  const named = dimensions.map(nameDimension);
  const columns = [
    ...(bucket === undefined ? [] : [`${bucket} AS b`]),
    ...named.map(({ dimension }, index) => `${dimensionOrNull(known, dimension)} AS d${index}`),
    ...aggregations.map(({ group, column }) => `${group} AS ${column}`),
  ];
  const grouped = `SELECT ${columns.join(', ')} FROM ${query.dataSource}
    WHERE ${rowCondition(read, parameters)} GROUP BY ALL`;
  // Without a column that differs, SQL makes one row of no rows; the engine does so only for an empty bucket.
  const differs =
    bucket?.includes(time) || named.some(({ dimension }) => dimensionColumn(known, dimension) !== undefined);
  const layers = [keepEmpty || differs ? grouped : `${grouped} HAVING count(*) > 0`];
  const finished = aggregations.flatMap(({ finish, column }) =>
    finish ? [`${finish(column)} AS ${column}`] : [],
  );
  if (finished.length > 0) layers.push(`SELECT * REPLACE (${finished.join(', ')}) FROM l0`);
  const outputs = [
    ...named.map(({ name }, index): Output => ({ name, column: `d${index}`, kind: 'text' })),
    ...aggregations.map(({ name, column, whole }): Output => ({
      name,
      column,
      kind: whole ? 'whole' : 'double',
    })),
  ];
  addPostAggregations({ query, outputs, layers, parameters, era });
  refuseSharedNames(
    named.map(({ name }) => name),
    outputs,
    era,
  );
  return {
    select: `WITH ${layers.map((layer, index) => `l${index} AS (${layer})`).join(', ')}
    SELECT ${[bucket ? 'b' : '0', ...outputs.map(({ column }) => column)].join(', ')} FROM l${layers.length - 1}`,
    bucket: bucket && 'b',
    outputs,
  };
}

/** A dimension and the name of its output. */
function nameDimension(spec: DimensionSpec): { dimension: string; name: string } {
  if (typeof spec === 'string') return { dimension: spec, name: spec };
  return { dimension: spec.dimension, name: spec.outputName ?? spec.dimension };
}

/** Each post-aggregation is a layer of its own, because later ones may use earlier ones. */
function addPostAggregations(statement: {
  query: Query;
  outputs: Output[];
  layers: string[];
  parameters: Parameters;
  era: Era;
}): void {
  const { query, outputs, layers, parameters, era } = statement;
  const taken = new Set(query.aggregations.map(aggregationName));
  for (const [index, post] of query.postAggregations.entries()) {
    const { name, sql, kind } = postAggregationToSql(post, { outputs, parameters, era });
    if (taken.has(name)) throw new QueryProblem(`[${name}] already defined`);
    taken.add(name);
    layers.push(`SELECT *, ${sql} AS p${index} FROM l${layers.length - 1}`);
    outputs.push({ name, column: `p${index}`, kind, isComputed: true });
  }
}

/** @throws QueryProblem for a name that more than one output has, where the engine does not let a later one win */
function refuseSharedNames(dimensions: readonly string[], outputs: readonly Output[], era: Era): void {
  const names = era.namesAreUnique ? outputs.map(({ name }) => name) : dimensions;
  const again = firstTwice(names);
  if (again !== undefined) throw new QueryProblem(`Duplicate output name[${again}]`);
}

type Aggregation = DataQuery['aggregations'][number];
type ColumnAggregation = { readonly type: keyof typeof columnFunctions; readonly fieldName: string };

/** What the aggregated rows are: the columns they have, and a `FILTER` clause or nothing. */
interface Rows {
  readonly era: Era;
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

/** The value of an aggregation of no rows is its starting value, as in an empty bucket (field notes §2.6), or null in SQL. */
export function aggregationToSql(aggregation: Aggregation, scope: FilterScope): AggregateSql {
  const { columns, era } = scope;
  if (aggregation.type !== 'filtered') return plainToSql(aggregation, { columns, era, where: '' });
  const where = ` FILTER (WHERE ${filterToSql(aggregation.filter, scope)})`;
  return plainToSql(aggregation.aggregator, { columns, era, where });
}

/** The name of the output of an aggregation. */
export const aggregationName = (aggregation: Aggregation): string =>
  aggregation.type === 'filtered' ? (aggregation.name ?? aggregation.aggregator.name) : aggregation.name;

function plainToSql(aggregation: PlainAggregation, rows: Rows): AggregateSql {
  const { columns, where } = rows;
  if (aggregation.type === 'count') return { group: `count(*)${where}`, finish: undefined, whole: true };
  if (aggregation.type === 'cardinality') {
    return { group: distinctValues(aggregation, rows), finish: distinctEstimate, whole: false };
  }
  const { type, fieldName } = aggregation;
  if (type !== 'hyperUnique') return columnAggregation({ type, fieldName }, rows);
  // The filter stays even where there is nothing to count, because its values are bound.
  const group = `count(DISTINCT ${columns.sketches.get(fieldName) ?? 'NULL'})${where}`;
  return { group, finish: distinctEstimate, whole: false };
}

/** The function of SQL that an aggregation of a column is, and the value that it has of no rows. */
const columnFunctions = {
  longSum: ['sum', '0'],
  doubleSum: ['fsum', '0::DOUBLE'],
  longMin: ['min', '9223372036854775807'],
  longMax: ['max', '-9223372036854775808'],
  min: ['min', `'Infinity'::DOUBLE`],
  doubleMin: ['min', `'Infinity'::DOUBLE`],
  max: ['max', `'-Infinity'::DOUBLE`],
  doubleMax: ['max', `'-Infinity'::DOUBLE`],
} as const;

function columnAggregation(
  { type, fieldName }: ColumnAggregation,
  { columns, where, era }: Rows,
): AggregateSql {
  const whole = type.startsWith('long');
  const part = type.endsWith('Sum') ? 'sum' : 'value';
  const value = numberOf({ fieldName, part, type: whole ? 'BIGINT' : 'DOUBLE' }, columns, era);
  const [combine, start] = columnFunctions[type];
  const combined = `${combine}(${value})${where}`;
  const orStart = `coalesce(${combined}, ${start})`;
  if (!era.sqlNulls) return { group: orStart, finish: undefined, whole };
  // A row with a text is one of numbers, even where it spells none.
  const text = columns.metrics.has(fieldName) ? undefined : columns.dimensions.get(fieldName);
  const group = text ? `CASE WHEN count(${text})${where} > 0 THEN ${orStart} END` : combined;
  return { group, finish: undefined, whole };
}

interface WantedNumber {
  readonly fieldName: string;
  readonly part: 'sum' | 'value';
  readonly type: 'BIGINT' | 'DOUBLE';
}

/** A number column, the number that a dimension spells, or what an engine takes for a column that does not exist. */
function numberOf({ fieldName, part, type }: WantedNumber, columns: SourceColumns, era: Era): string {
  const metric = columns.metrics.get(fieldName);
  if (metric?.type === type) return metric[part];
  // Whole numbers drop the fraction; casting alone would round.
  if (metric) return type === 'BIGINT' ? `trunc(${metric[part]})::BIGINT` : `${metric[part]}::DOUBLE`;
  const dimension = dimensionColumn(columns, fieldName);
  if (!dimension) return era.sqlNulls ? `NULL::${type}` : `0::${type}`;
  if (!era.textCountsAsZero) return spelledNumber(dimension, type);
  const spelled = `coalesce(TRY_CAST(${dimension} AS DOUBLE), 0)`;
  return type === 'BIGINT' ? `coalesce(TRY_CAST(trunc(${spelled}) AS BIGINT), 0)` : spelled;
}

/** What Java reads as a number; it takes the letter of a type at the end, and no blanks. */
const javaNumber = String.raw`[+-]?(?:NaN|Infinity|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[dDfF]?)`;
const leastLong = '-9223372036854775808';
const mostLong = '9223372036854775807';

/** The number that a text spells, or null; whole ones are cut to 64 bits (field notes §2.11). */
function spelledNumber(text: string, type: WantedNumber['type']): string {
  const double = `CASE WHEN regexp_full_match(${text}, '${javaNumber}')
    THEN TRY_CAST(regexp_replace(${text}, '([0-9.])[dDfF]$', '\\1') AS DOUBLE) END`;
  if (type === 'DOUBLE') return double;
  const whole = `CASE WHEN regexp_full_match(${text}, '[+-]?[0-9]+') THEN TRY_CAST(${text} AS BIGINT) END`;
  return `coalesce(${whole}, list_transform([${double}], lambda x: CASE WHEN isnan(x) THEN 0
    WHEN x >= ${mostLong}::DOUBLE THEN ${mostLong} WHEN x <= ${leastLong}::DOUBLE THEN ${leastLong}
    ELSE TRY_CAST(trunc(x) AS BIGINT) END)[1])`;
}

/** How many distinct values, or combinations of values, a group has; no value counts as one, but in SQL only in a combination. */
function distinctValues(
  { fieldNames, byRow }: Extract<PlainAggregation, { type: 'cardinality' }>,
  { columns, where, era }: Rows,
): string {
  const values = fieldNames.map(name =>
    era.sqlNulls && !byRow
      ? dimensionOrNull(columns, name)
      : `coalesce(${dimensionOrNull(columns, name)}, '')`,
  );
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
