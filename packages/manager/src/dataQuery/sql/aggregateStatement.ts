import type { DimensionSpec } from 'netsensor-contract/query/query';
import { aggregationName, aggregationToSql } from './aggregationToSql.js';
import type { Era } from '../eras.js';
import type { ExtentChoice } from '../time/storedHours.js';
import { dimensionColumn, dimensionOrNull, type Parameters } from './expressions.js';
import type { Granularity } from '../time/granularity.js';
import type { Output } from './outputs.js';
import { postAggregationToSql } from './postAggregations.js';
import { QueryProblem } from '../../http/errors.js';
import type { Query } from '../querySchema.js';
import { rowCondition, type RowChoice } from './rowCondition.js';

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
  const again = names.find((name, index) => names.indexOf(name) !== index);
  if (again !== undefined) throw new QueryProblem(`Duplicate output name[${again}]`);
}
