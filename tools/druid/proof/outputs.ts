import type { JsonObject } from '../../../src/localManager/dataQuery/request/normalizeQuery.js';
import { analyticsTables, isDataSource } from '../../../src/localManager/store/analyticsTables.js';
import { isRecord } from '../../../src/model/text/looseValues.js';

/** Some outputs of a query, and what hangs on them. */
export interface Dependents {
  /** Aggregations, and post-aggregations that only pass one of them on. */
  readonly plain: ReadonlySet<string>;
  /** What is computed of them. */
  readonly computed: ReadonlySet<string>;
  /** Whether rows are ordered, chosen or cut by one of either. */
  readonly decide: boolean;
}

/** What only estimates: `cardinality` and `hyperUnique`. */
export const estimates = (body: JsonObject): Dependents =>
  dependents(body, aggregation =>
    ['cardinality', 'hyperUnique'].includes(String(innerOf(aggregation)['type'])),
  );

/** Filtered aggregations whose name is not that of what they aggregate. */
export const namedOutside = (body: JsonObject): Dependents =>
  dependents(body, aggregation => nameOf(aggregation) !== String(innerOf(aggregation)['name']));

/** What reads numbers out of texts. */
export const numbersOfText = (body: JsonObject): Dependents => {
  const source = String(body['dataSource']);
  const texts = isDataSource(source) ? analyticsTables[source].dimensions : [];
  return dependents(body, aggregation => texts.includes(String(innerOf(aggregation)['fieldName'])));
};

/** Whether a query counts distinct values of a column that holds no registers, or turns a number into one. */
export function readsRegistersOfNumbers(body: JsonObject): boolean {
  const source = String(body['dataSource']);
  const sketches = isDataSource(source) ? Object.keys(analyticsTables[source].sketches) : [];
  const counted = recordsIn(body['aggregations']).filter(each => {
    const { type } = innerOf(each);
    return type === 'cardinality' || type === 'hyperUnique';
  });
  const registers = counted.map(nameOf);
  const isOther = ({ type, fieldName }: JsonObject) =>
    (type === 'hyperUnique' && !sketches.includes(String(fieldName))) ||
    (type === 'hyperUniqueCardinality' && !registers.includes(String(fieldName)));
  return [...recordsBelow(body['aggregations']), ...recordsBelow(body['postAggregations'])].some(isOther);
}

function dependents(body: JsonObject, isRoot: (aggregation: JsonObject) => boolean): Dependents {
  const plain = new Set<string>();
  for (const each of recordsIn(body['aggregations'])) {
    if (isRoot(each)) plain.add(nameOf(each));
  }
  const computed = new Set<string>();
  for (const each of recordsIn(body['postAggregations'])) {
    const names = [...textsUnder(each, 'fieldName')];
    if (!names.some(name => plain.has(name) || computed.has(name))) continue;
    const isPlain = each['type'] !== 'arithmetic' && names.every(name => plain.has(name));
    (isPlain ? plain : computed).add(String(each['name']));
  }
  const { metric, having, orderBy, limitSpec } = body;
  const keys = ['metric', 'aggregation', 'dimension', 'columns'];
  const deciding = [{ metric }, having, orderBy, limitSpec].flatMap(part =>
    keys.flatMap(key => [...textsUnder(part, key)]),
  );
  return { plain, computed, decide: deciding.some(name => plain.has(name) || computed.has(name)) };
}

/** What a filtered aggregation aggregates; others are that themselves. */
const innerOf = (aggregation: JsonObject): JsonObject =>
  isRecord(aggregation['aggregator']) ? aggregation['aggregator'] : aggregation;

const nameOf = (aggregation: JsonObject): string =>
  String(aggregation['name'] ?? innerOf(aggregation)['name']);

/** The objects of a list, none of what is no list. */
export const recordsIn = (part: unknown): JsonObject[] => (Array.isArray(part) ? part.filter(isRecord) : []);

/** All objects in a part, at any depth. */
function* recordsBelow(part: unknown): Generator<JsonObject> {
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
