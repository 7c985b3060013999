import type { DataSource } from 'netsensor-contract/query/dataSources';
import type { Query } from '../querySchema.js';
import type { Stretch } from 'netsensor-contract/query/timeRange';
import {
  alphaNumericKey,
  dimensionOrNull,
  hasLateUnits,
  joinConditions,
  unitKey,
  type Parameters,
} from '../expressions.js';
import { readableCondition, type ReadableRows } from '../readableRows.js';
import type { Era } from '../eras.js';
import type { MetricColumn, SourceColumns } from './sourceColumns.js';
import type { QueryFilter } from 'netsensor-contract/query/query';

/** What decides which stored rows a query could look at. */
export interface StoredChoice {
  readonly query: Query;
  /** When its rows are; undefined where an interval holds all that is stored, as comparing the time of each row takes a while. */
  readonly times: readonly Stretch[] | undefined;
  /** The columns of the query's data source. */
  readonly columns: SourceColumns;
  /** What the caller may read. */
  readonly readable: ReadableRows;
}

/** What decides which rows of a data source belong to a query. */
export interface RowChoice extends StoredChoice {
  readonly era: Era;
  /** How the regular expressions of the query are evaluated. */
  readonly patterns: PatternPlans;
}

/** SQL for the rows that a query looks at: its intervals, namespaces and filter. */
export function rowCondition(choice: RowChoice, parameters: Parameters): string {
  const { query, columns, patterns, era } = choice;
  const scope = { source: query.dataSource, columns, parameters, patterns, era, looksInto: 'index' } as const;
  return joinConditions('AND', [
    storedCondition(choice, parameters),
    ...(query.filter ? [filterToSql(query.filter, scope)] : []),
  ]);
}

/** SQL for the stored rows that a query could look at, whatever its filter says. */
export function storedCondition(
  { query, times, columns, readable }: StoredChoice,
  parameters: Parameters,
): string {
  const namespaces = (query.namespace_uuids ?? []).map(uuid => parameters.text(uuid));
  return joinConditions('AND', [
    ...(times ? [timesCondition(times, parameters)] : []),
    ...(readable ? [readableCondition(readable, columns, parameters)] : []),
    ...(namespaces.length > 0 ? [`namespace_uuid IN (${namespaces.join(', ')})`] : []),
  ]);
}

/** SQL for the rows of some stretches of time. */
export const timesCondition = (times: readonly Stretch[], parameters: Parameters): string =>
  joinConditions(
    'OR',
    times.map(
      ({ start, end }) =>
        `("timestamp" >= ${parameters.time(start)} AND "timestamp" < ${parameters.time(end)})`,
    ),
  );

type Bound = Extract<QueryFilter, { type: 'bound' }>;
type Leaf = Exclude<QueryFilter, { type: 'and' | 'or' | 'not' }>;

/** What a filter is written with. */
export interface FilterScope {
  readonly era: Era;
  readonly source: DataSource;
  readonly columns: SourceColumns;
  readonly parameters: Parameters;
  readonly patterns: PatternPlans;
  /** What an engine evaluates it by: that of a query by the index of a column, that of an aggregation row by row. */
  readonly looksInto: 'index' | 'rows';
}

/** The column that a comparison is about, as SQL, and the number that it is the text of. */
interface LeafScope extends FilterScope {
  readonly column: string;
  readonly number: MetricColumn | undefined;
}

/**
 * SQL for the rows that a filter selects; only column names of the data source and placeholders enter the text.
 * Negation is moved down to the leaves, where rows without a value are told apart: they never match a regex or a
 * value, and so match its negation (field notes §2.9), unless nulls are those of SQL.
 */
export const filterToSql = (filter: QueryFilter, scope: FilterScope): string =>
  conditionOf(filter, { ...scope, negated: false });

