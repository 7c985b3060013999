import type { z } from 'zod';
import { isRecord } from 'netsensor-contract/text/looseValues';
import { dataSourceNames } from 'netsensor-contract/query/dataSources';
import { dataQuery, type DataQuery } from 'netsensor-contract/query/query';
import { granularityNames } from 'netsensor-contract/query/queryChoices';
import { badRequest, type HttpProblem } from '../../http/errors.js';

import { checkQuery } from './checkQuery.js';
import { issuesMeant, issueWords } from './queryProblem.js';
import { normalizeQuery, withServedParts } from './normalizeQuery.js';
import type { Era } from '../eras.js';

const deepestNesting = 100;
const mostRepairs = 20;

/**
 * Reads the body of `POST /api/data` (contract 002, Query object).
 * @param era of the engine that will answer
 * @throws QueryProblem 500 with the engine's message for what it names (field notes §2.3), HttpProblem 400 for other
 * fields that are missing or wrong
 */
export function decodeQuery(body: unknown, { refusesUnserved }: Pick<Era, 'refusesUnserved'>): DataQuery {
  if (!isRecord(body)) throw badRequest('The body must be a JSON object that describes a query');
  if (isDeeperThan(body, deepestNesting))
    throw badRequest(`The query nests deeper than ${deepestNesting} levels`);
  checkQuery(body);
  let candidate: unknown = normalizeQuery(refusesUnserved ? withServedParts(body) : body);
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
    if (isRecord(target)) for (const key of keys) Reflect.deleteProperty(target, key);
  }
  return copy;
}

function problemOf(issues: readonly z.core.$ZodIssue[]): HttpProblem {
  const sentences = issues
    .flatMap(issuesMeant)
    .map(issue => `${issue.path.join('.') || 'query'}: ${whatIsWrong(issue)}`);
  return badRequest(sentences.join('; '));
}

const advice: Readonly<Record<string, string>> = {
  queryType: 'is not one of groupBy, topN, timeseries',
  dataSource: `is not one of ${dataSourceNames.join(', ')}`,
  granularity: `is neither one of ${granularityNames.contract.join(', ')} nor an object of the type period or duration`,
  period: 'is not an ISO 8601 duration such as PT6M or P1D',
  intervals: 'is not an array of ISO 8601 intervals such as 2026-11-20T00:00Z/2026-11-21T00:00Z',
  'each of intervals': 'is not an ISO 8601 interval such as 2026-11-20T00:00Z/2026-11-21T00:00Z',
  threshold: 'is not a whole number from 1',
  limit: 'is not a whole number from 1',
};

/** What to do where the contract says what a field holds, else what the check of its shape found. */
function whatIsWrong(issue: z.core.$ZodIssue): string {
  const [field] = issue.path.slice(-1);
  const text = typeof field === 'number' ? `each of ${String(issue.path.at(-2))}` : String(field);
  return Object.hasOwn(advice, text) ? (advice[text] ?? '') : issueWords(issue);
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
