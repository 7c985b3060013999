import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestManager, type TestManager } from './testManager.js';

const bytes = { type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' };
const base = {
  dataSource: 'rb_flow',
  granularity: 'all',
  intervals: ['2026-11-18T11:00Z/PT1H'],
  aggregations: [bytes],
};
const groupBy = { ...base, queryType: 'groupBy' };
const topN = { ...base, queryType: 'topN', dimension: 'host', metric: 'bytes', threshold: 5 };
const timeseries = { ...base, queryType: 'timeseries' };
const host = (value: string) => ({ type: 'selector', dimension: 'host', value });
const access = (fieldName: string) => ({ type: 'fieldAccess', fieldName });
const order = (column: object) => ({ type: 'default', limit: 5, columns: [column] });

describe('errors of the data query', { timeout: 20_000 }, () => {
  let manager: TestManager;
  beforeAll(async () => {
    manager = await startTestManager({ history: 60 });
  });
  afterAll(async () => {
    expect(manager.failures).toEqual([]);
    await manager.stop();
  });

  it.each<[object, string]>([
    [{ ...groupBy, granularity: undefined }, 'Must specify a granularity'],
    [{ ...groupBy, aggregations: null }, 'Must specify at least one aggregator'],
    [{ ...timeseries, aggregations: undefined }, 'aggregations cannot be null'],
    [{ ...timeseries, aggregations: [] }, 'Must have at least one AggregatorFactory'],
    [{ ...timeseries, aggregations: [bytes, bytes] }, '[bytes] already defined'],
    [
      { ...timeseries, aggregations: [{ ...bytes, name: undefined }] },
      'Must have a valid, non-null aggregator name',
    ],
    [
      { ...timeseries, aggregations: [{ ...bytes, fieldName: null }] },
      'Must have a valid, non-null fieldName',
    ],
    [
      {
        ...timeseries,
        postAggregations: [
          { type: 'arithmetic', name: 'y', fn: '/', fields: [access('bytes'), access('x')] },
        ],
      },
      'Missing fields [[x]] for postAggregator [y]',
    ],
    [
      { ...timeseries, postAggregations: [{ type: 'constant', name: 'bytes', value: 1 }] },
      '[bytes] already defined',
    ],
    [
      {
        ...timeseries,
        postAggregations: [
          { type: 'arithmetic', name: 'y', fn: '/', fields: [{ type: 'constant', value: 1 }] },
        ],
      },
      'Illegal number of fields[1], must be > 1',
    ],
    [{ ...timeseries, aggregations: [{ type: 'filtered', aggregator: bytes }] }, 'filter'],
    [{ ...timeseries, aggregations: [{ type: 'filtered', filter: host('x') }] }, 'aggregator'],
    [
      { ...timeseries, aggregations: [bytes, { type: 'filtered', aggregator: bytes, filter: host('x') }] },
      '[bytes] already defined',
    ],
    [
      {
        ...timeseries,
        aggregations: [{ type: 'filtered', aggregator: bytes, filter: { type: 'selector', value: 'x' } }],
      },
      'dimension must not be null',
    ],
    [{ ...topN, dimension: undefined }, "dimensionSpec can't be null"],
    [{ ...topN, metric: undefined }, 'must specify a metric'],
    [{ ...topN, threshold: 0 }, 'Threshold cannot be equal to 0.'],
    [{ ...topN, threshold: undefined }, 'Threshold cannot be equal to 0.'],
    [
      { ...topN, metric: 'x' },
      'Must have an AggregatorFactory or PostAggregator for metric[x], gave[bytes] and []',
    ],
    [{ ...groupBy, orderBy: { type: 'default', limit: 0 } }, 'limit[0] must be >0'],
    [{ ...groupBy, orderBy: { type: 'default', limit: -3, columns: [] } }, 'limit[-3] must be >0'],
    [{ ...groupBy, orderBy: order({ dimension: 'bytes', direction: 'foo' }) }, 'Unknown direction[foo]'],
    [
      { ...groupBy, orderBy: order({ dimension: 'x', direction: 'desc' }) },
      "Unknown column in order clause[OrderByColumnSpec{dimension='x', direction=DESCENDING, dimensionOrder=lexicographic}]",
    ],
    [{ ...groupBy, filter: { type: 'selector', value: 'x' } }, 'dimension must not be null'],
    [{ ...groupBy, filter: { type: 'regex', dimension: 'host' } }, 'pattern must not be null'],
    [{ ...groupBy, filter: { type: 'in', dimension: 'host' } }, 'values can not be null'],
    [{ ...groupBy, filter: { type: 'bound', lower: 'a' } }, 'dimension must not be null'],
    [{ ...groupBy, filter: { type: 'not' } }, 'NOT operator requires at least one field'],
    [{ ...groupBy, filter: { type: 'and', fields: [] } }, 'AND operator requires at least one field'],
    [{ ...groupBy, filter: { type: 'or', fields: [null] } }, 'OR operator requires at least one field'],
  ])('%j answers 500 with the message of the engine', async (query, message) => {
    const answer = await manager.query(query);
    expect([answer.status, answer.json()]).toEqual([500, { error: message }]);
  });

  it.each<[unknown, RegExp]>([
    [[], /must be a JSON object/],
    [{ ...groupBy, queryType: 'select' }, /^queryType: is not one of groupBy, topN, timeseries$/],
    [{ ...groupBy, dataSource: undefined }, /^dataSource: is not one of rb_flow, /],
    [{ ...groupBy, intervals: undefined }, /^intervals: is not an array of ISO 8601 intervals/],
    [{ ...groupBy, intervals: [] }, /^intervals[.0-9a-z]*: /],
    [{ ...groupBy, intervals: ['yesterday'] }, /^intervals\.0: is not an ISO 8601 interval such as /],
    [{ ...groupBy, intervals: ['2026-13-01/P1D'] }, /not an ISO 8601 interval/],
    [{ ...groupBy, intervals: ['P1D/P1D'] }, /not an ISO 8601 interval/],
    [{ ...groupBy, intervals: ['10:00/12:00'] }, /not an ISO 8601 interval/],
    [{ ...groupBy, intervals: ['2026-01-02/2026-01-01'] }, /lies before its start/],
    [
      { ...groupBy, granularity: 'fortnight' },
      /^granularity: is neither one of all, second, minute, .* nor /,
    ],
    [
      { ...groupBy, granularity: { type: 'period', period: 'six' } },
      /^granularity\.period: is not an ISO 8601 /,
    ],
    [{ ...topN, threshold: -5 }, /^threshold: is not a whole number from 1$/],
    [{ ...groupBy, granularity: { type: 'period', period: 'PT0S' } }, /has no length/],
    [
      { ...groupBy, granularity: { type: 'period', period: 'P1D', timeZone: 'Mars/Base' } },
      /not a time zone/,
    ],
    [{ ...groupBy, granularity: { type: 'period', period: 'P1D', origin: 'x' } }, /not an ISO 8601 time/],
    [{ ...groupBy, granularity: { type: 'duration', duration: 'x' } }, /not a number of milliseconds/],
    [
      { ...groupBy, aggregations: [{ ...bytes, type: 'javascript' }] },
      /^aggregations: .* runs no JavaScript/,
    ],
    [
      { ...groupBy, filter: { type: 'javascript', dimension: 'host', function: 'x' } },
      /^filter: .* runs no JavaScript/,
    ],
    [
      { ...groupBy, filter: { type: 'not', field: { type: 'javascript', dimension: 'host' } } },
      /^filter: .* runs no JavaScript/,
    ],
    [
      { ...groupBy, filter: { type: 'spatial', dimension: 'host' } },
      /^filter: the type spatial is not one of /,
    ],
    [
      { ...groupBy, aggregations: [{ ...bytes, type: 'median' }] },
      /^aggregations: the type median is not one of longSum, doubleSum, .*filtered$/,
    ],
    [{ ...groupBy, aggregations: [{ name: 'x' }] }, /^aggregations: it has no type; name one of longSum, /],
    [
      {
        ...groupBy,
        aggregations: [{ type: 'filtered', filter: host('x'), aggregator: { type: 'median', name: 'x' } }],
      },
      /^aggregations: the type median is not one of /,
    ],
    [
      { ...groupBy, aggregations: [{ type: 'cardinality', name: 'x' }] },
      /^aggregations\.0\.fieldNames: is not an array$/,
    ],
    [{ ...groupBy, aggregations: 'bytes' }, /^aggregations: is not an array$/],
    [{ ...groupBy, dimensions: 'host' }, /^dimensions: is not an array$/],
    [
      { ...groupBy, filter: { type: 'search', dimension: 'host', query: { type: 'fuzzy' } } },
      /^filter\.query\.type: is not one of insensitive_contains, contains, fragment$/,
    ],
    [
      { ...groupBy, postAggregations: [{ type: 'median', name: 'x' }] },
      /^postAggregations: type is not one of arithmetic, fieldAccess, /,
    ],
    [{ ...groupBy, limitSpec: { type: 'other', columns: [] } }, /^limitSpec\.type: is not default$/],
    [{ ...groupBy, filter: { dimension: 'host' } }, /^filter: it has no type; name one of selector, /],
    [{ ...groupBy, filter: 'host' }, /^filter: is not an object$/],
    [
      {
        ...groupBy,
        postAggregations: [
          {
            type: 'arithmetic',
            name: 'y',
            fn: '+',
            fields: [
              { type: 'constant', value: 1 },
              { type: 'javascript', name: 'x' },
            ],
          },
        ],
      },
      /^postAggregations: .* runs no JavaScript/,
    ],
    [{ ...groupBy, having: { type: 'like' } }, /^having: type is not one of equalTo, greaterThan, /],
    [
      { ...groupBy, having: { type: 'greaterThan', aggregation: 'bytes' } },
      /^having: value is not a number$/,
    ],
    [
      { ...groupBy, postAggregations: [{ type: 'javascript', name: 'x' }] },
      /^postAggregations: .* runs no JavaScript/,
    ],
    [
      { ...groupBy, postAggregations: [{ type: 'arithmetic', name: 'x', fn: 'pow', fields: [] }] },
      /^postAggregations: fn /,
    ],
    [{ ...topN, metric: { type: 'random' } }, /metric/],
    [{ ...topN, threshold: -1 }, /^threshold[.0-9a-z]*: /],
    [{ ...topN, dimension: ['a', 'b'] }, /^dimension[.0-9a-z]*: /],
  ])('%j answers 400 and says what is wrong', async (query, message) => {
    const answer = await manager.query(query);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ query: false, error: expect.stringMatching(message) });
  });

  it('ignores properties that it does not know, wherever they are', async () => {
    const plain = await manager.query({ ...groupBy, dimensions: ['campus'] });
    const decorated = await manager.query({
      ...groupBy,
      auth_token: 'ignored',
      extra: 1,
      descending: true,
      threshold: 3,
      metric: 'x',
      dimensions: ['campus'],
      granularity: { type: 'all', extra: 1 },
      aggregations: [{ ...bytes, extra: 1 }],
      filter: {
        type: 'not',
        extra: 1,
        field: { type: 'selector', dimension: 'campus', value: 'x', extraction: null },
      },
      orderBy: { type: 'default', extra: 1, columns: [{ dimension: 'campus', extra: 1 }] },
      context: { timeout: 90000, queryId: 'abc' },
      postAggregations: [],
      having: null,
    });
    expect([decorated.status, decorated.text]).toEqual([200, plain.text]);
    expect(plain.json().length).toBeGreaterThan(3);
  });

  it('says what is wrong with a part also beside properties that it does not know', async () => {
    const wrong = (part: object) => ({
      ...groupBy,
      aggregations: [{ type: 'cardinality', name: 'x', ...part }],
      orderBy: { type: 'default', columns: [{ dimension: 5, ...part }] },
    });
    const plain = await manager.query(wrong({}));
    expect(plain.json().error).toBe(
      'aggregations.0.fieldNames: is not an array; orderBy.columns.0.dimension: is not text',
    );
    expect((await manager.query(wrong({ extra: 1 }))).text).toBe(plain.text);
  });

  it('passes over more unknown properties than anybody could name', async () => {
    const decorated = (depth: number): object =>
      depth === 0 ? { ...host('x'), extra: 1 } : { type: 'not', field: decorated(depth - 1), extra: depth };
    const answer = await manager.query({ ...groupBy, dimensions: ['host'], filter: decorated(40) });
    expect([answer.status, answer.text]).toEqual([200, '[]']);
  });

  it('refuses objects where a name or a number is wanted, whatever they call their parts', async () => {
    const hidden = { toString: 1, valueOf: 2 };
    for (const body of [
      { ...groupBy, queryType: hidden },
      { ...groupBy, filter: { type: hidden } },
      { ...groupBy, orderBy: { type: 'default', limit: hidden, columns: [] } },
      { ...groupBy, orderBy: { type: 'default', columns: [{ dimension: 'campus', direction: hidden }] } },
      { ...topN, threshold: hidden },
    ]) {
      const answer = await manager.query(body);
      expect([answer.status, typeof answer.json().error]).not.toEqual([500, 'undefined']);
      expect(answer.text).not.toContain('Internal server error');
    }
    expect((await manager.query({ ...groupBy, context: { timeout: hidden } })).status).toBe(200);
    expect(manager.failures).toEqual([]);
  });

  it('answers an empty list for a data source that does not exist', async () => {
    for (const dataSource of ['rb_social', 'sensors', '__proto__', 'constructor']) {
      const answer = await manager.query({ ...groupBy, dataSource });
      expect([answer.status, answer.text]).toEqual([200, '[]']);
    }
  });

  it('searches only the namespaces asked for', async () => {
    const by = { ...groupBy, dimensions: ['namespace_uuid'] };
    const all = (await manager.query(by)).json().map((row: { event: object }) => row.event);
    expect(all.length).toBe(2);
    const [{ namespace_uuid }] = all;
    const one = await manager.query({ ...by, namespace_uuids: [namespace_uuid] });
    expect(one.json().map((row: { event: object }) => row.event)).toEqual([all[0]]);
    for (const query of [by, topN, timeseries]) {
      expect((await manager.query({ ...query, namespace_uuids: ['0'] })).text).toBe('[]');
    }
    const root = await manager.query({ ...timeseries, namespace_uuids: ['2584761509592299795'] });
    expect(root.json()[0].result.bytes).toBeGreaterThan(0);
  });
});
