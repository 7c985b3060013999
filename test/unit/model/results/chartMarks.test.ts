import { describe, expect, it } from 'vitest';
import { cellSource, eventQuery, marksOf, sourceCell } from '../../../../src/model/results/chartMarks.js';
import { dataQuery } from 'netsensor-contract/query/query';
import type { ResultColumn } from '../../../../src/model/query/queryResult.js';

const day = ['2026-11-20T00:00:00Z/2026-11-21T00:00:00Z'];
const stretch = { start: Date.parse('2026-11-20T08:00Z'), end: Date.parse('2026-11-20T10:00Z') };

const tableOf = (...columns: ResultColumn[]) => {
  const rowCount = columns[0]?.values.length ?? 0;
  return { columns, rowCount, totalRows: rowCount };
};

describe('the query for what happened in the time of another one', () => {
  it('asks for the most frequent messages, and is one that the contract knows', () => {
    const asked = eventQuery({ queryType: 'timeseries', dataSource: 'rb_flow', intervals: day });
    expect(dataQuery.safeParse(asked).error).toBeUndefined();
    expect(asked).toMatchObject({ dataSource: 'rb_event', dimension: 'msg', intervals: day });
  });

  it.each([
    ['2026-11-20T00:00:00Z/PT20M', 'second'],
    [day[0], 'minute'],
    ['2026-11-01T00:00:00Z/P7D', 'fifteen_minute'],
    ['2026-10-01T00:00:00Z/P30D', 'hour'],
    ['2025-11-20T00:00:00Z/P1Y', 'day'],
  ])('has buckets that can be told apart on a screen: %s', (interval, granularity) => {
    expect(eventQuery({ intervals: [interval] })).toMatchObject({ granularity });
  });

  it('is none where the times cannot be read', () => {
    expect([eventQuery({ intervals: ['soon'] }), eventQuery([]), eventQuery({})]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('the marks of rows', () => {
  it('are those within the time that is looked at, in order, and say what the rows hold', () => {
    const rows = tableOf(
      {
        name: 'timestamp',
        kind: 'time',
        values: ['2026-11-20T09:00:00.000Z', '2026-11-20T08:00:00.000Z', '2026-11-20T10:00:00.000Z', null],
      },
      { name: 'msg', kind: 'dimension', values: ['scan\n of ports', null, 'late', 'never'] },
      { name: 'src', kind: 'dimension', values: ['10.0.0.1', '', 'x', 'x'] },
      { name: 'events', kind: 'value', values: [12, 3, 1, 1] },
    );
    expect(marksOf(rows, [stretch])).toEqual({
      marks: [
        { time: Date.parse('2026-11-20T08:00Z'), text: '', count: 3 },
        { time: Date.parse('2026-11-20T09:00Z'), text: 'scan of ports · 10.0.0.1', count: 12 },
      ],
      more: 0,
    });
  });

  it('say all that is computed where that is no count', () => {
    const rows = (...values: ResultColumn[]) =>
      marksOf(tableOf({ name: 'timestamp', kind: 'time', values: ['2026-11-20T08:00:00Z'] }, ...values), [
        stretch,
      ]).marks.map(({ text, count }) => [text, count]);
    const value = (name: string, ...values: ResultColumn['values']): ResultColumn => ({
      name,
      kind: 'value',
      values,
    });
    expect(rows(value('load', 0.5))).toEqual([['load 0.5', 1]]);
    expect(rows(value('events', 2), value('bytes', 7))).toEqual([['events 2 · bytes 7', 1]]);
    expect(rows()).toEqual([['', 1]]);
  });

  it('are not more than can be drawn, and the others are counted', () => {
    const times = Array.from({ length: 4505 }, (_, at) => new Date(stretch.start + at * 1000).toISOString());
    const { marks, more } = marksOf(tableOf({ name: 'timestamp', kind: 'time', values: times }), [stretch]);
    expect([marks.length, more]).toEqual([4500, 5]);
    expect(marksOf(tableOf(), [stretch])).toEqual({ marks: [], more: 0 });
  });
});

describe('the name of a cell whose rows are marks', () => {
  it('is written as in queries, and told apart from what the manager has', () => {
    expect(cellSource('attacks')).toBe('${attacks}');
    expect([sourceCell('${attacks}'), sourceCell('rb_event')]).toEqual(['attacks', undefined]);
  });
});
