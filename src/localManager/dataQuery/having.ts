import { z } from 'zod';
import { badRequest } from '../http/errorAnswers.js';
import { issueSentence } from './request/queryProblem.js';
import { findOutput, type OutputScope } from './outputs.js';
import { joinConditions } from './sql/expressions.js';

/** A condition on the rows of a groupBy (field notes §2.7). */
type Having =
  | { type: 'equalTo' | 'greaterThan' | 'lessThan'; aggregation: string; value: number }
  | { type: 'dimSelector'; dimension: string; value?: string | number | null | undefined }
  | { type: 'and' | 'or'; havingSpecs: Having[] }
  | { type: 'not'; havingSpec: Having }
  | { type: 'always' };

const operators = { equalTo: '=', greaterThan: '>', lessThan: '<' } as const;

const schema: z.ZodType<Having> = z.discriminatedUnion('type', [
  z.object({
    type: z.enum(['equalTo', 'greaterThan', 'lessThan']),
    aggregation: z.string(),
    value: z.number(),
  }),
  z.object({
    type: z.literal('dimSelector'),
    dimension: z.string(),
    value: z.union([z.string(), z.number(), z.null()]).optional(),
  }),
  z.object({
    type: z.enum(['and', 'or']),
    get havingSpecs() {
      return z.array(schema);
    },
  }),
  z.object({
    type: z.literal('not'),
    get havingSpec() {
      return schema;
    },
  }),
  z.object({ type: z.literal('always') }),
]);

/**
 * SQL for a having condition over the columns of the outputs; an aggregation that does not exist counts as 0.
 * @throws HttpProblem 400 for a condition that is not known
 */
export function havingToSql(given: unknown, scope: OutputScope): string {
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    throw badRequest(parsed.error.issues.map(issue => issueSentence('having', issue)).join('; '));
  }
  return toSql(parsed.data, scope);
}

function toSql(having: Having, scope: OutputScope): string {
  const { outputs, parameters } = scope;
  switch (having.type) {
    case 'always':
      return 'TRUE';
    case 'and':
    case 'or':
      return joinConditions(
        having.type === 'and' ? 'AND' : 'OR',
        having.havingSpecs.map(spec => toSql(spec, scope)),
      );
    case 'not':
      return `NOT ${toSql(having.havingSpec, scope)}`;
    case 'dimSelector': {
      const column = findOutput(outputs, having.dimension)?.column ?? 'NULL';
      const text = String(having.value ?? '');
      return text === ''
        ? `(${column} IS NULL)`
        : `(${column}::VARCHAR IS NOT DISTINCT FROM ${parameters.text(text)})`;
    }
    case 'equalTo':
    case 'greaterThan':
    case 'lessThan': {
      const output = findOutput(outputs, having.aggregation);
      const column = output && output.kind !== 'text' ? output.column : '0';
      return `(${column} ${operators[having.type]} ${parameters.double(having.value)})`;
    }
  }
}
