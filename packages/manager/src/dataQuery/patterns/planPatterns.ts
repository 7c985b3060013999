import type { Query } from '../querySchema.js';
import type { QueryFilter } from 'netsensor-contract/query/query';
import type { SqlSession } from '../../store/database.js';
import { badRequest, type HttpProblem } from '../../http/errors.js';
import { dimensionColumn, Parameters } from '../expressions.js';
import { PatternProblem } from './characterSets.js';
import { translatePattern } from './translatePattern.js';
import {
  type PatternPlan,
  type PatternPlans,
  planKey,
  type RegexFilter,
  type StoredChoice,
  storedCondition,
} from '../sql/rowCondition.js';
import type { Translation } from './patternWriter.js';
import { Worker } from 'node:worker_threads';
import { timeLimit } from 'netsensor-contract/text/timeLimit';

/** A pattern for the worker, over the values of one column. */
interface WorkerPattern {
  readonly filter: RegexFilter;
  readonly column: string;
  readonly script: string;
}

/** A pattern of the database's engine, over the values of one column. */
interface FastPattern {
  /** Of the plan. */
  readonly key: string;
  readonly column: string;
  readonly pattern: string;
}

/**
 * Decides for each regular expression who runs it, and runs those that the database's engine cannot over the distinct
 * values of their dimension, in a thread that is ended after a while.
 * @param choice the rows that the query could look at, and about how many they are
 * @throws HttpProblem 400 for a pattern that Java refuses, that only Java can run, or that takes too long
 */
export async function planPatterns(
  session: SqlSession,
  { rows, ...choice }: StoredChoice & { readonly rows: number },
  limits: MatchLimits,
): Promise<PatternPlans> {
  const filters = new Map(regexFilters(choice.query).map(filter => [planKey(filter), filter]));
  refuseLength([...filters.values()]);
  const plans = new Map<string, PatternPlan>();
  const slow: WorkerPattern[] = [];
  const quick: FastPattern[] = [];
  const translated = [...filters].map(([key, filter]) => ({ key, filter, ...translationOf(filter) }));
  const taken = await takenBy(session, new Set(translated.flatMap(({ fast }) => fast ?? [])));
  for (const { key, filter, script, fast } of translated) {
    const column = dimensionColumn(choice.columns, filter.dimension);
    if (fast !== undefined && taken.has(fast)) {
      plans.set(key, { pattern: fast });
      if (column !== undefined) quick.push({ key, column, pattern: fast });
    } else if (column !== undefined) slow.push({ filter, column, script });
  }
  for (const [key, plan] of await matchFewValues(session, quick, { choice, rows })) plans.set(key, plan);
  if (slow.length > 0) await runSlowPatterns(slow, plans, { session, choice, limits });
  return plans;
}

/**
 * Refuses patterns that Java refuses, so that an engine which hides its reasons is not asked.
 * @throws HttpProblem 400
 */
export function refuseUnreadablePatterns(query: Query): void {
  const filters = regexFilters(query);
  refuseLength(filters);
  for (const filter of filters) translationOf(filter);
}

/** Patterns are read where all requests are answered, so there must not be too much of them. */
const longestPatterns = 10_000;

function refuseLength(filters: readonly RegexFilter[]): void {
  const length = filters.reduce((sum, { pattern }) => sum + pattern.length, 0);
  if (length > longestPatterns) {
    throw badRequest(
      `filter: the patterns of the query are longer than ${longestPatterns} characters together`,
    );
  }
}

/** Every regular expression in the filters of a query and of its aggregations. */
export function regexFilters({ filter, aggregations }: Query): RegexFilter[] {
  const own = aggregations.flatMap(aggregation =>
    aggregation.type === 'filtered' ? [aggregation.filter] : [],
  );
  return [...(filter ? [filter] : []), ...own].flatMap(regexFiltersIn);
}

function regexFiltersIn(filter: QueryFilter): RegexFilter[] {
  if (filter.type === 'regex') return [filter];
  if (filter.type === 'not') return regexFiltersIn(filter.field);
  return 'fields' in filter ? filter.fields.flatMap(regexFiltersIn) : [];
}

