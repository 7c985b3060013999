import { describe, expect, it } from 'vitest';
import { overallTop } from '../../../../src/model/query/queryEdit.js';
import { cutAnswer, isAllOfNothing, raisedLimit } from '../../../../src/model/results/cutAnswer.js';
import type { ResultTable, ResultValue } from '../../../../src/model/query/queryResult.js';

const hours = ['2026-11-20T00:00:00Z/2026-11-20T06:00:00Z'];
const rowsAt = (...times: number[]): ResultTable => ({
  columns: [{ name: 'timestamp', kind: 'time', values: times.map(at => `2026-11-20T0${at}:00:00Z`) }],
  rowCount: times.length,
  totalRows: times.length,
});
const groupBy = (orderBy: object, granularity: unknown = 'all') => ({
  queryType: 'groupBy',
  granularity,
  intervals: hours,
  dimensions: ['application_id_name'],
  orderBy: { type: 'default', ...orderBy },
});
const topN = (granularity: string) => ({
  queryType: 'topN',
  granularity,
  intervals: hours,
  dimension: { type: 'default', dimension: 'application_id_name', outputName: 'application' },
  metric: 'bytes',
  threshold: 2,
  filter: { type: 'selector', dimension: 'campus', value: 'North' },
  aggregations: [{ type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' }],
});

describe('what a query leaves out by its own limit', () => {
  it('is nothing where fewer rows came, where there is no limit, and in what is no query', () => {
    for (const query of [groupBy({ limit: 4 }), groupBy({}), { queryType: 'timeseries', threshold: 3 }, 'x'])
      expect(cutAnswer(query, rowsAt(0, 0, 0))).toBeUndefined();
    expect(cutAnswer({ ...topN('all'), threshold: 4 }, rowsAt(0, 0, 0))).toBeUndefined();
  });

  it('may be rows where as many came as it wants', () => {
    const rows = { kind: 'rows', limit: 3, isRequired: false };
    expect(cutAnswer(groupBy({ limit: 3 }), rowsAt(0, 0, 0))).toEqual(rows);
    expect(cutAnswer(topN('all'), rowsAt(0, 0))).toEqual({ kind: 'rows', limit: 2, isRequired: true });
    const { orderBy, ...others } = groupBy({ limit: 3 });
    expect(cutAnswer({ ...others, limitSpec: orderBy }, rowsAt(0, 0, 0))).toEqual(rows);
  });

  it('is the end of the time over which rows are asked for, also where they are ranked', () => {
    const rows = rowsAt(0, 0, 1);
    const buckets = { kind: 'firstBuckets', limit: 3, isRequired: false, shown: 2, buckets: 6 };
    expect(cutAnswer(groupBy({ limit: 3 }, 'hour'), rows)).toEqual(buckets);
    expect(cutAnswer(groupBy({ limit: 3, columns: ['bytes'] }, 'hour'), rows)).toEqual(buckets);
    expect(cutAnswer(groupBy({ limit: 3, columns: ['bytes'] }), rowsAt(0, 0, 0))?.kind).toBe('rows');
    expect(cutAnswer(groupBy({ limit: 6 }, 'hour'), rowsAt(0, 1, 2, 3, 4, 5))?.kind).toBe('rows');
  });

  it('is what is not among the first of a bucket, in a topN over time', () => {
    const cut = { kind: 'eachBucket', limit: 2, dimension: 'application_id_name', hasOverall: true };
    expect(cutAnswer(topN('hour'), rowsAt(0, 0, 1))).toEqual(cut);
    expect(cutAnswer(topN('hour'), rowsAt(0, 1, 2))).toBeUndefined();
    // No reference can be written to such a column.
    const named = { ...topN('hour'), dimension: { ...topN('hour').dimension, outputName: 'My app' } };
    expect(cutAnswer(named, rowsAt(0, 0))).toMatchObject({ hasOverall: false });
  });
});

describe('a timeseries of nothing', () => {
  const query = {
    queryType: 'timeseries',
    filter: { type: 'selector', dimension: 'campus', value: 'Nowhere' },
  };
  const valued = (...values: ResultValue[]): ResultTable => {
    const table = rowsAt(...values.keys());
    return { ...table, columns: [...table.columns, { name: 'bytes', kind: 'value', values }] };
  };

  it('has what its aggregations come to over no rows in every bucket', () => {
    expect(isAllOfNothing(query, valued(0, '0', null, 'Infinity', '-9223372036854775808'))).toBe(true);
    expect(isAllOfNothing(query, valued(0, 7, 0))).toBe(false);
    expect(isAllOfNothing(query, valued())).toBe(false);
    expect(isAllOfNothing(query, rowsAt(1, 2))).toBe(false);
    expect(isAllOfNothing({ ...query, queryType: 'groupBy' }, valued(0))).toBe(false);
  });
});

it('a limit is raised by enough to be worth it, up to what a notebook shows', () => {
  expect([5, 25, 26, 1000, 30_000].map(raisedLimit)).toEqual([100, 1000, 1000, 10_000, undefined]);
});

it('the largest overall over time are a topN of the whole time and a groupBy of what that finds', () => {
  const { top, overTime } = overallTop(topN('hour'), 'top')!;
  expect(top).toEqual({ ...topN('hour'), granularity: 'all' });
  expect(overTime).toEqual({
    queryType: 'groupBy',
    granularity: 'hour',
    intervals: hours,
    dimensions: [topN('hour').dimension],
    aggregations: topN('hour').aggregations,
    filter: {
      type: 'and',
      fields: [
        { type: 'selector', dimension: 'campus', value: 'North' },
        { type: 'in', dimension: 'application_id_name', values: ['${top.application}'] },
      ],
    },
  });
  expect(overallTop(groupBy({}), 'top')).toBeUndefined();
});
