import { describe, expect, it } from 'vitest';
import type { ChartResult } from '../../../../src/model/charts/chartResult.js';
import { exactNumber, shortNumber } from '../../../../src/model/charts/quantity.js';
import { seriesData } from '../../../../src/model/charts/time/seriesData.js';
import { secondMeasures } from '../../../../src/model/charts/viewChoice.js';
import { queryFacts } from '../../../../src/model/results/queryFacts.js';
import type { ViewSettings } from '../../../../src/model/results/viewSettings.js';

const aggregations = [
  { type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' },
  { type: 'longMax', name: 'most_bytes', fieldName: 'sum_bytes' },
  { type: 'longSum', name: 'events', fieldName: 'events' },
];
const query = {
  queryType: 'timeseries',
  granularity: 'hour',
  intervals: ['2026-11-20T08:00Z/2026-11-20T10:00Z'],
};
const times = ['2026-11-20T08:00:00.000Z', '2026-11-20T09:00:00.000Z'];

/** A result over two times. */
function resultOf(
  values: Readonly<Record<string, readonly (number | string)[]>>,
  settings: ViewSettings = {},
  { answeredAt, ...asked }: Readonly<Record<string, unknown>> & { readonly answeredAt?: number } = {},
): ChartResult {
  const facts = queryFacts({ ...query, aggregations, ...asked }, answeredAt);
  const columns = Object.entries(values).map(([name, all]) => {
    const isNumeric = typeof all[0] === 'number';
    return { name, kind: isNumeric ? ('value' as const) : ('dimension' as const), values: all, isNumeric };
  });
  const time = { name: 'timestamp', kind: 'time' as const, values: times, isNumeric: false };
  return { columns: [time, ...columns], rows: { count: 2, isComplete: true }, facts, settings, zone: 'UTC' };
}

/** The values of each series as they stand in a tip. */
const said = (result: ChartResult) => {
  const { series, axes } = seriesData(result);
  return series.map(({ name, values, axis }) => [
    name,
    ...values.map(value => (value === null ? '' : shortNumber(value, axes[axis]!))),
  ]);
};

describe('values per second', () => {
  const bytes = { bytes: [3600e6, 7200e6] };

  it('are those of a bucket by its length, in bytes or bits', () => {
    expect(said(resultOf(bytes))).toEqual([['bytes', '3.6 GB', '7.2 GB']]);
    expect(said(resultOf(bytes, { rate: 'second' }))).toEqual([['bytes', '1 MB/s', '2 MB/s']]);
    expect(said(resultOf(bytes, { rate: 'second', prefixes: 'binary' }))).toEqual([
      ['bytes', '977 KiB/s', '1.91 MiB/s'],
    ]);
    // Bits are never counted by 1,024.
    expect(said(resultOf(bytes, { rate: 'bits', prefixes: 'binary' }))).toEqual([
      ['bytes', '8 Mbit/s', '16 Mbit/s'],
    ]);
    expect(said(resultOf({ events: [7200, 36] }, { rate: 'bits' }))).toEqual([['events', '2 /s', '0.01 /s']]);
    expect(exactNumber(1.5, { unit: 'packets', prefixes: 'si', rate: 'second' })).toBe('1.5 pkts/s');
  });

  it('are only of what can be added up, which has an axis of its own then', () => {
    const both = { ...bytes, most_bytes: [5, 6] };
    expect(said(resultOf(both)).map(([name]) => name)).toEqual(['bytes', 'most_bytes']);
    const rated = resultOf(both, { rate: 'second' });
    expect(said(rated).map(([name]) => name)).toEqual(['bytes']);
    expect(secondMeasures(rated, 'line').map(({ name }) => name)).toEqual(['most_bytes']);
    expect(said(resultOf(both, { rate: 'second', second: 'most_bytes' }))[1]?.slice(1)).toEqual([
      '5 B',
      '6 B',
    ]);
  });

  it('are those of the seconds that were looked at and had passed', () => {
    const perSecond = (values: number[], asked: Readonly<Record<string, unknown>>) =>
      said(resultOf({ bytes: values }, { rate: 'second' }, asked))[0]?.slice(1);
    const cut = ['2026-11-20T08:30Z/2026-11-20T09:06Z'];
    expect(perSecond([1800, 360], { intervals: cut })).toEqual(['1 B/s', '1 B/s']);
    const holed = ['2026-11-20T08:00Z/2026-11-20T08:10Z', '2026-11-20T08:50Z/2026-11-20T10:00Z'];
    expect(perSecond([1200, 3600], { intervals: holed })).toEqual(['1 B/s', '1 B/s']);
    const answered = (time: string) => ({ answeredAt: Date.parse(`2026-11-20T${time}Z`) });
    expect(perSecond([3600, 360], answered('09:06'))).toEqual(['1 B/s', '1 B/s']);
    expect(perSecond([3600, 360], answered('09:00'))).toEqual(['1 B/s', '']);
  });

  it('are none where the length of a bucket is not known, and count a day of 25 hours as such', () => {
    const none = resultOf(bytes, { rate: 'second' }, { granularity: 'none' });
    expect(said(none)).toEqual([['bytes', '3.6 GB', '7.2 GB']]);
    const granularity = { type: 'period', period: 'P1D', timeZone: 'Europe/Madrid' };
    const intervals = ['2026-10-23T22:00Z/2026-10-25T23:00Z'];
    const days = resultOf({ bytes: [24 * 3600, 25 * 3600] }, { rate: 'second' }, { granularity, intervals });
    const starts = ['2026-10-23T22:00:00.000Z', '2026-10-24T22:00:00.000Z'];
    const columns = days.columns.map(column =>
      column.kind === 'time' ? { ...column, values: starts } : column,
    );
    expect(said({ ...days, columns })).toEqual([['bytes', '1 B/s', '1 B/s']]);
  });
});

describe('the unit of what monitors measure', () => {
  const monitor = { aggregations: [{ type: 'max', name: 'max', fieldName: 'max_value' }] };

  it('is that of the rows, where they have one, else that of the filter', () => {
    const measured = (unit: readonly string[] | undefined, filter?: object) =>
      said(resultOf({ ...(unit && { unit }), max: [5.5, 5.5] }, {}, { ...monitor, filter }))
        .flat()
        .filter(text => /\d/.test(text))
        .slice(0, 1);
    expect(measured(['%', '%'])).toEqual(['5.5 %']);
    expect(measured(['%', 'bps'])).toEqual(['5.5']);
    const selector = { type: 'selector', dimension: 'unit', value: '%' };
    expect(
      measured(undefined, { type: 'and', fields: [{ type: 'selector', dimension: 'monitor' }, selector] }),
    ).toEqual(['5.5 %']);
    expect(measured(undefined, { type: 'not', field: selector })).toEqual(['5.5']);
    expect(measured(['a text that is no unit', 'a text that is no unit'])).toEqual(['5.5']);
  });

  it('is not that of what is counted beside it', () => {
    const events = [...monitor.aggregations, { type: 'longSum', name: 'events', fieldName: 'events' }];
    const result = resultOf(
      { unit: ['%', '%'], events: [7, 8], max: [5, 6] },
      { second: 'max' },
      { aggregations: events },
    );
    expect(seriesData(result).axes.map(({ sign }) => sign)).toEqual([undefined, '%']);
  });
});