/** The patterns that the engine takes: all but those whose repetitions make them too large. */
async function takenBy(session: SqlSession, patterns: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  if (patterns.size === 0) return patterns;
  const attempt = (some: readonly string[]): Promise<boolean> => {
    const calls = some.map((_pattern, index) => `regexp_matches('', $${index + 1})`);
    return session.run(`SELECT ${calls.join(', ')}`, some).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Error && /^Invalid Input Error/.test(error.message)) return false;
        throw error;
      },
    );
  };
  if (await attempt([...patterns])) return patterns;
  const taken = new Set<string>();
  for (const pattern of patterns) if (await attempt([pattern])) taken.add(pattern);
  return taken;
}

/** Fewer rows are matched one by one in less time than their values are found. */
const manyRows = 100_000;
const sampledRows = 10_000;
/** Most different values among the sampled rows. */
const fewValues = 1000;

/**
 * Matches patterns over dimensions of few values with each value once, which takes a fraction of the time that all
 * rows take; the engine itself would look at every row, also below a DISTINCT.
 * @param rows about how many the query looks at
 */
async function matchFewValues(
  session: SqlSession,
  patterns: readonly FastPattern[],
  { choice, rows }: { choice: StoredChoice; rows: number },
): Promise<ReadonlyMap<string, PatternPlan>> {
  const plans = new Map<string, PatternPlan>();
  if (rows < manyRows) return plans;
  for (const [index, column] of [...new Set(patterns.map(each => each.column))].entries()) {
    const parameters = new Parameters();
    // Whose rows they are is asked of the rows that are answered; to ask it here, too, would take as long again.
    const anybody = storedCondition({ ...choice, readable: undefined }, parameters);
    const values = `SELECT ${column} AS value FROM ${choice.query.dataSource}
      WHERE ${column} IS NOT NULL AND ${anybody}`;
    const sample = `SELECT count(DISTINCT value) FROM (${values} LIMIT ${sampledRows})`;
    const [[different] = []] = await session.arrays(sample, parameters.values);
    if (Number(different) > fewValues) continue;
    const table = `few_${index}`;
    await session.run(
      `CREATE OR REPLACE TEMP TABLE ${table} AS SELECT DISTINCT value FROM (${values})`,
      parameters.values,
    );
    for (const [place, { key, pattern }] of patterns.filter(each => each.column === column).entries()) {
      const matchesTable = `few_${index}_${place}`;
      await session.run(
        `CREATE OR REPLACE TEMP TABLE ${matchesTable} AS SELECT value FROM ${table} WHERE regexp_matches(value, $1)`,
        [pattern],
      );
      plans.set(key, { matchesTable });
    }
  }
  return plans;
}

async function runSlowPatterns(
  slow: readonly WorkerPattern[],
  plans: Map<string, PatternPlan>,
  { session, choice, limits }: { session: SqlSession; choice: StoredChoice; limits: MatchLimits },
): Promise<void> {
  const columns = [...new Set(slow.map(({ column }) => column))];
  const tasks = await Promise.all(
    columns.map(async column => ({
      texts: await distinctValues(session, choice, column),
      patterns: slow.filter(each => each.column === column).map(({ script }) => script),
    })),
  );
  const matches = await matchInWorker(tasks, limits).catch((error: unknown) => {
    throw refusalOf(error, slow, limits) ?? error;
  });
  for (const [task, column] of columns.entries()) {
    const { texts = [] } = tasks[task] ?? {};
    for (const [index, { filter }] of slow.filter(each => each.column === column).entries()) {
      const matchesTable = `matches_${task}_${index}`;
      const positions = matches[task]?.[index] ?? new Uint32Array();
      await session.run(`CREATE OR REPLACE TEMP TABLE ${matchesTable} (value VARCHAR)`);
      await session.append(
        matchesTable,
        Array.from(positions, position => [texts[position] ?? null]),
      );
      plans.set(planKey(filter), { matchesTable });
    }
  }
}

