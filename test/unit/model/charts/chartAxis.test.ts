import { describe, expect, it } from 'vitest';
import { chartAxis } from '../../../../src/model/charts/chartAxis.js';
import type { ChartResult } from '../../../../src/model/charts/chartResult.js';
import { typedNumber, typedText } from '../../../../src/model/charts/quantity.js';
import { drawnSeries, seriesData, type TimeChartKind } from '../../../../src/model/charts/time/seriesData.js';
import {
  runsWithin,
  timePicture,
  withCrossings,
  type Point,
} from '../../../../src/model/charts/time/timePicture.js';
import { chartPlaces, timeScales } from '../../../../src/model/charts/time/timeScales.js';
import {
  readViewSettings,
  type AxisSettings,
  type ViewSettings,
} from '../../../../src/model/results/viewSettings.js';

const size = { width: 700, height: 300 };
const hour = 3_600_000;

/** Bytes an hour apart, drawn with settings of their axis. */
function resultOf(
  values: readonly (number | null)[],
  axis: AxisSettings,
  more: ViewSettings = {},
): ChartResult {
  const times = values.map((_, at) => new Date(at * hour).toISOString());
  return {
    columns: [
      { name: 'timestamp', kind: 'time', values: times, isNumeric: false },
      { name: 'bytes', kind: 'value', values, isNumeric: true },
    ],
    rows: { count: values.length, isComplete: true },
    facts: {
      queryType: 'timeseries',
      dimensions: [],
      inTree: [],
      isBucketed: true,
      measures: [{ name: 'bytes', unit: 'bytes', isSum: true }],
      bucketLength: hour,
    },
    settings: { ...more, columns: [{ name: 'bytes', axis }] },
    zone: 'UTC',
  };
}

const drawn = (result: ChartResult, kind: TimeChartKind = 'line') =>
  drawnSeries(result, { data: seriesData(result, kind), kind, marks: [] });
const scaleOf = (values: readonly (number | null)[], axis: AxisSettings, more?: ViewSettings) => {
  const result = resultOf(values, axis, more);
  return timeScales({ ...drawn(result), values: seriesData(result).series.map(line => line.values) }, size);
};
const axisOf = (...asked: Parameters<typeof scaleOf>) => scaleOf(...asked).values[0]!;
const textsOf = (...asked: Parameters<typeof scaleOf>) => axisOf(...asked).ticks.map(({ text }) => text);

