import { describe, expect, it } from 'vitest';
import { intervalText, shortIntervalText, shortMoment } from '../../../../src/model/text/zonedTime.js';

const short = (interval: string, zone = 'UTC') =>
  shortIntervalText(interval, zone, new Date('2026-11-22T00:00:00Z'));

describe('an interval as people read it', () => {
  it.each([
    ['2026-11-20T08:00:00Z/2026-11-20T09:00:00Z', '2026-11-20 08:00 – 09:00 (UTC)'],
    ['2026-11-20T08:00:00Z/2026-11-21T09:00:30Z', '2026-11-20 08:00:00 – 2026-11-21 09:00:30 (UTC)'],
    ['P1D/now', 'P1D/now'],
    ['', ''],
  ])('%s is %s', (interval, text) => {
    expect(intervalText(interval, 'UTC')).toBe(text);
  });

  it.each([
    ['2026-11-20T08:00:00Z/2026-11-20T09:00:00Z', '11-20 08:00 – 09:00'],
    ['2026-11-20T08:00:00Z/2026-11-21T09:00:30Z', '11-20 08:00 – 11-21 09:00'],
    ['2026-11-20T08:00:00Z/2026-11-20T08:00:30Z', '11-20 08:00:00 – 08:00:30'],
    ['2026-11-13T00:00:00Z/2026-11-20T00:00:00Z', '11-13 – 11-20'],
    ['2025-12-31T00:00:00Z/2026-01-01T00:00:00Z', '2025-12-31 – 2026-01-01'],
    ['P1D/now', 'P1D/now'],
  ])('%s is %s where there is little room', (interval, text) => {
    expect(short(interval)).toBe(text);
  });

  it('has days that begin in its time zone', () => {
    const day = '2026-11-19T23:00:00Z/2026-11-20T23:00:00Z';
    expect(short(day, 'Europe/Madrid')).toBe('11-20 – 11-21');
    expect(short(day)).toBe('11-19 23:00 – 11-20 23:00');
  });
});

describe('a moment where there is little room', () => {
  it.each([
    ['2026-11-22T04:34:56Z', '05:34'],
    ['2026-11-22T17:34:56Z', '18:34'],
    ['2026-11-21T22:59:00Z', '11-21 23:59'],
    ['2025-11-22T04:34:56Z', '2025-11-22 05:34'],
  ])('%s is %s on the clock of Madrid', (time, text) => {
    const now = new Date('2026-11-22T20:00:00Z');
    expect(shortMoment(Date.parse(time), 'Europe/Madrid', now)).toBe(text);
  });
});