async function distinctValues(session: SqlSession, choice: StoredChoice, column: string): Promise<string[]> {
  const parameters = new Parameters();
  const rows = await session.arrays(
    `SELECT DISTINCT ${column} FROM ${choice.query.dataSource}
    WHERE ${column} IS NOT NULL AND ${storedCondition(choice, parameters)}`,
    parameters.values,
  );
  return rows.map(([value]) => String(value));
}

function translationOf(filter: RegexFilter): Translation {
  try {
    return translatePattern(filter.pattern);
  } catch (error) {
    throw error instanceof PatternProblem ? refused(filter, error.message) : error;
  }
}

function refusalOf(
  error: unknown,
  slow: readonly WorkerPattern[],
  { milliseconds }: MatchLimits,
): HttpProblem | undefined {
  const [first] = slow;
  if (error instanceof PatternTimeout && first) {
    const reason = `it takes longer than ${milliseconds / 1000} s over the values of ${first.filter.dimension}`;
    return refused(first.filter, reason);
  }
  if (!(error instanceof PatternFailure)) return undefined;
  const failed = slow.find(({ script }) => script === error.pattern) ?? first;
  return failed && refused(failed.filter, 'it is too large to be searched for');
}

const longestShown = 200;

function refused({ pattern }: RegexFilter, reason: string): HttpProblem {
  const shown = pattern.length > longestShown ? `${pattern.slice(0, longestShown)}...` : pattern;
  return badRequest(`filter: the local manager cannot run the pattern ${shown} (${reason})`);
}

/** Texts, and the patterns (JavaScript's, flag v) that are tried on each of them. */
export interface MatchTask {
  readonly texts: readonly string[];
  readonly patterns: readonly string[];
}

/** Patterns that did not end in time. */
export class PatternTimeout extends Error {}

/** A pattern that the engine gave up on; `pattern` is its text. */
export class PatternFailure extends Error {
  constructor(
    readonly pattern: string,
    reason: string,
  ) {
    super(reason);
  }
}

/** How long, and for whom, the patterns may run. */
export interface MatchLimits {
  readonly milliseconds: number;
  readonly signal: AbortSignal | undefined;
}

type Reply = { matches: Uint32Array[][] } | { pattern: string; reason: string };

/**
 * The program of the worker. It is a text because there is no file that exists in every way the manager is run: from
 * its sources, as one bundle, and inside the bundle of another program.
 */
const program = `
const { parentPort, workerData } = require('node:worker_threads');
let current;
try {
  const matches = workerData.map(({ texts, patterns }) =>
    patterns.map(pattern => {
      current = pattern;
      const expression = new RegExp(pattern, 'v');
      const found = [];
      texts.forEach((text, index) => { if (expression.test(text)) found.push(index); });
      return Uint32Array.from(found);
    }));
  parentPort.postMessage({ matches });
} catch (error) {
  parentPort.postMessage({ pattern: current, reason: error.message });
}
`;

/**
 * Tries patterns on texts in a thread of its own, which is ended when it takes too long or nobody waits any more.
 * @returns for each task and pattern the positions of the texts that match
 * @throws PatternTimeout, PatternFailure, or the reason of the signal
 */
export async function matchInWorker(
  tasks: readonly MatchTask[],
  { milliseconds, signal }: MatchLimits,
): Promise<Uint32Array[][]> {
  signal?.throwIfAborted();
  const worker = new Worker(program, { eval: true, workerData: tasks, execArgv: [], env: {} });
  const limit = timeLimit(milliseconds, signal);
  try {
    return await new Promise<Uint32Array[][]>((resolve, reject) => {
      limit.signal.onabort = () => reject(signal?.aborted ? (signal.reason as Error) : new PatternTimeout());
      worker.once('error', reject);
      worker.once('exit', code => reject(new Error(`The pattern worker ended with ${code}`)));
      worker.once('message', (reply: Reply) => {
        if ('matches' in reply) resolve(reply.matches);
        else reject(new PatternFailure(reply.pattern, reply.reason));
      });
    });
  } finally {
    limit.end();
    await worker.terminate();
  }
}
