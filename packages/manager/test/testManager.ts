import type { FastifyInstance, InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { createApp, type Variety } from '../src/app.js';
import { Database } from '../src/store/database.js';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { dataSourceNames } from 'netsensor-contract/query/dataSources';
import { createStores, type StoreOptions } from '../src/managerStore.js';
import { checkAnswers } from './checkAnswers.js';
import { isDeep } from '../../../test/support/depth.js';
import { exchanges } from './contract/exchanges.js';

/** Wednesday 18 November 2026, 12:00 UTC: the present of generated test data. */
export const present = Date.UTC(2026, 10, 18, 12);

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** The body as JSON; tests say what they expect of it. */
  readonly json: () => Json;
}

/** Where the records of a type are, or one of them. */
export const inventoryPath = (type: InventoryType, id?: number | string): string =>
  `/api/v1/inventory/${type}${id === undefined ? '' : `/${id}`}`;

/** JSON whose shape the assertions of a test check. */
export type Json = ReturnType<typeof JSON.parse>;

export type TestManager = Awaited<ReturnType<typeof startTestManager>>;

/** One core, since it takes DuckDB longer to share little data between cores; a run that goes for depth shares. */
const threadsOfTests = isDeep ? {} : { threads: 1 };

/** A manager in memory with generated records, and as many minutes of analytics as asked for (none by default). */
export async function startTestManager({
  dialect,
  era,
  tls,
  faults,
  ...options
}: StoreOptions & Variety = {}) {
  const database = await Database.open(':memory:', threadsOfTests);
  const stores = await createStores(database, { now: () => present, history: 0, ...options });
  const failures: unknown[] = [];
  const undocumented: string[] = [];
  let made: FastifyInstance | undefined;
  /** Made for those who ask over HTTP: its routes take as long as a third of all else. */
  const app = (): FastifyInstance => {
    if (made) return made;
    const log = { failure: (error: unknown) => failures.push(error) };
    made = createApp(stores, log, { dialect, era, tls, faults });
    if (!faults) checkAnswers(made, sentence => undocumented.push(sentence));
    return made;
  };
  const key = stores.users.administrator().authentication_token;

  const raw = async (request: InjectOptions): Promise<Answer> => {
    const response = await app().inject(request);
    const { statusCode: status, headers, body: text } = response;
    exchanges.push({ method: request.method ?? 'GET', url: String(request.url), status });
    return { status, headers, text, json: () => JSON.parse(text) as Json };
  };
  const send = (method: InjectOptions['method'], path: string, body?: unknown): Promise<Answer> =>
    raw({
      method: method ?? 'GET',
      url: `${path}${path.includes('?') ? '&' : '?'}auth_token=${key}`,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }),
    });
  return {
    get app() {
      return app();
    },
    stores,
    database,
    key,
    failures,
    raw,
    send,
    get: (path: string) => send('GET', path),
    query: (body: unknown) => send('POST', '/api/data', body),
    sql: (text: string) => database.read(session => session.rows<Json>(text)),
    stop: async () => {
      await made?.close();
      await database.close();
      expect(undocumented.slice(0, 5), 'answers that differ from /openapi.json').toEqual([]);
    },
  };
}

/** One number per table that any changed cell changes. */
export const checksums = (manager: TestManager) =>
  Promise.all(
    dataSourceNames.map(source =>
      manager.sql(`SELECT bit_xor(hash(t))::VARCHAR AS sum, count(*)::INTEGER AS rows FROM ${source} t`),
    ),
  );
