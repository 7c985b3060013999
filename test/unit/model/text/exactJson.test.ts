import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExactJson, printExactJson } from '../../../../src/model/text/exactJson.js';

describe('JSON with long integers', () => {
  it.each<[string, unknown]>([
    ['9223372036854775807', 9223372036854775807n],
    ['-9007199254740993', -9007199254740993n],
    ['9007199254740991', 9007199254740991],
    ['"9223372036854775807"', '9223372036854775807'],
    ['0000', undefined],
    ['{"a":[18446744073709551615,1]}', { a: [18446744073709551615n, 1] }],
    ['{"9223372036854775807":"9223372036854775807"}', { '9223372036854775807': '9223372036854775807' }],
    ['["\\"9223372036854775807",9223372036854775807]', ['"9223372036854775807', 9223372036854775807n]],
    ['["\\\\",9223372036854775807]', ['\\', 9223372036854775807n]],
    ['[0.12345678901234567890,12345678901234567890.5]', [0.12345678901234568, 12345678901234567000]],
    ['[1e1234567890123456,12345678901234567890e2]', [Infinity, 1.2345678901234567e21]],
  ])('reads %s', (text, value) => {
    if (value === undefined) expect(() => parseExactJson(text)).toThrow(SyntaxError);
    else expect(parseExactJson(text)).toEqual(value);
  });

  it('keeps every digit wherever an integer stands, and leaves everything else as JSON.parse has it', () => {
    const small = fc.double({ noNaN: true, min: -1e6, max: 1e6 });
    const value = fc.dictionary(fc.string(), fc.oneof(fc.string(), small, fc.boolean(), fc.constant(null)));
    const long = fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n });
    fc.assert(
      fc.property(value, long, fc.string(), (other, digits, text) => {
        const json = `{"t":${JSON.stringify(text)},"o":${JSON.stringify(other)},"l":[-${digits}, ${digits}]}`;
        expect(parseExactJson(json)).toEqual({
          t: text,
          o: JSON.parse(JSON.stringify(other)) as unknown,
          l: [-digits, digits],
        });
      }),
    );
  });

  it.each<[unknown, string]>([
    [9007199254740993n, '9007199254740993'],
    [{ a: [-9223372036854775808n, 1, '1'] }, '{"a":[-9223372036854775808,1,"1"]}'],
    [{ '9007199254740993': '9007199254740993' }, '{"9007199254740993":"9007199254740993"}'],
    [{ a: undefined }, '{}'],
  ])('prints %o', (value, text) => {
    expect(printExactJson(value)).toBe(text);
  });

  it('prints levels with an indent', () => {
    expect(printExactJson({ a: 9007199254740993n }, 2)).toBe('{\n  "a": 9007199254740993\n}');
  });

  it('prints what it read, and all that holds no bigint as JSON.stringify has it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n }), (other, digits) => {
        expect(printExactJson(other)).toBe(JSON.stringify(other));
        const text = `{"l":[-${digits},${digits}],"o":${JSON.stringify(other)}}`;
        expect(printExactJson(parseExactJson(text))).toBe(text);
      }),
    );
  });
});
