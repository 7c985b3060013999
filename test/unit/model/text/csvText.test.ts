import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CsvTextError,
  maskedKey,
  maskUserKeys,
  parseCsv,
  printCsv,
} from '../../../../src/model/text/csvText.js';

describe('CSV text', () => {
  it('tells the line of every row, behind line breaks in quotes and empty lines too', () => {
    const rows = parseCsv('\ufeffname,note\r\nA,"two\r\nlines"\r\n\r\nB,\r\n');
    expect(rows.map(({ line, cells }) => [line, cells])).toEqual([
      [1, ['name', 'note']],
      [2, ['A', 'two\nlines']],
      [5, ['B', '']],
    ]);
  });

  it.each([';', '\t'])('may be parted by %j', delimiter => {
    expect(parseCsv(`a${delimiter}b\n1${delimiter}2`)[1]?.cells).toEqual(['1', '2']);
  });

  it('names the line of a quote that does not end', () => {
    expect(() => parseCsv('a,b\n1,"2')).toThrow(CsvTextError);
  });

  it('is read as it was printed', () => {
    const cell = fc.string({ unit: 'grapheme-ascii' }).map(text => `x${text}x`);
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { minLength: 1 }), rows => {
        expect(
          parseCsv(`h,h\n${printCsv(rows)}`)
            .slice(1)
            .map(({ cells }) => cells),
        ).toEqual(rows);
      }),
    );
  });
});

describe('the user list as CSV', () => {
  const published =
    'Name,Email,ID,Login,Admin,Enabled,Authentication_token,Sensor_ID\n' +
    'John Doe,user@example.net,5,User,true,true,M4X5c4xhwYbPZ3s5xzHU,472\n';

  it('is shown without the keys', () => {
    expect(maskUserKeys(published)).toBe(published.replace('M4X5c4xhwYbPZ3s5xzHU', maskedKey));
  });

  it('is shown without the keys when no column is named after them', () => {
    expect(maskUserKeys('Name,T\nJohn Doe,M4X5c4xhwYbPZ3s5xzHU\n')).toBe(`Name,T\nJohn Doe,${maskedKey}\n`);
  });

  it('is shown without the keys when it has no header', () => {
    expect(maskUserKeys('John Doe,M4X5c4xhwYbPZ3s5xzHU\n')).not.toContain('M4X5');
  });
});
