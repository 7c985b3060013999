import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aggregationTriples, dataSourceNames, dimensions } from '../../../src/model/dataSources.js';
import { dataQuery } from '../../../src/model/query.js';
import { queryJsonSchema } from '../../../src/model/queryJsonSchema.js';
import { sampleNotebook } from '../../../src/model/sampleNotebook.js';

const validate = new Ajv({ strict: false, allErrors: true }).compile(queryJsonSchema());

/** Where a query is wrong: JSON pointers, and for the whole object the field that is missing or odd. */
function problems(query: unknown): string[] {
  validate(query);
  const places = (validate.errors ?? [])
    .filter(({ keyword }) => keyword !== 'if' && keyword !== 'propertyNames')
    .map(({ instancePath, params, propertyName }) => {
      const missing = (params as { missingProperty?: string }).missingProperty;
      return `${instancePath}${missing ? ` without ${missing}` : ''}${propertyName ? ` with ${propertyName}` : ''}`;
    });
  return [...new Set(places)];
}

const groupBy = {
  queryType: 'groupBy',
  dataSource: 'rb_flow',
  granularity: 'all',
  intervals: ['2026-11-19T00:00Z/2026-11-20T00:00Z'],
  aggregations: [{ type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' }],
};
const topN = { ...groupBy, queryType: 'topN', dimension: 'host', metric: 'bytes', threshold: 5 };
const selector = (dimension: string) => ({ type: 'selector', dimension, value: 'x' });

describe('the schema of a query cell', () => {
  it('accepts the sample queries', () => {
    const { cells } = sampleNotebook({ end: '2026-11-20T08:00:00Z' });
    const queries = cells.filter(({ kind }) => kind === 'query');
    expect(queries).toHaveLength(11);
    for (const { text } of queries) expect(problems(JSON.parse(text))).toEqual([]);
  });

  it.each<[string, unknown, string[]]>([
    ['a dimension of another source', { ...groupBy, dimensions: ['msg'] }, ['/dimensions/0']],
    ['one in a filter', { ...groupBy, filter: selector('msg') }, ['/filter/dimension']],
    [
      'one deep in a filter',
      { ...groupBy, filter: { type: 'not', field: { type: 'or', fields: [selector('msg')] } } },
      ['/filter/field/fields/0/dimension'],
    ],
    ['orderBy in a topN', { ...topN, orderBy: { type: 'default' } }, ['/orderBy']],
    ['dimensions in a topN', { ...topN, dimensions: [] }, ['/dimensions']],
    ['a topN without a threshold', { ...topN, threshold: undefined }, [' without threshold']],
    ['threshold in a groupBy', { ...groupBy, threshold: 5 }, ['/threshold']],
    ['a field that does not exist', { ...groupBy, dimentions: [] }, [' with dimentions']],
    ['a filter of an unknown type', { ...groupBy, filter: { type: 'regexp' } }, ['/filter/type']],
    [
      'a regex without a pattern',
      { ...groupBy, filter: { type: 'regex', dimension: 'host' } },
      ['/filter without pattern'],
    ],
    ['an interval without a slash', { ...groupBy, intervals: ['today'] }, ['/intervals/0']],
    [
      'an aggregation of an unknown type',
      { ...groupBy, aggregations: [{ type: 'sum' }] },
      ['/aggregations/0/type'],
    ],
    [
      'distinct values of no dimension',
      { ...groupBy, aggregations: [{ type: 'cardinality', name: 'x', fieldNames: ['bytes'] }] },
      ['/aggregations/0/fieldNames/0'],
    ],
  ])('finds %s', (_name, query, places) => {
    expect(problems(JSON.parse(JSON.stringify(query))).filter(place => place !== '/filter')).toEqual(places);
  });

  it('judges as the model does, but for names of dimensions', () => {
    const source = fc.constantFrom(...dataSourceNames);
    const oneOf = (...values: unknown[]) => fc.constantFrom(...values);
    const query = source.chain(dataSource =>
      fc.record(
        {
          queryType: oneOf('groupBy', 'topN', 'timeseries', 'scan'),
          dataSource: fc.constant(dataSource),
          granularity: oneOf('all', 'hour', 'never', { type: 'period', period: 'pt5m' }, { type: 'period' }),
          intervals: oneOf(['a/b'], ['ab'], [], 'a/b'),
          aggregations: oneOf(
            [aggregationTriples[dataSource][0]],
            [],
            [{ type: 'count', name: 'n' }],
            [{ type: 'count' }],
          ),
          dimension: oneOf(dimensions[dataSource][0], 7),
          dimensions: oneOf([], [dimensions[dataSource][1]], 'x'),
          metric: oneOf('events', { type: 'inverted', metric: 'events' }, 7),
          threshold: oneOf(1, 0, '1'),
          orderBy: oneOf({ type: 'default' }, { type: 'default', limit: 0 }, {}),
          descending: oneOf(true, 'yes'),
          filter: oneOf(null, { type: 'not' }, { type: 'and', fields: [] }),
          extra: oneOf(1),
        },
        { requiredKeys: ['queryType', 'dataSource', 'granularity', 'intervals', 'aggregations'] },
      ),
    );
    fc.assert(
      fc.property(query, value => {
        const json: unknown = JSON.parse(JSON.stringify(value));
        expect([value, problems(json).length === 0]).toEqual([value, dataQuery.safeParse(json).success]);
      }),
      { numRuns: 2000 },
    );
  });
});
