import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { defaultRange, printInterval, resolveRange, usualRanges } from '../../src/query/timeRange.js';
import { readTypedRange, readTypedSide } from '../../src/query/typedRange.js';

const clockAt = (text: string, zone: string) => ({ now: DateTime.fromISO(text, { zone }).toMillis(), zone });
const inMadrid = clockAt('2026-11-28T09:30:15', 'Europe/Madrid');

/** How a range is kept that somebody typed, or why it is none. */
function kept(typed: string, clock = inMadrid) {
  const range = readTypedRange(typed, clock);
  return 'text' in range ? range.text : range.problem;
}
const of26 = (from: string, to: string) => `2026-11-26T${from}:00+01:00/2026-11-26T${to}:00+01:00`;
const whole = (from: string, to: string) => `${from}T00:00:00+01:00/${to}T00:00:00+01:00`;

describe('a range that was typed', () => {
  it.each([
    ...usualRanges,
    defaultRange,
    'last 3 hours',
    'Last 90m',
    'this quarter',
    'now-7d/now',
    'PT1H/now',
  ])('is kept as it is written when it is relative: %s', typed => {
    expect(kept(` ${typed} `)).toBe(typed);
  });

  it.each([
    ['3 hours', 'last 3 hours'],
    ['90m', 'last 90m'],
    ['now-90m', 'now-90m/now'],
    ['now - 2 mo + 15 s', 'now - 2 mo + 15 s/now'],
    ['today-1d', 'today-1d/now'],
    ['now-2h to now-1h', 'now-2h/now-1h'],
    ['now - 2h - now', 'now - 2h/now'],
    ['yesterday to today', 'yesterday/today+1d'],
    ['yesterday/today', 'yesterday/today'],
    ['today\n/now', 'today/now'],
    ['26 Nov to now', '2026-11-26T00:00:00+01:00/now'],
    ['from=now-6h&to=now', 'now-6h/now'],
    ['PT2H', 'PT2H/now'],
  ])('may be relative in fewer words: %s', (typed, expected) => {
    expect(kept(typed)).toBe(expected);
  });

  it.each([
    '26 Nov 08:00 to 10:00',
    '26 nov 8:00 TO 10:00',
    '26 November 2026, 08:00 – 10:00',
    'Nov 26 08:00 - 10:00',
    'November 26, 2026 08:00..10:00',
    '2026-11-26 08:00/10:00',
    '2026-11-26 8:00-10:00',
    '2026-11-26 08:00 / 2026-11-26T10:00',
    '2026-11-26T07:00Z/2026-11-26T09:00Z',
    '2026-11-26 07:00 UTC to 2026-11-26 09:00 GMT',
    '2026-11-26T07:00:00.000Z 2026-11-26T09:00:00.000Z',
    '2026-11-26T08:00:00+01:002026-11-26T04:00:00-0500',
    '["2026-11-26T07:00:00Z/2026-11-26T09:00:00Z"]',
    '"2026-11-26T07:00:00Z", "2026-11-26T09:00:00Z"',
    '2026-11-26 08:00 2026-11-26 10:00',
    '1795676400000 1795683600000',
    '1795676400/1795683600',
    'from=1795676400000&to=1795683600000',
    'https://grafana.example/d/x?orgId=1&from=1795676400000&to=1795683600000&var-site=a/b',
    '?from=2026-11-26T07:00:00.000Z&to=2026-11-26T09:00:00.000Z',
    '20261126T0800/20261126T1000',
  ])('is kept as two times with the offsets of the zone: %s', typed => {
    expect(kept(typed)).toBe(of26('08:00', '10:00'));
  });

  it.each([
    ['2026-11-26', whole('2026-11-26', '2026-11-27')],
    ['26 Nov', whole('2026-11-26', '2026-11-27')],
    ['2026-W48', whole('2026-11-23', '2026-11-30')],
    ['2026-11', whole('2026-11-01', '2026-12-01')],
    ['2026', whole('2026-01-01', '2027-01-01')],
    ['24 Nov to 26 Nov', whole('2026-11-24', '2026-11-27')],
    ['24 Nov – 2026-11-26', whole('2026-11-24', '2026-11-27')],
    ['2026-11-24/2026-11-26', whole('2026-11-24', '2026-11-26')],
    ['2026-11-24/P2D', '2026-11-24T00:00:00+01:00/P2D'],
  ])('may name whole days, whose last one belongs to it except in ISO 8601: %s', (typed, expected) => {
    expect(kept(typed)).toBe(expected);
  });

  it.each([
    ['8:00 - 9:00', '2026-11-28T08:00:00+01:00/2026-11-28T09:00:00+01:00'],
    ['8:00-9:00', '2026-11-28T08:00:00+01:00/2026-11-28T09:00:00+01:00'],
    ['today 08:00 to 09:00:30', '2026-11-28T08:00:00+01:00/2026-11-28T09:00:30+01:00'],
    ['yesterday 08:00 to 10:00', '2026-11-27T08:00:00+01:00/2026-11-27T10:00:00+01:00'],
    ['yesterday 22:00 to 02:00', '2026-11-27T22:00:00+01:00/2026-11-28T02:00:00+01:00'],
    ['yesterday to 10:00', 'yesterday/2026-11-27T10:00:00+01:00'],
    ['08:00', '2026-11-28T08:00:00+01:00/now'],
    ['2026-11-26 08:00', '2026-11-26T08:00:00+01:00/now'],
    ['1795676400', '2026-11-26T08:00:00+01:00/now'],
  ])('may have a time alone, which is of today, or as an end the next one: %s', (typed, expected) => {
    expect(kept(typed)).toBe(expected);
  });

  it.each([
    ['30 Nov', whole('2025-11-30', '2025-12-01')],
    ['28 Dec to 3 Jan', whole('2025-12-28', '2026-01-04')],
    ['27 Nov to 5 Dec', whole('2026-11-27', '2026-12-06')],
    ['27 Nov to 20 Nov', 'reversed'],
    ['29 Feb', 'unreadable'],
    ['29 Feb 2024', whole('2024-02-29', '2024-03-01')],
  ])(
    'means the last such day without a year, and as an end the one after the start: %s',
    (typed, expected) => {
      expect(kept(typed)).toBe(expected);
    },
  );

  it.each([
    ['2026-03-29', 23],
    ['2026-10-25', 25],
    ['28 Mar to 29 Mar', 47],
    ['2026-10-25 00:00 to 2026-10-26 00:00', 25],
    ['2026-03-29 01:30 to 03:30', 1],
    ['2026-03', 31 * 24 - 1],
  ])('has the hours of days on which clocks change: %s', (typed, hours) => {
    const range = readTypedRange(typed, inMadrid);
    expect('stretch' in range && (range.stretch.end - range.stretch.start) / 3_600_000).toBe(hours);
  });

  it('starts days where they start, also without a midnight', () => {
    const clock = clockAt('2018-12-01', 'America/Sao_Paulo');
    expect(kept('2018-11-04', clock)).toBe('2018-11-04T01:00:00-02:00/2018-11-05T00:00:00-02:00');
  });

  it.each([
    ['2026-11-26 10:00 to 2026-11-26 08:00', 'reversed'],
    ['now to yesterday 08:00', 'reversed'],
    ['2027-01-01 08:00', 'reversed'],
    ['08:00 to 08:00', 'empty'],
    ['now', 'empty'],
    ['9999-12-31', 'distant'],
    ['last 99999 years', 'distant'],
    ['last 999999 years', 'unreadable'],
  ])('says what is wrong: %s', (typed, problem) => {
    expect(kept(typed)).toBe(problem);
  });

  it.each([
    '',
    ' ',
    '/',
    ' to ',
    'soon',
    'last',
    'last fortnight',
    '26',
    '26 Nov to',
    'to 26 Nov',
    '0800',
    '26/11/2026',
    '2026-13-01',
    '2026-11-31',
    '31 Nov',
    '25:00 to 26:00',
    '8:60',
    '26 Nov 08:00 to 10',
    '2026-11-26T08:00+99:00',
    '99999999999999',
    'now-1x',
    'paris',
    'a/b/c',
    '26 Brumaire',
    '٢٦ Nov',
    '</script><script>alert(1)</script>',
    '"}], "filter": null',
    "'; drop table flows --",
    '${site}',
    'now/now-1h"]}',
    '$(zap)',
    '[x](command:y)',
    '%E0%A4%A',
    'from=%E0&to=now',
    'constructor',
    '__proto__',
    'x'.repeat(100_000),
    'T'.repeat(2_000),
    '- '.repeat(1_000),
  ])('is none where nobody can tell: %s', typed => {
    expect(kept(typed)).toBe('unreadable');
  });

  it('names a zone that does not exist', () => {
    expect(kept('today', { now: 0, zone: 'Mars/Olympus' })).toBe('zone');
    expect(kept('26 Nov 08:00 to 10:00', { now: 0, zone: 'Mars/Olympus' })).toBe('zone');
  });

  it('means the same wherever it is read afterwards, and is kept as it is when it is typed again', () => {
    const clocks = fc.record({
      now: fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2040, 0) }),
      zone: fc.constantFrom('UTC', 'Europe/Madrid', 'America/St_Johns', 'Pacific/Apia', 'Asia/Kolkata'),
    });
    const sides = fc.constantFrom(
      '26 Nov',
      '2026-03-29',
      'now',
      'today',
      'yesterday 08:00',
      '2:30',
      '02:30 ',
      '2026',
      'Jan 5 23:59',
      'P1D',
      '1795676400',
      'now-3h',
      '2026-11-26T08:00:00Z',
      'soon',
      '',
    );
    const typed = fc
      .tuple(sides, fc.constantFrom('/', ' to ', ' - ', '–', ' ', '&'), sides)
      .map(all => all.join(''));
    fc.assert(
      fc.property(typed, clocks, (text, clock) => {
        const range = readTypedRange(text, clock);
        if ('problem' in range) return;
        expect(resolveRange(range.text, { ...clock })).toEqual({ stretch: range.stretch });
        expect(readTypedRange(range.text, clock)).toEqual(range);
        expect(range.stretch.start).toBeLessThan(range.stretch.end);
        if (!/now|today|day$|P/.test(range.text)) {
          expect(resolveRange(range.text, { now: 0, zone: 'UTC' })).toEqual({ stretch: range.stretch });
        }
      }),
    );
  });
});

