import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/depth.js';
import { managerWithRows } from './smallTable.js';
import type { Json } from './testManager.js';

const values = runs({ broad: 20_000, deep: 300_000 });

describe(`${values} values of a dimension`, () => {
  let manager: Awaited<ReturnType<typeof managerWithRows>>;
  beforeAll(async () => {
    manager = await managerWithRows([]);
    await manager.database.writeAnalytics(session =>
      session.run(
        `INSERT INTO rb_flow BY NAME SELECT TIMESTAMP '2026-03-01 10:00' AS "timestamp", 'h' || i AS host,
        1 AS events, 0 AS sum_bytes, 0 AS sum_pkts, 0 AS sum_rssi FROM range(${values}) AS numbers(i)`,
      ),
    );
  });
  afterAll(() => manager.stop());

  const ask = (query: object): Promise<Json> =>
    manager.ask({
      queryType: 'groupBy',
      granularity: 'all',
      intervals: ['2026-03-01/P1D'],
      aggregations: [{ type: 'count', name: 'rows' }],
      ...query,
    });

  it.each([
    ['h(?=\\d)', [values]],
    ['^h(?=12345$)', [1]],
    ['(?=x)', []],
  ])('can be tried with a pattern of which all, one or none match: %j', async (pattern, expected) => {
    const filter = { type: 'regex', dimension: 'host', pattern };
    const rows = await ask({ dimensions: [], filter });
    expect(rows.map((row: Json) => row.event.rows)).toEqual(expected);
  });

  it('are all answered', async () => {
    expect(await ask({ dimensions: ['host'] })).toHaveLength(values);
  });
});