function conditionOf(filter: QueryFilter, scope: FilterScope & { readonly negated: boolean }): string {
  const { columns, era, negated } = scope;
  switch (filter.type) {
    case 'not':
      return conditionOf(filter.field, { ...scope, negated: !negated });
    case 'and':
    case 'or':
      return joinConditions(
        (filter.type === 'and') === negated ? 'OR' : 'AND',
        filter.fields.map(field => conditionOf(field, scope)),
      );
    case 'selector':
    case 'regex':
    case 'in':
    case 'bound':
    case 'like':
    case 'search': {
      const column = dimensionOrNull(columns, filter.dimension);
      // The comparison may be unknown where there is no value; then the row does not match.
      const number = columns.dimensions.has(filter.dimension)
        ? undefined
        : columns.numbers.get(filter.dimension);
      const condition = leafToSql(filter, { ...scope, column, number });
      if (!negated) return `(${condition})`;
      return !era.sqlNulls || isFalseOfMissing(filter, scope)
        ? `(${condition}) IS NOT TRUE`
        : `((${condition}) IS NOT TRUE AND ${column} IS NOT NULL)`;
    }
  }
}

/**
 * Whether a comparison with a missing value is false rather than unknown with nulls of SQL, so that its negation keeps the row
 * (field notes §2.11): of a list of nothing where there is an index, of a lower bound where none helps, and of registers with one
 * value.
 */
function isFalseOfMissing(filter: Leaf, { looksInto, columns }: FilterScope): boolean {
  const hasIndex = looksInto === 'index';
  const isOfRegisters = columns.sketches.has(filter.dimension) && !columns.dimensions.has(filter.dimension);
  switch (filter.type) {
    case 'selector':
      return isOfRegisters && filter.value !== null;
    case 'in': {
      const { values } = filter;
      return (
        hasIndex && (values.length === 0 || (isOfRegisters && values.length === 1 && values[0] !== null))
      );
    }
    case 'bound': {
      const isOrderOfIndex = !filter.alphaNumeric && columns.dimensions.has(filter.dimension);
      return filter.lower !== undefined && !(hasIndex && isOrderOfIndex);
    }
    case 'regex':
    case 'like':
    case 'search':
      return false;
  }
}

function leafToSql(filter: Leaf, scope: LeafScope): string {
  const { column, parameters, era } = scope;
  switch (filter.type) {
    case 'selector':
      return equals([filter.value], scope);
    case 'in':
      return equals(filter.values, scope);
    case 'regex':
      return matchesPattern(filter, scope);
    case 'like': {
      const escape = filter.escape ? ` ESCAPE ${parameters.text(filter.escape)}` : '';
      const pattern = parameters.text(withoutOpenEscape(filter));
      return `${era.sqlNulls ? column : `coalesce(${column}, '')`} LIKE ${pattern}${escape}`;
    }
    case 'bound':
      return boundToSql(filter, scope);
    case 'search':
      return searchToSql(filter.query, scope);
  }
}

/** A pattern without an escape that escapes nothing since it ends there: Druid passes over it, the database refuses it. */
function withoutOpenEscape({ pattern, escape }: Extract<QueryFilter, { type: 'like' }>): string {
  let isOpen = false;
  for (const character of pattern) isOpen = character === escape && !isOpen;
  return isOpen ? pattern.slice(0, -(escape ?? '').length) : pattern;
}

function matchesPattern(filter: RegexFilter, { column, parameters, patterns }: LeafScope): string {
  const plan = patterns.get(planKey(filter));
  if (!plan) return 'FALSE';
  return 'pattern' in plan
    ? `regexp_matches(${column}, ${parameters.text(plan.pattern)})`
    : `${column} IN (SELECT value FROM ${plan.matchesTable})`;
}

/**
 * No value and an empty text are the same unless nulls are those of SQL; numbers are compared as their text (field notes §2.9), and
 * texts as their number where that is what the rows hold (field notes §2.11).
 */
function equals(values: readonly (string | number | null)[], scope: LeafScope): string {
  const { column, number, parameters, era } = scope;
  if (number) return equalsNumber(values, number, parameters);
  const texts = values.filter(value => value !== null && (value !== '' || era.sqlNulls));
  const placeholders = texts.map(text => parameters.text(String(text)));
  const conditions = [
    ...(placeholders.length === 1 ? [`${column} = ${placeholders[0]}`] : []),
    ...(placeholders.length > 1 ? [`${column} IN (${placeholders.join(', ')})`] : []),
    ...(placeholders.length < values.length ? [`${column} IS NULL`] : []),
  ];
  return joinConditions('OR', conditions);
}

/** Texts that spell no number are passed over. */
function equalsNumber(
  values: readonly (string | number | null)[],
  { value, type }: MetricColumn,
  parameters: Parameters,
): string {
  const read = type === 'BIGINT' ? wholeNumber : doubleNumber;
  const numbers = values.flatMap(text => read(String(text ?? '')) ?? []);
  if (numbers.length === 0) return 'FALSE';
  return `${value} IN (${numbers.map(number => `${parameters.text(number)}::${type}`).join(', ')})`;
}

