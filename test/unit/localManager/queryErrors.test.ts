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
          { type: 'arithmetic', name: 'y', fn: '/', fields: [{ type: 'fieldAccess', fieldName: 'x' }] },
        ],
      },
      'Missing fields [[x]] for postAggregator [y]',
    ],
    [
      { ...timeseries, postAggregations: [{ type: 'constant', name: 'bytes', value: 1 }] },
      '[bytes] already defined',
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
    [{ ...groupBy, filter: { type: 'not' } }, 'NOT operator requires at least one field'],
    [{ ...groupBy, filter: { type: 'and', fields: [] } }, 'AND operator requires at least one field'],
    [{ ...groupBy, filter: { type: 'or', fields: [null] } }, 'OR operator requires at least one field'],
  ])('%j answers 500 with the message of the engine', async (query, message) => {
    const answer = await manager.query(query);
    expect([answer.status, answer.json()]).toEqual([500, { error: message }]);
  });

  it.each<[unknown, RegExp]>([
    [[], /must be a JSON object/],
    [{ ...groupBy, queryType: 'select' }, /^queryType[.0-9a-z]*: /],
    [{ ...groupBy, dataSource: undefined }, /^dataSource[.0-9a-z]*: /],
    [{ ...groupBy, intervals: undefined }, /^intervals[.0-9a-z]*: /],
    [{ ...groupBy, intervals: [] }, /^intervals[.0-9a-z]*: /],
    [{ ...groupBy, intervals: ['yesterday'] }, /^intervals[.0-9a-z]*: /],
    [{ ...groupBy, intervals: ['2026-13-01/P1D'] }, /not an ISO 8601 interval/],
    [{ ...groupBy, intervals: ['P1D/P1D'] }, /not an ISO 8601 interval/],
    [{ ...groupBy, intervals: ['2026-01-02/2026-01-01'] }, /lies before its start/],
    [{ ...groupBy, granularity: 'fortnight' }, /^granularity[.0-9a-z]*: /],
    [{ ...groupBy, granularity: { type: 'period', period: 'PT0S' } }, /has no length/],
    [
      { ...groupBy, granularity: { type: 'period', period: 'P1D', timeZone: 'Mars/Base' } },
      /not a time zone/,
    ],
    [{ ...groupBy, granularity: { type: 'period', period: 'P1D', origin: 'x' } }, /not an ISO 8601 time/],
    [{ ...groupBy, granularity: { type: 'duration', duration: 'x' } }, /not a number of milliseconds/],
    [{ ...groupBy, aggregations: [{ ...bytes, type: 'javascript' }] }, /^aggregations[.0-9a-z]*: /],
    [{ ...groupBy, filter: { type: 'javascript', dimension: 'host', function: 'x' } }, /^filter[.0-9a-z]*: /],
    [{ ...groupBy, having: { type: 'like' } }, /having/],
    [{ ...groupBy, postAggregations: [{ type: 'javascript', name: 'x' }] }, /postAggregations/],
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

  it('gives up after the time that the query allows', async () => {
    const dimensions = ['url', 'client_mac', 'wan_ip', 'lan_l4_port', 'conversation', 'host', 'referer'];
    const filter = {
      type: 'or',
      fields: dimensions.map(dimension => ({ type: 'regex', dimension, pattern: '(x+)+y' })),
    };
    const answer = await manager.query({ ...groupBy, filter, dimensions, context: { timeout: 1 } });
    expect([answer.status, answer.json()]).toEqual([504, { error: 'Query timeout' }]);
  });
});
