import { describe, expect, it } from 'vitest';
import { earlierQuery, laterTime } from '../../../../src/model/query/timeShift.js';

const madrid = 'Europe/Madrid';

describe('the same time of another day', () => {
  it.each([
    ['day', 'UTC', '2026-11-20T08:00:00Z/2026-11-20T09:00:00Z', '2026-11-19T08:00:00Z/2026-11-19T09:00:00Z'],
    ['week', 'UTC', '2026-11-20T08:00:00Z/P1D', '2026-11-13T08:00:00Z/2026-11-14T08:00:00Z'],
    // The clocks went back on 25 October, so noon is an hour later in UTC from then on.
    ['day', madrid, '2026-10-25T11:00:00Z/2026-10-25T12:00:00Z', '2026-10-24T10:00:00Z/2026-10-24T11:00:00Z'],
  ] as const)('is a %s before in %s', (shift, zone, interval, earlier) => {
    const query = { queryType: 'timeseries', intervals: [interval], filter: null };
    expect(earlierQuery(query, { shift, zone })).toEqual({ ...query, intervals: [earlier] });
  });

  it('is not to be had where the times of a query cannot be read', () => {
    for (const query of [null, [], {}, { intervals: 'soon' }, { intervals: [] }])
      expect(earlierQuery(query, { shift: 'day', zone: 'UTC' })).toBeUndefined();
  });

  it('leads back to where it is drawn, also over a change of clocks', () => {
    const back = { shift: 'day', zone: madrid } as const;
    expect(laterTime('2026-10-24T10:00:00.000Z', back)).toBe('2026-10-25T11:00:00.000Z');
    expect(laterTime('2026-10-24T12:00:00.000+02:00', back)).toBe('2026-10-25T11:00:00.000Z');
    // An hour that the day after does not have.
    expect(laterTime('2026-03-28T01:00:00.000Z', back)).toBeNull();
    expect(laterTime('2026-03-28T02:00:00.000Z', back)).toBe('2026-03-29T01:00:00.000Z');
    for (const sent of [null, 'never', 7]) expect(laterTime(sent, back)).toBe(sent);
  });
});
