import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { managerWithRows } from './smallTable.js';
import type { Json } from './testManager.js';

type Manager = Awaited<ReturnType<typeof managerWithRows>>;

const intervals = ['2026-03-01T09:30Z/2026-03-01T13:00Z'];
const bytes = { type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' };

describe('topN', { timeout: 20_000 }, () => {
  let manager: Manager;
  beforeAll(async () => {
    manager = await managerWithRows([
      { at: '2026-03-01T10:00Z', host: 'a10', sum_bytes: 5 },
      { at: '2026-03-01T10:00Z', host: 'b', sum_bytes: 7 },
      { at: '2026-03-01T10:20Z', host: 'c', sum_bytes: 7 },
      { at: '2026-03-01T10:40Z', host: null, sum_bytes: 7 },
      { at: '2026-03-01T12:10Z', host: 'a9', sum_bytes: 9 },
      { at: '2026-03-01T12:15Z', host: 'b', sum_bytes: 1 },
    ]);
  });
  afterAll(() => manager.stop());

  const topN = (body: object): Promise<Json> =>
    manager.ask({
      queryType: 'topN',
      granularity: 'all',
      intervals,
      dimension: 'host',
      metric: 'bytes',
      threshold: 10,
      aggregations: [bytes],
      ...body,
    });
  const hosts = async (body: object) => (await topN(body))[0].result.map((row: Json) => row.host);

  it('answers one object with an array, from the first row of what is there', async () => {
    expect(await topN({ threshold: 2 })).toEqual([
      {
        timestamp: '2026-03-01T10:00:00.000Z',
        result: [
          { host: 'a9', bytes: 9 },
          { host: 'b', bytes: 8 },
        ],
      },
    ]);
    const late = await topN({ intervals: ['2026-03-01T10:05Z/2026-03-01T13:00Z'] });
    expect(late[0].timestamp).toBe('2026-03-01T10:05:00.000Z');
  });

  it('breaks ties by the value, no value first', async () => {
    expect(await hosts({ intervals: ['2026-03-01T10:00Z/2026-03-01T11:00Z'] })).toEqual([
      null,
      'b',
      'c',
      'a10',
    ]);
  });

  it('limits each bucket, and answers an empty list for an empty one between rows', async () => {
    const rows = await topN({ granularity: 'fifteen_minute', threshold: 1 });
    expect(
      rows.map((row: Json) => [row.timestamp.slice(11, 16), row.result.map((each: Json) => each.host)]),
    ).toEqual([
      ['10:00', ['b']],
      ['10:15', ['c']],
      ['10:30', [null]],
      ['12:00', ['a9']],
      ['12:15', ['b']],
    ]);
    const filter = { type: 'selector', dimension: 'host', value: 'b' };
    const filtered = await topN({ granularity: 'fifteen_minute', filter });
    expect(filtered.map((row: Json) => row.result.length)).toEqual([1, 0, 0, 0, 1]);
  });

  it.each<[object, (string | null)[]]>([
    [{ type: 'numeric', metric: 'bytes' }, ['a9', 'b', null, 'c', 'a10']],
    [{ type: 'inverted', metric: 'bytes' }, ['a10', null, 'c', 'b', 'a9']],
    [{ type: 'inverted', metric: { type: 'numeric', metric: 'bytes' } }, ['a10', null, 'c', 'b', 'a9']],
    [{ type: 'lexicographic' }, [null, 'a10', 'a9', 'b', 'c']],
    [{ type: 'lexicographic', previousStop: 'a9' }, ['b', 'c']],
    [{ type: 'alphaNumeric' }, [null, 'a9', 'a10', 'b', 'c']],
    [{ type: 'alphaNumeric', previousStop: 'a9' }, ['a10', 'b', 'c']],
    [{ type: 'inverted', metric: { type: 'lexicographic' } }, [null, 'c', 'b', 'a9', 'a10']],
  ])('sorts by the metric %j', async (metric, expected) => {
    expect(await hosts({ metric })).toEqual(expected);
  });

  it('sorts by a post-aggregation', async () => {
    const field = { type: 'fieldAccess', fieldName: 'bytes' };
    const minus = {
      type: 'arithmetic',
      name: 'minus',
      fn: '*',
      fields: [field, { type: 'constant', value: -1 }],
    };
    expect(await hosts({ metric: 'minus', postAggregations: [minus] })).toEqual([
      'a10',
      null,
      'c',
      'b',
      'a9',
    ]);
  });

  it('ignores an order, whatever it says, and gives the dimension another name', async () => {
    const plain = await hosts({});
    expect(await hosts({ limitSpec: { type: 'other', limit: 0, columns: [{}] }, orderBy: 'x' })).toEqual(
      plain,
    );
    const dimension = { type: 'default', dimension: 'host', outputName: 'name' };
    expect((await topN({ dimension, threshold: 1 }))[0].result).toEqual([
      { name: 'a9', bytes: expect.any(Number) },
    ]);
  });

  it('takes the dimension as a list of one, and an unknown one as no value', async () => {
    expect(await hosts({ dimension: ['host'], threshold: 1 })).toEqual(['a9']);
    expect(await topN({ dimension: 'nothing' })).toEqual([
      { timestamp: '2026-03-01T10:00:00.000Z', result: [{ nothing: null, bytes: 36 }] },
    ]);
  });

  it('answers nothing where the data source holds nothing, an empty list where the filter leaves nothing', async () => {
    expect(await topN({ intervals: ['2026-03-05/P1D'] })).toEqual([]);
    const filter = { type: 'selector', dimension: 'host', value: 'zzz' };
    expect(await topN({ filter })).toEqual([{ timestamp: '2026-03-01T10:00:00.000Z', result: [] }]);
  });
});
