import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixedBuckets } from '../src/dataQuery/time/buckets.js';
import { managerWithRows } from './smallTable.js';
import type { Json } from './testManager.js';

type Manager = Awaited<ReturnType<typeof managerWithRows>>;

const bytes = { type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' };

describe('timeseries', { timeout: 20_000 }, () => {
  let manager: Manager;
  beforeAll(async () => {
    manager = await managerWithRows([
      { at: '2026-03-01T10:02Z', client_mac: 'm1', sum_bytes: 1 },
      { at: '2026-03-01T10:05Z', client_mac: 'm2', sum_bytes: 2 },
      { at: '2026-03-01T10:05Z', client_mac: null, sum_bytes: 4 },
      { at: '2026-03-01T12:59Z', client_mac: 'm1', sum_bytes: 8 },
      { at: '2026-03-01T13:00Z', client_mac: 'm1', sum_bytes: 16 },
    ]);
  });
  afterAll(() => manager.stop());

  const series = (body: object): Promise<Json> =>
    manager.ask({
      queryType: 'timeseries',
      granularity: 'minute',
      intervals: ['2026-03-01/2026-03-02'],
      aggregations: [bytes],
      ...body,
    });
  const points = async (body: object) =>
    (await series(body)).map((row: Json) => [row.timestamp.slice(11, 16), row.result.bytes]);

  it('fills empty buckets between the first and last row of each hour, and no hour without rows', async () => {
    expect(await points({})).toEqual([
      ['10:02', 1],
      ['10:03', 0],
      ['10:04', 0],
      ['10:05', 6],
      ['12:59', 8],
      ['13:00', 16],
    ]);
  });

  it('starts and ends with the interval where that is narrower', async () => {
    const intervals = ['2026-03-01T10:03Z/2026-03-01T10:05Z'];
    expect(await points({ intervals })).toEqual([
      ['10:03', 0],
      ['10:04', 0],
    ]);
  });

  it('prints the bucket start even when it lies before the interval', async () => {
    const rows = await series({ granularity: 'hour', intervals: ['2026-03-01T10:04Z/2026-03-01T10:06Z'] });
    expect(rows).toEqual([{ timestamp: '2026-03-01T10:00:00.000Z', result: { bytes: 6 } }]);
  });

  it('tells hours apart on both sides of 1970', async () => {
    const old = await managerWithRows([
      { at: '1969-12-31T23:59Z', sum_bytes: 1 },
      { at: '1970-01-01T00:00Z', sum_bytes: 2 },
    ]);
    const asked = { queryType: 'timeseries', granularity: 'hour', aggregations: [bytes] };
    expect(await old.ask({ ...asked, intervals: ['1969-12-31/1970-01-02'] })).toEqual([
      { timestamp: '1969-12-31T23:00:00.000Z', result: { bytes: 1 } },
      { timestamp: '1970-01-01T00:00:00.000Z', result: { bytes: 2 } },
    ]);
    await old.stop();
  });

  it('answers one object for all, from the first row', async () => {
    expect(await series({ granularity: 'all' })).toEqual([
      { timestamp: '2026-03-01T10:02:00.000Z', result: { bytes: 31 } },
    ]);
  });

  it('fills with what the aggregations start from when the filter leaves nothing', async () => {
    const answer = await manager.post({
      queryType: 'timeseries',
      granularity: 'all',
      intervals: ['2026-03-01/P1D'],
      filter: { type: 'selector', dimension: 'client_mac', value: 'nobody' },
      aggregations: [
        bytes,
        { type: 'count', name: 'rows' },
        { type: 'doubleSum', name: 'double', fieldName: 'sum_bytes' },
        { type: 'min', name: 'min', fieldName: 'sum_bytes' },
        { type: 'max', name: 'max', fieldName: 'sum_bytes' },
        { type: 'longMin', name: 'longMin', fieldName: 'sum_bytes' },
        { type: 'longMax', name: 'longMax', fieldName: 'sum_bytes' },
        { type: 'cardinality', name: 'macs', fieldNames: ['client_mac'] },
        { type: 'hyperUnique', name: 'clients', fieldName: 'clients' },
      ],
      postAggregations: [
        {
          type: 'arithmetic',
          name: 'sum plus one',
          fn: '+',
          fields: [
            { type: 'fieldAccess', fieldName: 'bytes' },
            { type: 'hyperUniqueCardinality', fieldName: 'macs' },
            { type: 'constant', value: 1 },
          ],
        },
      ],
    });
    expect(answer.text).toBe(
      '[{"timestamp":"2026-03-01T10:02:00.000Z","result":{"bytes":0,"rows":0,"double":0.0,"min":"Infinity",' +
        '"max":"-Infinity","longMin":9223372036854775807,"longMax":-9223372036854775808,"macs":0.0,"clients":0.0,' +
        '"sum plus one":1.0}}]',
    );
  });

  it.each([true, 'true'])('leaves empty buckets out with skipEmptyBuckets %j', async skipEmptyBuckets => {
    const context = { skipEmptyBuckets };
    expect((await points({ context })).map(([time]: string[]) => time)).toEqual([
      '10:02',
      '10:05',
      '12:59',
      '13:00',
    ]);
    const filter = { type: 'selector', dimension: 'client_mac', value: 'nobody' };
    expect(await series({ context, filter })).toEqual([]);
  });

  it('ignores dimensions and orderBy, and reverses when asked', async () => {
    const plain = await series({});
    const orderBy = { type: 'default', limit: 1, columns: [{ dimension: 'bytes', direction: 'DESCENDING' }] };
    expect(await series({ dimensions: ['client_mac'], orderBy, limitSpec: orderBy })).toEqual(plain);
    expect(await series({ descending: true })).toEqual([...plain].reverse());
    const [all] = await series({ descending: true, granularity: 'all' });
    expect(all.timestamp).toBe('2026-03-01T13:00:00.000Z');
  });

  it('fills every bucket that is shorter than the minutes that are stored', async () => {
    const intervals = ['2026-03-01T10:02:10Z/2026-03-01T10:05:20Z'];
    const seconds = await points({ intervals, granularity: 'second' });
    expect(seconds.length).toBe(171);
    expect(seconds.filter(([, sum]: number[]) => sum !== 0)).toEqual([['10:05', 6]]);
    const context = { skipEmptyBuckets: true };
    expect(await points({ intervals, granularity: 'second', context })).toEqual([['10:05', 6]]);
    const moment = ['2026-03-01T10:04:59.990Z/2026-03-01T10:05:00.010Z'];
    expect((await points({ intervals: moment, granularity: 'none' })).length).toBe(11);
    const sevens = await series({ granularity: { type: 'period', period: 'PT7S' }, intervals });
    expect(sevens[0].timestamp).toBe('2026-03-01T10:02:10.000Z');
    expect(sevens.length).toBe(25);
  });

  it('refuses more buckets than anybody could use, but for those with rows only', async () => {
    const hour = { start: 0, end: 3_600_000 };
    expect(() => fixedBuckets(1, 0, hour).starts(hour)).toThrow(/more than 1000000 buckets/);
    const context = { skipEmptyBuckets: true };
    expect(await points({ granularity: 'none', context })).toEqual(await points({ context }));
  });

  it('counts no value once in a cardinality and never in a hyperUnique', async () => {
    const estimate = (count: number) => 2048 * Math.log(2048 / (2048 - count));
    const [{ result }] = await series({
      granularity: 'all',
      aggregations: [
        { type: 'cardinality', name: 'macs', fieldNames: ['client_mac'] },
        { type: 'cardinality', name: 'either', fieldNames: ['client_mac', 'campus'] },
        { type: 'cardinality', name: 'rows', fieldNames: ['client_mac', 'campus'], byRow: true },
        { type: 'hyperUnique', name: 'clients', fieldName: 'clients' },
        { type: 'hyperUnique', name: 'nothing', fieldName: 'sum_bytes' },
      ],
    });
    expect(result.macs).toBeCloseTo(estimate(3), 9);
    expect(result.either).toBeCloseTo(estimate(3), 9);
    expect(result.rows).toBeCloseTo(estimate(3), 9);
    expect(result.clients).toBeCloseTo(estimate(2), 9);
    expect(result.nothing).toBe(0);
  });

  it('joins intervals that overlap, and takes them as text', async () => {
    const whole = await series({ granularity: 'hour' });
    const overlapping = [
      '2026-03-01T11:00Z/2026-03-01T14:00Z',
      '2026-03-01T10:00Z/PT2H',
      'PT1H/2026-03-01T12:30Z',
    ];
    expect(await series({ granularity: 'hour', intervals: overlapping })).toEqual(whole);
    expect(await series({ granularity: 'hour', intervals: overlapping.join(',') })).toEqual(whole);
  });
});
