import * as z from 'zod';
import { isDataSource } from 'netsensor-contract/query/dataSources';
import { aggregation as aggregationSchema } from 'netsensor-contract/query/query';
import { firstTwice } from 'netsensor-contract/text/collections';
import { isRecord, isSet, scalarNumber, scalarText } from 'netsensor-contract/text/looseValues';
import { badRequest, QueryProblem, type HttpProblem } from '../http/errors.js';
import type { Era } from './eras.js';
import { parsedQuery, refuseJavaScript, type JsonObject, type Query } from './querySchema.js';
import { orderName, refuseUnserved } from './unservedParts.js';

/** How far the engine that will answer is known: whether it refuses what nothing here serves. */
type Reader = Pick<Era, 'refusesUnserved'>;

const deepestNesting = 100;

/**
 * Reads the body of `POST /api/data` (contract 002, Query object).
 * @param reader era of the engine that will answer
 * @throws QueryProblem 500 with the engine's message for what it names (field notes §2.3), HttpProblem 400 for other
 * fields that are missing or wrong
 */
export function readQuery(body: unknown, reader: Reader): Query {
  if (!isRecord(body)) throw badRequest('The body must be a JSON object that describes a query');
  if (isDeeperThan(body, deepestNesting))
    throw badRequest(`The query nests deeper than ${deepestNesting} levels`);
  return parsedQuery(spelledQuery(body, reader));
}

/**
 * A query in the spelling of the contract, its parts not yet of known types. Each is checked as the engine's own constructor does
 * it, inner ones first.
 * @throws as `readQuery`
 */
export function spelledQuery(body: JsonObject, reader: Reader): JsonObject {
  const filter = readFilter(body['filter'], reader);
  const aggregations = each(body['aggregations'], given => readAggregation(given, reader));
  refuseIncomplete(body);
  if (reader.refusesUnserved) refuseUnserved(body);
  // Only a groupBy has an order, which the web interface sends with every query (field notes §2.1).
  const ignored = body['queryType'] === 'groupBy' ? ['auth_token'] : ['auth_token', 'orderBy', 'limitSpec'];
  const parts = Object.entries({ ...body, filter, aggregations }).filter(
    ([name, value]) => isSet(value) && !ignored.includes(name),
  );
  return Object.fromEntries(parts.map(([name, value]) => [name, toNumbers(spelling(name)(value))]));
}

/** Whether objects and arrays nest deeper than a limit; counts without recursion, so nothing can exhaust the stack. */
function isDeeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap(item => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}

const each = (list: unknown, change: (value: unknown) => unknown): unknown =>
  Array.isArray(list) ? list.map(change) : list;

function refuseUnless(condition: boolean, message: string): void {
  if (!condition) throw new QueryProblem(message);
}

const filterTypes = ['selector', 'regex', 'and', 'or', 'not', 'in', 'bound', 'like', 'search'] as const;
const aggregationTypes: readonly string[] = aggregationSchema.options.flatMap(({ shape: { type } }) =>
  type instanceof z.ZodEnum ? type.options : [...type.values],
);

function unknownType(where: string, type: unknown, known: readonly string[]): HttpProblem {
  return badRequest(
    isSet(type)
      ? `${where}: the type ${scalarText(type)} is not one of ${known.join(', ')}`
      : `${where}: it has no type; name one of ${known.join(', ')}`,
  );
}

/** Missing members are dropped, a missing value is no value, and numbers and booleans are their text (field notes §2.4). */
function readFilter(filter: unknown, reader: Reader): unknown {
  if (!isRecord(filter)) return filter;
  refuseJavaScript('filter', filter);
  const { type, field, fields } = filter;
  switch (type) {
    case 'not':
      refuseUnless(isSet(field), 'NOT operator requires at least one field');
      return { ...filter, field: readFilter(field, reader) };
    case 'and':
    case 'or': {
      const members = Array.isArray(fields) ? fields.filter(isSet) : [];
      refuseUnless(members.length > 0, `${type.toUpperCase()} operator requires at least one field`);
      return { ...filter, fields: members.map(member => readFilter(member, reader)) };
    }
    case 'selector':
    case 'regex':
    case 'in':
    case 'bound':
    case 'like':
    case 'search':
      return readComparison({ ...filter, type }, reader);
    default:
      throw unknownType('filter', type, filterTypes);
  }
}

