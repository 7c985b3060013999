import { DateTime } from 'luxon';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readGranularity } from '../src/dataQuery/time/queryTimes.js';
import { managerWithRows } from './smallTable.js';
import type { Json } from './testManager.js';

type Manager = Awaited<ReturnType<typeof managerWithRows>>;

const hour = 3_600_000;
const start = Date.parse('2025-12-20T00:00Z');
const end = Date.parse('2026-11-05T00:00Z');

/** What a bucket of a period should start at, worked out row by row. */
type Truncate = (time: number) => number;

const startOf =
  (unit: 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year', zone = 'utc'): Truncate =>
  time =>
    DateTime.fromMillis(time, { zone }).startOf(unit).toMillis();

const every =
  (width: number, origin = 0): Truncate =>
  time =>
    origin + Math.floor((time - origin) / width) * width;

/** The last of the starts that is not later than the time. */
const lastOf =
  (starts: readonly number[]): Truncate =>
  time =>
    starts.findLast(bucket => bucket <= time) ?? NaN;

/** Steps along from an origin, each start made from the one before. */
function steps(step: object, zone: string, origin: string): Truncate {
  const starts: number[] = [];
  let current = DateTime.fromISO(origin, { zone });
  for (; current.toMillis() < end; current = current.plus(step)) starts.push(current.toMillis());
  return lastOf(starts.filter(bucket => bucket > start - 40 * 24 * hour));
}

/** Counts a unit from an origin, each start made from the origin, so that the end of a month is never lost. */
function multiples(unit: string, count: number, zone: string, origin: string): Truncate {
  const first = DateTime.fromISO(origin, { zone });
  const starts: number[] = [];
  for (let number = 0; ; number += count) {
    const bucket = first.plus({ [unit]: number }).toMillis();
    if (bucket >= end) return lastOf(starts.filter(each => each > start - 100 * 24 * hour));
    starts.push(bucket);
  }
}

const period = (text: string, timeZone?: string, origin?: string) => ({
  type: 'period',
  period: text,
  timeZone,
  origin,
});

const cases: [unknown, Truncate][] = [
  ['minute', every(60_000)],
  ['FIFTEEN_MINUTE', every(15 * 60_000)],
  ['thirty_minute', every(30 * 60_000)],
  ['hour', every(hour)],
  ['six_hour', every(6 * hour)],
  ['eight_hour', every(8 * hour)],
  ['day', every(24 * hour)],
  ['week', startOf('week')],
  ['month', startOf('month')],
  ['quarter', startOf('quarter')],
  ['year', startOf('year')],
  [{ type: 'duration', duration: 7_200_000 }, every(2 * hour)],
  [
    { type: 'duration', duration: '7200000', origin: '2026-01-01T00:30Z' },
    every(2 * hour, Date.parse('2026-01-01T00:30Z')),
  ],
  [period('PT6M'), every(6 * 60_000)],
  [period('pt5m', 'Europe/Berlin', '2026-01-01T00:02Z'), every(5 * 60_000, 2 * 60_000)],
  [period('PT1H', 'Asia/Kolkata'), every(hour, hour / 2)],
  [period('PT2H', 'Asia/Kolkata'), every(2 * hour, -5.5 * hour)],
  [period('PT1H30M'), every(1.5 * hour)],
  [period('PT36H', 'Europe/Madrid'), every(36 * hour, -hour)],
  [period('P1D'), every(24 * hour)],
  [period('P1D', 'Europe/Madrid'), startOf('day', 'Europe/Madrid')],
  [period('P1D', 'America/New_York'), startOf('day', 'America/New_York')],
  [period('P1D', 'Etc/UTC'), every(24 * hour)],
  [period('P1W', 'Europe/Madrid'), startOf('week', 'Europe/Madrid')],
  [period('P1W'), startOf('week')],
  [period('P7D'), every(7 * 24 * hour)],
  [period('P1M', 'Europe/Madrid'), startOf('month', 'Europe/Madrid')],
  [period('P3M'), multiples('months', 3, 'utc', '1970-01-01')],
  [period('P1Y', 'Asia/Tokyo'), startOf('year', 'Asia/Tokyo')],
  [
    period('P1D', 'Europe/Madrid', '2025-12-01T05:00Z'),
    multiples('days', 1, 'Europe/Madrid', '2025-12-01T06:00'),
  ],
  [period('P2D', 'Europe/Madrid'), multiples('days', 2, 'Europe/Madrid', '1970-01-01')],
  [period('P1M', 'UTC', '2025-10-31T00:00Z'), multiples('months', 1, 'utc', '2025-10-31')],
  [period('P1DT6H'), every(30 * hour)],
  [
    period('P1DT6H', 'Europe/Madrid', '2025-11-01T00:00+01:00'),
    steps({ days: 1, hours: 6 }, 'Europe/Madrid', '2025-11-01'),
  ],
  [period('P1M1D', 'UTC', '2025-01-01'), steps({ months: 1, days: 1 }, 'utc', '2025-01-01')],
];

describe('granularity', { timeout: 20_000 }, () => {
  it.each(['P300000YT1H', 'P3000YT1H'])('refuses at once a period that clocks cannot follow: %s', period => {
    const granularity = { type: 'period', period, timeZone: 'Europe/Madrid' } as const;
    const day = { start: Date.parse('2026-11-20'), end: Date.parse('2026-11-21') };
    expect(() => readGranularity(granularity, day)).toThrow(/longer than 400 years/);
  });

  let manager: Manager;
  const times: number[] = [];
  beforeAll(async () => {
    // Every half hour around the changes of the clock in Europe and America, every 13 hours elsewhere.
    const changes = ['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01'].map(text => Date.parse(text));
    for (let time = start; time < end;) {
      times.push(time);
      time += changes.some(change => Math.abs(time - change) < 36 * hour) ? hour / 2 : 13 * hour;
    }
    manager = await managerWithRows(
      times.map((time, index) => ({
        at: new Date(time).toISOString(),
        events: 1,
        sum_bytes: 2 ** (index % 20),
      })),
    );
  });
  afterAll(() => manager.stop());

  /** Where clocks change. Of every minute between the rows of a year there would be half a million buckets. */
  const changing = ['2026-03-07/2026-03-31', '2026-10-24/2026-11-03'];
  const isChanging = (time: number) =>
    changing.some(interval => {
      const [from, to] = interval.split('/').map(text => Date.parse(text));
      return time >= from! && time < to!;
    });

  const ask = (body: object): Promise<Json> =>
    manager.ask({
      intervals: [`${new Date(start).toISOString()}/${new Date(end).toISOString()}`],
      aggregations: [{ type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' }],
      ...body,
    });

  it.each(cases)('%j puts every row into its bucket', async (granularity, truncate) => {
    const expected = new Map<number, number>();
    const wanted = new Set<number>();
    times.forEach((time, index) => {
      const bucket = truncate(time);
      expected.set(bucket, (expected.get(bucket) ?? 0) + 2 ** (index % 20));
      if (isChanging(time)) wanted.add(bucket);
    });
    const grouped = await ask({ queryType: 'groupBy', granularity });
    expect(grouped.map((row: Json) => [Date.parse(row.timestamp), row.event.bytes])).toEqual([...expected]);
    const series = await ask({ queryType: 'timeseries', granularity, context: { skipEmptyBuckets: 'true' } });
    expect(series.map((row: Json) => [Date.parse(row.timestamp), row.result.bytes])).toEqual([...expected]);
    const filled = await ask({ queryType: 'timeseries', granularity, intervals: changing });
    const stamps: number[] = filled.map((row: Json) => Date.parse(row.timestamp));
    expect(stamps).toEqual([...new Set(stamps)].sort((a, b) => a - b));
    const found = new Set(stamps);
    expect([...wanted].filter(bucket => !found.has(bucket))).toEqual([]);
  });

  it('prints buckets of a zone with its offset, which changes with the clock', async () => {
    const granularity = period('P1D', 'Europe/Madrid');
    const rows = await ask({
      queryType: 'timeseries',
      granularity,
      intervals: ['2026-03-28T00:00+01:00/2026-03-31T00:00+02:00', '2026-10-25T00:00+02:00/P2D'],
    });
    expect(rows.map((row: Json) => row.timestamp)).toEqual([
      '2026-03-28T00:00:00.000+01:00',
      '2026-03-29T00:00:00.000+01:00',
      '2026-03-30T00:00:00.000+02:00',
      '2026-10-25T00:00:00.000+02:00',
      '2026-10-26T00:00:00.000+01:00',
    ]);
    const quarters = await ask({
      queryType: 'groupBy',
      granularity: period('PT30M', 'Europe/Madrid'),
      intervals: ['2026-10-25T00:00Z/PT2H'],
    });
    expect(quarters.map((row: Json) => row.timestamp)).toEqual([
      '2026-10-25T02:00:00.000+02:00',
      '2026-10-25T02:30:00.000+02:00',
      '2026-10-25T02:00:00.000+01:00',
      '2026-10-25T02:30:00.000+01:00',
    ]);
    const [utc] = await ask({ queryType: 'groupBy', granularity: period('P1D') });
    expect(utc.timestamp).toBe('2025-12-20T00:00:00.000Z');
  });

  it('prints Z where the offset of a zone is 0, and takes an offset alone as a zone', async () => {
    const stamps = async (timeZone: string) => {
      const rows = await ask({
        queryType: 'timeseries',
        granularity: period('P1D', timeZone),
        intervals: ['2026-03-28/2026-03-31'],
      });
      return rows.map((row: Json) => row.timestamp);
    };
    expect(await stamps('Europe/London')).toEqual([
      '2026-03-28T00:00:00.000Z',
      '2026-03-29T00:00:00.000Z',
      '2026-03-30T00:00:00.000+01:00',
    ]);
    for (const zone of ['+02:00', '+0200', '+02']) {
      expect(await stamps(zone)).toContain('2026-03-29T00:00:00.000+02:00');
    }
    expect((await stamps('-05:30'))[0]).toBe('2026-03-27T00:00:00.000-05:30');
  });

  it('makes two buckets of a day that begins twice, as a live engine does for the Azores', async () => {
    const days = await ask({
      queryType: 'groupBy',
      granularity: period('P1D', 'Atlantic/Azores'),
      intervals: ['2026-10-24T12:00Z/2026-10-26T12:00Z'],
      aggregations: [{ type: 'count', name: 'rows' }],
    });
    expect(days.map((row: Json) => [row.timestamp, row.event.rows])).toEqual([
      ['2026-10-24T00:00:00.000Z', 24],
      ['2026-10-25T00:00:00.000Z', 2],
      ['2026-10-25T00:00:00.000-01:00', 48],
      ['2026-10-26T00:00:00.000-01:00', 22],
    ]);
  });

  it.each([
    [
      'P1DT6H',
      'America/New_York',
      '2026-12-01T00:00Z',
      ['2026-03-07T01:00:00.000-05:00', '2026-03-08T07:00:00.000-04:00'],
    ],
    ['P1Y2M3DT4H', 'UTC', '2024-02-29T05:00Z', ['2025-05-01T09:00:00.000Z', '2026-07-04T13:00:00.000Z']],
    ['P1M2D', 'UTC', '2026-11-30T00:00Z', ['2026-02-12T00:00:00.000Z', '2026-03-14T00:00:00.000Z']],
  ])('counts %s in %s from %s as a live engine does', async (text, zone, origin, expected) => {
    const rows = await ask({
      queryType: 'groupBy',
      granularity: period(text, zone, origin),
      intervals: ['2026-03-07T06:00Z/2026-12-01'],
    });
    expect(rows.map((row: Json) => row.timestamp).slice(0, 2)).toEqual(expected);
  });

  it('takes intervals of any length', async () => {
    const intervals = ['0001-01-01/9999-01-01'];
    const all = await ask({
      queryType: 'timeseries',
      granularity: period('P1D', 'Europe/Madrid'),
      intervals,
    });
    const sum = times.reduce((total, _time, index) => total + 2 ** (index % 20), 0);
    expect(all.reduce((total: number, row: Json) => total + row.result.bytes, 0)).toBe(sum);
  });

  it('takes the interval that engines write for always, and prints its beginning', async () => {
    const start = '-146136543-09-08T08:23:32.096Z';
    const end = '146140482-04-24T15:36:27.903Z';
    const rows = async (intervals: string[], body: object = {}) =>
      ask({
        queryType: 'groupBy',
        granularity: 'all',
        aggregations: [{ type: 'count', name: 'rows' }],
        intervals,
        ...body,
      });
    const all = { version: 'v1', timestamp: start, event: { rows: times.length } };
    expect(await rows([`${start}/${end}`])).toEqual([all]);
    expect(await rows([`${start}/2027-01-01`])).toEqual([all]);
    const series = await rows([`2026-01-01/${end}`, `${start}/2026-01-01`], {
      queryType: 'timeseries',
      granularity: 'year',
    });
    expect(series.map((row: Json) => row.timestamp)).toEqual([
      '2025-01-01T00:00:00.000Z',
      '2026-01-01T00:00:00.000Z',
    ]);
  });

  it('refuses an origin so far away that counting from it would take long', async () => {
    const answer = await manager.post({
      queryType: 'groupBy',
      granularity: period('P1DT1H', 'Europe/Madrid', '9000-01-01'),
      intervals: ['2026-01-01/P1D'],
      aggregations: [{ type: 'count', name: 'rows' }],
    });
    expect(answer.status).toBe(400);
  });
});

/** Starts of buckets as a live 28.0.0 has them, which steps from 1970 by the clocks that Joda 2.12 knows (field notes §2.11). */
it.each<[string, string, string, string]>([
  ['Atlantic/Azores', 'P1DT1H', '2026-03-27T16:00-01:00', '2026-03-28T17:00-01:00'],
  ['Atlantic/Azores', 'P1DT1H', '2026-03-28T17:00-01:00', '2026-03-29T18:00Z'],
  ['Atlantic/Azores', 'P1DT1H', '2026-10-24T02:00Z', '2026-10-25T03:00-01:00'],
  ['Atlantic/Azores', 'P1DT30M', '2026-10-24T12:30Z', '2026-10-25T13:00-01:00'],
  ['Atlantic/Azores', 'P1DT12H', '2026-10-23T14:00Z', '2026-10-25T01:00-01:00'],
  ['Atlantic/Azores', 'P1WT1H', '2026-03-21T13:00-01:00', '2026-03-28T14:00-01:00'],
  ['America/New_York', 'P1DT1M', '2026-10-24T10:36-04:00', '2026-10-25T10:37-04:00'],
  ['Europe/Berlin', 'P1DT30M', '2026-10-24T11:30+02:00', '2026-10-25T12:00+01:00'],
  ['Europe/London', 'P1DT6H', '2026-03-27T23:00Z', '2026-03-29T06:00+01:00'],
  ['Australia/Lord_Howe', 'P1DT1H', '2026-03-28T17:30+11:00', '2026-03-29T18:30+11:00'],
])('steps in %s by %s from 1970', (timeZone, period, first, next) => {
  const range = { start: Date.parse(first) + hour, end: Date.parse(next) + hour };
  const { buckets } = readGranularity({ type: 'period', period, timeZone }, range);
  expect(buckets?.starts(range)).toEqual([Date.parse(first), Date.parse(next)]);
});