describe('one side of a range that was typed', () => {
  it.each([
    ['now-6h', 'now-6h', '2026-11-28T02:30:15Z'],
    ['2026-11-26 08:00', '2026-11-26T08:00:00+01:00', '2026-11-26T07:00:00Z'],
    ['26 Nov', '2026-11-26T00:00:00+01:00', '2026-11-25T23:00:00Z'],
    ['1795676400000', '2026-11-26T08:00:00+01:00', '2026-11-26T07:00:00Z'],
    ['today', 'today', '2026-11-27T23:00:00Z'],
  ])('is a moment: %s', (typed, text, time) => {
    expect(readTypedSide(typed, inMadrid)).toEqual({ text, time: Date.parse(time) });
  });

  it('may be a duration, which is no moment', () => {
    expect(readTypedSide('PT6H', inMadrid)).toEqual({ text: 'PT6H', time: undefined });
  });

  it.each(['', 'soon', 'paris', 'last 3 hours', 'now/now', '26 Nov to 27 Nov', '99:00'])(
    'is not: %s',
    typed => {
      expect(readTypedSide(typed, inMadrid)).toBeUndefined();
    },
  );
});

it('prints what it read as managers take it', () => {
  const range = readTypedRange('26 Nov 08:00 to 10:00', inMadrid);
  expect('stretch' in range && printInterval(range.stretch)).toBe(
    '2026-11-26T07:00:00Z/2026-11-26T09:00:00Z',
  );
});
