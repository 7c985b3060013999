import { describe, expect, it } from 'vitest';
import { queryFacts, queryTitle } from '../../../../src/model/results/queryFacts.js';

const aggregations = [
  { type: 'count', name: 'events' },
  { type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' },
];
const metricOf = (query: object) => queryFacts({ aggregations, ...query }).metric;

describe('the metric that a query ranks by', () => {
  it.each<[string, object, string | undefined]>([
    ['of a topN', { queryType: 'topN', metric: 'bytes' }, 'bytes'],
    [
      'of a topN, the other way round',
      { queryType: 'topN', metric: { type: 'inverted', metric: { type: 'numeric', metric: 'bytes' } } },
      'bytes',
    ],
    ['of a topN by name', { queryType: 'topN', metric: { type: 'lexicographic' } }, undefined],
    ['that is not computed', { queryType: 'topN', metric: 'clients' }, undefined],
    [
      'of an ordered groupBy',
      { queryType: 'groupBy', orderBy: { columns: ['host', { dimension: 'bytes' }] } },
      'bytes',
    ],
    [
      'of a groupBy in the language of the web interface',
      { queryType: 'groupBy', limitSpec: { columns: ['events'] } },
      'events',
    ],
    ['of a groupBy without an order', { queryType: 'groupBy' }, undefined],
    ['of a timeseries, which is never ranked', { queryType: 'timeseries', metric: 'bytes' }, undefined],
  ])('is read: %s', (_name, query, metric) => {
    expect(metricOf(query)).toBe(metric);
  });
});

describe('whether values may be added up', () => {
  const field = (fieldName: string) => ({ type: 'fieldAccess', fieldName });
  const eight = { type: 'constant', name: 'eight', value: 8 };
  const isSumOf = (...postAggregations: object[]) =>
    queryFacts({ aggregations: [...aggregations, { type: 'longMax', name: 'most' }], postAggregations })
      .measures.slice(3)
      .map(({ isSum }) => isSum);

  it('is so of what is computed of sums by adding them or by a number, and of nothing else', () => {
    const arithmetic = (fn: string, ...fields: object[]) => ({
      type: 'arithmetic',
      name: 'made',
      fn,
      fields,
    });
    const bits = arithmetic('*', field('bytes'), eight);
    expect(isSumOf(bits, arithmetic('*', eight, bits), arithmetic('+', bits, field('events')))).toEqual([
      true,
      true,
      true,
    ]);
    expect(
      isSumOf(
        arithmetic('/', field('bytes'), field('events')),
        arithmetic('/', eight, field('bytes')),
        arithmetic('+', field('bytes'), field('most')),
        arithmetic('+', field('bytes'), eight),
        { ...field('most'), name: 'most again' },
      ),
    ).toEqual([false, false, false, false, false]);
  });
});

describe('what a query asks', () => {
  it.each<[string, object]>([
    [
      'Top 10 wan_ip by bytes · application = netflix',
      {
        queryType: 'topN',
        dimension: { dimension: 'wan_ip' },
        threshold: 10,
        metric: 'bytes',
        aggregations,
        filter: { type: 'selector', dimension: 'application', value: 'netflix' },
      },
    ],
    ...(
      [
        ['Bottom 5 host by bytes', { type: 'inverted', metric: { type: 'numeric', metric: 'bytes' } }],
        ['Top 5 host by bytes', { type: 'inverted', metric: { type: 'inverted', metric: 'bytes' } }],
        ['First 5 host', { type: 'lexicographic' }],
      ] as const
    ).map(
      ([title, metric]) =>
        [title, { queryType: 'topN', dimension: 'host', threshold: 5, metric, aggregations }] as [
          string,
          object,
        ],
    ),
    [
      'topN host by bytes',
      { queryType: 'topN', dimension: 'host', threshold: '${n}', metric: 'bytes', aggregations },
    ],
    [
      'groupBy host, campus by events, bytes',
      { queryType: 'groupBy', dimensions: ['host', 'campus'], aggregations },
    ],
    ['timeseries events, bytes', { queryType: 'timeseries', aggregations }],
    ['', { kept: 1 }],
  ])('is %j', (title, query) => {
    expect(queryTitle(query)).toBe(title);
  });
});
