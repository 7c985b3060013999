import type { DataSource } from '../../model/dataSources.js';
import type { QueryFilter } from '../../model/queryFilter.js';
import { alphaNumericKey } from './alphaNumericKey.js';
import { dimensionOrNull } from './dimensionColumn.js';
import { joinConditions, type Parameters } from './parameters.js';

type Leaf = Exclude<QueryFilter, { type: 'and' | 'or' | 'not' }>;

interface FilterScope {
  readonly source: DataSource;
  readonly parameters: Parameters;
  readonly negated?: boolean;
}

/** The column that a comparison is about, as SQL. */
interface LeafScope {
  readonly column: string;
  readonly parameters: Parameters;
}

/**
 * SQL for the rows that a filter selects; only column names of the data source and placeholders enter the text.
 * Negation is moved down to the leaves, where rows without a value are told apart: they never match a regex or a
 * value, and so match its negation (field notes §2.9).
 */
export function filterToSql(filter: QueryFilter, scope: FilterScope): string {
  const { source, parameters, negated = false } = scope;
  switch (filter.type) {
    case 'not':
      return filterToSql(filter.field, { ...scope, negated: !negated });
    case 'and':
    case 'or':
      return joinConditions(
        (filter.type === 'and') === negated ? 'OR' : 'AND',
        filter.fields.map(field => filterToSql(field, scope)),
      );
    case 'selector':
    case 'regex':
    case 'in':
    case 'bound':
    case 'like':
    case 'search': {
      const column = dimensionOrNull(source, filter.dimension);
      // The comparison may be unknown where there is no value; then the row does not match.
      const condition = leafToSql(filter, { column, parameters });
      return negated ? `(${condition}) IS NOT TRUE` : `(${condition})`;
    }
  }
}

function leafToSql(filter: Leaf, scope: LeafScope): string {
  const { column, parameters } = scope;
  switch (filter.type) {
    case 'selector':
      return equals([filter.value], scope);
    case 'in':
      return equals(filter.values, scope);
    case 'regex':
      return `regexp_matches(${column}, ${parameters.text(filter.pattern)})`;
    case 'like': {
      const escape = filter.escape ? ` ESCAPE ${parameters.text(filter.escape)}` : '';
      return `coalesce(${column}, '') LIKE ${parameters.text(filter.pattern)}${escape}`;
    }
    case 'bound':
      return boundToSql(filter, scope);
    case 'search':
      return searchToSql(filter.query, scope);
  }
}

/** No value and an empty text are the same; numbers are compared as their text (field notes §2.9). */
function equals(values: readonly (string | number | null)[], { column, parameters }: LeafScope): string {
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
  { column, parameters }: LeafScope,
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
  { column, parameters }: LeafScope,
): string {
  const exact = caseSensitive && type !== 'insensitive_contains';
  const fold = (text: string) => (exact ? text : `lower(${text})`);
  const texts = type === 'fragment' ? values : [value ?? ''];
  return joinConditions(
    'AND',
    texts.map(text => `contains(${fold(column)}, ${fold(parameters.text(text))})`),
  );
}
