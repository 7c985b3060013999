import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { RunningManager } from '../../packages/manager/src/cli/startManager.js';
import type { ScaleName } from '../../packages/manager/src/generator/network/scales.js';
import { Failure } from '../host/failure.js';
import { median } from './explorer.js';
import { day, postJson, present, restrictedUser, startFlowManager } from './flowManager.js';
import { queryCases, type QueryCase } from './queryCases.js';

/** Median milliseconds of one query over a number of rows. */
export interface QueryCost {
  readonly query: string;
  readonly scale: ScaleName;
  readonly rows: number;
  readonly resultRows: number;
  /** `POST /api/data`, from the request to the last byte; the client runs in the same process and counts too. */
  readonly http: number;
  /**
   * Raw SQL carried over HTTP: a plain server that reads the query, asks the same question in SQL of the same database,
   * prepared as the manager's is, and sends the manager's answer from objects that it has ready.
   */
  readonly carried: number;
  /** The SQL alone, the rows as JavaScript arrays. */
  readonly sql: number;
  /** Processor time of all threads, which other programs on the machine disturb less. */
  readonly httpProcessor: number;
  readonly carriedProcessor: number;
  readonly sqlProcessor: number;
  /** What the manager takes against raw SQL carried over HTTP. */
  readonly ratio: number;
  readonly processorRatio: number;
  /** Processor time of the same query asked by a user who may see a part of the tree. */
  readonly restrictedProcessor: number;
  /** Of the administrator's query that has a filter for the same rows. */
  readonly sameRowsProcessor: number;
  readonly restrictedRatio: number;
}

/**
 * Asks each query of a manager over HTTP as its administrator and as a user with a part of the tree, of its database in SQL over HTTP and in SQL alone, in turn, over as many flows as asked for: one
 * generated day, and copies of it on the days before.
 * @param scale of the network, whose rows say which part of the tree they belong to
 * @param sizes numbers of rows, ascending, and how often each query is asked
 * @param warmUp rounds that do not count, in which the just-in-time compiler learns, as it has in a server that has run for a while
 * @param tell gets each cost as soon as it is known
 */
export async function measureQueries(options: {
  readonly folder: string;
  readonly scale: ScaleName;
  readonly sizes: readonly { readonly rows: number; readonly rounds: number; readonly warmUp: number }[];
  readonly tell: (cost: QueryCost) => void;
}): Promise<QueryCost[]> {
  const manager = await startFlowManager(options.folder, options.scale);
  try {
    await runFor(manager, 400);
    const costs: QueryCost[] = [];
    for (const size of options.sizes) {
      const days = await growTo(manager, size.rows);
      for (const one of queryCases(present, days)) {
        const cost = await measure(manager, one, { ...size, scale: options.scale });
        options.tell(cost);
        costs.push(cost);
      }
    }
    return costs;
  } finally {
    await manager.close();
  }
}

/** Asks each query of a minute so often, both ways, as a server and a database that have run for a while were asked. */
async function runFor({ url, apiKey, database }: RunningManager, times: number): Promise<void> {
  const cases = queryCases(present, 1 / day);
  for (let time = 0; time < times; time += 1) {
    for (const { query, sql, values } of cases) {
      await postJson(`${url}/api/data?auth_token=${apiKey}`, JSON.stringify(query));
      await database.readAgain(session => session.arrays(sql, values));
    }
  }
}

/** Replaces the flows by as many copies of the last day as make up a size, the oldest first; answers their number. */
async function growTo({ database }: RunningManager, size: number): Promise<number> {
  return database.writeAnalytics(async session => {
    await session.run('CREATE TABLE IF NOT EXISTS analytics.one_day AS FROM rb_flow');
    const [row] = await session.arrays('SELECT count(*) FROM one_day');
    const days = Math.ceil(size / Number(row?.[0]));
    await session.run('DELETE FROM rb_flow');
    for (let back = days - 1; back >= 0; back -= 1) {
      await session.run(
        'INSERT INTO rb_flow SELECT * REPLACE ("timestamp" - to_days($1::INTEGER) AS "timestamp") FROM one_day',
        [back],
      );
    }
    return days;
  });
}

interface Rounds {
  readonly scale: ScaleName;
  readonly rounds: number;
  readonly warmUp: number;
}

