import type { DataSource } from '../../model/dataSources.js';
import type { QueryFilter } from '../../model/queryFilter.js';
import { dimensionColumn } from './dimensionColumn.js';
import { alphaNumericKey } from './alphaNumericKey.js';
import { joinConditions, type Parameters } from './parameters.js';

type Leaf = Exclude<QueryFilter, { type: 'and' | 'or' | 'not' }>;

/**
 * SQL for the rows that a filter selects; only column names of the data source and placeholders enter the text.
 * Negation is moved down to the leaves, where rows without a value are told apart: they never match a regex or a
 * value, and so match its negation (field notes §2.9).
 */
export function filterToSql(
  filter: QueryFilter,
  source: DataSource,
  parameters: Parameters,
  negated = false,
): string {
  switch (filter.type) {
    case 'not':
      return filterToSql(filter.field, source, parameters, !negated);
    case 'and':
    case 'or':
      return joinConditions(
        (filter.type === 'and') === negated ? 'OR' : 'AND',
        filter.fields.map(field => filterToSql(field, source, parameters, negated)),
      );
    case 'selector':
    case 'regex':
    case 'in':
    case 'bound':
    case 'like':
    case 'search': {
      const column = dimensionColumn(source, filter.dimension);
      // The comparison may be unknown where there is no value; then the row does not match.
      const condition = leafToSql(filter, column ?? 'NULL::VARCHAR', parameters);
      return negated ? `(${condition}) IS NOT TRUE` : `(${condition})`;
    }
  }
}

function leafToSql(filter: Leaf, column: string, parameters: Parameters): string {
  switch (filter.type) {
    case 'selector':
      return equals(column, [filter.value], parameters);
    case 'in':
      return equals(column, filter.values, parameters);
    case 'regex':
      return `regexp_matches(${column}, ${parameters.text(filter.pattern)})`;
    case 'like':
      return `coalesce(${column}, '') LIKE ${parameters.text(filter.pattern)}${
        filter.escape ? ` ESCAPE ${parameters.text(filter.escape)}` : ''
      }`;
    case 'bound':
      return boundToSql(filter, column, parameters);
    case 'search':
      return searchToSql(filter.query, column, parameters);
  }
}

/** No value and an empty text are the same; numbers are compared as their text (field notes §2.9). */
function equals(column: string, values: readonly (string | number | null)[], parameters: Parameters): string {
  const texts = values.map(value => (value === null ? '' : String(value)));
  const placeholders = texts.filter(text => text !== '').map(text => parameters.text(text));
  const conditions = [
    ...(placeholders.length === 1 ? [`${column} = ${placeholders[0]}`] : []),
    ...(placeholders.length > 1 ? [`${column} IN (${placeholders.join(', ')})`] : []),
    ...(placeholders.length < texts.length ? [`${column} IS NULL`] : []),
  ];
  return joinConditions('OR', conditions);
}

/** Text is compared byte by byte; no value counts as the empty text. */
function boundToSql(
  { lower, upper, lowerStrict, upperStrict, alphaNumeric }: Extract<QueryFilter, { type: 'bound' }>,
  column: string,
  parameters: Parameters,
): string {
  const key = (text: string) => (alphaNumeric ? alphaNumericKey(text) : text);
  const value = key(`coalesce(${column}, '')`);
  const conditions = [
    ...(lower === undefined ? [] : [`${value} ${lowerStrict ? '>' : '>='} ${key(parameters.text(lower))}`]),
    ...(upper === undefined ? [] : [`${value} ${upperStrict ? '<' : '<='} ${key(parameters.text(upper))}`]),
  ];
  return joinConditions('AND', conditions);
}

/** Contains without regard to case unless asked for; `fragment` needs all of its texts. */
function searchToSql(
  { type, value, values = [], caseSensitive = false }: Extract<QueryFilter, { type: 'search' }>['query'],
  column: string,
  parameters: Parameters,
): string {
  const exact = caseSensitive && type !== 'insensitive_contains';
  const fold = (text: string) => (exact ? text : `lower(${text})`);
  const texts = type === 'fragment' ? values : [value ?? ''];
  return joinConditions(
    'AND',
    texts.map(text => `contains(${fold(column)}, ${fold(parameters.text(text))})`),
  );
}