type ComparisonType = Exclude<(typeof filterTypes)[number], 'and' | 'or' | 'not'>;

function readComparison(filter: JsonObject & { type: ComparisonType }, { refusesUnserved }: Reader): unknown {
  const { type, dimension, pattern, lower, upper, values, value, query, ordering } = filter;
  refuseUnless(isSet(dimension), 'dimension must not be null');
  switch (type) {
    case 'selector':
      return { ...filter, value: textOfScalar(value ?? null) };
    case 'in':
      refuseUnless(isSet(values), 'values can not be null');
      return { ...filter, values: each(values, textOfScalar) };
    case 'search':
      return { ...filter, query: isRecord(query) ? withTexts(query) : query };
    case 'regex':
      refuseUnless(isSet(pattern), 'pattern must not be null');
      return withTexts(filter);
    case 'bound': {
      refuseUnless(isSet(lower) || isSet(upper), 'lower and upper can not be null at the same time');
      const isOrdered = refusesUnserved && isSet(ordering);
      return {
        ...withTexts(filter),
        ...(isOrdered && { alphaNumeric: orderName(ordering) === 'alphanumeric' }),
      };
    }
    case 'like':
      return withTexts(filter);
  }
}

const textOfScalar = (value: unknown): unknown =>
  typeof value === 'boolean' || typeof value === 'number' || typeof value === 'bigint'
    ? String(value)
    : value;

const texts = ['lower', 'upper', 'pattern', 'escape', 'value'];

/** Where a text is wanted, numbers are their text; what is null is left out. */
const withTexts = (part: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(part)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, texts.includes(name) ? textOfScalar(value) : value]),
  );

function readAggregation(aggregation: unknown, reader: Reader): unknown {
  if (!isRecord(aggregation)) return aggregation;
  refuseJavaScript('aggregations', aggregation);
  const { type, name, fieldName } = aggregation;
  if (!aggregationTypes.includes(scalarText(type))) throw unknownType('aggregations', type, aggregationTypes);
  if (type === 'filtered') return readFiltered(aggregation, reader);
  refuseUnless(isSet(name), 'Must have a valid, non-null aggregator name');
  const needsField = type !== 'count' && type !== 'cardinality';
  refuseUnless(!needsField || isSet(fieldName), 'Must have a valid, non-null fieldName');
  return aggregation;
}

/** An aggregation that is filtered twice is one that is filtered by both. */
function readFiltered({ name, ...outer }: JsonObject, reader: Reader): unknown {
  refuseUnless(isSet(outer['aggregator']), 'aggregator');
  refuseUnless(isSet(outer['filter']), 'filter');
  const inner = readAggregation(outer['aggregator'], reader);
  const filter = readFilter(outer['filter'], reader);
  const named = isSet(name) ? { name } : {};
  if (!isRecord(inner) || inner['type'] !== 'filtered')
    return { ...outer, ...named, aggregator: inner, filter };
  return { ...inner, ...named, filter: { type: 'and', fields: [filter, inner['filter']] } };
}

/** What the constructors of the three types of queries refuse, in their order and words (field notes §2.3). */
function refuseIncomplete(query: JsonObject): void {
  const { queryType, aggregations, dimension, metric, threshold } = query;
  const isGroupBy = queryType === 'groupBy';
  if (isGroupBy) refuseOrder(query['limitSpec'] ?? query['orderBy']);
  if (isGroupBy || queryType === 'topN' || queryType === 'timeseries')
    refuseUnless(isSet(query['granularity']), 'Must specify a granularity');
  if (isGroupBy) refuseUnless(isSet(aggregations), 'Must specify at least one aggregator');
  if (queryType === 'topN') {
    const isEmpty = Array.isArray(dimension) && dimension.length === 0;
    refuseUnless(isSet(dimension) && !isEmpty, "dimensionSpec can't be null");
    refuseUnless(isSet(metric), 'must specify a metric');
    refuseUnless(isSet(threshold) && scalarNumber(threshold) !== 0, 'Threshold cannot be equal to 0.');
  }
  refuseUnless(isSet(aggregations), 'aggregations cannot be null');
  if (!Array.isArray(aggregations)) return;
  refuseUnless(aggregations.length > 0, 'Must have at least one AggregatorFactory');
  const names = aggregations.map(nameOf);
  const again = firstTwice(names);
  refuseUnless(again === undefined, `[${again}] already defined`);
}

