import { describe, expect, it } from 'vitest';
import type { ChartResult } from '../../../../src/model/charts/chartResult.js';
import { drawChart } from '../../../../src/model/charts/drawChart.js';
import type { ViewSettings } from '../../../../src/model/results/viewSettings.js';

const hours = ['08', '09', '10'];
const countries = ['ES', 'FR', 'ES', 'FR', 'ES', 'FR'];
const measures = [{ name: 'bytes', unit: 'bytes', isSum: true }] as const;

/** Bytes of two countries in three hours. */
const resultWith = (settings: ViewSettings): ChartResult => ({
  columns: [
    {
      name: 'timestamp',
      kind: 'time',
      isNumeric: false,
      values: hours.flatMap(hour => [`2026-11-20T${hour}:00:00.000Z`, `2026-11-20T${hour}:00:00.000Z`]),
    },
    { name: 'country_code', kind: 'dimension', isNumeric: false, values: countries },
    { name: 'bytes', kind: 'value', isNumeric: true, values: [1, 2, 3, 4, 5, 6] },
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

  it('leave out what was switched off', () => {
    expect(textsOf('line', { off: ['FR'] })).not.toContain('FR');
  });
});
