import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/depth.js';
import { managerOfFlows, wholeTime } from './metamorphicRows.js';
import type { Json } from './testManager.js';

type Manager = Awaited<ReturnType<typeof managerOfFlows>>;

const selector = (dimension: string, value: string | null) => ({ type: 'selector', dimension, value });
const regex = (pattern: string) => ({ type: 'regex', dimension: 'host', pattern });
const not = (field: object) => ({ type: 'not', field });
const and = (...fields: object[]) => ({ type: 'and', fields });
const or = (...fields: object[]) => ({ type: 'or', fields });

const filters: readonly object[] = [
  selector('campus', 'campus 2'),
  selector('l4_proto', null),
  regex('^host1.*com$'),
  { type: 'in', dimension: 'l4_proto', values: ['6', '17', null] },
  { type: 'bound', dimension: 'lan_l4_port', lower: '1024', upper: '3', lowerStrict: true },
  { type: 'like', dimension: 'host', pattern: '%7_.example.%' },
  { type: 'search', dimension: 'host', query: { type: 'insensitive_contains', value: 'T12' } },
];

const natural = { type: 'bound', dimension: 'lan_l4_port', lower: '80', upper: '1024', alphaNumeric: true };

/** Starts of buckets with sums, added up into the larger buckets that `into` names. */
function addedUp(rows: Json, into: (timestamp: string) => string): Record<string, number[]> {
  const sums: Record<string, number[]> = {};
  for (const { timestamp, result } of rows) {
    const sum = (sums[into(timestamp)] ??= [0, 0, 0]);
    [result.bytes, result.flows, result.rows].forEach(
      (value, index) => (sum[index] = (sum[index] ?? 0) + value),
    );
  }
  return sums;
}

const count = runs({ broad: 6_000, deep: 1_000_000 });

