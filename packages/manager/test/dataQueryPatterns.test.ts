import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eras } from '../src/dataQuery/eras.js';
import { planPatterns } from '../src/dataQuery/patterns/planPatterns.js';
import { readQuery } from '../src/dataQuery/readQuery.js';
import { planKey } from '../src/dataQuery/sql/rowCondition.js';
import { readColumns } from '../src/dataQuery/sql/sourceColumns.js';
import { managerWithRows } from './smallTable.js';

type Manager = Awaited<ReturnType<typeof managerWithRows>>;

const regex = (dimension: string, pattern: string) => ({ type: 'regex' as const, dimension, pattern });
const few = regex('host', '^h1');
const many = regex('conversation', '^c1');

describe('patterns over many rows', { timeout: 60_000 }, () => {
  let manager: Manager;
  beforeAll(async () => {
    manager = await managerWithRows([]);
    await manager.database.writeAnalytics(session =>
      session.run(
        `INSERT INTO rb_flow BY NAME SELECT TIMESTAMP '2026-03-05 10:00' AS "timestamp",
        CASE WHEN i % 4 = 0 THEN NULL ELSE 'h' || i % 20 END AS host, 'c' || i AS conversation,
        1 AS events, 0 AS sum_bytes, 0 AS sum_pkts, 0 AS sum_rssi FROM range(120000) AS numbers(i)`,
      ),
    );
  });
  afterAll(() => manager.stop());

  const query = {
    dataSource: 'rb_flow',
    queryType: 'timeseries',
    granularity: 'all',
    intervals: ['2026-03-05/P1D'],
    aggregations: [{ type: 'count', name: 'rows' }],
  };
  const rowsWith = async (filter: object): Promise<number> =>
    (await manager.ask({ ...query, filter }))[0].result.rows;

  it.each([
    [few],
    [{ type: 'not', field: few }],
    [{ type: 'not', field: regex('host', 'x') }],
    [{ type: 'or', fields: [few, regex('host', '^h2$'), many] }],
  ])('keep the same rows as over few: %j', async filter => {
    const matches = (text: string, pattern: string) => new RegExp(pattern).test(text);
    const expected = Array.from({ length: 120_000 }, (_none, i) => i).filter(i => {
      const host = i % 4 === 0 ? undefined : `h${i % 20}`;
      const keeps = (each: typeof few): boolean => {
        const text = each.dimension === 'host' ? host : `c${i}`;
        return text !== undefined && matches(text, each.pattern);
      };
      if ('fields' in filter) return filter.fields.some(keeps);
      return 'field' in filter ? !keeps(filter.field) : keeps(filter);
    });
    expect(await rowsWith(filter)).toBe(expected.length);
  });

  it('are matched with each value of a dimension of few', async () => {
    const start = Date.parse('2026-03-05T10:00Z');
    const asked = readQuery({ ...query, filter: { type: 'or', fields: [few, many] } }, eras['0.8']);
    const columns = await manager.database.read(readColumns);
    const plans = (rows: number) =>
      manager.database.readAgain(
        session =>
          planPatterns(
            session,
            {
              query: asked,
              times: [{ start, end: start + 1 }],
              columns: columns.rb_flow,
              readable: undefined,
              rows,
            },
            { milliseconds: 1000, signal: AbortSignal.timeout(60_000) },
          ),
        AbortSignal.timeout(60_000),
      );
    const found = await plans(120_000);
    expect([found.get(planKey(few)), found.get(planKey(many))]).toEqual([
      { matchesTable: expect.any(String) },
      { pattern: expect.any(String) },
    ]);
    expect((await plans(1000)).get(planKey(few))).toEqual({ pattern: expect.any(String) });
  });
});
