import type { InjectOptions } from 'fastify';
import * as z from 'zod';
import { createApp } from '../../src/app.js';
import { Database } from '../../src/store/database.js';
import { createStores } from '../../src/managerStore.js';
import { sampleQueriesUntil } from 'netsensor-contract/query/sampleQueries';
import { checkAnswers } from '../checkAnswers.js';
import { fillIn, readPools, type Pools } from './pools.js';
import type { RandomRequest, Route } from './randomRequest.js';
import type { Schema } from './schemaValues.js';

/** Wednesday 18 November 2026, 12:00 UTC: the present of the manager. */
const present = Date.UTC(2026, 10, 18, 12);
const slowest = 60_000;

/** What went wrong with one request. */
export interface Finding {
  /** The same for failures that have the same cause, as far as one can see. */
  readonly kind: string;
  readonly detail: string;
}

export type FuzzedManager = Awaited<ReturnType<typeof startFuzzedManager>>;

/** How often each status was answered, by route. */
export type Answers = Map<string, Map<number, number>>;

/**
 * A manager in memory that is watched while it gets random requests.
 * @param answers every answer is counted here
 */
export async function startFuzzedManager(answers: Answers) {
  const database = await Database.open(':memory:');
  const stores = await createStores(database, { now: () => present, history: 30 });
  const failures: unknown[] = [];
  const undocumented: string[] = [];
  const app = createApp(stores, { failure: error => failures.push(error) });
  const routes: Route[] = [];
  app.addHook('onRoute', ({ method, url, schema }) => {
    for (const each of [method].flat().filter(name => name !== 'HEAD')) {
      routes.push({
        method: each,
        url,
        isAlias: schema?.hide === true,
        body: bodySchema(schema?.body),
        ...examplesOf(url),
      });
    }
  });
  checkAnswers(app, sentence => undocumented.push(sentence));
  await app.ready();
  let pools: Pools = await readPools(database);

  /** Sends a request; undefined when everything about the answer is as it should be. */
  const send = async (request: RandomRequest): Promise<Finding | undefined> => {
    const options = concrete(request, pools);
    const answer = await withDeadline(app.inject(options));
    if (!answer) return { kind: `${options.method} hangs`, detail: 'No answer within a minute.' };
    const route = `${options.method} ${routeOf(routes, String(options.url))}`;
    count(answers, route, answer.statusCode);
    const failure = failures.pop();
    const difference = undocumented.pop();
    if (failure !== undefined)
      return { kind: `${route} fails: ${firstLine(failure)}`, detail: stackOf(failure) };
    if (difference !== undefined)
      return { kind: firstLine(difference), detail: `${difference}\n${answer.body.slice(0, 500)}` };
    const problem = bodyProblem(answer, route);
    if (problem === undefined) return undefined;
    const where = codeIn(answer.body) ?? route;
    return { kind: `${where} ${answer.statusCode}: ${problem}`, detail: answer.body.slice(0, 500) };
  };
  return {
    app,
    database,
    routes: routes.filter(({ url }) => url.startsWith('/api')),
    send,
    /** The request as it would be sent now, for a person. */
    describe: (request: RandomRequest) => asCommand(concrete(request, pools)),
    refresh: async () => {
      pools = await readPools(database);
    },
    stop: async () => {
      await app.close();
      await database.close();
    },
  };
}

function count(answers: Answers, route: string, status: number): void {
  const statuses = answers.get(route) ?? new Map<number, number>();
  answers.set(route, statuses.set(status, (statuses.get(status) ?? 0) + 1));
}

/** The code of an error that the server library words itself: it comes the same way from every route. */
const codeIn = (body: string): string | undefined => /"code":"(FST_\w+)"/.exec(body)?.[1];

const bodySchema = (body: unknown): Schema | undefined =>
  body instanceof z.ZodType
    ? (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema)
    : undefined;

/** The published queries. */
const examplesOf = (url: string): Pick<Route, 'examples'> =>
  url === '/api/data'
    ? { examples: sampleQueriesUntil(new Date(present).toISOString()).map(({ query }) => query) }
    : {};

const concrete = ({ method, url, headers, payload }: RandomRequest, pools: Pools): InjectOptions => ({
  method: method as NonNullable<InjectOptions['method']>,
  url: fillIn(url, pools),
  headers,
  ...(payload !== undefined && { payload: fillIn(payload, pools) }),
});

async function withDeadline<T>(answer: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>(resolve => {
    timer = setTimeout(() => resolve(undefined), slowest);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** Errors say `query: false` and why (field notes §1.4); a query may fail with 500 and the engine's words (§2.3). */
function bodyProblem(
  { statusCode, body, headers }: { statusCode: number; body: string; headers: Record<string, unknown> },
  route: string,
): string | undefined {
  const isQuery = route.endsWith(' /api/data');
  if (statusCode >= 500 && !isQuery) return 'a server error';
  if (route.startsWith('HEAD ')) return undefined;
  if (statusCode < 400) return undefined;
  if (route.endsWith('.csv') && statusCode === 422) {
    return body.startsWith('field,error\n') ? undefined : 'an error that is not CSV';
  }
  if (!String(headers['content-type']).startsWith('application/json')) return 'an error that is not JSON';
  const answer = JSON.parse(body) as { query?: unknown; error?: unknown };
  if (typeof answer.error !== 'string' || answer.error === '') return 'an error without a reason';
  return answer.query === false || isQuery ? undefined : 'an error without query: false';
}

/** The route that an address belongs to, so that findings of one route have one kind. */
function routeOf(routes: readonly Route[], address: string): string {
  // Neither ending changes where a request goes.
  const path = (address.split(/[?#]/)[0] ?? '').replace(/\/$/, '').replace(/\.json$/, '');
  const parts = path.split('/');
  const exact = routes.find(({ url }) => url === parts.join('/'));
  const found =
    exact ??
    routes.find(({ url }) => {
      const wanted = url.split('/');
      return (
        wanted.length === parts.length &&
        wanted.every((part, index) => part.startsWith(':') || part === parts[index])
      );
    });
  return found?.url ?? 'elsewhere';
}

const firstLine = (value: unknown) =>
  String(value instanceof Error ? value.message : value)
    .split('\n')[0]
    ?.replaceAll(/\d+|"[^"]*"/g, '…')
    .slice(0, 160) ?? '';

const stackOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

function asCommand({ method, url, headers, payload }: InjectOptions): string {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const given = Object.entries(headers ?? {}).map(
    ([name, value]) => ` -H ${quoted(`${name}: ${String(value)}`)}`,
  );
  const body = typeof payload === 'string' ? ` --data-binary ${quoted(payload.slice(0, 600))}` : '';
  return `curl -X ${method} ${quoted(String(url).slice(0, 300))}${given.join('')}${body}`;
}
