import { fieldsWhere } from '../../../model/text/collections.js';
import { isRecord } from '../../../model/text/looseValues.js';
import { badRequest } from '../../http/errors.js';

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

const isTrue = (value: unknown): boolean => String(value) === 'true';
const isAbove0 = (value: unknown): boolean => Number(value) > 0;
const isGiven = (value: unknown): boolean => value !== null && value !== undefined;
const isFilled = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : isGiven(value));

/** Parts that change an answer where the engine knows them, by their names, and which of their values do so. */
const unserved: Readonly<Record<string, (value: unknown) => boolean>> = {
  extractionFn: isGiven,
  expression: isGiven,
  virtualColumns: isFilled,
  subtotalsSpec: isGiven,
  offset: isAbove0,
  outputType: value => isGiven(value) && String(value).toUpperCase() !== 'STRING',
  round: isTrue,
  grandTotal: isTrue,
  bySegment: isTrue,
  resultAsArray: isTrue,
  finalize: value => String(value) === 'false',
};

/** Orders of a `bound` that are `alphaNumeric` or not; the others are not served. */
const orders: Readonly<Record<string, boolean>> = { lexicographic: false, alphanumeric: true };

/** Parts that are looked at elsewhere, where what is not known is refused. */
const readElsewhere: readonly string[] = ['having', 'postAggregations'];

/**
 * A query as it was before the engine got new parts: a `bound` says by `alphaNumeric` how it compares. What engines since 28
 * know besides, and what changes their answer, is refused: passed over, as unknown fields are, it would answer something else
 * (field notes §2.11).
 * @throws HttpProblem 400 that names the part
 */
export function withServedParts(query: JsonObject): JsonObject {
  if (query['queryType'] === 'timeseries' && isAbove0(query['limit'])) throw refusal('limit');
  const parts = fieldsWhere(query, name => !readElsewhere.includes(name));
  return { ...query, ...servedParts(parts, '') };
}

function servedParts(part: JsonObject, path: string): JsonObject {
  for (const [name, value] of Object.entries(part)) {
    if (Object.hasOwn(unserved, name) && unserved[name]?.(value)) throw refusal(`${path}${name}`);
  }
  const fields = Object.entries(boundWithOrder(part, `${path}ordering`));
  return Object.fromEntries(fields.map(([name, value]) => [name, servedPart(value, `${path}${name}`)]));
}

function servedPart(value: unknown, path: string): unknown {
  if (Array.isArray(value)) return value.map((item, index) => servedPart(item, `${path}.${index}`));
  return isRecord(value) ? servedParts(value, `${path}.`) : value;
}

function boundWithOrder(part: JsonObject, path: string): JsonObject {
  const { ordering, ...bound } = part;
  if (part['type'] !== 'bound' || !isGiven(ordering)) return part;
  const name = String(isRecord(ordering) ? ordering['type'] : ordering).toLowerCase();
  const alphaNumeric = Object.hasOwn(orders, name) ? orders[name] : undefined;
  if (alphaNumeric === undefined)
    throw badRequest(`${path}: is not one of lexicographic, alphanumeric; the latter compares numbers, too`);
  return { ...bound, alphaNumeric };
}

const refusal = (path: string) =>
  badRequest(`${path}: Druid knows this part of a query, the manager does not serve it; leave it out`);
