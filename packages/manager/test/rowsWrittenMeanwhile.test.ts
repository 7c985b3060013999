import { afterAll, beforeAll, expect, it } from 'vitest';
import { eras } from '../src/dataQuery/eras.js';
import { queryEngine, runQuery } from '../src/dataQuery/runQuery.js';
import { extentCache, type StoredHours } from '../src/dataQuery/storedHours.js';
import { managerWithRows } from './smallTable.js';

let manager: Awaited<ReturnType<typeof managerWithRows>>;
beforeAll(async () => {
  manager = await managerWithRows([
    { at: '2026-03-01T10:00Z', sum_bytes: 1 },
    { at: '2026-03-01T11:00Z', sum_bytes: 2 },
  ]);
});
afterAll(() => manager.stop());

/** Bytes of the day on which all rows were when the query began; `meanwhile` is done before it is run. */
async function bytesOfDay(meanwhile: () => Promise<void>): Promise<unknown> {
  const { database } = manager;
  const known = extentCache(database);
  let isFirst = true;
  const extents: StoredHours = async source => {
    const hours = await known(source);
    if (isFirst) await meanwhile();
    isFirst = false;
    return hours;
  };
  const engine = { ...queryEngine(manager.stores, eras['31']), extents };
  const body = {
    queryType: 'timeseries',
    dataSource: 'rb_flow',
    granularity: 'all',
    intervals: ['2026-03-01/P1D'],
    aggregations: [{ type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' }],
  };
  const asked = { body, caller: manager.stores.users.administrator() };
  const [row] = JSON.parse(await runQuery(engine, asked, AbortSignal.timeout(20_000))) as [
    { result: object },
  ];
  return row.result;
}

const write = (at: string) => () =>
  manager.database.writeAnalytics(session =>
    session.run(
      `INSERT INTO rb_flow SELECT * REPLACE ('${at}'::TIMESTAMP AS "timestamp", 4 AS sum_bytes) FROM rb_flow LIMIT 1`,
    ),
  );

it('are in the answer where they are inside the intervals', async () => {
  expect(await bytesOfDay(write('2026-03-01 12:00'))).toEqual({ bytes: 7 });
});

it('are not where they are beyond them, though nothing was when the query began', async () => {
  expect(await bytesOfDay(write('2026-03-02 00:00'))).toEqual({ bytes: 7 });
  expect(await bytesOfDay(async () => undefined)).toEqual({ bytes: 7 });
});
