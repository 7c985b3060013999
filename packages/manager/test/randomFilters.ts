import fc from 'fast-check';
import { partial } from './randomRecords.js';
import { dimensionValues } from './randomRows.js';
import { sameInJavaScript, type ReferenceFilter } from './referenceFilter.js';

export const dimensionNames = [...Object.keys(dimensionValues), 'no_such_dimension'];
const dimension = fc.constantFrom(...dimensionNames);
export const dimensionText = fc.constantFrom(
  '',
  ...Object.values(dimensionValues)
    .flat()
    .filter(each => each !== null),
);
const value = fc.oneof({ weight: 8, arbitrary: dimensionText }, fc.constantFrom(6, 12, null));
const flag = fc.boolean();

const fastPatterns = ['e', '^up', 'am$', '[0-9]', '^$', '', '.', 'S|L', 'a\\d+', '(?:..){2}', '\\.', '^.$'];
const slowPatterns = ['^(?=.*b).*n$', '(?<=a)1', '^(?!a)', '(.)\\1', ...Object.keys(sameInJavaScript)];

const leaf: fc.Arbitrary<ReferenceFilter> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('selector' as const), dimension, value }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('regex' as const),
      dimension,
      pattern: fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...fastPatterns) },
        fc.constantFrom(...slowPatterns),
      ),
    }),
  },
  fc.record({ type: fc.constant('in' as const), dimension, values: fc.array(value, { maxLength: 4 }) }),
  partial(
    {
      type: fc.constant('bound' as const),
      dimension,
      lower: dimensionText,
      upper: dimensionText,
      lowerStrict: flag,
      upperStrict: flag,
      alphaNumeric: flag,
    },
    ['type', 'dimension'],
  ).map(bound =>
    // One without either side is refused.
    bound.lower === undefined && bound.upper === undefined ? { ...bound, lower: 'a' } : bound,
  ),
  fc.record({
    type: fc.constant('like' as const),
    dimension,
    pattern: fc.constantFrom('', '%', '_', 'a_', '%s%', '%.%.%', '50%', '__%_', 'Li%n', "%'%", '%\\%'),
  }),
  fc.record({
    type: fc.constant('like' as const),
    dimension,
    pattern: fc.constantFrom('50!%!_%', '!a%', '%!!', '_!_'),
    escape: fc.constant('!'),
  }),
  fc.record({
    type: fc.constant('search' as const),
    dimension,
    query: partial(
      {
        type: fc.constantFrom('insensitive_contains', 'contains', 'fragment'),
        value: fc.constantFrom('', 'LIS', 'é', 's', '%', '本'),
        values: fc.array(fc.constantFrom('l', 'IS', 'n', '.'), { maxLength: 3 }),
        caseSensitive: flag,
      },
      ['type'],
    ),
  }),
);

export const filter: fc.Arbitrary<ReferenceFilter> = fc.letrec<{ filter: ReferenceFilter }>(tie => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 3, arbitrary: leaf },
    fc.record({ type: fc.constant('not' as const), field: tie('filter') }),
    fc.record({
      type: fc.constantFrom('and' as const, 'or' as const),
      fields: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }),
    }),
  ),
})).filter;
