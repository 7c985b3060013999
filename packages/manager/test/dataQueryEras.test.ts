import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eraNames, type EraName } from '../src/dataQuery/eras.js';
import { managerWithRows } from './smallTable.js';
import type { Json } from './testManager.js';

type Manager = Awaited<ReturnType<typeof managerWithRows>>;

const campuses = ['Lisbon', 'Seville', null];
const all = [null, 'Lisbon', 'Seville'];
const texts = ['12', ' 7', 'n/a', '9223372036854775808', '1d', '.5', null];
const count = { type: 'count', name: 'rows' };
const rowsOfDay = {
  queryType: 'groupBy',
  granularity: 'all',
  intervals: ['2026-03-01/P1D'],
  aggregations: [count],
};

/** What differs between engines, with answers of a live Druid 28 in both ways of treating nulls, and of 33 for bounds (field notes §2.11). */
describe.each<EraName>([...eraNames])('Druid %s', { timeout: 20_000 }, era => {
  let manager: Manager;
  const isSql = era === '31';
  const by = <T>(answers: Readonly<Record<EraName, T>>): T => answers[era];
  beforeAll(async () => {
    const rows = [
      ...campuses.map(campus => ({ at: '2026-03-01T10:00Z', campus, sum_bytes: 4 })),
      ...texts.map((client_rssi, index) => ({ at: '2026-03-02T10:00Z', client_rssi, url: `u${index}` })),
    ];
    manager = await managerWithRows(rows, 'rb_flow', { era });
  });
  afterAll(() => manager.stop());

  const ask = (body: object): Promise<Json> => manager.ask({ ...rowsOfDay, ...body });
  const matching = async (filter: object): Promise<(string | null)[]> =>
    (await ask({ dimensions: ['campus'], filter })).map((row: Json) => row.event.campus);
  const on = (type: string, rest: object) => ({ type, dimension: 'campus', ...rest });
  const not = (field: object) => ({ type: 'not', field });

  it('answers sums, minima and maxima of nothing', async () => {
    const [{ result }] = await ask({
      queryType: 'timeseries',
      filter: on('selector', { value: 'nobody' }),
      aggregations: [
        count,
        { type: 'longSum', name: 'sum', fieldName: 'sum_bytes' },
        { type: 'doubleMin', name: 'min', fieldName: 'sum_bytes' },
        { type: 'longMax', name: 'max', fieldName: 'nothing' },
        { type: 'cardinality', name: 'values', fieldNames: ['campus'] },
      ],
      postAggregations: [
        ...['+', '/'].map(fn => ({
          type: 'arithmetic',
          name: fn,
          fn,
          fields: [
            { type: 'fieldAccess', fieldName: 'sum' },
            { type: 'constant', value: 0 },
          ],
        })),
        { type: 'hyperUniqueCardinality', name: 'ofSum', fieldName: 'sum' },
        { type: 'hyperUniqueCardinality', name: 'ofQuotient', fieldName: '/' },
      ],
    });
    const start = { rows: 0, sum: 0, min: 'Infinity', values: 0, '+': 0, '/': 0, ofSum: 0, ofQuotient: 0 };
    const noNumbers = { sum: null, min: null, max: null, '+': null, '/': null, ofSum: null };
    const missing = { rows: 0, values: 0, ...noNumbers, ofQuotient: 0 };
    expect(result).toEqual(isSql ? missing : { ...start, max: expect.any(Number) });
  });

  it.each<[object, (string | null)[], (string | null)[]]>([
    [on('selector', { value: '' }), [null], []],
    [on('selector', { value: null }), [null], [null]],
    [not(on('selector', { value: 'Seville' })), [null, 'Lisbon'], ['Lisbon']],
    [not(on('selector', { value: '' })), ['Lisbon', 'Seville'], ['Lisbon', 'Seville']],
    [on('in', { values: ['', 'Seville'] }), [null, 'Seville'], ['Seville']],
    [not(on('in', { values: ['Seville'] })), [null, 'Lisbon'], ['Lisbon']],
    [not(on('in', { values: [] })), all, all],
    [on('like', { pattern: '%' }), [null, 'Lisbon', 'Seville'], ['Lisbon', 'Seville']],
    [not(on('regex', { pattern: '^S' })), [null, 'Lisbon'], ['Lisbon']],
    [not(on('regex', { pattern: '(?=S)S' })), [null, 'Lisbon'], ['Lisbon']],
    [on('bound', { upper: 'M' }), [null, 'Lisbon'], [null, 'Lisbon']],
    [on('bound', { upper: '', upperStrict: true }), [], [null]],
    [on('bound', { lower: '' }), [null, 'Lisbon', 'Seville'], ['Lisbon', 'Seville']],
    [not(on('bound', { lower: 'M' })), [null, 'Lisbon'], ['Lisbon']],
    [not(on('bound', { lower: 'M', alphaNumeric: true })), [null, 'Lisbon'], [null, 'Lisbon']],
    [not(on('bound', { lower: 'M', upper: 'A', alphaNumeric: true })), all, all],
    [not(on('bound', { upper: 'A', alphaNumeric: true })), ['Lisbon', 'Seville'], ['Lisbon', 'Seville']],
    [not({ type: 'bound', dimension: 'nothing', lower: 'M' }), all, all],
    [not({ type: 'selector', dimension: 'nothing', value: 'x' }), all, []],
  ])('keeps the rows of %j', async (filter, legacy, sql) => {
    expect(await matching(filter)).toEqual(isSql ? sql : legacy);
  });

  it('evaluates the filter of an aggregation row by row', async () => {
    const filtered = (name: string, field: object) => ({
      type: 'filtered',
      filter: not(field),
      aggregator: { type: 'count', name },
    });
    const [{ event }] = await ask({
      aggregations: [
        filtered('bound', on('bound', { lower: 'M' })),
        filtered('in', on('in', { values: [] })),
        filtered('regex', on('regex', { pattern: '^S' })),
      ],
    });
    const sql = { bound: 2, in: 2, regex: 1 };
    expect(event).toEqual(isSql ? sql : { bound: 2, in: 3, regex: 2 });
  });

  it('counts no value as a distinct one, or not', async () => {
    const cardinality = { type: 'cardinality', name: 'values', fieldNames: ['campus'] };
    const [{ event }] = await ask({ aggregations: [cardinality] });
    expect(Math.round(event.values)).toBe(isSql ? 2 : 3);
  });

  it('reads numbers from text', async () => {
    const on = (type: string) => ({ type, name: type, fieldName: 'client_rssi' });
    const rows = await ask({
      intervals: ['2026-03-02/P1D'],
      dimensions: ['client_rssi'],
      aggregations: [on('doubleMax'), on('doubleMin'), on('longSum')],
    });
    const found = new Map(
      rows.map(({ event: { client_rssi, doubleMax, doubleMin, longSum } }: Json) => [
        client_rssi,
        [doubleMax, doubleMin, longSum],
      ]),
    );
    const passedOver = ['-Infinity', 'Infinity', 0];
    const zero = [0, 0, 0];
    expect(found.get('12')).toEqual([12, 12, 12]);
    expect(found.get('.5')).toEqual([0.5, 0.5, 0]);
    expect(found.get('n/a')).toEqual(by({ '0.8': zero, '28': passedOver, '31': passedOver }));
    expect(found.get(null)).toEqual(by<Json>({ '0.8': zero, '28': passedOver, '31': [null, null, null] }));
    if (era === '0.8') return;
    expect(found.get(' 7')).toEqual(passedOver);
    expect(found.get('1d')).toEqual([1, 1, 1]);
    expect(found.get('9223372036854775808')).toEqual([2 ** 63, 2 ** 63, 2 ** 63]);
  });

  it.each<[string, (string | null)[]]>([
    ['no value', [null, null]],
    ['text', [null, 'n/a']],
    ['number', [null, '5']],
  ])('aggregates a group with %s', async (url, numbers) => {
    const rows = numbers.map(client_rssi => ({ at: '2026-03-01T10:00Z', url, client_rssi }));
    const others = [{ at: '2026-03-01T10:00Z', url: 'other', client_rssi: '7' }];
    const own = await managerWithRows([...rows, ...others], 'rb_flow', { era });
    const on = (type: string) => ({ type, name: type, fieldName: 'client_rssi' });
    const aggregations = ['longSum', 'doubleSum', 'longMin', 'doubleMax'].map(on);
    const asked = { ...rowsOfDay, aggregations, dimensions: ['url'] };
    const answer = await own.ask(asked);
    await own.stop();
    const found = answer.map(({ event }: Json) => event).find((event: Json) => event.url === url);
    const nothing = { longSum: 0, doubleSum: 0, longMin: 2 ** 63, doubleMax: '-Infinity' };
    const zero = { longSum: 0, doubleSum: 0, longMin: 0, doubleMax: 0 };
    const none = { longSum: null, doubleSum: null, longMin: null, doubleMax: null };
    const five = { longSum: 5, doubleSum: 5, longMin: era === '0.8' ? 0 : 5, doubleMax: 5 };
    const start = by<Json>({ '0.8': zero, '28': nothing, '31': url === 'no value' ? none : nothing });
    expect(found).toEqual({ url, ...(url === 'number' ? five : start) });
  });

  // The columns of a segment without a value have no index; so have those of a filtered aggregation.
  it.each<[object, string[], string[]]>([
    [{ lower: '', lowerStrict: true }, ['1', '2', '3'], ['1']],
    [{ lower: '', lowerStrict: true, upper: 'M' }, ['1', '2', '3'], ['1']],
    [{ lower: '', lowerStrict: true, upper: '' }, ['2', '3'], []],
    [{ lower: '', lowerStrict: true, alphaNumeric: true }, ['1'], ['1']],
    [{ lower: '' }, ['1', '2', '3'], ['1', '2', '3']],
  ])('knows the empty lower side of %j', async (sides, older, rowByRow) => {
    if (isSql) return;
    const rows = [
      { at: '2026-03-01T10:00Z', url: '1', host: 'L' },
      { at: '2026-03-01T10:00Z', url: '2', host: null },
      { at: '2026-03-01T11:00Z', url: '3', host: null },
    ];
    const own = await managerWithRows(rows, 'rb_flow', { era });
    const filter = { type: 'bound', dimension: 'host', ...sides };
    const found = await own.ask({ ...rowsOfDay, dimensions: ['url'], filter });
    const aggregations = [{ type: 'filtered', filter, aggregator: count }];
    const [{ event }] = await own.ask({ ...rowsOfDay, aggregations });
    await own.stop();
    const indexed = 'upper' in sides && sides.upper === '' ? [] : [...new Set([...rowByRow, ...older])];
    const withIndex = indexed.filter(url => url !== '3' || rowByRow.includes('3'));
    expect(found.map(({ event: { url } }: Json) => url)).toEqual(era === '28' ? withIndex : older);
    expect(event.rows).toBe(era === '28' ? rowByRow.length : older.length);
  });

  it('answers nothing in one bucket', async () => {
    const nobody = on('selector', { value: 'nobody' });
    const row = { version: 'v1', timestamp: '2026-03-01T00:00:00.000Z', event: { rows: 0 } };
    const some = by<Json[]>({ '0.8': [], '28': [row], '31': [row] });
    expect(await ask({ filter: nobody })).toEqual(some);
    expect(await ask({ filter: nobody, granularity: 'hour' })).toEqual([]);
    expect(await ask({ filter: nobody, dimensions: ['campus'] })).toEqual([]);
    expect(
      await ask({ filter: nobody, having: { type: 'greaterThan', aggregation: 'rows', value: 0 } }),
    ).toEqual([]);
    expect(await ask({ dataSource: 'rb_nothing' })).toEqual(some);
    const series = { queryType: 'timeseries', intervals: ['2020-01-01/P1D'] };
    const point = { timestamp: '2020-01-01T00:00:00.000Z', result: { rows: 0 } };
    expect(await ask(series)).toEqual(era === '0.8' ? [] : [point]);
    expect(await ask({ ...series, context: { skipEmptyBuckets: true } })).toEqual([]);
  });

  it('compares with an aggregation that does not exist', async () => {
    const having = { type: 'equalTo', aggregation: 'nothing', value: 0 };
    expect((await ask({ having })).length).toBe(era === '0.8' ? 1 : 0);
    expect((await ask({ having: { type: 'not', havingSpec: having } })).length).toBe(era === '0.8' ? 0 : 1);
  });

  it.each<[object, boolean]>([
    [{ dimensions: ['campus', { type: 'default', dimension: 'host', outputName: 'campus' }] }, true],
    [{ dimensions: ['campus'], aggregations: [{ type: 'count', name: 'campus' }] }, false],
    [{ aggregations: [{ type: 'count', name: '__time' }] }, false],
  ])('refuses two outputs of one name: %j', async (body, always) => {
    const answer = await manager.post({ ...rowsOfDay, ...body });
    expect(answer.status).toBe(always || era !== '0.8' ? 500 : 200);
    if (answer.status === 200) return;
    const words = by({
      '0.8': ['error'],
      '28': ['error', 'errorMessage', 'errorClass', 'host'],
      '31': ['error', 'errorMessage', 'errorClass', 'host'],
    });
    expect(Object.keys(answer.json())).toEqual(words);
  });

  it.each<[string, object]>([
    [
      'filter.extractionFn',
      { filter: on('selector', { value: 'L', extractionFn: { type: 'substring', index: 0 } }) },
    ],
    [
      'filter.fields.0.ordering',
      { filter: { type: 'and', fields: [on('bound', { lower: '1', ordering: 'numeric' })] } },
    ],
    [
      'aggregations.0.expression',
      { aggregations: [{ type: 'longSum', name: 's', fieldName: 'sum_bytes', expression: '1' }] },
    ],
    [
      'dimensions.0.outputType',
      { dimensions: [{ type: 'default', dimension: 'campus', outputType: 'LONG' }] },
    ],
    ['limitSpec.offset', { limitSpec: { type: 'default', limit: 1, offset: 1 } }],
    ['virtualColumns', { virtualColumns: [{ type: 'expression', name: 'v', expression: '1' }] }],
    ['subtotalsSpec', { subtotalsSpec: [['campus']] }],
    ['context.bySegment', { context: { bySegment: 'True' } }],
    [
      'having.extractionFn',
      { having: { type: 'dimSelector', dimension: 'campus', value: 'L', extractionFn: {} } },
    ],
    [
      'postAggregations.0.ordering',
      {
        postAggregations: [
          {
            type: 'arithmetic',
            name: 'p',
            fn: '+',
            fields: [1, 2].map(value => ({ type: 'constant', value })),
            ordering: 'numericFirst',
          },
        ],
      },
    ],
    ['filter', { filter: on('bound', { lower: '1', alphaNumeric: true, ordering: 'lexicographic' }) }],
    ['limit', { queryType: 'timeseries', limit: 1 }],
  ])('refuses %s, which it knows and the manager does not serve', async (path, body) => {
    const answer = await manager.post({ ...rowsOfDay, ...body });
    expect(answer.status).toBe(era === '0.8' ? 200 : 400);
    const wrong: Readonly<Record<string, string>> = {
      filter: 'ordering and alphaNumeric say different things',
      'filter.fields.0.ordering': 'is neither lexicographic nor alphanumeric',
    };
    const refused = `${path}: ${wrong[path] ?? 'Druid knows this part'}`;
    if (era !== '0.8') expect(JSON.stringify(answer.json())).toContain(refused);
  });

  it('takes parts that change nothing, and the order of a bound as it was called before', async () => {
    const harmless = {
      virtualColumns: [],
      subtotalsSpec: null,
      context: { finalize: true, grandTotal: true },
      limitSpec: null,
    };
    expect((await ask(harmless)).length).toBe(1);
    const above9 = (order: object) =>
      ask({
        intervals: ['2026-03-02/P1D'],
        dimensions: ['client_rssi'],
        filter: { type: 'bound', dimension: 'client_rssi', lower: '9', ...order },
      });
    const asNumbers = await above9({ alphaNumeric: true });
    const asTexts = await above9({});
    expect(asNumbers).not.toEqual(asTexts);
    expect(await above9({ ordering: { type: 'alphanumeric' } })).toEqual(era === '0.8' ? asTexts : asNumbers);
    expect(await above9({ ordering: 'lexicographic' })).toEqual(asTexts);
  });

  it('sorts what has no value last in a topN', async () => {
    const odd = {
      type: 'filtered',
      filter: on('selector', { value: 'Seville' }),
      aggregator: { type: 'longSum', name: 'sum', fieldName: 'sum_bytes' },
    };
    const [{ result }] = await ask({
      queryType: 'topN',
      dimension: 'campus',
      threshold: 5,
      aggregations: [odd],
      metric: { type: 'inverted', metric: 'sum' },
    });
    const none = isSql ? null : 0;
    const some = { campus: 'Seville', sum: 4 };
    const others = [null, 'Lisbon'].map(campus => ({ campus, sum: none }));
    expect(result).toEqual(isSql ? [some, ...others] : [...others, some]);
  });
});
