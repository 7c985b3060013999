/** A JSON object whose fields have no known types yet. */
export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Turns the spellings that managers accept into those of the contract (field notes §2.1, §2.4, §2.5, §2.7). */
export function normalizeQuery(body: JsonObject): JsonObject {
  const present = Object.fromEntries(
    Object.entries(body).filter(([name, value]) => name !== 'auth_token' && value !== null),
  );
  const set = (name: string, change: (value: unknown) => unknown) => {
    if (Object.hasOwn(present, name)) present[name] = change(present[name]);
  };
  set('granularity', granularity);
  set('intervals', intervals);
  set('dimension', value => (Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value));
  set('threshold', wholeNumber);
  set('filter', filter);
  set('orderBy', order);
  set('limitSpec', order);
  return present;
}

function granularity(value: unknown): unknown {
  if (typeof value === 'string') return value.toLowerCase();
  return isObject(value) && (value['type'] === 'all' || value['type'] === 'none') ? value['type'] : value;
}

function intervals(value: unknown): unknown {
  if (typeof value === 'string') return value.split(',').map(text => text.trim());
  return isObject(value) && value['type'] === 'intervals' ? intervals(value['intervals']) : value;
}

/** Missing members are dropped, a missing value is no value, and numbers and booleans are their text. */
function filter(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { type, fields, field } = value;
  if ((type === 'and' || type === 'or') && Array.isArray(fields)) {
    return { ...value, fields: fields.filter(each => each !== null).map(filter) };
  }
  if (type === 'not') return { ...value, field: filter(field) };
  if (type === 'selector') {
    const { value: wanted = null } = value;
    return { ...value, value: typeof wanted === 'boolean' ? String(wanted) : wanted };
  }
  return value;
}

function order(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { columns, limit, ...rest } = value;
  return {
    ...rest,
    ...(limit === undefined || limit === null ? {} : { limit: wholeNumber(limit) }),
    columns: Array.isArray(columns) ? columns.map(orderColumn) : (columns ?? []),
  };
}

function orderColumn(column: unknown): unknown {
  if (!isObject(column) || typeof column['direction'] !== 'string') return column;
  return { ...column, direction: directionOf(column['direction']) ?? column['direction'] };
}

/** A direction may be any beginning of its name, in either case. */
export function directionOf(text: string): 'ASCENDING' | 'DESCENDING' | undefined {
  return (['ASCENDING', 'DESCENDING'] as const).find(name => name.startsWith(text.toUpperCase()));
}

const wholeNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