function nameOf(aggregation: unknown): unknown {
  if (!isRecord(aggregation)) return undefined;
  const { name, aggregator } = aggregation;
  return name ?? (isRecord(aggregator) ? aggregator['name'] : undefined);
}

function refuseOrder(order: unknown): void {
  if (!isRecord(order)) return;
  const { limit, columns } = order;
  refuseUnless(!isSet(limit) || !(scalarNumber(limit) <= 0), `limit[${scalarText(limit)}] must be >0`);
  for (const column of Array.isArray(columns) ? columns : []) {
    const direction: unknown = isRecord(column) ? column['direction'] : undefined;
    const isKnown = !isSet(direction) || directionOf(scalarText(direction)) !== undefined;
    refuseUnless(isKnown, `Unknown direction[${scalarText(direction)}]`);
  }
}

/** The spellings of other parts that managers accept (field notes §2.1, §2.5, §2.7). */
const spellings: Readonly<Record<string, (value: unknown) => unknown>> = {
  granularity: value => {
    if (typeof value === 'string') return value.toLowerCase();
    return isRecord(value) && (value['type'] === 'all' || value['type'] === 'none') ? value['type'] : value;
  },
  intervals: intervalTexts,
  dimension: value => (Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value),
  threshold: wholeNumber,
  orderBy: order,
  limitSpec: order,
};

const asItIs = (value: unknown): unknown => value;
const spelling = (name: string) => (Object.hasOwn(spellings, name) && spellings[name]) || asItIs;

/** Once filters are texts, no other part of a query needs more digits than a number has. */
function toNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(toNumbers);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, toNumbers(part)]));
}

function intervalTexts(value: unknown): unknown {
  if (typeof value === 'string') return value.split(',').map(text => text.trim());
  return isRecord(value) && value['type'] === 'intervals' ? intervalTexts(value['intervals']) : value;
}

function order(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { columns, limit, ...rest } = value;
  const limited = isSet(limit) ? { limit: wholeNumber(limit) } : {};
  return { ...rest, ...limited, columns: each(columns, orderColumn) ?? [] };
}

function orderColumn(column: unknown): unknown {
  if (!isRecord(column) || typeof column['direction'] !== 'string') return column;
  return { ...column, direction: directionOf(column['direction']) ?? column['direction'] };
}

/** A direction may be any beginning of its name, in either case. */
function directionOf(text: string): 'ASCENDING' | 'DESCENDING' | undefined {
  return (['ASCENDING', 'DESCENDING'] as const).find(name => name.startsWith(text.toUpperCase()));
}

function wholeNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
}

/** Whether a query is about a data source that does not exist (field notes §2.6). */
export const isOfUnknownSource = (body: unknown): body is JsonObject =>
  isRecord(body) && typeof body['dataSource'] === 'string' && !isDataSource(body['dataSource']);

/** Longest run of a query in milliseconds, as a manager allows it for its API (field notes §1.4). */
export const longestRun = 240_000;

/** The limit of the manager, or the shorter one that the query asks for in `context.timeout` (ms). */
export function runLimit(query: Query, longest = longestRun): number {
  const asked = scalarNumber(query.context?.['timeout']);
  return asked > 0 ? Math.min(Math.ceil(asked), longest) : longest;
}

/** Whether a query wants no row for a bucket without rows (`context.skipEmptyBuckets`). */
export const skipsEmptyBuckets = (query: Query): boolean =>
  scalarText(query.context?.['skipEmptyBuckets']) === 'true';
