import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printNotebook } from '../../../../src/model/notebook/notebookFile.js';
import { parseNotebook } from '../../../../src/model/notebook/readNotebook.js';
import type { ResultTable, ResultValue } from '../../../../src/model/query/queryResult.js';
import { readStoredResult, storedTable, toStoredResult } from '../../../../src/model/results/storedResult.js';

const run = {
  ranAt: '2026-11-20T08:00:00.000Z',
  connection: { id: 'office', name: 'Office' },
  intervals: ['2026-11-20T07:00:00Z/2026-11-20T08:00:00Z'],
  timeZone: 'Europe/Madrid',
  query: { queryType: 'topN' },
};

const value: fc.Arbitrary<ResultValue> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter(number => !Object.is(number, -0)),
  fc.boolean(),
  fc.constantFrom(null, 'Infinity', '9223372036854775807'),
);

const table: fc.Arbitrary<ResultTable> = fc.tuple(fc.nat(4), fc.nat(5)).chain(([width, rowCount]) =>
  fc.record({
    columns: fc.array(
      fc.record({
        name: fc.string(),
        askedName: fc.constantFrom(undefined, 'timestamp'),
        kind: fc.constantFrom('time' as const, 'dimension' as const, 'value' as const),
        values: fc.array(value, { minLength: rowCount, maxLength: rowCount }),
      }),
      { minLength: width, maxLength: width },
    ),
    rowCount: fc.constant(rowCount),
    totalRows: fc.constant(rowCount),
  }),
);

describe('a result in a notebook file', () => {
  it('comes back as it was, with the interval it was for', () => {
    fc.assert(
      fc.property(table, shown => {
        const result = toStoredResult(shown, run, { limit: 1_000_000, ofLarge: 'size' });
        const cell = { kind: 'query' as const, text: '', extra: { result } };
        const [read] = parseNotebook(printNotebook({ cells: [cell], extra: {} })).cells;
        const stored = readStoredResult(read?.extra.result);
        expect(stored).toMatchObject({ ...run, totalRows: shown.totalRows });
        expect(stored && 'rows' in stored && storedTable(stored)).toEqual(shown);
      }),
    );
  });

  it('is none when nobody can tell of which moment it is', () => {
    const stored = toStoredResult({ columns: [], rowCount: 0, totalRows: 0 }, run, {
      limit: 1000,
      ofLarge: 'size',
    });
    expect(readStoredResult(stored)).toBeDefined();
    expect(readStoredResult({ ...stored, ranAt: 'soon' })).toBeUndefined();
  });

  it('is only named when it takes more bytes than the limit', () => {
    const values = Array.from({ length: 100 }, (_, row) => `größe ${row}`);
    const shown = {
      columns: [{ name: 'host', kind: 'dimension' as const, values }],
      rowCount: 100,
      totalRows: 100,
    };
    const whole = toStoredResult(shown, run, { limit: 1_000_000, ofLarge: 'size' });
    const size = Buffer.byteLength(JSON.stringify(whole));
    expect(toStoredResult(shown, run, { limit: size, ofLarge: 'firstRows' })).toEqual(whole);
    const cut = toStoredResult(shown, run, { limit: size - 1, ofLarge: 'size' });
    expect(cut).toMatchObject({ totalRows: 100, tooLarge: { size, limit: size - 1 } });
    expect(cut).not.toHaveProperty('rows');
    expect(readStoredResult(cut)).toEqual(cut);
  });

  it('has as many of its first rows as there is room for, if that is wanted', () => {
    fc.assert(
      fc.property(table, fc.nat(400), (shown, room) => {
        const whole = toStoredResult(shown, run, { limit: 1_000_000, ofLarge: 'size' });
        const limit = Buffer.byteLength(JSON.stringify(whole)) - room;
        const stored = toStoredResult(shown, run, { limit, ofLarge: 'firstRows' });
        if (!('rows' in stored) || !('rows' in whole)) {
          expect(stored).toMatchObject({ totalRows: shown.totalRows, tooLarge: { limit } });
          return;
        }
        const { length } = stored.rows;
        const withRows = (rows: number) =>
          Buffer.byteLength(JSON.stringify({ ...whole, rows: whole.rows.slice(0, rows) }));
        expect(stored).toEqual({ ...whole, rows: whole.rows.slice(0, length) });
        expect(withRows(length)).toBeLessThanOrEqual(limit);
        if (length < shown.rowCount) expect(withRows(length + 1)).toBeGreaterThan(limit);
      }),
    );
  });

  it('names its query with every digit', () => {
    const filter = { type: 'selector', dimension: 'id', value: 9007199254740993n };
    const shown = { columns: [], rowCount: 0, totalRows: 0 };
    const result = toStoredResult(shown, { ...run, query: { filter } }, { limit: 1000, ofLarge: 'size' });
    expect(result).toMatchObject({ query: { filter: { value: '9007199254740993' } } });
  });

  it.each([undefined, null, 7, {}, { rows: [] }, { ...run, totalRows: 1, columns: [], rows: [{}] }])(
    'is nothing else, such as %j',
    other => {
      expect(readStoredResult(other)).toBeUndefined();
    },
  );
});
