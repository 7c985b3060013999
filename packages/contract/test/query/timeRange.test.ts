import fc from 'fast-check';
import { DateTime, Settings } from 'luxon';
import { describe, expect, it } from 'vitest';
import {
  resolveQueryTimes,
  defaultRange,
  isRelativeRange,
  isTimeZone,
  printInterval,
  resolveRange,
  usualRanges,
} from '../../src/query/timeRange.js';

const at = (text: string, zone = 'UTC') => ({ now: DateTime.fromISO(text, { zone }).toMillis(), zone });
const resolve = (range: string, now: string, zone?: string) => {
  const result = resolveRange(range, at(now, zone));
  return 'stretch' in result ? printInterval(result.stretch) : result.problem;
};

describe('a time range', () => {
  it.each([
    ['last 15 minutes', '2026-11-20T07:45:30Z/2026-11-20T08:00:30Z'],
    ['last hour', '2026-11-20T07:00:30Z/2026-11-20T08:00:30Z'],
    ['Last 24h', '2026-11-19T08:00:30Z/2026-11-20T08:00:30Z'],
    ['last 2mo', '2026-09-20T08:00:30Z/2026-11-20T08:00:30Z'],
    ['last 30s', '2026-11-20T08:00:00Z/2026-11-20T08:00:30Z'],
    ['last 5m', '2026-11-20T07:55:30Z/2026-11-20T08:00:30Z'],
    ['last 5 MIN', '2026-11-20T07:55:30Z/2026-11-20T08:00:30Z'],
    ['last 2w', '2026-11-06T08:00:30Z/2026-11-20T08:00:30Z'],
    ['last 1y', '2025-11-20T08:00:30Z/2026-11-20T08:00:30Z'],
    [' last 3 days ', '2026-11-17T08:00:30Z/2026-11-20T08:00:30Z'],
    ['today', '2026-11-20T00:00:00Z/2026-11-21T00:00:00Z'],
    ['yesterday', '2026-11-19T00:00:00Z/2026-11-20T00:00:00Z'],
    ['this week', '2026-11-16T00:00:00Z/2026-11-23T00:00:00Z'],
    ['previous month', '2026-10-01T00:00:00Z/2026-11-01T00:00:00Z'],
    ['this quarter', '2026-10-01T00:00:00Z/2027-01-01T00:00:00Z'],
    ['today/now', '2026-11-20T00:00:00Z/2026-11-20T08:00:30Z'],
    ['yesterday+8h/today - 1h', '2026-11-19T08:00:00Z/2026-11-19T23:00:00Z'],
    ['now-15min/now', '2026-11-20T07:45:30Z/2026-11-20T08:00:30Z'],
    ['now - 2 mo + 15 s / now', '2026-09-20T08:00:45Z/2026-11-20T08:00:30Z'],
    ['PT1H / now', '2026-11-20T07:00:30Z/2026-11-20T08:00:30Z'],
    ['2026-03-01T00:30+01:00/P1M', '2026-02-28T23:30:00Z/2026-03-28T23:30:00Z'],
    ['PT1H/now', '2026-11-20T07:00:30Z/2026-11-20T08:00:30Z'],
    ['now-7d/pt30m', '2026-11-13T08:00:30Z/2026-11-13T08:30:30Z'],
    ['2026-11-01/now', '2026-11-01T00:00:00Z/2026-11-20T08:00:30Z'],
    ['2026-11-01T12:00+01:00/P1D', '2026-11-01T11:00:00Z/2026-11-02T11:00:00Z'],
    ['now/now', 'empty'],
    ['now/yesterday', 'reversed'],
    ['last 0 hours', 'empty'],
    ['last fortnight', 'unreadable'],
    ['now-1x/now', 'unreadable'],
    ['2026-13-01/now', 'unreadable'],
    ['now', 'unreadable'],
    ['a/b/c', 'unreadable'],
    ['today/now/now', 'unreadable'],
    ['PTx/now', 'unreadable'],
    ['10:00/12:00', 'unreadable'],
    ['T10/now', 'unreadable'],
    ['', 'unreadable'],
  ])('reads %s', (range, expected) => {
    expect(resolve(range, '2026-11-20T08:00:30.750Z')).toBe(expected);
  });

  it.each([
    // Clocks in Madrid went forward on 2026-03-29 and back on 2026-10-25.
    ['today', '2026-03-29T12:00', 23],
    ['today', '2026-10-25T12:00', 25],
    ['last 1 day', '2026-03-29T12:00', 23],
    ['last 24 hours', '2026-03-29T12:00', 24],
    ['last 7 days', '2026-10-25T12:00', 7 * 24 + 1],
    ['now-1d/now', '2026-10-25T12:00', 25],
    ['this week', '2026-03-27T12:00', 7 * 24 - 1],
  ])('counts the hours of %s on %s in Madrid', (range, now, hours) => {
    const result = resolveRange(range, at(now, 'Europe/Madrid'));
    expect('stretch' in result && (result.stretch.end - result.stretch.start) / 3_600_000).toBe(hours);
  });

  it('starts days at midnight of the zone, also where midnight does not exist', () => {
    expect(resolve('today', '2026-11-20T08:00', 'Asia/Kolkata')).toBe(
      '2026-11-19T18:30:00Z/2026-11-20T18:30:00Z',
    );
    expect(resolve('today', '2018-11-04T12:00', 'America/Sao_Paulo')).toBe(
      '2018-11-04T03:00:00Z/2018-11-05T02:00:00Z',
    );
  });

  it('takes times without an offset for UTC, wherever the computer is', () => {
    const here = Settings.defaultZone;
    Settings.defaultZone = 'Asia/Tokyo';
    try {
      expect(resolve('2026-11-20T08:00/PT1H', '2026-11-20T12:00', 'Europe/Madrid')).toBe(
        '2026-11-20T08:00:00Z/2026-11-20T09:00:00Z',
      );
    } finally {
      Settings.defaultZone = here;
    }
  });

  it('names a zone that does not exist', () => {
    expect(resolveRange('today', { now: 0, zone: 'Mars/Olympus' })).toEqual({ problem: 'zone' });
  });

  it('is relative when it speaks of now or a day', () => {
    const relative = [
      ...usualRanges,
      defaultRange,
      ' last hour ',
      ' Today ',
      '2026-11-20/now',
      ' now-1h / now ',
      'P1D/yesterday',
      'now - 15 min/PT1H',
    ];
    expect(relative.filter(range => !isRelativeRange(range))).toEqual([]);
    const fixed = ['2026-11-20/P1D', 'a/b', 'now', 'x', '1/2/now', 'unknow/P1D', 'now/2/3'];
    expect(fixed.filter(isRelativeRange)).toEqual([]);
  });

  it('ends after it starts, in every zone and at any time', () => {
    const zones = ['UTC', 'Europe/Madrid', 'America/St_Johns', 'Pacific/Apia', 'Australia/Lord_Howe'];
    const milliseconds = fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2040, 0) });
    fc.assert(
      fc.property(
        fc.constantFrom(...usualRanges),
        fc.constantFrom(...zones),
        milliseconds,
        (range, zone, now) => {
          const result = resolveRange(range, { now, zone });
          expect('stretch' in result).toBe(true);
        },
      ),
    );
  });
});

