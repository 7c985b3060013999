import { describe, expect, it } from 'vitest';
import type { TimeChartKind } from '../../../../src/model/charts/time/seriesData.js';
import { bucketTimes, partialShapes } from '../../../../src/model/charts/time/timeAxis.js';
import { chartPlaces, pointShift, timeScales } from '../../../../src/model/charts/time/timeScales.js';
import { timeTicks } from '../../../../src/model/charts/time/timeTicks.js';

const seconds = (text: string) => Date.parse(text) / 1000;
const size = { width: 700, height: 300 };

/** Scales of a line with these values, an hour apart. */
function scalesOf(
  values: readonly (number | null)[],
  kind: TimeChartKind = 'line',
  range?: { from: number; to: number },
) {
  const times = values.map((_, at) => at * 3600);
  const series = [{ id: 'a', name: 'a', isText: true, parts: [], values: [...values], axis: 0 }];
  const axes = [{ unit: 'bytes', prefixes: 'si' } as const];
  const data = { ...bucketTimes(times, {}), series, axes };
  const chart = { data, kind, values: [values], isDrawn: () => true, zone: 'UTC' };
  return timeScales(chart, { ...size, range });
}

const textsOf = ({ ticks }: { readonly ticks: readonly { readonly text: string }[] }) =>
  ticks.map(({ text }) => text);

describe('the scales of a chart over time', () => {
  it('reach from zero over the largest value, with round steps as many as there is room for', () => {
    const { values, time, box } = scalesOf([0, 1500, 4000]);
    const [axis] = values;
    expect([axis?.min, axis?.max]).toEqual([0, 4200]);
    expect(textsOf(axis!)).toEqual(['0 B', '1 kB', '2 kB', '3 kB', '4 kB']);
    expect(textsOf(time)).toEqual([
      '00:00\n1970-01-01',
      '00:30',
      '01:00',
      '01:30',
      '02:00',
      '02:30',
      '03:00',
    ]);
    const { x, y } = chartPlaces(scalesOf([0, 1500, 4000]));
    expect([x(0), x(3 * 3600), y(0, 0), y(4200, 0)]).toEqual([
      box.x,
      box.x + box.width,
      box.y + box.height,
      box.y,
    ]);
  });

  it('are of what is in sight: a smaller part of the time has its own largest value', () => {
    const { values, time } = scalesOf([1, 2, 9e9, 3], 'line', { from: 0, to: 3600 });
    expect([time.min, time.max, values[0]?.max]).toEqual([0, 3600, 2 * 1.05]);
  });

  it('reach to the end of the last bucket, in whose middle a bar stands', () => {
    for (const kind of ['line', 'bars'] as const) {
      const { min, max } = scalesOf([1, 2], kind).time;
      expect([min, max]).toEqual([0, 7200]);
      // As a plot asks for all of its points.
      const shift = pointShift(kind, bucketTimes([0, 3600], {}));
      expect(scalesOf([1, 2], kind, { from: shift, to: 3600 + shift }).time).toMatchObject({ min, max });
    }
    expect([scalesOf([7]).time.max, pointShift('bars', bucketTimes([0, 3600], {}))]).toEqual([3600, 1800]);
  });

  it('are of the bars whose middle is in sight', () => {
    const largest = (from: number, to: number) =>
      scalesOf([7e9, 2, 9e9], 'bars', { from, to }).values[0]?.max;
    expect(largest(900, 8100)).toBe(7e9 * 1.05);
    expect(largest(2700, 9900)).toBe(9e9 * 1.05);
  });

  it('have ticks at whole numbers only where all in sight are whole', () => {
    expect(textsOf(scalesOf([0, 1]).values[0]!)).toEqual(['0 B', '1 B']);
    expect(textsOf(scalesOf([0, 1, 2]).values[0]!)).toEqual(['0 B', '1 B', '2 B']);
    expect(textsOf(scalesOf([0, 1.5]).values[0]!)).toContain('0.2 B');
  });

  it('shade a bucket that is there in part from its start to its end, in sight of the chart', () => {
    const buckets = { ...bucketTimes([0, 3600, 7200], {}), partial: [0, 7200] };
    const places = chartPlaces(scalesOf([1, 2, 3]));
    const third = places.box.width / 3;
    expect(partialShapes(buckets, places)).toMatchObject([
      { x: places.box.x, width: third },
      { x: places.box.x + 2 * third, width: third },
    ]);
    const part = chartPlaces(scalesOf([1, 2, 3], 'line', { from: 1800, to: 3600 }));
    expect(partialShapes(buckets, part)).toMatchObject([{ x: part.box.x, width: part.box.width }]);
  });

  it.each([[[]], [[null]], [[0]], [[-5, -1]], [[Number.MAX_VALUE]]])('are finite for %j', values => {
    const { time, values: axes, box } = scalesOf(values);
    const numbers = [time, ...axes].flatMap(({ min, max, ticks }) => [
      min,
      max,
      ...ticks.map(({ at }) => at),
    ]);
    expect([...numbers, ...Object.values(box)].filter(number => !Number.isFinite(number))).toEqual([]);
    expect(time.max).toBeGreaterThan(time.min);
    expect(axes[0]!.max).toBeGreaterThan(axes[0]!.min);
  });
});

describe('the ticks of times', () => {
  const ticks = (from: string, to: string, zone: string) =>
    timeTicks({ min: seconds(from), max: seconds(to) }, { most: 8, zone }).times.map(time =>
      new Date(time * 1000).toISOString().replace(':00.000Z', 'Z'),
    );

  it('are round on the clock of their zone, also where that leaps', () => {
    expect(ticks('2026-11-20T00:10Z', '2026-11-20T03:00Z', 'Asia/Kolkata')).toEqual([
      '2026-11-20T00:30Z',
      '2026-11-20T01:00Z',
      '2026-11-20T01:30Z',
      '2026-11-20T02:00Z',
      '2026-11-20T02:30Z',
      '2026-11-20T03:00Z',
    ]);
    expect(ticks('2026-10-24T00:00Z', '2026-10-26T12:00Z', 'Europe/Madrid')).toEqual([
      '2026-10-24T10:00Z',
      '2026-10-24T22:00Z',
      '2026-10-25T11:00Z',
      '2026-10-25T23:00Z',
      '2026-10-26T11:00Z',
    ]);
  });

  it('are Mondays, first days of months and of years where there is no room for more', () => {
    expect(ticks('2026-11-01T00:00Z', '2026-12-01T00:00Z', 'UTC').map(time => time.slice(0, 10))).toEqual([
      '2026-11-02',
      '2026-11-09',
      '2026-11-16',
      '2026-11-23',
      '2026-11-30',
    ]);
    expect(ticks('2026-01-15T00:00Z', '2026-06-15T00:00Z', 'UTC').map(time => time.slice(0, 7))).toEqual([
      '2026-02',
      '2026-03',
      '2026-04',
      '2026-05',
      '2026-06',
    ]);
    expect(ticks('1990-05-01T00:00Z', '2026-05-01T00:00Z', 'UTC').map(time => time.slice(0, 7))).toEqual([
      '1995-01',
      '2000-01',
      '2005-01',
      '2010-01',
      '2015-01',
      '2020-01',
      '2025-01',
    ]);
  });
});
