import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { managerWithRows } from './smallTable.js';
import type { Json } from './testManager.js';

type Manager = Awaited<ReturnType<typeof managerWithRows>>;

const intervals = ['2026-03-01T00:00Z/2026-03-02T00:00Z'];
const bytes = { type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' };
const flows = { type: 'longSum', name: 'flows', fieldName: 'events' };

describe('groupBy', { timeout: 20_000 }, () => {
  let manager: Manager;
  beforeAll(async () => {
    manager = await managerWithRows([
      { at: '2026-03-01T10:00Z', campus: 'Seville', direction: 'upstream', events: 1, sum_bytes: 100 },
      { at: '2026-03-01T10:05Z', campus: 'Lisbon', direction: 'upstream', events: 2, sum_bytes: 50 },
      { at: '2026-03-01T10:05Z', campus: null, direction: 'internal', events: 4, sum_bytes: 75 },
      { at: '2026-03-01T12:30Z', campus: 'Seville', direction: null, events: 8, sum_bytes: 25 },
      { at: '2026-03-01T12:31Z', campus: 'Seville', direction: 'upstream', events: 16, sum_bytes: 1 },
      { at: '2026-03-02T00:00Z', campus: 'Seville', direction: 'upstream', events: 32, sum_bytes: 7 },
    ]);
  });
  afterAll(() => manager.stop());

  const groupBy = (body: object): Promise<Json> =>
    manager.ask({ queryType: 'groupBy', granularity: 'all', intervals, aggregations: [bytes], ...body });
  const events = async (body: object): Promise<Json[]> => (await groupBy(body)).map((row: Json) => row.event);

  it('answers version, timestamp and event, no value first', async () => {
    expect(await groupBy({ dimensions: ['campus'] })).toEqual([
      { version: 'v1', timestamp: '2026-03-01T00:00:00.000Z', event: { campus: null, bytes: 75 } },
      { version: 'v1', timestamp: '2026-03-01T00:00:00.000Z', event: { campus: 'Lisbon', bytes: 50 } },
      { version: 'v1', timestamp: '2026-03-01T00:00:00.000Z', event: { campus: 'Seville', bytes: 126 } },
    ]);
  });

  it('answers one value per bucket without dimensions, and no empty buckets', async () => {
    const rows = await groupBy({ granularity: 'hour' });
    expect(rows).toEqual([
      { version: 'v1', timestamp: '2026-03-01T10:00:00.000Z', event: { bytes: 225 } },
      { version: 'v1', timestamp: '2026-03-01T12:00:00.000Z', event: { bytes: 26 } },
    ]);
  });

  it('answers nothing where there are no rows', async () => {
    expect(await groupBy({ intervals: ['2020-01-01/2020-01-02'] })).toEqual([]);
    const filter = { type: 'selector', dimension: 'campus', value: 'Paris' };
    expect(await groupBy({ filter })).toEqual([]);
    expect(await groupBy({ filter, dimensions: ['campus'] })).toEqual([]);
  });

  it('orders by an aggregation and limits the whole result, time first', async () => {
    const orderBy = { type: 'default', limit: 3, columns: [{ dimension: 'bytes', direction: 'DESCENDING' }] };
    expect(await events({ dimensions: ['campus'], orderBy })).toEqual([
      { campus: 'Seville', bytes: 126 },
      { campus: null, bytes: 75 },
      { campus: 'Lisbon', bytes: 50 },
    ]);
    const hourly = await groupBy({ dimensions: ['campus'], granularity: 'hour', orderBy });
    expect(hourly.map((row: Json) => [row.timestamp.slice(11, 13), row.event.bytes])).toEqual([
      ['10', 100],
      ['10', 75],
      ['10', 50],
    ]);
  });

  it.each(['desc', 'D', 'descending', 'DESCENDING'])('knows the direction %s', async direction => {
    const limitSpec = { type: 'default', columns: [{ dimension: 'campus', direction }] };
    expect((await events({ dimensions: ['campus'], limitSpec })).map(event => event.campus)).toEqual([
      'Seville',
      'Lisbon',
      null,
    ]);
  });

  it('takes a column as text, limits without columns, and prefers limitSpec', async () => {
    const limitSpec = { type: 'default', limit: 1, columns: ['bytes'] };
    const orderBy = { type: 'default', limit: 2, columns: [] };
    expect(await events({ dimensions: ['campus'], limitSpec, orderBy })).toEqual([
      { campus: 'Lisbon', bytes: 50 },
    ]);
    expect((await events({ dimensions: ['campus'], orderBy })).length).toBe(2);
  });

  it('groups by several dimensions and treats unknown ones as without values', async () => {
    const rows = await events({ dimensions: ['no_such_dimension', 'campus', 'direction'] });
    expect(rows).toEqual([
      { no_such_dimension: null, campus: null, direction: 'internal', bytes: 75 },
      { no_such_dimension: null, campus: 'Lisbon', direction: 'upstream', bytes: 50 },
      { no_such_dimension: null, campus: 'Seville', direction: null, bytes: 25 },
      { no_such_dimension: null, campus: 'Seville', direction: 'upstream', bytes: 101 },
    ]);
  });

  it('applies having before order and limit', async () => {
    const limitSpec = { type: 'default', limit: 1, columns: [{ dimension: 'bytes', direction: 'desc' }] };
    const lessThan = { type: 'lessThan', aggregation: 'bytes', value: 100 };
    expect(await events({ dimensions: ['campus'], limitSpec, having: lessThan })).toEqual([
      { campus: null, bytes: 75 },
    ]);
    const having = {
      type: 'or',
      havingSpecs: [
        { type: 'equalTo', aggregation: 'bytes', value: 126 },
        {
          type: 'and',
          havingSpecs: [{ type: 'dimSelector', dimension: 'campus', value: '' }, { type: 'always' }],
        },
      ],
    };
    expect((await events({ dimensions: ['campus'], having })).map(event => event.campus)).toEqual([
      null,
      'Seville',
    ]);
    const not = { type: 'not', havingSpec: { type: 'greaterThan', aggregation: 'bytes', value: 60 } };
    expect((await events({ dimensions: ['campus'], having: not })).map(event => event.campus)).toEqual([
      'Lisbon',
    ]);
  });

  it('computes post-aggregations, later ones from earlier ones', async () => {
    const field = (fieldName: string) => ({ type: 'fieldAccess', fieldName });
    const arithmetic = (name: string, fn: string, ...fields: object[]) => ({
      type: 'arithmetic',
      name,
      fn,
      fields,
    });
    const rows = await events({
      dimensions: ['campus'],
      aggregations: [bytes, flows, { type: 'longSum', name: 'zero', fieldName: 'nothing' }],
      postAggregations: [
        arithmetic('per flow', '/', field('bytes'), field('flows')),
        arithmetic('safe', '/', field('bytes'), field('zero')),
        arithmetic('endless', 'quotient', field('bytes'), field('zero')),
        arithmetic('bits', '*', field('per flow'), { type: 'constant', name: 'eight', value: 8 }),
        { type: 'constant', name: 'two', value: 2 },
        { type: 'fieldAccess', name: 'copy', fieldName: 'bytes' },
        arithmetic('sum', '-', field('bytes'), field('flows'), field('two')),
      ],
      limitSpec: { type: 'default', columns: [{ dimension: 'bits', direction: 'desc' }] },
    });
    expect(rows[0]).toEqual({
      campus: 'Lisbon',
      bytes: 50,
      flows: 2,
      zero: 0,
      'per flow': 25,
      safe: 0,
      endless: 'Infinity',
      bits: 200,
      two: 2,
      copy: 50,
      sum: 46,
    });
    expect(rows.map((event: Json) => event.bits)).toEqual([200, 150, 40.32]);
  });

  it('aggregates the rows of a filter of its own', async () => {
    const filter = { type: 'selector', dimension: 'direction', value: 'upstream' };
    const fieldName = 'sum_bytes';
    const filtered = (aggregator: object, more: object = {}) => ({
      type: 'filtered',
      filter,
      aggregator,
      ...more,
    });
    const aggregations = [
      filtered(bytes),
      filtered({ type: 'count', name: 'rows' }),
      filtered(bytes, { name: 'all but upstream', filter: { type: 'not', field: filter } }),
      filtered({ type: 'doubleSum', name: 'double', fieldName }),
      filtered({ type: 'longMin', name: 'least', fieldName }),
      filtered({ type: 'max', name: 'greatest', fieldName }),
      filtered({ type: 'cardinality', name: 'directions', fieldNames: ['direction'] }),
      filtered({ type: 'cardinality', name: 'values', fieldNames: ['direction', 'campus'] }),
      filtered(filtered(flows, { filter: { type: 'selector', dimension: 'sum_bytes', value: 'x' } })),
    ];
    expect(await events({ dimensions: ['campus'], aggregations })).toEqual([
      {
        campus: null,
        bytes: 0,
        rows: 0,
        'all but upstream': 75,
        double: 0,
        least: 9223372036854775807,
        greatest: '-Infinity',
        directions: 0,
        values: 0,
        flows: 0,
      },
      {
        campus: 'Lisbon',
        bytes: 50,
        rows: 1,
        'all but upstream': 0,
        double: 50,
        least: 50,
        greatest: 50,
        directions: expect.closeTo(1, 2),
        values: expect.closeTo(2, 2),
        flows: 0,
      },
      {
        campus: 'Seville',
        bytes: 101,
        rows: 2,
        'all but upstream': 25,
        double: 101,
        least: 1,
        greatest: 100,
        directions: expect.closeTo(1, 2),
        values: expect.closeTo(2, 2),
        flows: 0,
      },
    ]);
  });

  it('gives a dimension another name', async () => {
    const spec = { type: 'default', dimension: 'campus', outputName: 'where' };
    const orderBy = { type: 'default', columns: [{ dimension: 'where', direction: 'desc' }] };
    const named = await events({ dimensions: [spec, { type: 'default', dimension: 'campus' }], orderBy });
    expect(named[0]).toEqual({ where: 'Seville', campus: 'Seville', bytes: 126 });
  });

  it('counts rows, sums as double, and finds the least and the greatest', async () => {
    const fieldName = 'sum_bytes';
    const answer = await manager.post({
      queryType: 'groupBy',
      granularity: 'all',
      intervals,
      aggregations: [
        { type: 'count', name: 'rows' },
        { type: 'doubleSum', name: 'doubleSum', fieldName },
        ...['min', 'max', 'doubleMin', 'doubleMax', 'longMin', 'longMax'].map(type => ({
          type,
          name: type,
          fieldName,
        })),
      ],
    });
    expect(answer.text).toContain(
      '"event":{"rows":5,"doubleSum":251.0,"min":1.0,"max":100.0,"doubleMin":1.0,"doubleMax":100.0,"longMin":1,"longMax":100}',
    );
  });

  it('prints whole numbers beyond 2^53 with all digits', async () => {
    const big = await managerWithRows([
      { at: '2026-03-01T10:00Z', sum_bytes: 9007199254740991 },
      { at: '2026-03-01T10:00Z', sum_bytes: 2 },
    ]);
    const answer = await big.post({
      queryType: 'groupBy',
      granularity: 'all',
      intervals,
      aggregations: [bytes],
    });
    expect(answer.text).toContain('"bytes":9007199254740993}');
    await big.stop();
  });

  it('keeps the last one of outputs with the same name', async () => {
    const aggregations = [{ ...bytes, name: 'campus' }];
    const answer = await manager.post({
      queryType: 'groupBy',
      granularity: 'all',
      intervals,
      dimensions: ['campus'],
      aggregations,
    });
    expect(answer.text).toContain('"event":{"campus":75}');
  });
});
