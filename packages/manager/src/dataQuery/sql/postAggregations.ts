import { QueryProblem } from '../../http/errors.js';
import type { Era } from '../eras.js';
import type { PostAggregation, Query } from '../querySchema.js';
import { findOutput, type Output, type OutputScope } from './outputs.js';

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
