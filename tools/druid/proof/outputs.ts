import type { JsonObject } from '../../../packages/manager/src/dataQuery/querySchema.js';
import { isDataSource } from 'netsensor-contract/query/dataSources';
import { analyticsTables } from '../../../packages/manager/src/store/analyticsTables.js';
import { isRecord } from 'netsensor-contract/text/looseValues';

/** Some outputs of a query, and what hangs on them. */
export interface Dependents {
  /** Aggregations, and post-aggregations that only pass one of them on. */
  readonly plain: ReadonlySet<string>;
  /** What is computed of them. */
  readonly computed: ReadonlySet<string>;
  /** Both. */
  readonly names: ReadonlySet<string>;
  /** Whether rows are ordered, chosen or cut by one of either. */
  readonly decide: boolean;
}

/** What only estimates: `cardinality` and `hyperUnique`. */
export const estimates = (body: JsonObject): Dependents => dependents(body, isEstimate);

/** What counts distinct values of a column that holds no registers, or takes those of what is a number. */
export function registersOfNumbers(body: JsonObject): Dependents {
  const source = String(body['dataSource']);
  const sketches = isDataSource(source) ? Object.keys(analyticsTables[source].sketches) : [];
  const isOther = ({ type, fieldName }: JsonObject) =>
    (type === 'hyperUnique' && !sketches.includes(String(fieldName))) ||
    (type === 'hyperUniqueCardinality' && !registersIn(body).has(String(fieldName)));
  return dependents(body, part => [...recordsBelow(part)].some(isOther));
}

/** Names of the aggregations that are registers of distinct values. */
export const registersIn = (body: JsonObject): ReadonlySet<string> =>
  new Set(recordsIn(body['aggregations']).filter(isEstimate).map(nameOf));

const isEstimate = (aggregation: JsonObject): boolean =>
  ['cardinality', 'hyperUnique'].includes(String(innerOf(aggregation)['type']));

const readsNumbers = /^(?:long|double)(?:Sum|Min|Max)$|^(?:min|max)$/;

/** Whether an aggregation takes numbers out of a column of texts. */
function spellsNumbers(body: JsonObject, aggregation: JsonObject): boolean {
  const { type, fieldName } = innerOf(aggregation);
  const source = String(body['dataSource']);
  const isMetric = isDataSource(source) && String(fieldName) in analyticsTables[source].metrics;
  return readsNumbers.test(String(type)) && !isMetric;
}

/** Whether a query takes numbers out of a column of texts. */
export const hasSpelledNumbers = (body: JsonObject): boolean =>
  recordsIn(body['aggregations']).some(each => spellsNumbers(body, each));

/** What a query is when it takes numbers out of texts only where there is a text. */
export const withPresentTexts = (body: JsonObject): JsonObject => ({
  ...body,
  aggregations: recordsIn(body['aggregations']).map(each => {
    if (!spellsNumbers(body, each)) return each;
    const aggregator = innerOf(each);
    const missing = { type: 'selector', dimension: aggregator['fieldName'], value: null };
    const present = { type: 'not', field: missing };
    const filter = each['filter'] ? { type: 'and', fields: [each['filter'], present] } : present;
    return { type: 'filtered', name: nameOf(each), filter, aggregator };
  }),
});

/** What a query is without some of its outputs, and without what hangs on them. */
export function withoutOutputs(body: JsonObject, gone: Dependents): JsonObject {
  const isKept = (each: JsonObject) => !gone.names.has(nameOf(each));
  const kept = recordsIn(body['aggregations']).filter(isKept);
  return withoutChoiceBy(gone, {
    ...body,
    aggregations: kept.length > 0 ? kept : [{ type: 'count', name: 'rows_that_are_left' }],
    postAggregations: recordsIn(body['postAggregations']).filter(isKept),
  });
}

/** What a query is when no row is chosen, ordered or cut by some of its outputs. */
export function withoutChoiceBy({ names }: Dependents, body: JsonObject): JsonObject {
  const { having, limitSpec, orderBy, metric, ...rest } = body;
  const kept = Object.entries({ having, limitSpec, orderBy, metric }).filter(
    ([key, part]) => part !== undefined && !isDecidedBy(names, { [key]: part }),
  );
  const isOfAll = metric !== undefined && isDecidedBy(names, { metric });
  return {
    ...rest,
    ...Object.fromEntries(kept),
    ...(isOfAll && { metric: { type: 'lexicographic' }, threshold: allValues }),
  };
}

/** More than a dimension has. */
export const allValues = 100_000;

/** Names of outputs stand under these in what chooses and orders rows. */
const choosing = ['metric', 'aggregation', 'dimension', 'columns'];

const isDecidedBy = (names: ReadonlySet<string>, part: JsonObject): boolean =>
  choosing.some(key => [...textsUnder(part, key)].some(name => names.has(name)));

function dependents(body: JsonObject, isRoot: (output: JsonObject) => boolean): Dependents {
  const plain = new Set<string>();
  for (const each of recordsIn(body['aggregations'])) {
    if (isRoot(each)) plain.add(nameOf(each));
  }
  const computed = new Set<string>();
  for (const each of recordsIn(body['postAggregations'])) {
    const read = [...textsUnder(each, 'fieldName')];
    if (!isRoot(each) && !read.some(name => plain.has(name) || computed.has(name))) continue;
    const isPlain = each['type'] !== 'arithmetic' && read.every(name => plain.has(name));
    (isPlain ? plain : computed).add(nameOf(each));
  }
  const names = new Set([...plain, ...computed]);
  const { metric, having, orderBy, limitSpec } = body;
  return { plain, computed, names, decide: isDecidedBy(names, { metric, having, orderBy, limitSpec }) };
}

/** What a filtered aggregation aggregates; others are that themselves. */
const innerOf = (aggregation: JsonObject): JsonObject =>
  isRecord(aggregation['aggregator']) ? aggregation['aggregator'] : aggregation;

/** The name of an aggregation, or of what is computed of them. */
export const nameOf = (output: JsonObject): string => String(output['name'] ?? innerOf(output)['name']);

/** The objects of a list, none of what is no list. */
export const recordsIn = (part: unknown): JsonObject[] => (Array.isArray(part) ? part.filter(isRecord) : []);

/** All objects in a part, at any depth. */
export function* recordsBelow(part: unknown): Generator<JsonObject> {
  if (isRecord(part)) yield part;
  const inner = Array.isArray(part) ? (part as unknown[]) : isRecord(part) ? Object.values(part) : [];
  for (const each of inner) yield* recordsBelow(each);
}

/** The texts, and texts in arrays, that stand under a key at any depth. */
function* textsUnder(part: unknown, key: string): Generator<string> {
  for (const each of recordsBelow(part)) {
    for (const text of [each[key]].flat()) if (typeof text === 'string') yield text;
  }
}
