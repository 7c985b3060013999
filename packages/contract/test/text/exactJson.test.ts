import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactKey, parseExactJson, printExactJson } from '../../src/text/exactJson.js';

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
    ['[0.12345678901234567890,12345678901234567890.5]', [0.12345678901234568, '12345678901234567890.5']],
    ['[1e1234567890123456,12345678901234567890e2]', ['1e1234567890123456', 1.2345678901234567e21]],
    ['1e400', '1e400'],
    [
      '{"a":-1E+400,"b":[1e-400, -0.5e-0400],"c":1e308}',
      { a: '-1E+400', b: ['1e-400', '-0.5e-0400'], c: 1e308 },
    ],
    [`[0.${'0'.repeat(400)}1,${'9'.repeat(400)}.5]`, [`0.${'0'.repeat(400)}1`, `${'9'.repeat(400)}.5`]],
    ['[0e400,0.0e-400,-0.0,5e-324]', [0, 0, -0, 5e-324]],
    ['["1e400",{"1e400":"x 1e400"}]', ['1e400', { '1e400': 'x 1e400' }]],
    ['01e400', undefined],
    ['012345678901234567890', undefined],
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

describe('a key of a value', () => {
  const apart: unknown[] = [
    null,
    undefined,
    NaN,
    Infinity,
    -Infinity,
    0,
    -0,
    1,
    1n,
    2n ** 53n + 1n,
    2 ** 53,
    true,
    false,
    '',
    'null',
    'NaN',
    'Infinity',
    '-0',
    '1',
    '1n',
    '\0',
    '\0Infinity',
    '\0\0Infinity',
    '\0undefined',
    '\ud800',
    [],
    [null],
    [undefined],
    [[]],
    [-0],
    {},
    { a: null },
    { a: undefined },
    { a: Infinity },
    { a: [] },
    { a: 1, b: 2 },
    { b: 2, a: 1 },
    { '\0': 1 },
    JSON.parse('{"__proto__":1}'),
  ];

  it('is that of no other value', () => {
    expect(new Set(apart.map(exactKey)).size).toBe(apart.length);
  });

  it('is that of an equal one', () => {
    for (const value of apart) expect(exactKey(structuredClone(value))).toBe(exactKey(value));
  });
});
