import { describe, expect, it } from 'vitest';
import { unfilteredDays } from '../../src/query/timeRange.js';

const day = 24 * 3_600_000;
const days = (...lengths: number[]) => lengths.map(length => ({ start: 0, end: length * day }));
const filter = { type: 'selector', dimension: 'campus', value: 'North' };

describe('a query over many days without a filter', () => {
  it.each([
    [{}, days(31), 31],
    [{}, days(20, 20), 40],
    [{ filter: null, namespace_uuids: [] }, days(365), 365],
    [null, days(45), 45],
  ])('is %j over %j', (query, stretches, expected) => {
    expect(unfilteredDays(query, stretches)).toBe(expected);
  });

  it.each([
    [{}, days(30)],
    [{}, [{ start: 0, end: 30 * day + 3_600_000 }]],
    [{}, []],
    [{ filter }, days(365)],
    [{ namespace_uuids: ['12'] }, days(365)],
  ])('is not %j over %j', (query, stretches) => {
    expect(unfilteredDays(query, stretches)).toBeUndefined();
  });
});
