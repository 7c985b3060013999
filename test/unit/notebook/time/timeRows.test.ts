import { describe, expect, it } from 'vitest';
import { usualRanges } from 'netsensor-contract/query/timeRange';
import {
  offeredRows,
  typedRangeRows,
  typedTimeRows,
  type TimeRow,
} from '../../../../src/notebook/time/timeRows.js';

const clock = { now: Date.parse('2026-11-28T08:30:15Z'), zone: 'Europe/Madrid' };
const shown = (rows: readonly TimeRow[]) =>
  rows.map(({ label, description, answer }) => [label, description, answer?.text]);

describe('the row for a range that is typed', () => {
  it('says which moments it means on the clock of the notebook, and keeps them with offsets', () => {
    const typed = '26 Nov 08:00 to 10:00';
    expect(shown(typedRangeRows(typed, clock))).toEqual([
      [
        typed,
        '2026-11-26 08:00 – 10:00 (Europe/Madrid)',
        '2026-11-26T08:00:00+01:00/2026-11-26T10:00:00+01:00',
      ],
    ]);
    expect(shown(typedRangeRows('last 3 hours', clock))).toEqual([
      ['last 3 hours', '2026-11-28 06:30:15 – 09:30:15 (Europe/Madrid)', 'last 3 hours'],
    ]);
  });

  it('has the offsets of an hour that is there twice', () => {
    const said = (typed: string) => shown(typedRangeRows(typed, clock))[0]?.[1];
    expect(said('2026-10-25T00:15Z/2026-10-25T01:15Z')).toBe(
      '2026-10-25 02:15 – 02:15 (Europe/Madrid) +02:00 – +01:00',
    );
    expect(said('2026-10-25T02:15Z/2026-10-25T03:15Z')).toBe('2026-10-25 03:15 – 04:15 (Europe/Madrid)');
  });

  it('says why it means none, and answers nothing', () => {
    expect(shown(typedRangeRows('soon', clock))).toEqual([
      ['soon', expect.stringMatching(/^Not a range of time\. Write last 3 hours/), undefined],
    ]);
    expect(typedRangeRows('10:00 to 2026-11-28 08:00', clock)[0]?.answer).toBeUndefined();
  });

  it('is there whatever VS Code looks for, and does nothing', () => {
    const [row] = typedRangeRows('$(key) [x](command:y)', clock);
    expect([row?.label, row?.alwaysShow]).toEqual(['$\u2060(key) [x]\u2060(command:y)', true]);
  });
});

describe('the rows for a time that is typed', () => {
  it.each([
    [
      'now-6h',
      [
        ['now-6h', '2026-11-28 03:30:15 (Europe/Madrid)', 'now-6h'],
        ['now-6h', '2026-11-28 03:30:15 – 09:30:15 (Europe/Madrid)', 'now-6h/now'],
      ],
    ],
    ['today', [['today', '2026-11-28 00:00 – 2026-11-29 00:00 (Europe/Madrid)', 'today']]],
    ['last hour', [['last hour', '2026-11-28 08:30:15 – 09:30:15 (Europe/Madrid)', 'last hour']]],
    [
      '2027-01-01 08:00',
      [['2027-01-01 08:00', '2027-01-01 08:00:00 (Europe/Madrid)', '2027-01-01T08:00:00+01:00']],
    ],
    [
      'PT6H',
      [
        ['PT6H', 'as typed', 'PT6H'],
        ['PT6H', '2026-11-28 03:30:15 – 09:30:15 (Europe/Madrid)', 'PT6H/now'],
      ],
    ],
    ['soon', [['soon', 'Not a time. Write 2026-11-19 08:00, now-6h, yesterday or last 3 hours.', undefined]]],
  ])('are a moment, a range, or why it is neither: %s', (typed, rows) => {
    expect(shown(typedTimeRows(typed, clock))).toEqual(rows);
  });
});

describe('what is offered before anything is typed', () => {
  const { zone } = clock;
  const fixed = '2026-11-26T08:00:00+01:00/2026-11-26T10:00:00+01:00';

  it('are the ranges of before, that of now, and the usual ones, each once', () => {
    const rows = offeredRows({ current: 'today', recent: [fixed, 'last hour', 'last 3 hours'], zone });
    expect(rows.slice(0, 3).map(({ answer }) => answer?.text)).toEqual([fixed, 'last hour', 'last 3 hours']);
    expect(rows[0]?.label).toMatch(/11-26 08:00 – 10:00$/);
    expect(rows).toHaveLength(2 + usualRanges.length);
    expect(rows.filter(({ description }) => description === 'current').map(({ label }) => label)).toEqual([
      'today',
    ]);
  });

  it('has that of now also when it is not usual, and none where there is none', () => {
    const rows = offeredRows({ current: 'last 3 hours', recent: [], zone });
    expect(shown(rows)[0]).toEqual(['last 3 hours', 'current', 'last 3 hours']);
    expect(offeredRows({ current: '', recent: [], zone }).map(({ answer }) => answer?.text)).toEqual([
      ...usualRanges,
    ]);
  });
});
