import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dimensionOf,
  queryRows,
  requestedDimensions,
  toResultTable,
} from '../../../src/model/queryResult.js';

const time = '2026-11-20T08:00:00.000Z';

/** The table of an answer, as lines with the column names first. */
function lines(answer: unknown, dimensions: string[] = []): unknown[][] {
  const { columns, rowCount } = toResultTable(queryRows.parse(answer), dimensions, 1000);
  const rows = Array.from({ length: rowCount }, (_, row) => columns.map(({ values }) => values[row]));
  return [columns.map(({ name, kind }) => `${kind} ${name}`), ...rows];
}

describe('the three layouts of an answer', () => {
  it('reads a groupBy: one event per row', () => {
    const answer = [{ version: 'v1', timestamp: time, event: { events: 198, src: '10.0.0.1', agent: null } }];
    expect(lines(answer, ['src', 'agent'])).toEqual([
      ['time timestamp', 'dimension src', 'dimension agent', 'value events'],
      [time, '10.0.0.1', null, 198],
    ]);
  });

  it('reads a topN: several results per bucket', () => {
    const answer = [
      {
        timestamp: time,
        result: [
          { name: 'ASR', flows: 111 },
          { name: null, flows: 88 },
        ],
      },
    ];
    expect(lines(answer, ['name'])).toEqual([
      ['time timestamp', 'dimension name', 'value flows'],
      [time, 'ASR', 111],
      [time, null, 88],
    ]);
  });

  it('reads a timeseries: one result per bucket', () => {
    const answer = [{ timestamp: time, result: { min: 'Infinity', clients: 8.015665809687173, sum: null } }];
    expect(lines(answer)).toEqual([
      ['time timestamp', 'value min', 'value clients', 'value sum'],
      [time, 'Infinity', 8.015665809687173, null],
    ]);
  });

  it('reads an empty bucket of a topN as no row', () => {
    expect(lines([{ timestamp: time, result: [] }])).toEqual([['time timestamp']]);
  });
});

it.each([
  [{ event: {} }],
  [{ timestamp: time }],
  [{ timestamp: 7, event: {} }],
  [{ timestamp: time, event: [] }],
  [{ timestamp: time, event: null }],
  [{ timestamp: time, event: 'text' }],
  [{ timestamp: time, result: 7 }],
  [{ timestamp: time, result: null }],
  [{ timestamp: time, result: [[]] }],
  [{ timestamp: 7, result: {} }],
])('refuses the row %j, which has no layout that is known', row => {
  expect(queryRows.safeParse([row]).success).toBe(false);
});

describe('a result table', () => {
  it('keeps a column that only later rows have, with null before', () => {
    const answer = [
      { timestamp: time, event: { a: 1 } },
      { timestamp: time, event: { a: 2, b: 3 } },
    ];
    expect(lines(answer)).toEqual([
      ['time timestamp', 'value a', 'value b'],
      [time, 1, null],
      [time, 2, 3],
    ]);
  });

  it('keeps a column called __proto__', () => {
    const answer: unknown = JSON.parse(`[{"timestamp":"${time}","event":{"__proto__":7}}]`);
    expect(lines(answer)).toEqual([
      ['time timestamp', 'value __proto__'],
      [time, 7],
    ]);
  });

  it('has no column for a dimension that no row has', () => {
    expect(lines([{ timestamp: time, event: { a: 1 } }], ['b', 'a'])[0]).toEqual([
      'time timestamp',
      'dimension a',
    ]);
  });

  it('shows yes and no as they are, nothing as null, and long integers with all their digits', () => {
    const event = { yes: true, nothing: undefined, long: 9223372036854775807n, inner: [1n] };
    expect(lines([{ timestamp: time, event }])[1]).toEqual([
      time,
      true,
      null,
      '9223372036854775807',
      '["1"]',
    ]);
  });

  it('shows nested values as JSON text', () => {
    expect(lines([{ timestamp: time, event: { a: { b: [1] } } }])[1]).toEqual([time, '{"b":[1]}']);
  });

  it('is cut at the limit and knows how many rows there were', () => {
    fc.assert(
      fc.property(fc.nat(50), fc.nat(50), (count, limit) => {
        const rows = Array.from({ length: count }, (_, row) => ({ timestamp: time, event: { row } }));
        const table = toResultTable(rows, [], limit);
        expect(table).toMatchObject({ rowCount: Math.min(count, limit), totalRows: count });
        for (const { values } of table.columns) expect(values).toHaveLength(table.rowCount);
      }),
    );
  });
});

it.each([
  [{ dimension: 'a' }, ['a']],
  [{ dimension: ['a'] }, ['a']],
  [{ dimensions: ['a', 'b', 7] }, ['a', 'b']],
  [{ dimension: { type: 'default', dimension: 'a', outputName: 'b' } }, ['b']],
  [
    { dimensions: [{ dimension: 'a' }, { dimension: 'b', outputName: 7 }, { dimension: 7 }, null, []] },
    ['a', 'b'],
  ],
  [{ dimension: 'a', dimensions: ['b'] }, ['a', 'b']],
  [null, []],
  [undefined, []],
  ['text', []],
])('finds the dimensions that %j asks for', (query, names) => {
  expect(requestedDimensions(query)).toEqual(names);
});

it('finds the dimension that a column shows', () => {
  const query = { dimensions: ['a', { dimension: 'b', outputName: 'shown' }] };
  expect(['a', 'shown', 'b', 'sum'].map(column => dimensionOf(query, column))).toEqual([
    'a',
    'b',
    undefined,
    undefined,
  ]);
});
