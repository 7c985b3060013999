import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNotebook, printNotebook } from '../../../src/model/notebookFile.js';
import type { ResultTable, ResultValue } from '../../../src/model/queryResult.js';
import { readStoredResult, storedTable, toStoredResult } from '../../../src/model/storedResult.js';

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
        const result = toStoredResult(shown, run, 1_000_000);
        const cell = { kind: 'query' as const, text: '', extra: { result } };
        const [read] = parseNotebook(printNotebook({ cells: [cell], extra: {} })).cells;
        const stored = readStoredResult(read?.extra.result);
        expect(stored).toMatchObject({ ...run, totalRows: shown.totalRows });
        expect(stored && 'rows' in stored && storedTable(stored)).toEqual(shown);
      }),
    );
  });

  it('is only named when it takes more bytes than the limit', () => {
    const values = Array.from({ length: 100 }, (_, row) => `größe ${row}`);
    const shown = {
      columns: [{ name: 'host', kind: 'dimension' as const, values }],
      rowCount: 100,
      totalRows: 100,
    };
    const whole = toStoredResult(shown, run, 1_000_000);
    const size = Buffer.byteLength(JSON.stringify(whole));
    expect(toStoredResult(shown, run, size)).toEqual(whole);
    const cut = toStoredResult(shown, run, size - 1);
    expect(cut).toMatchObject({ totalRows: 100, tooLarge: { size, limit: size - 1 } });
    expect(cut).not.toHaveProperty('rows');
    expect(readStoredResult(cut)).toEqual(cut);
  });

  it.each([undefined, null, 7, {}, { rows: [] }, { ...run, totalRows: 1, columns: [], rows: [{}] }])(
    'is nothing else, such as %j',
    other => {
      expect(readStoredResult(other)).toBeUndefined();
    },
  );
});
