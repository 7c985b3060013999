import { describe, expect, it } from 'vitest';
import { eras } from '../../src/dataQuery/eras.js';
import { readQuery } from '../../src/dataQuery/readQuery.js';
import { readIntervals } from '../../src/dataQuery/time/queryTimes.js';
import { nativeQuery } from '../../src/druid/translate/nativeQuery.js';
import { nativeWords } from '../../src/druid/translate/nativeWords.js';
import { sampleQueriesUntil } from 'netsensor-contract/query/sampleQueries';
import type { Json } from '../testManager.js';

const flows = { type: 'longSum', name: 'flows', fieldName: 'events' };
const base = {
  queryType: 'groupBy',
  dataSource: 'rb_flow',
  granularity: 'all',
  intervals: ['2026-11-18T00:00Z/PT12H'],
  aggregations: [flows],
};

const native = (body: object, version = '28.0.0'): Json => {
  const query = readQuery(body, eras['28']);
  return nativeQuery({
    query,
    intervals: readIntervals(query.intervals),
    readable: undefined,
    columns: { dimensions: new Map(), metrics: new Map(), sketches: new Map(), numbers: new Map() },
    dataSource: 'my_flows',
    words: nativeWords(version),
    queryId: 'q1',
  });
};

/** All that Druid 28 knows of these queries; it passes over any other field without a word. */
const known = {
  all: ['queryType', 'dataSource', 'intervals', 'granularity', 'aggregations', 'postAggregations', 'context'],
  groupBy: ['dimensions', 'limitSpec', 'having', 'filter'],
  topN: ['dimension', 'metric', 'threshold', 'filter'],
  timeseries: ['descending', 'filter'],
};

