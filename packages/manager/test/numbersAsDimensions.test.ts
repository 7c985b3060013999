import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EraName } from '../src/dataQuery/eras.js';
import { managerWithRows, type HandRow } from './smallTable.js';
import type { Json } from './testManager.js';

const flows: HandRow[] = [
  { at: '2026-03-01T10:00Z', url: 'a', sum_bytes: 4, sum_pkts: 12, client_mac: 'm1' },
  { at: '2026-03-01T10:01Z', url: 'b', sum_bytes: 4, sum_pkts: 0, client_mac: 'm2' },
  { at: '2026-03-01T10:02Z', url: 'c', sum_bytes: 100, sum_pkts: 9, client_mac: 'm1' },
  { at: '2026-03-01T11:00Z', url: 'd', sum_bytes: 1099511627776, sum_pkts: 10 },
  { at: '2026-03-01T11:00Z', url: 'e', sum_bytes: 0, sum_pkts: 100, client_mac: 'm3' },
];
const values: HandRow[] = [
  { at: '2026-03-01T10:00Z', monitor: 'a', sum_value: 1.5, min_value: -0.25, max_value: 3 },
  { at: '2026-03-01T10:01Z', monitor: 'b', sum_value: 2, min_value: 0, max_value: 1e21 },
  { at: '2026-03-01T10:02Z', monitor: 'c', sum_value: 0.1, min_value: -1e-7, max_value: 12345678.5 },
  { at: '2026-03-01T11:02Z', monitor: 'd', sum_value: 100, min_value: 1.5, max_value: 0.001 },
  { at: '2026-03-01T11:03Z', monitor: 'e', sum_value: 9, min_value: 0, max_value: 10 },
];
const count = { type: 'count', name: 'rows' };
const ofDay = { granularity: 'all', intervals: ['2026-03-01/P1D'], aggregations: [count] };

type Manager = Awaited<ReturnType<typeof managerWithRows>>;