/** The digits of a decimal number that is whole and has 64 bits. */
function wholeNumber(text: string): string | undefined {
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return undefined;
  const isPlain = /^[+-]?\d+$/.test(text);
  if (!isPlain && !Number.isInteger(Number(text))) return undefined;
  const whole = isPlain ? BigInt(text.replace('+', '')) : BigInt(Number(text));
  return BigInt.asIntN(64, whole) === whole ? String(whole) : undefined;
}

/** A decimal number; Java takes the letter of a type behind it. */
const doubleNumber = (text: string): string | undefined =>
  /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)[df]?$/i.exec(text)?.[1];

/**
 * Text is compared by UTF-16 unit; no value counts as the empty text (field notes §2.11), which is no lower bound of texts. With
 * nulls of SQL a lower bound leaves out rows without a value, and an upper one keeps them.
 */
function boundToSql(filter: Bound, scope: LeafScope): string {
  const { lower, upper, lowerStrict, upperStrict, alphaNumeric } = filter;
  const { column, parameters, era } = scope;
  const value = era.sqlNulls ? column : `coalesce(${column}, '')`;
  const side = (bound: string | undefined, operator: string): string[] => {
    if (bound === undefined) return [];
    // Most bounds need no key, which takes longer than comparing.
    const plain = (text: string) => text;
    const keyOf = alphaNumeric ? alphaNumericKey : hasLateUnits(bound) ? unitKey : plain;
    return [`${keyOf(value)} ${operator} ${keyOf(parameters.text(bound))}`];
  };
  const isEmpty = lower === '' && !alphaNumeric && !era.sqlNulls;
  return joinConditions('AND', [
    ...(isEmpty ? aboveNothing(filter, scope) : side(lower, lowerStrict ? '>' : '>=')),
    ...side(upper, upperStrict ? '<' : '<=').map(condition =>
      era.sqlNulls && lower === undefined ? `coalesce(${condition}, TRUE)` : condition,
    ),
  ]);
}

/**
 * What an empty lower side asks of a text under old nulls: nothing, but for a strict one a value where no index answers it. An
 * index is there of a column that has a value in the hour, as rows are stored by the hour (field notes §2.11).
 */
function aboveNothing({ dimension, lowerStrict, upper }: Bound, scope: LeafScope): string[] {
  const { era, columns, column, source, looksInto } = scope;
  if (!lowerStrict || !era.emptyTextIsBound) return [];
  if (upper === '') return ['FALSE'];
  const hasValue = `${column} IS NOT NULL`;
  if (looksInto !== 'index' || !columns.dimensions.has(dimension)) return [hasValue];
  const hour = 'epoch_ms("timestamp") // 3600000';
  return [`(${hasValue} OR ${hour} IN (SELECT ${hour} FROM ${source} WHERE ${hasValue}))`];
}

/**
 * Contains without regard to case unless asked for; `fragment` needs all of its texts. No value contains nothing, and
 * nothing contains a text that is missing.
 */
function searchToSql(
  { type, value, values, caseSensitive = false }: Extract<QueryFilter, { type: 'search' }>['query'],
  { column, parameters }: LeafScope,
): string {
  const exact = caseSensitive && type !== 'insensitive_contains';
  const fold = (text: string) => (exact ? text : `lower(${text})`);
  const texts = type === 'fragment' ? values : value === undefined ? undefined : [value];
  if (!texts) return 'FALSE';
  return joinConditions('AND', [
    `${column} IS NOT NULL`,
    ...texts.map(text => `contains(${fold(column)}, ${fold(parameters.text(text))})`),
  ]);
}

export type RegexFilter = Extract<QueryFilter, { type: 'regex' }>;

/** A pattern of the database's engine, or a table with the values of the dimension that match. */
export type PatternPlan = { readonly pattern: string } | { readonly matchesTable: string };

/** How the regular expressions of a query are evaluated, by `planKey`. */
export type PatternPlans = ReadonlyMap<string, PatternPlan>;

export const planKey = ({ dimension, pattern }: RegexFilter): string => JSON.stringify([dimension, pattern]);
