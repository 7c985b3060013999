import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printCompactJson, printExactJson } from 'netsensor-contract/text/exactJson';
import { parseQueryText } from '../../../../src/model/query/queryText.js';

describe('the text of a query cell', () => {
  it.each([
    ['comments', '{ // why\n "a": /* b */ 1 }', { a: 1 }],
    ['trailing commas', '{"a": [1, 2,],}', { a: [1, 2] }],
    ['what is not an object', '[]', []],
    ['the last of two equal names', '{"a": 1, "a": 2}', { a: 2 }],
  ])('may have %s', (_name, text, query) => {
    expect(parseQueryText(text)).toEqual({ query });
  });

  it('keeps every digit of an integer', () => {
    const text = '{ "value": 9007199254740993, "values": [-9223372036854775808, 9007199254740991, 1.5] }';
    expect(parseQueryText(text)).toEqual({
      query: { value: 9007199254740993n, values: [-9223372036854775808n, 9007199254740991, 1.5] },
    });
  });

  it.each(['1e400', '-1E+400', '1e-400', '12345678901234567.5'])(
    'is not sent with %s, which would be another number',
    number => {
      expect(parseQueryText(`{\n  "value": ${number}}`)).toEqual({
        problem: { code: 'LostNumber', line: 2, column: 12 },
      });
    },
  );

  it('keeps a field called __proto__ as a field', () => {
    const text = '{"__proto__":{"polluted":true}}';
    const parsed = parseQueryText(text);
    expect(JSON.stringify('query' in parsed && parsed.query)).toBe(text);
  });

  it.each([
    ['', 'Empty', 1, 1],
    ['// nothing yet\n', 'Empty', 2, 1],
    ['{\n  "a": 1\n  "b": 2\n}', 'CommaExpected', 3, 3],
    ['{"a" 1}', 'ColonExpected', 1, 6],
    ['{"a": }', 'ValueExpected', 1, 7],
    ['{"a": 1', 'CloseBraceExpected', 1, 8],
    ['[1', 'CloseBracketExpected', 1, 3],
    ['{"a": "b', 'UnexpectedEndOfString', 1, 7],
    ['{}\r\n{}', 'EndOfFileExpected', 2, 1],
    ['nul', 'InvalidSymbol', 1, 1],
    ['/*', 'UnexpectedEndOfComment', 1, 1],
    ['['.repeat(100_000), 'TooDeep', 1, 1],
  ])('says where it stops being JSON: %j', (text, code, line, column) => {
    expect(parseQueryText(text)).toEqual({ problem: { code, line, column } });
  });

  it('agrees with JSON.parse on everything that is JSON, and never throws', () => {
    fc.assert(
      fc.property(fc.json(), text => {
        const parsed = parseQueryText(text);
        expect(printExactJson('query' in parsed && parsed.query)).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        parseQueryText(text);
      }),
    );
  });
});

describe('compact JSON', () => {
  it('says the same as JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        expect(JSON.parse(printCompactJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('has every digit of an integer', () => {
    expect(printCompactJson({ a: [9007199254740993n] })).toBe('{ "a": [9007199254740993] }');
  });

  it('breaks only what does not fit into a line', () => {
    const value = { a: [1, 2], b: { c: 'dddddddd', e: [{ f: 1 }] } };
    expect(printCompactJson(value, 28)).toBe(
      ['{', '  "a": [1, 2],', '  "b": {', '    "c": "dddddddd",', '    "e": [{ "f": 1 }]', '  }', '}'].join(
        '\n',
      ),
    );
  });
});
