import { isRecord } from 'netsensor-contract/text/looseValues';

type Fields = Readonly<Record<string, unknown>>;

/** So many values of one filter are named. */
const mostValues = 3;

/**
 * What a filter keeps, in a few words: `campus = North, port ≠ 80`. What cannot be read of it is left out, and nothing may be
 * left (contract 002, Filters; the last forms field notes §2.9).
 */
export function filterTitle(filter: unknown): string {
  if (!isRecord(filter)) return '';
  const { type, fields, field } = filter;
  if (type === 'and') return titles(fields).join(', ');
  if (type === 'or') return exclusion(fields) ?? inBrackets(alternatives(fields), ' or ');
  if (type === 'not') return excluded(field);
  return compared(filter, '=');
}

const parts = (filters: unknown): unknown[] => (Array.isArray(filters) ? filters : []);

const titles = (filters: unknown): string[] => parts(filters).map(filterTitle).filter(Boolean);

/** The parts of an `or`: those that hold several conditions have brackets, too. */
const alternatives = (filters: unknown): string[] =>
  parts(filters)
    .map(filter =>
      isRecord(filter) && filter['type'] === 'and'
        ? inBrackets(titles(filter['fields']), ', ')
        : filterTitle(filter),
    )
    .filter(Boolean);

const inBrackets = (all: readonly string[], between: string): string =>
  all.length > 1 ? `(${all.join(between)})` : (all[0] ?? '');

/** What is said of `excluding` of `queryEdit.ts`: rows without a value pass any `≠`. */
function exclusion(filters: unknown): string | undefined {
  const [not, none, ...others] = parts(filters).filter(isRecord);
  const field = not?.['type'] === 'not' && isRecord(not['field']) ? not['field'] : undefined;
  const isExclusion =
    others.length === 0 &&
    field?.['type'] === 'selector' &&
    none?.['type'] === 'selector' &&
    none['dimension'] === field['dimension'] &&
    none['value'] === null;
  return isExclusion ? excluded(field) : undefined;
}

function excluded(filter: unknown): string {
  if (!isRecord(filter)) return '';
  if (filter['type'] === 'selector') return compared(filter, '≠');
  const inner = filter['type'] === 'or' ? alternatives(filter['fields']).join(' or ') : filterTitle(filter);
  return inner === '' ? '' : `not (${inner})`;
}

function compared({ type, dimension, value, ...filter }: Fields, equals: string): string {
  if (typeof dimension !== 'string') return '';
  const { pattern, values, query, lower, upper } = filter;
  switch (type) {
    case 'selector':
      return `${dimension} ${equals} ${valueText(value)}`;
    case 'in':
      return `${dimension} = ${listed(values)}`;
    case 'regex':
    case 'like':
      return `${dimension} ~ ${valueText(pattern)}`;
    case 'search':
      return `${dimension} ~ ${isRecord(query) ? listed(query['values'] ?? query['value']) : ''}`;
    case 'bound':
      return `${dimension} ${valueText(lower ?? '')}–${valueText(upper ?? '')}`.replaceAll('""', '');
    default:
      return dimension;
  }
}

/** No value is written as an empty text is. */
const valueText = (value: unknown): string =>
  value === '' || value === null || value === undefined ? '""' : String(value);

function listed(values: unknown): string {
  const all = [values].flat();
  const more = all.length > mostValues ? ` +${all.length - mostValues}` : '';
  return `${all.slice(0, mostValues).map(valueText).join('|')}${more}`;
}
