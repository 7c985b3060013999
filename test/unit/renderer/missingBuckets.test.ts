import { describe, expect, it } from 'vitest';
import { queryFacts } from '../../../src/model/results/queryFacts.js';
import type { ResultColumn } from '../../../src/model/query/queryResult.js';
import { lonePlaces, seriesData, stack } from '../../../src/model/charts/time/seriesData.js';
import { Session } from '../../../src/renderer/session.js';
import { column, table } from './useRenderer.js';

const start = Date.parse('2026-11-20T00:00:00Z');
const at = (...minutes: number[]) => minutes.map(minute => new Date(start + minute * 60_000).toISOString());
const minutesOf = ({ times }: { readonly times: readonly number[] }) =>
  times.map(time => (time * 1000 - start) / 60_000);

const sessionOf = (columns: readonly ResultColumn[], granularity?: unknown) =>
  new Session(
    {
      ...table(...columns),
      id: 'result',
      facts: queryFacts({
        queryType: 'groupBy',
        ...(granularity !== undefined && { granularity }),
        aggregations: [{ type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' }],
      }),
      settings: {},
    },
    { post: undefined, recall: () => undefined, remember: () => undefined },
  );
const lines = (minutes: readonly number[], granularity?: unknown) =>
  seriesData(
    sessionOf(
      [column('timestamp', 'time', ...at(...minutes)), column('bytes', 'value', ...minutes.map(() => 5))],
      granularity,
    ),
  );

describe('a line over missing buckets', () => {
  it('breaks at the first one, however long the hole is', () => {
    const data = lines([0, 1, 1001, 1002, 1004], 'minute');
    expect(minutesOf(data)).toEqual([0, 1, 2, 1001, 1002, 1003, 1004]);
    expect(data.series[0]?.values).toEqual([5, 5, null, 5, 5, null, 5]);
  });

  it('knows the buckets of the query, though all of its rows are further apart', () => {
    expect(minutesOf(lines([0, 60, 120], 'five_minute'))).toEqual([0, 5, 60, 65, 120]);
    expect(minutesOf(lines([0, 60, 120], 'hour'))).toEqual([0, 60, 120]);
  });

  it('does not break where days and months are longer than others', () => {
    const day = 24 * 60;
    const months = [0, 30, 61, 92, 120].map(days => days * day);
    expect(minutesOf(lines(months, 'month'))).toEqual(months);
    // Clocks in Madrid went back in the night of 25 October: 26 days earlier in this count.
    const madrid = { type: 'period', period: 'P1D', timeZone: 'Europe/Madrid' };
    const days = [-27, -26, -25].map(count => count * day + (count > -26 ? -60 : -120));
    expect(minutesOf(lines(days, madrid))).toEqual(days);
  });

  it('takes the usual step where the buckets are not known, and none where no step is usual', () => {
    expect(minutesOf(lines([0, 5, 10, 15, 120, 125]))).toEqual([0, 5, 10, 15, 20, 120, 125]);
    expect(minutesOf(lines([0, 1, 5, 7, 70]))).toEqual([0, 1, 5, 7, 70]);
  });

  it('breaks also when the rows are in no order, and in stacks', () => {
    const rows = [
      column('timestamp', 'time', ...at(10, 0, 1)),
      column('host', 'dimension', 'a', 'b', 'a'),
      column('bytes', 'value', 1, 2, 4),
    ];
    const data = seriesData(sessionOf(rows, 'minute'));
    expect(minutesOf(data)).toEqual([0, 1, 2, 10]);
    expect(data.series.map(({ name, values }) => [name, ...values])).toEqual([
      ['a', null, 4, null, 1],
      ['b', 2, null, null, null],
    ]);
    expect(stack(data.series, () => true)).toEqual([
      [null, 4, null, 1],
      [2, null, null, null],
    ]);
  });

  it('has a value alone as a dot', () => {
    const data = lines([0, 1, 1001, 2001, 2002], 'minute');
    expect(lonePlaces(data.series[0]?.values ?? [])).toEqual([3]);
  });
});