async function measure(
  manager: RunningManager,
  one: QueryCase,
  { scale, rounds, warmUp }: Rounds,
): Promise<QueryCost> {
  const taken: Readonly<Record<'http' | 'restricted' | 'sameRows' | 'carried' | 'sql', Taken[]>> = {
    http: [],
    restricted: [],
    sameRows: [],
    carried: [],
    sql: [],
  };
  const askSql = () => manager.database.readAgain(session => session.arrays(one.sql, one.values));
  let answer: readonly unknown[] = [];
  const carrier = await carry(async () => {
    await askSql();
    return answer;
  });
  const address = `${manager.url}/api/data?auth_token=${manager.apiKey}`;
  const user = await restrictedUser(manager.url, manager.apiKey);
  const sameRows = JSON.stringify(await ofDomain(manager, user.domain, one.query));
  for (let round = -warmUp; round < rounds; round += 1) {
    const http = await timed(() => postJson(address, JSON.stringify(one.query)));
    const restricted = await timed(() => postJson(user.address, JSON.stringify(one.query)));
    const administrator = await timed(() => postJson(address, sameRows));
    checkSame(restricted.result, administrator.result);
    answer = JSON.parse(http.result.toString()) as unknown[];
    const carried = await timed(() => postJson(carrier.url, JSON.stringify(one.query)));
    const sql = await timed(askSql);
    one.check(answer, sql.result);
    if (round < 0) continue;
    taken.http.push(http);
    taken.restricted.push(restricted);
    taken.sameRows.push(administrator);
    taken.carried.push(carried);
    taken.sql.push(sql);
  }
  await carrier.close();
  const [count] = await manager.database.read(session => session.arrays('SELECT count(*) FROM rb_flow'));
  const http = medianOf(taken.http);
  const carried = medianOf(taken.carried);
  const sql = medianOf(taken.sql);
  const { processor: restricted } = medianOf(taken.restricted);
  const { processor: sameRowsProcessor } = medianOf(taken.sameRows);
  return {
    query: one.name,
    scale,
    rows: Number(count?.[0]),
    resultRows: one.resultRows(answer),
    http: rounded(http.time),
    carried: rounded(carried.time),
    sql: rounded(sql.time),
    httpProcessor: rounded(http.processor),
    carriedProcessor: rounded(carried.processor),
    sqlProcessor: rounded(sql.processor),
    ratio: rounded(http.time / carried.time),
    processorRatio: rounded(http.processor / carried.processor),
    restrictedProcessor: rounded(restricted),
    sameRowsProcessor: rounded(sameRowsProcessor),
    restrictedRatio: rounded(restricted / sameRowsProcessor),
  };
}

/** The query over the rows of one organization alone. @param id of its domain */
async function ofDomain({ database }: RunningManager, id: number, query: object): Promise<object> {
  const [value] = await database.read(session =>
    session.arrays('SELECT uuid FROM sensors WHERE id = $1', [id]),
  );
  const own = { type: 'selector', dimension: 'organization_uuid', value: value?.[0] };
  const filter = 'filter' in query && query.filter ? { type: 'and', fields: [query.filter, own] } : own;
  return { ...query, filter };
}

/** @throws Failure when a user reads something else than the administrator who asks for the same rows */
function checkSame(restricted: Buffer, administrator: Buffer): void {
  if (!restricted.equals(administrator)) throw new Failure('Two callers read other rows.');
}

/** A server that parses what it is sent and answers as JSON. */
async function carry(answer: () => Promise<unknown>): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((incoming, response) => {
    void json(incoming).then(async () => {
      const found = await answer();
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(found));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${port}/`, close };
}

/** Milliseconds by the clock, and of all threads on the processor. */
interface Taken {
  readonly time: number;
  readonly processor: number;
}

async function timed<T>(work: () => Promise<T>): Promise<Taken & { readonly result: T }> {
  const processor = process.cpuUsage();
  const started = performance.now();
  const result = await work();
  const time = performance.now() - started;
  const { user, system } = process.cpuUsage(processor);
  return { time, processor: (user + system) / 1000, result };
}

const medianOf = (taken: readonly Taken[]): Taken => ({
  time: median(taken.map(({ time }) => time)),
  processor: median(taken.map(({ processor }) => processor)),
});

const rounded = (value: number): number => Number(value.toFixed(2));
