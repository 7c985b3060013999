import fc from 'fast-check';

const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`;

/** JSON texts that stand where another value should. */
const strangeValues = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e308',
  '1e999',
  '-1e999',
  '9007199254740993',
  '2147483648',
  '9'.repeat(400),
  '""',
  '" "',
  '"0"',
  '"1"',
  '"-1"',
  '"1e5"',
  '"null"',
  '"true"',
  '"NaN"',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udfff x"',
  '"💥"',
  '"\\u202e"',
  '"é́"',
  `"${'x'.repeat(5000)}"`,
  '"\' OR 1=1 --"',
  '"\\"; DROP TABLE sensors; --"',
  '"$1"',
  '"%s%n"',
  '"../../etc/passwd"',
  '"<script>"',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '[{}]',
  '{"":1}',
  '{"a":{"b":[1]}}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"toString":1}',
  '{"length":-1}',
  '{"then":1}',
  nested(50, '[', ']'),
  nested(50, '{"a":', '}'),
  nested(5000, '[', ']'),
  nested(5000, '{"children":[', ']}'),
  '"(a+)+$"',
  '"[[:alpha:]"',
  '"\\\\"',
  '"P1Y"',
  '"2026-11-18T00:00Z/P1D"',
  '"9999-12-31/P9999Y"',
  '"/"',
];

/** Any of them. */
export const strangeValue: fc.Arbitrary<string> = fc.constantFrom(...strangeValues);

/** A number that says where something happens: the same request changes in the same place from run to run. */
const spot = fc.nat(10_000);

/** A change of the JSON text of a body. */
export type Mutation = (text: string) => string;

interface Span {
  readonly start: number;
  readonly end: number;
}

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/g;

/** Where keys, or scalar values, stand in a JSON text. */
function spans(text: string, which: 'keys' | 'values'): Span[] {
  return [...text.matchAll(token)]
    .filter(match => (match[2] === undefined) === (which === 'values'))
    .map(match => ({ start: match.index, end: match.index + (match[1] ?? match[0]).length }));
}

const replaceAt = (
  text: string,
  { spans: found, at, by }: { spans: Span[]; at: number; by: string },
): string => {
  const span = found[at % Math.max(1, found.length)];
  return span ? text.slice(0, span.start) + by + text.slice(span.end) : text;
};

const replaceValue = fc.tuple(spot, fc.constantFrom(...strangeValues)).map(
  ([at, by]): Mutation =>
    text =>
      replaceAt(text, { spans: spans(text, 'values'), at, by }),
);

const renameKey = fc
  .tuple(
    spot,
    fc.constantFrom(
      '__proto__',
      'constructor',
      'prototype',
      '',
      'id',
      'auth_token',
      'toString',
      'x'.repeat(300),
    ),
  )
  .map(
    ([at, by]): Mutation =>
      text =>
        replaceAt(text, { spans: spans(text, 'keys'), at, by: `"${by}"` }),
  );

const replaceAll = fc.constantFrom(...strangeValues).map(
  (by): Mutation =>
    () =>
      by,
);

const addKey = fc
  .tuple(
    fc.constantFrom('__proto__', 'constructor', 'id', 'sensor_id', 'parent_id', 'switch_id', 'query'),
    fc.constantFrom(...strangeValues),
  )
  .map(
    ([name, value]): Mutation =>
      text =>
        text.replace(/^\{\}?/, open => (open === '{}' ? `{"${name}":${value}}` : `{"${name}":${value},`)),
  );

const cut = spot.map(
  (at): Mutation =>
    text =>
      text.slice(0, at % (text.length + 1)),
);

const garbage = fc
  .tuple(
    spot,
    fc.constantFrom('\u0000', ',', '}', '"', '\\', '\ufeff', '//', '\n', 'é', '\ud800', ' '.repeat(1000)),
  )
  .map(([at, junk]): Mutation => text => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + junk + text.slice(place);
  });

const repeat = fc.nat(3).map(
  (times): Mutation =>
    text =>
      text.repeat(times),
);

/** Most change one value; some break the text. */
export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 40, arbitrary: replaceValue },
  { weight: 4, arbitrary: renameKey },
  { weight: 4, arbitrary: addKey },
  { weight: 1, arbitrary: replaceAll },
  { weight: 1, arbitrary: cut },
  { weight: 1, arbitrary: garbage },
  { weight: 1, arbitrary: repeat },
);

/** What is done to a body: nothing, one change, or a few. */
export const mutations: fc.Arbitrary<Mutation[]> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Mutation[]>([]) },
  { weight: 4, arbitrary: mutation.map(one => [one]) },
  { weight: 1, arbitrary: fc.array(mutation, { minLength: 2, maxLength: 4 }) },
);
