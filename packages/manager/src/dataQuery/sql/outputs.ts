import type { Era } from '../eras.js';
import type { Parameters } from '../expressions.js';
import { QueryProblem } from '../../http/errors.js';
import type { PostAggregation, Query } from '../querySchema.js';

/** A value of a result row: the column of the statement that holds it, and the name the query gave it. */
export interface Output {
  readonly name: string;
  /** Column name of our own making, `d0`, `a1`, `p2`. */
  readonly column: string;
  readonly kind: 'text' | 'whole' | 'double';
  /** Whether it is a post-aggregation. */
  readonly isComputed?: true;
}

/** Looks for an output as an order or a condition does: post-aggregations first, then aggregations, then dimensions. */
export function findOutput(outputs: readonly Output[], name: string): Output | undefined {
  return outputs.findLast(output => output.name === name);
}

/** What an expression over the outputs of a row is written with. */
export interface OutputScope {
  readonly era: Era;
  readonly outputs: readonly Output[];
  readonly parameters: Parameters;
}

/**
 * Prints outputs as the inside of a JSON object. Whole numbers of any size keep all digits, doubles keep their point,
 * and what JSON has no number for is a text (field notes §2.2, §2.6).
 */
export function objectPrinter(outputs: readonly Output[]): (cells: readonly unknown[]) => string {
  // An output that has the name of an earlier one takes its place.
  const shown = outputs
    .map((output, index) => ({ ...output, index, key: `${JSON.stringify(output.name)}:` }))
    .filter((output, index) => !outputs.slice(index + 1).some(later => later.name === output.name));
  return cells => `{${shown.map(({ key, kind, index }) => key + printCell(cells[index], kind)).join(',')}}`;
}

function printCell(cell: unknown, kind: Output['kind']): string {
  if (cell === null || cell === undefined) return 'null';
  switch (kind) {
    case 'text':
      return JSON.stringify(cell);
    case 'whole':
      return String(cell);
    case 'double':
      return printDouble(Number(cell));
  }
}

function printDouble(value: number): string {
  if (!Number.isFinite(value)) return JSON.stringify(String(value));
  const text = Object.is(value, -0) ? '0' : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** A post-aggregation as SQL over the columns of the outputs before it. */
export interface PostAggregationSql {
  readonly name: string;
  readonly sql: string;
  readonly kind: Output['kind'];
}

/**
 * Turns one post-aggregation into SQL (field notes §2.7).
 * @throws QueryProblem for a field that no earlier output has
 */
export function postAggregationToSql(
  post: Query['postAggregations'][number],
  scope: OutputScope,
): PostAggregationSql {
  const { name } = post;
  const missing = [...new Set(fieldsOf(post))].filter(field => !metric(scope, field));
  if (missing.length > 0) {
    throw new QueryProblem(`Missing fields [[${missing.join(', ')}]] for postAggregator [${name}]`);
  }
  const plain = 'fieldName' in post ? metric(scope, post.fieldName)?.kind : undefined;
  const whole = post.type === 'constant' && Number.isSafeInteger(post.value);
  return { name, sql: toSql(post, scope), kind: plain ?? (whole ? 'whole' : 'double') };
}

function toSql(post: PostAggregation, scope: OutputScope): string {
  switch (post.type) {
    case 'constant':
      return Number.isSafeInteger(post.value)
        ? scope.parameters.whole(post.value)
        : scope.parameters.double(post.value);
    case 'fieldAccess':
    case 'finalizingFieldAccess':
      return metric(scope, post.fieldName)?.column ?? 'NULL';
    case 'hyperUniqueCardinality': {
      const { column = 'NULL', isComputed } = metric(scope, post.fieldName) ?? {};
      // Where no aggregation has the name, nothing counts as no distinct value (field notes §2.11).
      return isComputed ? `coalesce(${column}, 0)` : column;
    }
    case 'arithmetic': {
      const [first = '0', ...rest] = post.fields.map(field => `(${toSql(field, scope)})::DOUBLE`);
      return rest.reduce((left, right) => calculation(post.fn, [left, right], scope.era), first);
    }
  }
}

type Calculation = Extract<PostAggregation, { fn: string }>['fn'];

function calculation(fn: Calculation, [left, right]: [string, string], { sqlNulls }: Era): string {
  // Dividing by zero gives zero; quotient divides as floating point numbers do.
  if (fn === '/' && sqlNulls) {
    // Both sides are written once, since each may hold as much again.
    return `list_transform([{ l: ${left}, r: ${right} }],
      lambda x: CASE WHEN x.r = 0 AND x.l IS NOT NULL THEN 0 ELSE x.l / nullif(x.r, 0) END)[1]`;
  }
  if (fn === '/') return `coalesce(${left} / nullif(${right}, 0), 0)`;
  return `(${left} ${fn === 'quotient' ? '/' : fn} ${right})`;
}

function fieldsOf(post: PostAggregation): string[] {
  if (post.type === 'arithmetic') return post.fields.flatMap(fieldsOf);
  return 'fieldName' in post ? [post.fieldName] : [];
}

/** Dimensions cannot be calculated with. */
const metric = ({ outputs }: OutputScope, field: string): Output | undefined =>
  findOutput(
    outputs.filter(output => output.kind !== 'text'),
    field,
  );
