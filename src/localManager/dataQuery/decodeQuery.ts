import type { z } from 'zod';
import { dataQuery, type DataQuery } from '../../model/query.js';
import { badRequest, type HttpProblem } from '../errors.js';
import { checkQuery } from './checkQuery.js';
import { isObject, normalizeQuery } from './normalizeQuery.js';

const deepestNesting = 100;
const mostRepairs = 20;

/**
 * Reads the body of `POST /api/data` (contract 002, Query object).
 * @throws QueryProblem 500 with the engine's message for what it names (field notes §2.3), HttpProblem 400 for other
 * fields that are missing or wrong
 */
export function decodeQuery(body: unknown): DataQuery {
  if (!isObject(body)) throw badRequest('The body must be a JSON object that describes a query');
  if (isDeeperThan(body, deepestNesting))
    throw badRequest(`The query nests deeper than ${deepestNesting} levels`);
  checkQuery(body);
  let candidate: unknown = normalizeQuery(body);
  for (let repair = 0; repair < mostRepairs; repair += 1) {
    const parsed = dataQuery.safeParse(candidate);
    if (parsed.success) return parsed.data;
    const unknownKeys = parsed.error.issues.flatMap(issue => unknownKeysOf(issue));
    if (unknownKeys.length === 0) throw problemOf(parsed.error.issues);
    candidate = without(candidate, unknownKeys);
  }
  throw badRequest('The query holds too many unknown properties');
}

interface UnknownKeys {
  readonly path: readonly PropertyKey[];
  readonly keys: readonly string[];
}

/** Unknown properties are ignored (field notes §2.3), also where one of several shapes fits but for them. */
function unknownKeysOf(issue: z.core.$ZodIssue): UnknownKeys[] {
  if (issue.code === 'unrecognized_keys') return [issue];
  if (issue.code !== 'invalid_union') return [];
  const fitting = issue.errors.find(
    issues => issues.length > 0 && issues.every(inner => unknownKeysOf(inner).length > 0),
  );
  return (fitting ?? []).flatMap(inner =>
    unknownKeysOf(inner).map(({ path, keys }) => ({ path: [...issue.path, ...path], keys })),
  );
}

function without(value: unknown, unknownKeys: readonly UnknownKeys[]): unknown {
  const copy: unknown = structuredClone(value);
  for (const { path, keys } of unknownKeys) {
    let target = copy;
    for (const step of path) target = (target as Record<PropertyKey, unknown>)[step];
    if (isObject(target)) for (const key of keys) delete target[key];
  }
  return copy;
}

function problemOf(issues: readonly z.core.$ZodIssue[]): HttpProblem {
  const sentences = issues.map(({ path, code, message }) => {
    const what = code === 'invalid_union' ? 'has none of the known forms' : message;
    return `${path.join('.') || 'query'}: ${what}`;
  });
  return badRequest(sentences.join('; '));
}

/** Whether objects and arrays nest deeper than a limit; counts without recursion, so nothing can exhaust the stack. */
function isDeeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap(item => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}