describe(`${count} rows`, () => {
  let manager: Manager;
  beforeAll(async () => {
    manager = await managerOfFlows(count);
  });
  afterAll(() => manager.stop());

  const series = (granularity: unknown, body: object = {}): Promise<Json> =>
    manager.ask({ queryType: 'timeseries', granularity, ...body });

  it('are all there', async () => {
    expect(await manager.sums(null)).toMatchObject({ rows: count });
  });

  it('minutes add up to hours, and hours to days', async () => {
    const hours = await series('hour');
    const days = await series('day');
    expect(days).toHaveLength(10);
    const toHour = (time: string) => `${time.slice(0, 13)}:00:00.000Z`;
    const toDay = (time: string) => `${time.slice(0, 10)}T00:00:00.000Z`;
    expect(addedUp(await series('minute'), toHour)).toEqual(addedUp(hours, time => time));
    expect(addedUp(hours, toDay)).toEqual(addedUp(days, time => time));
  });

  it('hours of a zone add up to its days, also those of 23 hours', async () => {
    const period = (text: string) => ({ type: 'period', period: text, timeZone: 'Europe/Berlin' });
    const hours = await series(period('PT1H'));
    const days = await series(period('P1D'));
    const byDay = (time: string) => time.slice(0, 10);
    expect(addedUp(hours, byDay)).toEqual(addedUp(days, byDay));
    expect(hours.filter((row: Json) => row.timestamp.startsWith('2026-03-29')).length).toBe(23);
  });

  it.each<unknown>([
    'fifteen_minute',
    'hour',
    'week',
    { type: 'duration', duration: 100_000_000 },
    { type: 'period', period: 'PT7H', timeZone: 'Asia/Kathmandu' },
    { type: 'period', period: 'P1D', timeZone: 'America/New_York' },
    { type: 'period', period: 'P2D', timeZone: 'Europe/Berlin', origin: '2026-03-26T05:00Z' },
    { type: 'period', period: 'P1M', timeZone: 'Europe/Berlin' },
  ])('all is the sum of the buckets of %j', async granularity => {
    const { bytes, flows, rows: count } = await manager.sums(null);
    const whole = { sum: [bytes, flows, count] };
    expect(addedUp(await series(granularity), () => 'sum')).toEqual(whole);
    const groups = await manager.ask({ queryType: 'groupBy', granularity, dimensions: ['campus'] });
    const rows = groups.map((row: Json) => ({ timestamp: row.timestamp, result: row.event }));
    expect(addedUp(rows, () => 'sum')).toEqual(whole);
  });

  it('the parts of an interval add up to it, however it is cut, and overlapping parts count once', async () => {
    const cuts = ['2026-03-25', '2026-03-25T00:01Z', '2026-03-29T01:00Z', '2026-03-31T17:23Z', '2026-04-04'];
    const parts = cuts.slice(1).map((end, index) => `${cuts[index]}/${end}`);
    const query = { queryType: 'groupBy', dimensions: ['campus', 'direction'] };
    const whole = (await manager.ask(query)).map((row: Json) => row.event);
    const sums = new Map<string, number[]>();
    for (const interval of parts) {
      for (const { event } of await manager.ask({ ...query, intervals: [interval] })) {
        const key = JSON.stringify([event.campus, event.direction]);
        const sum = sums.get(key) ?? [0, 0, 0];
        sums.set(
          key,
          [event.bytes, event.flows, event.rows].map((value, index) => value + (sum[index] ?? 0)),
        );
      }
    }
    const expected = whole.map((event: Json) => [
      JSON.stringify([event.campus, event.direction]),
      [event.bytes, event.flows, event.rows],
    ]);
    expect(Object.fromEntries(sums)).toEqual(Object.fromEntries(expected));
    const overlapping = [...parts.toReversed(), wholeTime, '2026-03-26/P3D'];
    const again = await manager.ask({ ...query, intervals: overlapping });
    expect(again.map((row: Json) => row.event)).toEqual(whole);
  });

  it.each(filters)('not not %j is the same', async filter => {
    const once = await manager.grouped(filter);
    expect(once.length).toBeGreaterThan(1);
    expect(await manager.grouped(not(not(filter)))).toEqual(once);
  });

  it.each([...filters, natural])('%j and its negation make up everything', async filter => {
    const all = await manager.sums(null);
    const yes = await manager.sums(filter);
    const no = await manager.sums(not(filter));
    expect(yes.rows).toBeGreaterThan(0);
    for (const name of ['bytes', 'flows', 'rows']) expect(yes[name] + no[name], name).toBe(all[name]);
  });

  it('neither of two is not the one and not the other', async () => {
    for (const [index, a] of filters.entries()) {
      const b = filters[(index + 1) % filters.length] ?? a;
      expect(await manager.grouped(not(or(a, b)))).toEqual(await manager.grouped(and(not(a), not(b))));
      expect(await manager.grouped(not(and(a, b)))).toEqual(await manager.grouped(or(not(a), not(b))));
    }
  });

  it('one of some values is any of the selectors', async () => {
    const values = [null, 'host0.example.com', 'host17.example.org', 'host999.example.com', 'nobody', ''];
    const any = or(...values.map(value => selector('host', value)));
    expect(await manager.grouped({ type: 'in', dimension: 'host', values })).toEqual(
      await manager.grouped(any),
    );
  });

  it.each(filters)('an aggregation of the rows of %j is that of a query of these rows', async filter => {
    const filtered = manager.aggregations.map(aggregator => ({ type: 'filtered', filter, aggregator }));
    const [{ result }] = await series('all', { aggregations: filtered });
    expect(result).toEqual(await manager.sums(filter));
  });

  it('a topN is the beginning of the groupBy that is sorted likewise', async () => {
    for (const [granularity, dimension] of [
      ['all', 'host'],
      ['all', 'lan_l4_port'],
      ['day', 'host'],
    ]) {
      const columns = [{ dimension: 'bytes', direction: 'DESCENDING' }];
      const limitSpec = { type: 'default', columns };
      const query = { granularity, filter: filters[2] };
      const sorted = await manager.ask({
        ...query,
        queryType: 'groupBy',
        dimensions: [dimension],
        limitSpec,
      });
      const groups = new Map<string, object[]>();
      for (const { timestamp, event } of sorted) {
        groups.set(timestamp, [...(groups.get(timestamp) ?? []), event].slice(0, 40));
      }
      for (const threshold of [1, 7, 40]) {
        const top = await manager.ask({ ...query, queryType: 'topN', dimension, metric: 'bytes', threshold });
        expect(top.map((row: Json) => row.result)).toEqual(
          [...groups.values()].map(events => events.slice(0, threshold)),
        );
      }
    }
  });

  it.each(['^host1', '[05]\\.example', 'com$', 'x|7\\d\\.', '^.{20}$', '(?i)HOST2.*ORG', 'host(12|34)\\b'])(
    'the pattern %j matches the same in the database as in the worker',
    async pattern => {
      const fast = await manager.grouped(regex(pattern));
      expect(fast.length).toBeGreaterThan(1);
      // Only the worker looks ahead; nothing that is there changes what matches.
      expect(await manager.grouped(regex(`${pattern}(?=)`))).toEqual(fast);
    },
  );
});
