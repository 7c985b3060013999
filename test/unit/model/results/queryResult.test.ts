import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dimensionOf,
  requestedDimensions,
  toResultTable,
  readQueryRows,
} from '../../../../src/model/query/queryResult.js';

const time = '2026-11-20T08:00:00.000Z';

/** The table of an answer, as lines with the column names first. */
function lines(answer: readonly unknown[], dimensions: string[] = []): unknown[][] {
  const { columns, rowCount } = toResultTable(readQueryRows(answer).rows, dimensions, 1000);
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

describe('names of columns that mean something else besides', () => {
  const dimensions = ['version', 'timestamp'];
  const event = JSON.parse(
    '{"timestamp":"noon","version":"2","__proto__":3,"constructor":4,"result":5}',
  ) as object;

  it('hide neither the time nor each other', () => {
    expect(lines([{ version: 'v1', timestamp: time, event }], dimensions)).toEqual([
      [
        'time timestamp',
        'dimension version',
        'dimension timestamp_2',
        'value __proto__',
        'value constructor',
        'value result',
      ],
      [time, '2', 'noon', 3, 4, 5],
    ]);
  });

  it('are shown once, also where the name beside the time is taken', () => {
    const taken = { timestamp: 1, timestamp_2: 2 };
    expect(lines([{ timestamp: time, result: taken }], ['timestamp_2', 'timestamp_2'])[0]).toEqual([
      'time timestamp',
      'dimension timestamp_2',
      'value timestamp_3',
    ]);
  });

  it('are missing where they are only what every object has', () => {
    const events: object[] = [{ toString: 1 }, {}];
    const rows = events.map(event => ({ timestamp: time, event }));
    expect(lines(rows).slice(1)).toEqual([
      [time, 1],
      [time, null],
    ]);
  });
});

describe('a row that has no layout that is known', () => {
  const good = { timestamp: time, event: { a: 1 } };

  it.each<[unknown, string, string]>([
    [undefined, '', 'nothing'],
    [null, '', 'null'],
    ['text', '', 'text'],
    [9223372036854775807n, '', 'number'],
    [true, '', 'boolean'],
    [[time, 1], '', 'list'],
    [{ timestamp: time }, 'result', 'nothing'],
    [{ timestamp: time, event: null }, 'result', 'nothing'],
    [{ timestamp: time, result: null }, 'result', 'nothing'],
    [{ timestamp: 7, event: {} }, 'timestamp', 'number'],
    [{ timestamp: {}, result: {} }, 'timestamp', 'object'],
    [{ timestamp: time, event: [] }, 'event', 'list'],
    [{ timestamp: time, event: 'text' }, 'event', 'text'],
    [{ timestamp: time, result: 7 }, 'result', 'number'],
  ])('is told with its place, and hides no other: %o', (row, part, found) => {
    const { rows, oddRows } = readQueryRows([good, row, good]);
    expect(rows).toEqual([good, good].map(({ timestamp, event }) => ({ timestamp, values: event })));
    expect(oddRows).toEqual([{ place: 2, part, found, sent: row }]);
  });

  it('may be an entry of a topN, whose others are read', () => {
    const { rows, oddRows } = readQueryRows([{ timestamp: time, result: [{ a: 1 }, [], { a: 2 }, null] }]);
    expect(rows.map(({ values }) => values)).toEqual([{ a: 1 }, { a: 2 }]);
    expect(oddRows).toEqual([
      { place: 1, part: 'result[1]', found: 'list', sent: [] },
      { place: 1, part: 'result[3]', found: 'null', sent: null },
    ]);
  });

  it.each([{ timestamp: null, result: { a: 1 } }, { event: { a: 1 } }])(
    'is not one without a time, such as the totals of a timeseries: %j',
    row => {
      expect(lines([row])).toEqual([
        ['time timestamp', 'value a'],
        [null, 1],
      ]);
    },
  );
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
    const answer = JSON.parse(`[{"timestamp":"${time}","event":{"__proto__":7}}]`) as unknown[];
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
        const rows = Array.from({ length: count }, (_, row) => ({ timestamp: time, values: { row } }));
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