describe('a query for a cluster', () => {
  const published = sampleQueriesUntil('2026-11-18T12:00:00Z');

  it.each(published)('has nothing that Druid does not know: $title', ({ query }) => {
    const asked = native({ ...query, namespace_uuids: ['n1'], somethingElse: 1 });
    const names = [...known.all, ...known[query.queryType as keyof typeof known]];
    expect(Object.keys(asked).filter(name => !names.includes(name))).toEqual([]);
    expect(JSON.stringify(asked.aggregations)).not.toMatch(/"(min|max)"|fieldNames/);
    expect(asked.filter).toMatchObject(
      query.filter
        ? { type: 'and', fields: [{ type: 'in', dimension: 'namespace_uuid' }, expect.anything()] }
        : { type: 'in', dimension: 'namespace_uuid', values: ['n1'] },
    );
  });

  it('says everything that the contract says, as Druid says it', () => {
    const host = { type: 'default', dimension: 'host', outputName: 'h' };
    const bound = { type: 'bound', dimension: 'lan_l4_port', lower: '80', upper: '443', alphaNumeric: true };
    const is = { type: 'selector', dimension: 'host', value: null };
    const search = { type: 'search', dimension: 'url', query: { type: 'contains', value: 'A' } };
    const asked = native({
      ...base,
      granularity: {
        type: 'period',
        period: 'p1d',
        timeZone: 'europe/berlin',
        origin: '2026-11-18T00:00+01:00',
      },
      intervals: ['2026-11-18T00:00Z/PT12H', 'pt1h/2026-11-18T13:00Z', '2026-11-20/2026-11-20'],
      dimensions: ['campus', host],
      filter: {
        type: 'and',
        fields: [
          { type: 'not', field: bound },
          { type: 'or', fields: [is, search] },
        ],
      },
      aggregations: [
        flows,
        { type: 'min', name: 'least', fieldName: 'min_value' },
        { type: 'max', name: 'most', fieldName: 'max_value' },
        { type: 'cardinality', name: 'hosts', fieldNames: ['host'] },
        { type: 'filtered', name: 'some', filter: is, aggregator: { ...flows, name: 'inner' } },
      ],
      postAggregations: [
        {
          type: 'arithmetic',
          name: 'each',
          fn: '/',
          fields: [
            { type: 'fieldAccess', fieldName: 'hosts' },
            { type: 'constant', value: 2 },
          ],
        },
        { type: 'hyperUniqueCardinality', fieldName: 'flows' },
        { type: 'hyperUniqueCardinality', name: 'of each', fieldName: 'each' },
      ],
      having: { type: 'not', havingSpec: { type: 'dimSelector', dimension: 'h', value: 7 } },
      orderBy: {
        type: 'default',
        limit: '5',
        columns: ['campus', { dimension: 'flows', direction: 'desc', dimensionOrder: 'alphanumeric' }],
      },
      context: { skipEmptyBuckets: 'true', queryId: 'mine', priority: 9 },
    });
    expect(asked).toEqual({
      queryType: 'groupBy',
      dataSource: 'my_flows',
      granularity: {
        type: 'period',
        period: 'P1D',
        timeZone: 'Europe/Berlin',
        origin: '2026-11-17T23:00:00.000Z',
      },
      intervals: [
        '2026-11-18T00:00:00.000Z/2026-11-18T13:00:00.000Z',
        '2026-11-20T00:00:00.000Z/2026-11-20T00:00:00.000Z',
      ],
      dimensions: [{ type: 'default', dimension: 'campus', outputName: 'campus' }, host],
      filter: {
        type: 'and',
        fields: [
          {
            type: 'not',
            field: {
              type: 'bound',
              dimension: 'lan_l4_port',
              lower: '80',
              upper: '443',
              ordering: 'alphanumeric',
            },
          },
          { type: 'or', fields: [is, search] },
        ],
      },
      aggregations: [
        flows,
        { type: 'doubleMin', name: 'least', fieldName: 'min_value' },
        { type: 'doubleMax', name: 'most', fieldName: 'max_value' },
        { type: 'cardinality', name: 'hosts', fields: ['host'], byRow: false },
        { type: 'filtered', filter: is, aggregator: { ...flows, name: 'some' } },
      ],
      postAggregations: [
        {
          type: 'arithmetic',
          name: 'each',
          fn: '/',
          fields: [
            { type: 'hyperUniqueCardinality', name: 'hosts', fieldName: 'hosts' },
            { type: 'constant', name: 'constant', value: 2 },
          ],
        },
        { type: 'finalizingFieldAccess', name: 'flows', fieldName: 'flows' },
        { type: 'expression', name: 'of each', expression: 'nvl("each", 0)' },
      ],
      having: { type: 'not', havingSpec: { type: 'dimSelector', dimension: 'h', value: '7' } },
      limitSpec: {
        type: 'default',
        limit: 5,
        columns: [
          { dimension: 'campus', direction: 'ascending' },
          { dimension: 'flows', direction: 'descending', dimensionOrder: 'alphanumeric' },
        ],
      },
      context: { queryId: 'q1', skipEmptyBuckets: true },
    });
  });

  it('asks a topN and a timeseries with their own fields alone', () => {
    const metric = { type: 'inverted', metric: 'flows' };
    const orderBy = { type: 'default', columns: ['flows'] };
    const common = { ...base, orderBy, context: { minTopNThreshold: '5000' } };
    const topN = native({ ...common, queryType: 'topN', dimension: ['host'], metric, threshold: '5' });
    expect(topN).toMatchObject({
      context: { minTopNThreshold: 5000 },
      dimension: { type: 'default', dimension: 'host', outputName: 'host' },
      metric: { type: 'inverted', metric: { type: 'numeric', metric: 'flows' } },
      threshold: 5,
    });
    const timeseries = native({
      ...common,
      queryType: 'timeseries',
      dimensions: ['host'],
      descending: true,
    });
    expect(timeseries).toMatchObject({ descending: true, context: { queryId: 'q1' } });
    expect(timeseries.context).not.toHaveProperty('minTopNThreshold');
    const threshold = (minTopNThreshold: unknown) => () =>
      native({
        ...base,
        queryType: 'topN',
        dimension: 'host',
        metric,
        threshold: 5,
        context: { minTopNThreshold },
      });
    for (const wrong of ['lots', -5, 1.5, {}])
      expect(threshold(wrong)).toThrow('context.minTopNThreshold: is not a whole number above 0');
    expect(threshold(null)).not.toThrow();
    for (const asked of [topN, timeseries])
      expect(Object.keys(asked).join()).not.toMatch(/orderBy|limitSpec|dimensions/);
  });

  it.each([
    ['all', 'all'],
    ['none', 'none'],
    ['Fifteen_Minute', { type: 'period', period: 'PT15M', timeZone: 'UTC' }],
    ['quarter', { type: 'period', period: 'P3M', timeZone: 'UTC' }],
    [
      { type: 'duration', duration: '60000' },
      { type: 'duration', duration: 60_000 },
    ],
    [
      { type: 'period', period: 'PT1H', timeZone: '+0200' },
      { type: 'period', period: 'PT1H', timeZone: '+02:00' },
    ],
    [
      { type: 'period', period: 'PT1H', timeZone: '-02' },
      { type: 'period', period: 'PT1H', timeZone: '-02:00' },
    ],
  ])('cuts time as %j', (granularity, expected) => {
    expect(native({ ...base, granularity }).granularity).toEqual(expected);
  });

  it('keeps “always”, and refuses a zone that Druid would take for UTC', () => {
    const always = '-146136543-09-08T08:23:32.096Z/146140482-04-24T15:36:27.903Z';
    expect(native({ ...base, intervals: [always] }).intervals).toEqual([always]);
    const zoned = { ...base, granularity: { type: 'period', period: 'P1D', timeZone: 'system' } };
    expect(() => native(zoned)).toThrow('system is not a time zone');
  });

  it.each([
    ['0.6.173', { orderBy: expect.anything() }, 'min', { type: 'or' }, { fieldNames: ['host'] }],
    ['0.8.3', { limitSpec: expect.anything() }, 'min', { type: 'or' }, { fieldNames: ['host'] }],
    ['0.9.1', { limitSpec: expect.anything() }, 'doubleMin', { type: 'in' }, { fieldNames: ['host'] }],
    [
      '0.14.0-incubating',
      { limitSpec: expect.anything() },
      'doubleMin',
      { type: 'in' },
      { fields: ['host'] },
    ],
    ['33.0.0', { limitSpec: expect.anything() }, 'doubleMin', { type: 'in' }, { fields: ['host'] }],
    [
      'of unknown version',
      { limitSpec: expect.anything() },
      'doubleMin',
      { type: 'in' },
      { fields: ['host'] },
    ],
  ])('speaks the words of %s', (version, order, type, filter, fields) => {
    const aggregations = [
      { type: 'min', name: 'least', fieldName: 'min_value' },
      { type: 'cardinality', name: 'hosts', fieldNames: ['host'] },
    ];
    const orderBy = { type: 'default', limit: 1, columns: [] };
    const asked = native(
      { ...base, aggregations, orderBy, filter: { type: 'in', dimension: 'host', values: ['a', 'b'] } },
      version,
    );
    expect(asked).toMatchObject({ ...order, aggregations: [{ type }, fields], filter });
  });
});