/** Answers of a live 28.0.0 with old nulls, and of 33.0.0, which are the same (field notes §2.11). */
describe.each<EraName>(['28', '31'])('numbers as dimensions of Druid %s', { timeout: 20_000 }, era => {
  let ofFlows: Manager;
  let ofMonitors: Manager;
  beforeAll(async () => {
    ofFlows = await managerWithRows(flows, 'rb_flow', { era });
    ofMonitors = await managerWithRows(values, 'rb_monitor', { era });
  });
  afterAll(async () => {
    await ofFlows.stop();
    await ofMonitors.stop();
  });

  const managerOf = (dimension: string) => (dimension.endsWith('_value') ? ofMonitors : ofFlows);
  const ask = (dimension: string, body: object): Promise<Json> =>
    managerOf(dimension).ask({ ...ofDay, ...body });

  it.each<[string, object, string]>([
    ['sum_bytes', { type: 'selector', value: '4' }, 'ab'],
    ['sum_bytes', { type: 'selector', value: 4 }, 'ab'],
    ['sum_bytes', { type: 'selector', value: '4.0' }, 'ab'],
    ['sum_bytes', { type: 'selector', value: '+4' }, 'ab'],
    ['sum_bytes', { type: 'selector', value: '0004' }, 'ab'],
    ['sum_bytes', { type: 'selector', value: '4e0' }, 'ab'],
    ['sum_bytes', { type: 'selector', value: ' 4' }, ''],
    ['sum_bytes', { type: 'selector', value: '4d' }, ''],
    ['sum_bytes', { type: 'selector', value: '4.5' }, ''],
    ['sum_bytes', { type: 'selector', value: '9223372036854775808' }, ''],
    ['sum_bytes', { type: 'selector', value: '' }, ''],
    ['sum_bytes', { type: 'selector', value: null }, ''],
    ['sum_bytes', { type: 'in', values: ['4', null, 'x', '1099511627776.0'] }, 'abd'],
    ['sum_bytes', { type: 'in', values: [] }, ''],
    ['sum_pkts', { type: 'regex', pattern: '^1' }, 'ade'],
    ['sum_pkts', { type: 'regex', pattern: '(?=1)1' }, 'ade'],
    ['sum_pkts', { type: 'like', pattern: '_' }, 'bc'],
    ['sum_pkts', { type: 'search', query: { type: 'fragment', values: ['1', '0'] } }, 'de'],
    ['sum_pkts', { type: 'bound', lower: '10', upper: '9' }, 'acde'],
    ['sum_pkts', { type: 'bound', lower: '1', alphaNumeric: true }, 'acde'],
    ['sum_pkts', { type: 'bound', upper: '5', alphaNumeric: true }, 'b'],
    ['sum_pkts', { type: 'bound', lower: '' }, 'abcde'],
    ['sum_pkts', { type: 'bound', lower: '', lowerStrict: true }, 'abcde'],
    ['sum_pkts', { type: 'bound', lower: '', lowerStrict: true, upper: '5' }, 'abde'],
    ['sum_pkts', { type: 'bound', upper: '' }, ''],
    ['__time', { type: 'selector', value: '1772359200000' }, 'a'],
    ['__time', { type: 'selector', value: '1.7723592e12' }, 'a'],
    ['__time', { type: 'selector', value: '2026-03-01T10:00:00.000Z' }, ''],
    ['__time', { type: 'regex', pattern: '^17723628' }, 'de'],
    ['sum_value', { type: 'selector', value: '2' }, 'b'],
    ['sum_value', { type: 'in', values: ['2d', '1e2', '01.5'] }, 'abd'],
    ['sum_value', { type: 'bound', lower: '10', upper: '9' }, 'bd'],
    ['min_value', { type: 'selector', value: '-0.0' }, 'be'],
    ['min_value', { type: 'regex', pattern: 'E' }, 'c'],
    ['min_value', { type: 'like', pattern: '%7' }, 'c'],
  ])('filters %s by %j', async (dimension, leaf, rows) => {
    const filter = { dimension, ...leaf };
    const label = managerOf(dimension) === ofFlows ? 'url' : 'monitor';
    const found = async (by: object) => {
      const answer = await ask(dimension, { queryType: 'groupBy', dimensions: [label], filter: by });
      return answer.map(({ event }: Json) => event[label]).join('');
    };
    expect(await found(filter)).toBe(rows);
    const others = [...'abcde'].filter(name => !rows.includes(name)).join('');
    expect(await found({ type: 'not', field: filter })).toBe(others);
    const aggregations = [{ type: 'filtered', filter, aggregator: count }];
    const [{ result }] = await ask(dimension, { queryType: 'timeseries', aggregations });
    expect(result).toEqual({ rows: rows.length });
  });

  it.each<[string, string[]]>([
    ['sum_pkts', ['0', '10', '100', '12', '9']],
    ['sum_bytes', ['0', '100', '1099511627776', '4']],
    ['__time', ['1772359200000', '1772359260000', '1772359320000', '1772362800000']],
    ['sum_value', ['0.1', '1.5', '100.0', '2.0', '9.0']],
    ['min_value', ['-0.25', '-1.0E-7', '0.0', '1.5']],
    ['max_value', ['0.001', '1.0E21', '1.23456785E7', '10.0', '3.0']],
  ])('lists and counts the values of %s', async (dimension, texts) => {
    const named = { type: 'default', dimension, outputName: 'x' };
    const groups = await ask(dimension, { queryType: 'groupBy', dimensions: [named] });
    expect(groups.map(({ event }: Json) => event.x)).toEqual(texts);
    const [{ result }] = await ask(dimension, {
      queryType: 'topN',
      dimension: named,
      metric: { type: 'lexicographic' },
      threshold: 9,
    });
    expect(result.map(({ x }: Json) => x)).toEqual(texts);
    const aggregations = [{ type: 'cardinality', name: 'values', fieldNames: [dimension] }];
    const [counted] = await ask(dimension, { queryType: 'timeseries', aggregations });
    expect(Math.round(counted.result.values)).toBe(texts.length);
  });

  it('orders them as texts or by their digits', async () => {
    const texts = async (dimensionOrder: string) => {
      const columns = [{ dimension: 'sum_pkts', dimensionOrder }];
      const limitSpec = { type: 'default', limit: 3, columns };
      const answer = await ask('sum_pkts', { queryType: 'groupBy', dimensions: ['sum_pkts'], limitSpec });
      return answer.map(({ event }: Json) => event.sum_pkts);
    };
    expect(await texts('lexicographic')).toEqual(['0', '10', '100']);
    expect(await texts('alphanumeric')).toEqual(['0', '9', '10']);
  });

  it('compares a group with a text', async () => {
    const having = { type: 'dimSelector', dimension: 'sum_value', value: '1.5' };
    const answer = await ask('sum_value', { queryType: 'groupBy', dimensions: ['sum_value'], having });
    expect(answer.map(({ event }: Json) => event)).toEqual([{ sum_value: '1.5', rows: 1 }]);
  });

  it('calls an output of a topN as the time is called, none of a groupBy', async () => {
    const best = { queryType: 'topN', dimension: '__time', metric: 'rows', threshold: 1 };
    const [{ result }] = await ask('sum_pkts', best);
    expect(result).toEqual([{ __time: '1772362800000', rows: 2 }]);
    const { status } = await ofFlows.post({ ...ofDay, queryType: 'groupBy', dimensions: ['__time'] });
    expect(status).toBe(500);
  });

  it('takes the time for a number, and registers for no value', async () => {
    const aggregations = ['longSum', 'longMin', 'doubleMax'].map(type => ({
      type,
      name: type,
      fieldName: '__time',
    }));
    const [{ result }] = await ask('sum_bytes', { queryType: 'timeseries', aggregations });
    expect(result).toEqual({
      longSum: 8861803380000,
      longMin: 1772359200000,
      doubleMax: 1772362800000,
    });
    const groups = await ask('clients', { queryType: 'groupBy', dimensions: ['clients'] });
    expect(groups.map(({ event }: Json) => event)).toEqual([{ clients: null, rows: 5 }]);
  });

  it.each<[object, boolean]>([
    [{ type: 'selector', value: 'm1' }, true],
    [{ type: 'selector', value: null }, false],
    [{ type: 'in', values: ['m1'] }, true],
    [{ type: 'in', values: ['m1', 'm2'] }, era === '28'],
    [{ type: 'regex', pattern: 'm' }, era === '28'],
    [{ type: 'bound', lower: 'm' }, true],
  ])('keeps registers by the negation of %j: %s', async (leaf, keeps) => {
    const filter = { type: 'not', field: { dimension: 'clients', ...leaf } };
    const answer = await ask('clients', { queryType: 'groupBy', dimensions: ['url'], filter });
    expect(answer.length).toBe(keeps ? 5 : 0);
  });
});

it('knows no dimension of numbers in older engines', async () => {
  const manager = await managerWithRows(flows, 'rb_flow', { era: '0.8' });
  const answer = await manager.ask({ ...ofDay, queryType: 'groupBy', dimensions: ['sum_pkts'] });
  expect(answer.map(({ event }: Json) => event)).toEqual([{ sum_pkts: null, rows: 5 }]);
  await manager.stop();
});
