import { fieldsWhere } from 'netsensor-contract/text/collections';
import { isRecord } from 'netsensor-contract/text/looseValues';
import { badRequest } from '../../http/errors.js';
import { numberOf, textOf } from '../../http/requestFields.js';

/** A JSON object whose fields have no known types yet. */
export type JsonObject = Record<string, unknown>;

/** Turns the spellings that managers accept into those of the contract (field notes §2.1, §2.4, §2.5, §2.7). */
export function normalizeQuery(body: JsonObject): JsonObject {
  const present = fieldsWhere(body, (name, value) => name !== 'auth_token' && value !== null);
  const set = (name: string, change: (value: unknown) => unknown) => {
    if (Object.hasOwn(present, name)) present[name] = change(present[name]);
  };
  set('granularity', granularity);
  set('intervals', intervals);
  set('dimension', value => (Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value));
  set('threshold', wholeNumber);
  set('filter', filter);
  set('aggregations', value => (Array.isArray(value) ? value.map(aggregation) : value));
  if (body['queryType'] === 'groupBy') {
    set('orderBy', order);
    set('limitSpec', order);
  } else {
    // The web interface sends an order with every query; the other types do not even look at it (field notes §2.1).
    delete present['orderBy'];
    delete present['limitSpec'];
  }
  return Object.fromEntries(Object.entries(present).map(([name, value]) => [name, toNumbers(value)]));
}

/** Once filters are texts, no other part of a query needs more digits than a number has. */
function toNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(toNumbers);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, toNumbers(part)]));
}

function granularity(value: unknown): unknown {
  if (typeof value === 'string') return value.toLowerCase();
  return isRecord(value) && (value['type'] === 'all' || value['type'] === 'none') ? value['type'] : value;
}

function intervals(value: unknown): unknown {
  if (typeof value === 'string') return value.split(',').map(text => text.trim());
  return isRecord(value) && value['type'] === 'intervals' ? intervals(value['intervals']) : value;
}

/** An aggregation that is filtered twice is one that is filtered by both. */
function aggregation(value: unknown): unknown {
  if (!isRecord(value) || value['type'] !== 'filtered') return value;
  const { name, ...outer } = value;
  const inner = aggregation(outer['aggregator']);
  const named = name === null || name === undefined ? {} : { name };
  if (!isRecord(inner) || inner['type'] !== 'filtered') {
    return { ...outer, ...named, aggregator: inner, filter: filter(outer['filter']) };
  }
  const fields = [filter(outer['filter']), inner['filter']];
  return { ...inner, ...named, filter: { type: 'and', fields } };
}

/** Missing members are dropped, a missing value is no value, and numbers and booleans are their text. */
function filter(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { type, fields, field } = value;
  if ((type === 'and' || type === 'or') && Array.isArray(fields)) {
    return { ...value, fields: fields.filter(each => each !== null).map(filter) };
  }
  if (type === 'not') return { ...value, field: filter(field) };
  if (type === 'selector') return { ...value, value: scalarText(value['value'] ?? null) };
  if (type === 'in' && Array.isArray(value['values'])) {
    return { ...value, values: value['values'].map(scalarText) };
  }
  if (type === 'search' && isRecord(value['query'])) return { ...value, query: scalarTexts(value['query']) };
  return type === 'bound' || type === 'like' || type === 'regex' ? scalarTexts(value) : value;
}

const scalarText = (value: unknown): unknown =>
  typeof value === 'boolean' || typeof value === 'number' || typeof value === 'bigint'
    ? String(value)
    : value;

/** Where a text is wanted, numbers are their text; what is null is left out. */
function scalarTexts(value: JsonObject): JsonObject {
  const texts = ['lower', 'upper', 'pattern', 'escape', 'value'];
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== null)
      .map(([name, part]) => [name, texts.includes(name) ? scalarText(part) : part]),
  );
}

function order(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { columns, limit, ...rest } = value;
  return {
    ...rest,
    ...(limit === undefined || limit === null ? {} : { limit: wholeNumber(limit) }),
    columns: Array.isArray(columns) ? columns.map(orderColumn) : (columns ?? []),
  };
}

function orderColumn(column: unknown): unknown {
  if (!isRecord(column) || typeof column['direction'] !== 'string') return column;
  return { ...column, direction: directionOf(column['direction']) ?? column['direction'] };
}

/** A direction may be any beginning of its name, in either case. */
export function directionOf(text: string): 'ASCENDING' | 'DESCENDING' | undefined {
  return (['ASCENDING', 'DESCENDING'] as const).find(name => name.startsWith(text.toUpperCase()));
}

const wholeNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;

/** Which values of a part change an answer. */
type Changes = Readonly<Record<string, (value: unknown) => boolean>>;

const isText = (text: string) => (value: unknown) => textOf(value).toLowerCase() === text;
const isTrue = isText('true');
const isAbove0 = (value: unknown): boolean => numberOf(value) > 0;
/** Whether a part is there; null is the same as left out. */
export const isSet = (value: unknown): boolean => value !== undefined && value !== null;
const isFilled = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : isSet(value));

const inEveryQuery: Changes = { virtualColumns: isFilled };
const inEveryContext: Changes = {
  bySegment: isTrue,
  finalize: isText('false'),
  serializeDateTimeAsLong: isTrue,
};
const inParts: Changes = {
  extractionFn: isSet,
  expression: isSet,
  outputType: value => isSet(value) && !isText('string')(value),
  offset: isAbove0,
  round: isTrue,
};

/** What engines since 28 know and nothing here serves, where it changes an answer (field notes §2.11). */
const unserved: Readonly<Record<string, { query: Changes; context: Changes; parts: readonly string[] }>> = {
  groupBy: {
    query: { ...inEveryQuery, subtotalsSpec: isSet },
    context: { ...inEveryContext, resultAsArray: isTrue, sortByDimsFirst: isTrue },
    parts: ['filter', 'aggregations', 'dimensions', 'orderBy', 'limitSpec', 'having'],
  },
  topN: { query: inEveryQuery, context: inEveryContext, parts: ['filter', 'aggregations', 'dimension'] },
  timeseries: {
    query: { ...inEveryQuery, limit: isAbove0 },
    context: { ...inEveryContext, grandTotal: isTrue, timestampResultField: isSet },
    parts: ['filter', 'aggregations'],
  },
};

/**
 * A query as it was before engines had more parts: a `bound` says by `alphaNumeric` how it compares. Other parts are refused where
 * they would change the answer: passed over, as unknown fields are, they would answer something else.
 * @throws HttpProblem 400 that names the part
 */
export function withServedParts(query: JsonObject): JsonObject {
  const type = textOf(query['queryType']);
  const known = Object.hasOwn(unserved, type) ? unserved[type] : undefined;
  if (!known) return query;
  refuse(query, known.query, '');
  if (isRecord(query['context'])) refuse(query['context'], known.context, 'context.');
  for (const [at, each] of Object.entries(arrayOf(query['postAggregations']))) {
    if (isRecord(each)) refuse(each, { ordering: isSet }, `postAggregations.${at}.`);
  }
  const parts = Object.entries(query).map(([name, part]) => [
    name,
    known.parts.includes(name) ? servedPart(part, name) : part,
  ]);
  return Object.fromEntries(parts) as JsonObject;
}

const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function refuse(part: JsonObject, changes: Changes, path: string): void {
  for (const [name, changesAnswer] of Object.entries(changes)) {
    if (!Object.hasOwn(part, name) || !changesAnswer(part[name])) continue;
    throw badRequest(
      `${path}${name}: Druid knows this part of a query, the manager does not serve it; leave it out`,
    );
  }
}

function servedPart(value: unknown, path: string): unknown {
  if (Array.isArray(value)) return value.map((item, index) => servedPart(item, `${path}.${index}`));
  if (!isRecord(value)) return value;
  refuse(value, inParts, `${path}.`);
  const fields = Object.entries(value['type'] === 'bound' ? boundWithOrder(value, path) : value);
  return Object.fromEntries(fields.map(([name, part]) => [name, servedPart(part, `${path}.${name}`)]));
}

function boundWithOrder(filter: JsonObject, path: string): JsonObject {
  const { ordering, ...bound } = filter;
  if (!isSet(ordering)) return filter;
  const name = textOf(isRecord(ordering) ? ordering['type'] : ordering).toLowerCase();
  const alphaNumeric = name === 'alphanumeric';
  if (!alphaNumeric && name !== 'lexicographic')
    throw badRequest(
      `${path}.ordering: is neither lexicographic nor alphanumeric, which compares digits as whole numbers without a sign`,
    );
  if (isSet(bound['alphaNumeric']) && isTrue(bound['alphaNumeric']) !== alphaNumeric)
    throw badRequest(`${path}: ordering and alphaNumeric say different things; leave one out`);
  return { ...bound, alphaNumeric };
}