it('knows the time zones that a notebook can have', () => {
  expect([isTimeZone('Europe/Madrid'), isTimeZone('UTC'), isTimeZone('Mars/Olympus')]).toEqual([
    true,
    true,
    false,
  ]);
});

describe('the times of a query', () => {
  const context = { ...at('2026-11-20T08:00:00Z'), range: 'last hour' };
  const lastHour = '2026-11-20T07:00:00Z/2026-11-20T08:00:00Z';

  it('are those of the notebook when it names none', () => {
    const { query, stretches } = resolveQueryTimes({ queryType: 'topN' }, context);
    expect(query).toEqual({ queryType: 'topN', intervals: [lastHour] });
    expect(stretches.map(printInterval)).toEqual([lastHour]);
  });

  it('are sent as they are written when the manager can read them, else resolved', () => {
    const { query, stretches } = resolveQueryTimes({ intervals: ['2026-11-20/PT1H', 'last hour'] }, context);
    expect(query).toEqual({ intervals: ['2026-11-20/PT1H', lastHour] });
    expect(stretches.map(printInterval)).toEqual(['2026-11-20T00:00:00Z/2026-11-20T01:00:00Z', lastHour]);
  });

  it('are those of the notebook when they are null, and none when the list is empty', () => {
    expect(resolveQueryTimes({ intervals: null }, context).query).toEqual({ intervals: [lastHour] });
    expect(resolveQueryTimes({ intervals: [] }, context)).toEqual({
      query: { intervals: [] },
      stretches: [],
    });
  });

  it('stay what they are when nobody can read them', () => {
    for (const query of [{ intervals: ['soon', 7, null, 'now/now'] }, ['no query'], null, 'text']) {
      expect(resolveQueryTimes(query, context)).toEqual({ query, stretches: [] });
    }
    expect(resolveQueryTimes({ intervals: 'last hour' }, context).query).toEqual({ intervals: lastHour });
  });
});
