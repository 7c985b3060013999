import { fieldsWhere } from '../../../model/text/collections.js';
import { isRecord } from '../../../model/text/looseValues.js';

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
