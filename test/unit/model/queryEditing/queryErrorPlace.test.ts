import { describe, expect, it } from 'vitest';
import { queryErrorPlace } from '../../../../src/model/queryEditing/queryTree.js';

describe('the place that the words of a manager are about', () => {
  it.each([
    ['Must specify a granularity', ['granularity']],
    ['granularity.period: PT0S has no length', ['granularity', 'period']],
    ['aggregations.0.name: Too small', ['aggregations', 0, 'name']],
    ['[bytes] already defined', ['aggregations']],
    ['Threshold cannot be equal to 0.', ['threshold']],
    ['Must have an AggregatorFactory or PostAggregator for metric[x], gave[n] and []', ['metric']],
    ["Unknown column in order clause[OrderByColumnSpec{dimension='x'}]", ['orderBy']],
    ['AND operator requires at least one field', ['filter']],
    ['filter: the type x is not one of selector, regex', ['filter']],
    ['intervals: the end of a/b lies before its start', ['intervals']],
    ['Query timeout', undefined],
    ['', undefined],
  ])('finds that of %s', (words, path) => {
    expect(queryErrorPlace(words)).toEqual(path);
  });
});
