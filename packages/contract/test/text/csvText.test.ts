import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCsv, printCsv, type CsvTextError } from '../../src/text/csvText.js';

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

  it('may have other delimiters in its cells, as long as the header has most of one', () => {
    expect(parseCsv('"a,b,c";d\n1,5;2')[1]?.cells).toEqual(['1,5', '2']);
  });

  it.each([
    ['a line that names it, with others behind', 'sep=;,,\na;b,c\n1;2\n', ['a', 'b,c']],
    ['the header, whatever ends its line', 'a|b,,,,\n1|2\n', ['a', 'b,,,,']],
    ['the header behind a line of delimiters alone', ';;;\na;b\n1;2\n', ['a', 'b']],
    ['the comma where the header has as many of another', 'a,b;c\n1,2;3\n', ['a', 'b;c']],
  ])('is parted by what tells it: %s', (_, text, header) => {
    expect(parseCsv(text)[0]?.cells).toEqual(header);
  });

  it('leaves out lines that hold nothing but spaces', () => {
    expect(parseCsv('a,b\n" ",\n1,2\n').map(({ cells }) => cells[0])).toEqual(['a', '1']);
  });

  it.each([
    ['a,b\n"1\n2",3\n\n4,"5\n6\n', 'openQuote', 5],
    ['a,b\n1,2\n"3"4,5\n', 'textBehindQuote', 3],
  ])('names the line in which a row with a wrong quote begins: %j', (text, kind, line) => {
    expect(() => parseCsv(text)).toThrow(expect.objectContaining({ kind, line }) as CsvTextError);
  });

  it('may have quotes within a cell, as a spreadsheet takes them', () => {
    expect(parseCsv('a,b\n5" disk,="0012"\n')[1]?.cells).toEqual(['5" disk', '="0012"']);
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
