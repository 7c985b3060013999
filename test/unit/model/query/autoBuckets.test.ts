import { describe, expect, it } from 'vitest';
import { dataQuery } from 'netsensor-contract/query/query';
import { granularityNames } from 'netsensor-contract/query/queryChoices';
import { bucketsOf } from 'netsensor-contract/query/timeBuckets';
import { resolveQueryTimes, resolveRange } from 'netsensor-contract/query/timeRange';
import { bucketsFor, bucketSize, withBuckets } from '../../../../src/model/query/autoBuckets.js';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.parse('2026-11-20T08:00:00Z');
const period = (text: string) => ({ type: 'period', period: text });
const lasting = (length: number) => bucketsFor([{ start: now - length, end: now }]);

function stretchOf(range: string, zone = 'UTC') {
  const result = resolveRange(range, { now, zone });
  if ('problem' in result) throw new Error(`${range}: ${result.problem}`);
  return result.stretch;
}

describe('buckets that the time decides', () => {
  it.each([
    ['last 15 minutes', 'minute', 15],
    ['last hour', 'minute', 60],
    ['last 6 hours', period('PT2M'), 180],
    ['last 24 hours', period('PT10M'), 144],
    ['last 7 days', 'hour', 168],
    ['last 30 days', period('PT3H'), 240],
    ['today', period('PT10M'), 144],
    ['yesterday', period('PT10M'), 144],
    ['this week', 'hour', 168],
    ['previous week', 'hour', 168],
    ['this month', period('PT3H'), 240],
    ['previous month', period('PT3H'), 248],
    ['now-1m/now', 'minute', 1],
    ['now-1s/now', 'minute', 1 / 60],
    ['now-48h/now', 'fifteen_minute', 192],
    ['last 3 days', 'thirty_minute', 144],
    ['last 200 days', 'day', 200],
    ['last 365 days', period('P2D'), 182.5],
    ['last 10 years', period('P1M'), 118],
    ['last 900 years', period('P1Y'), 898],
  ])('of %s are %j', (range, granularity, count) => {
    const stretch = stretchOf(range);
    expect(bucketsFor([stretch])).toEqual(granularity);
    expect((stretch.end - stretch.start) / bucketsOf(granularity)!.longest).toBeCloseTo(count, 0);
  });

  it('are those of any other day on one of 23 or 25 hours, and of a month with such a day', () => {
    const zone = 'Europe/Madrid';
    const local = (range: string, at: string) => {
      const result = resolveRange(range, { now: Date.parse(at), zone });
      return bucketsFor('stretch' in result ? [result.stretch] : []);
    };
    expect(['2026-03-29T12:00Z', '2026-10-25T12:00Z'].map(at => local('today', at))).toEqual(
      Array(2).fill(period('PT10M')),
    );
    expect(['2026-03-15T12:00Z', '2026-10-15T12:00Z'].map(at => local('this month', at))).toEqual(
      Array(2).fill(period('PT3H')),
    );
  });

  it('stay minutes up to four hours, and are 100 to 250 from there to twenty years', () => {
    for (let length = minute; length < 20 * 365 * day; length = Math.ceil(length * 1.01)) {
      const granularity = lasting(length);
      const count = length / bucketsOf(granularity)!.longest;
      expect(count).toBeLessThanOrEqual(250);
      if (granularity !== 'minute') expect(count).toBeGreaterThanOrEqual(100);
      else expect(length).toBeLessThanOrEqual(250 * minute);
    }
  });

  it('are by name or by period as the contract has them, and of one unit', () => {
    for (let length = minute; length < 1000 * 365 * day; length *= 1.3) {
      const granularity = lasting(length);
      if (typeof granularity === 'string') expect(granularityNames.contract).toContain(granularity);
      else expect(Object.keys(granularity)).toEqual(['type', 'period']);
      expect(dataQuery.options[0].shape.granularity.safeParse(granularity).success).toBe(true);
      expect(bucketSize(granularity)).toBeDefined();
    }
  });

  it('are for all stretches together, each moment counted once', () => {
    const start = Date.parse('2026-11-01T00:00Z');
    const days = [0, 7, 14].map(at => ({ start: start + at * day, end: start + (at + 1) * day }));
    expect(bucketsFor(days)).toEqual(lasting(3 * day));
    expect(bucketsFor([days[0]!, { start, end: start + hour }])).toEqual(lasting(day));
  });

  it('are one where there is no time that can be read', () => {
    expect(bucketsFor([])).toBe('all');
  });
});

describe('a query that leaves its buckets to the time', () => {
  const sent = (query: unknown) =>
    withBuckets(resolveQueryTimes(query, { now, zone: 'UTC', range: 'last 7 days' })).query;

  it('is sent with those of the range, or of the intervals that it names', () => {
    expect(sent({ granularity: '${auto}', queryType: 'timeseries' })).toMatchObject({
      granularity: 'hour',
      queryType: 'timeseries',
    });
    expect(sent({ granularity: '${auto}', intervals: ['last hour'] })).toMatchObject({
      granularity: 'minute',
    });
    expect(sent({ granularity: '${auto}', intervals: ['soon'] })).toMatchObject({ granularity: 'all' });
  });

  it('is the only one that is changed', () => {
    for (const granularity of ['day', '${automatic}', period('${auto}'), undefined])
      expect(sent({ granularity, intervals: [] })).toEqual({ granularity, intervals: [] });
    for (const query of ['${auto}', null, 7, ['${auto}']]) expect(sent(query)).toEqual(query);
  });
});

it('the size of a bucket is that of its one unit', () => {
  expect(['minute', 'fifteen_minute', 'week', 'quarter', period('PT6M')].map(bucketSize)).toEqual([
    { count: 1, unit: 'minute' },
    { count: 15, unit: 'minute' },
    { count: 1, unit: 'week' },
    { count: 3, unit: 'month' },
    { count: 6, unit: 'minute' },
  ]);
  for (const odd of [
    'all',
    'none',
    'soon',
    undefined,
    null,
    period('PT1H30M'),
    period('soon'),
    { period: 5 },
  ])
    expect(bucketSize(odd)).toBeUndefined();
});
