import { describe, expect, it } from 'vitest';
import { bucketsOf, rowStretch } from '../../src/query/timeBuckets.js';
import { bucketOf, type ReferenceGranularity } from './referenceTime.js';

const hour = 3_600_000;
const day = 86_400_000;
const period = (text: string, more: object = {}) =>
  ({ type: 'period', period: text, ...more }) as ReferenceGranularity;

/** Every 13 hours of a year and more, and each half hour around a change of clocks. */
const times = [
  ...Array.from({ length: 800 }, (_, at) => Date.parse('2025-11-01T00:10Z') + at * 13 * hour),
  ...Array.from({ length: 96 }, (_, at) => Date.parse('2026-10-24T00:00Z') + (at * hour) / 2),
];

describe('the buckets of a granularity', () => {
  it.each<[ReferenceGranularity, longest: number]>([
    ['second', 1000],
    ['five_minute', 5 * 60_000],
    ['hour', hour],
    ['day', day],
    ['week', 7 * day],
    ['month', 31 * day],
    [{ type: 'duration', duration: 7_200_000, origin: '2026-01-01T00:30Z' }, 2 * hour],
    [period('pt6m'), 6 * 60_000],
    [period('PT1H', { timeZone: 'Asia/Kolkata' }), hour],
    [period('PT2H', { timeZone: 'Asia/Kolkata' }), 2 * hour],
    [period('PT1H30M'), 1.5 * hour],
    [period('P1D', { timeZone: 'Europe/Madrid' }), 26 * hour],
    [period('P1D', { timeZone: 'Europe/Madrid', origin: '2025-12-01T05:00Z' }), 26 * hour],
    [period('P2D', { timeZone: 'Europe/Madrid' }), 50 * hour],
    [period('P1W', { timeZone: 'Europe/Madrid' }), 7 * day + 2 * hour],
    [period('P1M', { timeZone: 'Europe/Madrid' }), 31 * day + 2 * hour],
    [period('P3M'), 93 * day],
    [period('P1M', { origin: '2025-10-15T00:00Z' }), 31 * day],
    [period('P1Y', { timeZone: 'Asia/Tokyo' }), 366 * day + 2 * hour],
  ])('start where the manager starts them, and are as long as the longest: %j', (granularity, longest) => {
    const buckets = bucketsOf(granularity);
    const reference = bucketOf(granularity);
    expect(times.map(time => buckets?.startOf(time))).toEqual(times.map(reference));
    expect(buckets?.longest).toBe(longest);
  });

  it('are called by their names in upper case, too', () => {
    expect(bucketsOf('FIFTEEN_MINUTE')?.longest).toBe(15 * 60_000);
  });

  it.each([
    'all',
    'none',
    'fortnight',
    undefined,
    5,
    {},
    period('P1M1D'),
    period('PT0S'),
    period('P1D', { timeZone: 'Nowhere/Else' }),
    period('P1D', { origin: 'soon' }),
    { type: 'duration', duration: 0 },
    { type: 'duration', duration: 'long' },
  ])('are not known: %j', granularity => {
    expect(bucketsOf(granularity)).toBeUndefined();
  });
});

describe('the time that a row is about', () => {
  const asked = { intervals: ['2026-10-25T00:30:00Z/2026-11-03T00:00:00Z'] };
  const stretch = (granularity: unknown, time: unknown) => {
    const found = rowStretch({ ...asked, granularity }, time);
    return found && [found.start, found.end].map(each => new Date(each).toISOString().slice(0, 16));
  };

  it.each<[unknown, string, string, string]>([
    ['hour', '2026-10-25T03:00:00.000Z', '2026-10-25T03:00', '2026-10-25T04:00'],
    ['month', '2026-10-01T00:00:00.000Z', '2026-10-25T00:30', '2026-11-01T00:00'],
    [
      period('P1D', { timeZone: 'Europe/Madrid' }),
      '2026-10-25T00:00:00.000+02:00',
      '2026-10-25T00:30',
      '2026-10-25T23:00',
    ],
    ['week', '2026-10-26T00:00:00.000Z', '2026-10-26T00:00', '2026-11-02T00:00'],
  ])('is its bucket within what the query looks at: %j', (granularity, time, start, end) => {
    expect(stretch(granularity, time)).toEqual([start, end]);
  });

  it('is nothing where rows have no bucket or no time', () => {
    expect([stretch('all', '2026-10-25T03:00:00Z'), stretch('hour', null), stretch('hour', 'soon')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