describe('a logarithmic axis', () => {
  const isLogarithmic = true;

  it('goes from the power of ten below the smallest value to over the largest one, as far each time', () => {
    const scales = scaleOf([30, 2000, 7e6], { isLogarithmic });
    expect(scales.values[0]).toMatchObject({ min: 10, max: 7e6 * 1.2, isLogarithmic });
    const { y } = chartPlaces(scales);
    expect(y(100, 0) - y(1000, 0)).toBeCloseTo(y(10_000, 0) - y(100_000, 0));
  });

  it('has a tick for each power, fewer where there is no room and more where there is', () => {
    expect(textsOf([30, 2000, 7e5], { isLogarithmic })).toEqual(['10 B', '100 B', '1 kB', '10 kB', '100 kB']);
    expect(textsOf([1, 1e24], { isLogarithmic }).length).toBeLessThan(10);
    expect(textsOf([10, 90], { isLogarithmic })).toEqual(['10 B', '20 B', '50 B', '100 B']);
    expect(textsOf([1024, 5000], { isLogarithmic }, { prefixes: 'binary' })).toEqual([
      '1 KiB',
      '2 KiB',
      '4 KiB',
      '8 KiB',
    ]);
  });

  it('has what it cannot show below its end, and is one also without anything to show', () => {
    const scales = scaleOf([0, -5, 100, 1000], { isLogarithmic });
    const { y, box } = chartPlaces(scales);
    expect([y(0, 0) > box.y + box.height, Number.isFinite(y(-5, 0))]).toEqual([true, true]);
    for (const values of [[], [0], [null, -3], [Number.MAX_VALUE]]) {
      const { min, max } = axisOf(values, { isLogarithmic });
      expect([min > 0, max > min, Number.isFinite(max)]).toEqual([true, true, true]);
    }
  });

  it('is none below piles', () => {
    const result = resultOf([1, 2], { isLogarithmic });
    const hosts = { name: 'host', kind: 'dimension', values: ['a', 'b'], isNumeric: false } as const;
    const grouped = { ...result, columns: [...result.columns, hosts] };
    const isDrawnSo = (kind: TimeChartKind, of: ChartResult = grouped) =>
      seriesData(of, kind).axes[0]?.isLogarithmic ?? false;
    expect([isDrawnSo('line'), isDrawnSo('stacked'), isDrawnSo('bars'), isDrawnSo('bars', result)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});

describe('the limits of an axis', () => {
  const rangeOf = (axis: AxisSettings, values: readonly number[] = [0, 100]) => {
    const { min, max } = axisOf(values, axis);
    return [min, max];
  };

  it('are what a person wants of them, and the others follow', () => {
    expect(rangeOf({ min: 50 })).toEqual([50, 105]);
    expect(rangeOf({ max: 40 })).toEqual([0, 40]);
    expect(rangeOf({ min: -10, max: 1000 })).toEqual([-10, 1000]);
    expect([rangeOf({ min: 300 }), rangeOf({ max: -4 })]).toEqual([
      [300, 600],
      [-8, -4],
    ]);
    // Written by hand.
    expect(rangeOf({ min: 5, max: 5 })).toEqual([0, 105]);
    expect(rangeOf({ isLogarithmic: true, min: 0, max: 500 }, [20, 100])).toEqual([10, 500]);
  });

  it('are thresholds, too, as far as there are none', () => {
    const thresholds = [{ value: 400 }, { value: -20 }];
    expect(rangeOf({ thresholds })).toEqual([-20, 420]);
    expect(rangeOf({ thresholds, max: 200 })).toEqual([-20, 200]);
  });

  it('cut lines in a file where they go out of the chart', () => {
    const box = { x: 0, y: 10, width: 100, height: 20 };
    const line: Point[] = [
      [0, 20],
      [10, 0],
      [20, 40],
      [30, 20],
    ];
    const crossed = withCrossings(line, box);
    expect(crossed).toEqual([
      [0, 20],
      [5, 10],
      [10, 0],
      [12.5, 10],
      [17.5, 30],
      [20, 40],
      [25, 30],
      [30, 20],
    ]);
    expect(runsWithin(crossed, box)).toEqual([
      [
        [0, 20],
        [5, 10],
      ],
      [
        [12.5, 10],
        [17.5, 30],
      ],
      [
        [25, 30],
        [30, 20],
      ],
    ]);
    const values = [5, 900, 5, 900];
    const axis = { min: 20, max: 100 };
    const { box: chart } = scaleOf(values, axis);
    for (const kind of ['line', 'area', 'bars'] as const) {
      const places = timePicture(drawn(resultOf(values, axis), kind), size).shapes.flatMap(shape => {
        const path = shape.kind === 'path' ? shape.data : '';
        return [...path.matchAll(/(?:[ML][\d.]+ |V)(-?[\d.]+)/g)].map(([, y]) => Number(y));
      });
      // Those of the legend are below the chart.
      const inChart = places.filter(y => y < size.height);
      expect(inChart.length, kind).toBeGreaterThan(3);
      expect([Math.min(...inChart), Math.max(...inChart)]).toEqual([chart.y, chart.y + chart.height]);
    }
  });
});

describe('thresholds', () => {
  const shapesOf = (axis: AxisSettings, more?: ViewSettings) =>
    timePicture(drawn(resultOf([0, 3600], axis, more)), size).shapes;

  it('are lines across a chart with what they are, in a file too; those out of sight are none', () => {
    const labels = (axis: AxisSettings) =>
      shapesOf(axis).flatMap(shape => (shape.kind === 'text' && shape.size === 10 ? [shape.text] : []));
    expect(labels({ thresholds: [{ value: 2000, label: 'full' }, { value: 9000 }] })).toEqual([
      'full 2 kB',
      '9 kB',
    ]);
    expect(labels({ thresholds: [{ value: 2000, label: 'full' }, { value: 9000 }], max: 5000 })).toEqual([
      'full 2 kB',
    ]);
  });

  it('have ground behind their words, which are read over whatever is drawn', () => {
    const shapes = shapesOf({ thresholds: [{ value: 2000, label: 'full' }] });
    const label = shapes.find(shape => shape.kind === 'text' && shape.text === 'full 2 kB');
    const at = label && 'y' in label ? label.y : 0;
    const behind = shapes.slice(0, shapes.indexOf(label!)).filter(shape => {
      if (shape.kind !== 'box' || shape.fill !== 'ground') return false;
      return shape.y < at - 8 && shape.y + shape.height > at;
    });
    expect(behind).toMatchObject([{ width: expect.any(Number) as number }]);
  });

  it('keep their meaning in another unit, as limits do', () => {
    const axis: AxisSettings = { rate: 'bits', max: 80, thresholds: [{ value: 16, label: 'line' }] };
    const inUnit = (settings: ViewSettings) => chartAxis(resultOf([1], axis, settings), 'bytes');
    expect(inUnit({ rate: 'bits' })).toMatchObject({ max: 80, thresholds: axis.thresholds });
    expect(inUnit({ rate: 'second' })).toMatchObject({ max: 10, thresholds: [{ value: 2, label: 'line' }] });
    expect(inUnit({})).toMatchObject({ max: 36_000, thresholds: [{ value: 7200 }] });
    const { facts, ...result } = resultOf([1], { ...axis, isLogarithmic: true });
    const unknown = chartAxis({ ...result, facts: { ...facts, bucketLength: undefined } }, 'bytes');
    expect([unknown.isLogarithmic, unknown.max, unknown.thresholds]).toEqual([true, undefined, undefined]);
  });

  it('are kept in the metadata of a cell', () => {
    const axis = {
      isLogarithmic: true,
      min: 1,
      rate: 'bits',
      thresholds: [{ value: 5, label: 'full' }],
    } as const;
    const settings = {
      rate: 'bits',
      height: 300,
      hasRanges: true,
      columns: [{ name: 'bytes', axis }],
    } as const;
    expect(readViewSettings(JSON.parse(JSON.stringify(settings)))).toEqual(settings);
  });
});

describe('a number that is typed', () => {
  it.each<[string, number | undefined]>([
    ['1500', 1500],
    [' 1,500.5 ', 1500.5],
    ['10k', 10_000],
    ['2.5 G', 2.5e9],
    ['4Ki', 4096],
    ['1e6', 1e6],
    ['1E', 1e18],
    ['−3 M', -3e6],
    ['.5', 0.5],
    ['', undefined],
    ['100 Mbit/s', undefined],
    ['ten', undefined],
    ['1e999', undefined],
    ['1 2', undefined],
  ])('is read: %j', (typed, value) => {
    expect(typedNumber(typed)).toBe(value);
  });

  it.each([0, 1500, 12_345, 1e9, -2.5e6, 0.1, 1e-7, 123_456_789_012])(
    'is written so that it is read as it was: %s',
    value => {
      expect(typedNumber(typedText(value))).toBe(value);
    },
  );
});
