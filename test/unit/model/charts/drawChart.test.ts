import { describe, expect, it } from 'vitest';
import type { ChartResult } from '../../../../src/model/charts/chartResult.js';
import { barChart, barShare } from '../../../../src/model/charts/barChart.js';
import { chartWords } from '../../../../src/model/charts/chartWords.js';
import { drawChart } from '../../../../src/model/charts/drawChart.js';
import { shortNumber } from '../../../../src/model/charts/quantity.js';
import { heatStrength, weekHeat } from '../../../../src/model/charts/weekHeat.js';
import type { ViewSettings } from '../../../../src/model/results/viewSettings.js';

const hours = ['08', '09', '10'];
const countries = ['ES', 'FR', 'ES', 'FR', 'ES', 'FR'];
const measures = [{ name: 'bytes', unit: 'bytes', isSum: true }] as const;

/** Bytes of two countries in three hours. */
const resultWith = (settings: ViewSettings, values: readonly number[] = [1, 2, 3, 4, 5, 6]): ChartResult => ({
  columns: [
    {
      name: 'timestamp',
      kind: 'time',
      isNumeric: false,
      values: hours.flatMap(hour => [`2026-11-20T${hour}:00:00.000Z`, `2026-11-20T${hour}:00:00.000Z`]),
    },
    { name: 'country_code', kind: 'dimension', isNumeric: false, values: countries },
    { name: 'bytes', kind: 'value', isNumeric: true, values },
  ],
  rows: { count: 6, isComplete: true },
  facts: { queryType: 'groupBy', dimensions: ['country_code'], inTree: [], isBucketed: true, measures },
  settings,
  zone: 'UTC',
});

const textsOf = (view: Parameters<typeof drawChart>[0], settings: ViewSettings = {}) =>
  drawChart(view, resultWith(settings)).shapes.flatMap(shape => (shape.kind === 'text' ? [shape.text] : []));

describe('charts without a page', () => {
  it.each(['line', 'area', 'stacked', 'bars', 'list'] as const)('draw every series: %s', view => {
    expect(textsOf(view)).toEqual(expect.arrayContaining(['ES', 'FR']));
  });

  it('draw numbers, weeks and maps, which say how much they show', () => {
    expect(textsOf('number')).toContain('1 B');
    expect(textsOf('heat')).toEqual(expect.arrayContaining(['Fri', '08', '11 B']));
    expect(textsOf('map')).toContain('12 B');
  });

  it.each([
    ['those below zero', [-10, -20, -10, -20, -20, -40], [0.5, 1]],
    ['some below zero', [10, -20, 10, -20, 20, -40], [1, 0]],
    ['nothing but zero', [0, 0, 0, 0, 0, 0], [0, 0]],
  ])('draw no value longer or stronger than the one that is farthest from zero: %s', (_, values, shares) => {
    const result = resultWith({}, values);
    const bars = barChart(result);
    expect(bars.bars.map(bar => barShare(bars, bar))).toEqual(shares);
    const boxes = drawChart('list', result).shapes.filter(shape => shape.kind === 'box');
    const longest = Math.max(1, ...boxes.map(({ width }) => width));
    expect(boxes.map(({ width }) => width / longest)).toEqual(shares);
  });

  it('draw weeks of values below zero from zero to the least', () => {
    const { data, scale } = weekHeat(resultWith({}, [-10, -10, -20, -20, -40, -40]));
    const found = data.flat().filter(value => value !== undefined);
    expect(found.map(value => heatStrength(scale, value))).toEqual([0.25, 0.5, 1]);
    expect(shortNumber(scale.largest, scale.quantity)).toBe(shortNumber(found.at(-1)!, scale.quantity));
  });

  it('leave out what was switched off, and say so', () => {
    expect(textsOf('line', { off: ['FR'] })).not.toContain('FR');
    expect(drawChart('line', resultWith({ off: ['FR'] })).cut).toEqual([chartWords.seriesOff(1)]);
  });
});
