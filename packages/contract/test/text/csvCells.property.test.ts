import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decimalNumber,
  defusedFormula,
  guardedText,
  isAlike,
  isSpoiltCell,
  plainCell,
  spreadsheetCell,
  switchValue,
  tabCell,
  wholeNumber,
} from '../../src/text/csvCells.js';
import { runs } from '../../../../test/support/depth.js';

describe('a cell for a spreadsheet', () => {
  it.each(['=', '+', '-', '@', '＝', '＋', '－', '＠'])(
    'is no formula where its text begins with %s',
    sign => {
      for (const before of ['', ' ', '\t', '\r', '\n', '\u00a0', '\ufeff', '\u200b'])
        expect(defusedFormula(`${before}${sign}1+A1`)).toBe(`'${before}${sign}1+A1`);
    },
  );

  it.each(['\t1', '\r1', '\n1'])('is no formula where its text begins with %j', text => {
    expect(defusedFormula(text)).toBe(`'${text}`);
  });

  it.each([-5, -0.25, 1e21, -1e-7, '-5', '-5.5', '-1.5e-7', '-9223372036854775807', true, ''])(
    'is the number or switch that it was: %s',
    value => {
      expect(spreadsheetCell(value)).toBe(String(value));
    },
  );

  it('is no formula when a line or a tab within it becomes a space', () => {
    expect(tabCell('\t=1')).toBe(`' =1`);
    expect(tabCell('a\r\n=1')).toBe('a  =1');
  });

  it('is left as it is where an apostrophe stands within a text, or more behind a quoted one', () => {
    expect(defusedFormula("Rack's'=1")).toBe("Rack's'=1");
    expect(plainCell('="a" b')).toBe('="a" b');
    expect([tabCell(-5), tabCell(true)]).toEqual(['-5', 'true']);
  });

  it('is alike where spreadsheets changed how its lines end and the spaces around it alone', () => {
    expect(isAlike('a\r\nb ', ' a\nb')).toBe(true);
    expect(isAlike('a b', 'ab')).toBe(false);
  });

  const signs = fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    '＝',
    "'",
    '"',
    '0',
    '1',
    'E+1',
    '#NAME?',
    '\t',
    ' ',
    'é',
  );
  const texts = fc.oneof(
    fc.array(signs, { maxLength: 5 }).map(parts => parts.join('')),
    fc.string({ unit: 'binary' }),
  );

  it('is read as it was, whatever it was, and is then nothing that a spreadsheet spoilt', () => {
    fc.assert(
      fc.property(texts, text => {
        expect(plainCell(guardedText(text))).toBe(text);
        expect(plainCell(defusedFormula(text))).toBe(text);
        expect(isSpoiltCell(guardedText(text))).toBe(false);
      }),
      { numRuns: runs({ broad: 2000, deep: 40_000 }) },
    );
  });
});

describe('a cell of a spreadsheet', () => {
  it.each([
    [`'0012`, '0012'],
    ['="0012"', '0012'],
    ['="a ""b"""', 'a "b"'],
    [`'=1+1`, '=1+1'],
    [`''=1+1`, `'=1+1`],
    [`'00:1e:bd:4a:60:01`, '00:1e:bd:4a:60:01'],
    [`'`, ''],
    [`''`, `'`],
    [`'' `, `' `],
    [`' '5`, ` '5`],
    [`'t Hooft`, `'t Hooft`],
    [`'90s`, `'90s`],
    ['=1+1', '=1+1'],
  ])('%s says %s', (cell, text) => {
    expect(plainCell(cell)).toBe(text);
  });

  it.each([
    ['42', 42],
    [`'42`, 42],
    ['="42"', 42],
    ['-7', -7],
    ['−7', -7],
    ['+7', 7],
    ['42.0', 42],
    ['42,00', 42],
    ['1\u202f234', 1234],
    ['1\u00a0234\u00a0567', 1234567],
    [`1'234`, 1234],
    ['1,234,567', 1234567],
    ['1.234.567', 1234567],
    ['４２', 42],
    ['1.000', undefined],
    ['1,000', undefined],
    ['12,5', undefined],
    ['1 234', undefined],
    ['1.23E+12', undefined],
    ['1e3', undefined],
    ['0x10', undefined],
    ['(5)', undefined],
    ['5 %', undefined],
    ['1,23,456', undefined],
    ['1234567890123456', undefined],
  ])('%s as a whole number is %s', (cell, number) => {
    expect(wholeNumber(cell)).toBe(number);
  });

  it.each([
    ['40.4168', 40.4168],
    ['40,4168', 40.4168],
    ['-3,7', -3.7],
    ['−3.7', -3.7],
    ['4.5E-05', 0.000045],
    ['1.234,5', undefined],
    ['1,234.5', undefined],
    ['1e5', undefined],
    ['N 40', undefined],
    ['Infinity', undefined],
  ])('%s as a number is %s', (cell, number) => {
    expect(decimalNumber(cell)).toBe(number);
  });

  it('is a switch in the words of the languages in which spreadsheets write them', () => {
    for (const word of ['TRUE', 'wahr', 'VRAI', 'VERDADERO', 'Vero', 'ИСТИНА', 'DOĞRU', '1'])
      expect([word, switchValue(word)]).toEqual([word, true]);
    for (const word of ['FALSE', 'FALSCH', 'FAUX', 'FALSO', 'ONWAAR', 'FAŁSZ', 'YANLIŞ', '0'])
      expect([word, switchValue(word)]).toEqual([word, false]);
    for (const word of ['perhaps', 'yes', 'x', '2', 'constructor']) expect(switchValue(word)).toBeUndefined();
  });

  it.each([
    '1.23E+12',
    '1,12E+11',
    '-4E+010',
    '#NAME?',
    '#BEZUG!',
    '#¿NOMBRE?',
    '#N/A',
    '#DIV/0!',
    '#####',
    'Err:508',
  ])('%s says nothing of what stood there', cell => {
    expect([isSpoiltCell(cell), isSpoiltCell(`'${cell}`)]).toEqual([true, false]);
  });

  it.each(['1E10', 'E+10', '#1', 'Rack #A!', '#general', '12', ''])('%s says what it says', cell => {
    expect(isSpoiltCell(cell)).toBe(false);
  });
});
