import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eras } from '../src/dataQuery/eras.js';
import { QueryQueue } from '../src/dataQuery/queryQueue.js';
import { queryEngine, runQuery, type QueryEngine } from '../src/dataQuery/runQuery.js';
import { eventually } from '../../../test/support/eventually.js';
import { managerWithRows } from './smallTable.js';

type Manager = Awaited<ReturnType<typeof managerWithRows>>;

const query = {
  dataSource: 'rb_flow',
  queryType: 'groupBy',
  granularity: 'all',
  intervals: ['2026-03-01/P1D'],
  dimensions: ['host'],
  aggregations: [{ type: 'count', name: 'rows' }],
};
const nobodyLeaves = new AbortController().signal;

/** Fills the only place of a queue until `leave` is called. */
function occupied() {
  const queue = new QueryQueue(1);
  let leave = () => {};
  const inside = queue.run(() => new Promise<void>(resolve => (leave = resolve)), {
    signal: nobodyLeaves,
    cost: 1,
  });
  return { queue, leave: () => leave(), inside };
}

describe('a query that waits or takes long', () => {
  let manager: Manager;
  beforeAll(async () => {
    manager = await managerWithRows(
      Array.from({ length: 30 }, (_none, index) => ({ at: '2026-03-01T10:00Z', host: `h${index}` })),
    );
    await manager.database.writeAnalytics(session =>
      session.run(
        `INSERT INTO rb_flow BY NAME SELECT TIMESTAMP '2026-03-05 10:00' AS "timestamp", 'h' || i AS host,
        'c' || i AS conversation, 1 AS events, 0 AS sum_bytes, 0 AS sum_pkts, 0 AS sum_rssi
        FROM range(60000) AS numbers(i)`,
      ),
    );
  });
  afterAll(() => manager.stop());

  const engine = (parts: Partial<QueryEngine> = {}): QueryEngine => ({
    ...queryEngine(manager.stores, eras['0.8']),
    queue: new QueryQueue(1),
    ...parts,
  });
  const run = async (parts: Partial<QueryEngine>, body: object = query, gone: AbortSignal = nobodyLeaves) =>
    runQuery(engine(parts), { body, caller: manager.stores.users.administrator() }, gone);
  /** Looks for many patterns in each of many values; would take a long time, but can be stopped at any. */
  const endless = {
    ...query,
    intervals: ['2026-03-05/P1D'],
    filter: {
      type: 'or',
      fields: Array.from({ length: 60 }, (_none, index) => ({
        type: 'regex',
        dimension: 'conversation',
        pattern: `(x|c.*)+y${index}`,
      })),
    },
  };

  it('gives its turn to the next when its client leaves', async () => {
    const { queue, leave, inside } = occupied();
    const gone = new AbortController();
    const request = { body: query, caller: manager.stores.users.administrator() };
    const waiting = engine({ queue });
    const first = runQuery(waiting, request, gone.signal);
    const second = runQuery(waiting, request, nobodyLeaves);
    const left = new Error('left');
    gone.abort(left);
    await expect(first).rejects.toBe(left);
    leave();
    await inside;
    expect(JSON.parse(await second)).toHaveLength(30);
    expect(JSON.parse(await run({ queue }))).toHaveLength(30);
  });

  it('does not even wait when its client left before', async () => {
    const { queue, leave, inside } = occupied();
    const left = new Error('left');
    await expect(run({ queue }, query, AbortSignal.abort(left))).rejects.toBe(left);
    leave();
    await inside;
  });

  it('is given up when its time is over while it waits', async () => {
    const { queue, leave, inside } = occupied();
    const timeout = { status: 504, message: 'Query timeout' };
    await expect(run({ queue }, { ...query, context: { timeout: 30 } })).rejects.toMatchObject(timeout);
    await expect(run({ queue, longestRun: 30 })).rejects.toMatchObject(timeout);
    leave();
    await inside;
    expect(JSON.parse(await run({ queue }))).toHaveLength(30);
  });

  it('is stopped after the time that the manager allows, whatever longer time it asks for', async () => {
    const timeout = { status: 504, message: 'Query timeout' };
    const { queue } = engine();
    for (const context of [
      undefined,
      { timeout: 3_600_000 },
      { timeout: '3600000' },
      { timeout: -1 },
      { timeout: 'x' },
    ]) {
      await expect(run({ queue, longestRun: 30 }, { ...endless, context })).rejects.toMatchObject(timeout);
    }
    expect(JSON.parse(await run({ queue }))).toHaveLength(30);
  });

  it('is stopped after the shorter time that it asks for, also as a text', async () => {
    for (const timeout of [30, '30', 0.5]) {
      await expect(run({}, { ...endless, context: { timeout } })).rejects.toMatchObject({ status: 504 });
    }
  });

  it('is answered with the words of a manager when its time is over', async () => {
    const answer = await manager.post({ ...endless, context: { timeout: 30 } });
    expect([answer.status, answer.json()]).toEqual([504, { error: 'Query timeout' }]);
  });

  it('is stopped when its client leaves while it runs, and frees its place', async () => {
    const { queue } = engine();
    const gone = new AbortController();
    const left = new Error('left');
    const running = run({ queue }, endless, gone.signal);
    const next = run({ queue });
    setTimeout(() => gone.abort(left), 100);
    await expect(running).rejects.toThrow();
    expect(JSON.parse(await next)).toHaveLength(30);
  });

  it('is stopped when the connection is closed over which it was asked', async () => {
    const origin = await manager.app.listen({ port: 0, host: '127.0.0.1' });
    const running = vi.spyOn(manager.database, 'readAgain');
    const gone = new AbortController();
    const asked = fetch(`${origin}/api/data?auth_token=${manager.key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(endless),
      signal: gone.signal,
    });
    await eventually(() => expect(running).toHaveBeenCalled());
    gone.abort();
    await expect(asked).rejects.toThrow();
    await expect(running.mock.results[0]?.value).rejects.toThrow();
    running.mockRestore();
  });

  it('may answer as many rows as the manager allows, and not one more', async () => {
    expect(JSON.parse(await run({ mostRows: 30 }))).toHaveLength(30);
    await expect(run({ mostRows: 29 })).rejects.toMatchObject({
      status: 500,
      message: 'Maximum number of rows [29] reached',
    });
    const limitSpec = { type: 'default', limit: 29, columns: [] };
    expect(JSON.parse(await run({ mostRows: 29 }, { ...query, limitSpec }))).toHaveLength(29);
    const limits = { dimensions: ['conversation', 'host'], intervals: ['2026-03-05/P1D'] };
    expect(JSON.parse(await run({}, { ...query, ...limits }))).toHaveLength(60_000);
  });

  it('is answered however many ask at once', async () => {
    const { queue } = engine();
    const answers = await Promise.all(Array.from({ length: 20 }, () => run({ queue })));
    expect(new Set(answers).size).toBe(1);
  });
});
