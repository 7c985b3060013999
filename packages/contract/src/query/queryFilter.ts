import * as z from 'zod';
import { searchTypes } from './queryChoices.js';

/** A row filter (contract 002, Filters; the last four from field notes §2.9). */
export type QueryFilter =
  | { type: 'selector'; dimension: string; value: string | number | null }
  | { type: 'regex'; dimension: string; pattern: string }
  | { type: 'and' | 'or'; fields: QueryFilter[] }
  | { type: 'not'; field: QueryFilter }
  | { type: 'in'; dimension: string; values: (string | number | null)[] }
  | {
      type: 'bound';
      dimension: string;
      lower?: string | undefined;
      upper?: string | undefined;
      lowerStrict?: boolean | undefined;
      upperStrict?: boolean | undefined;
      alphaNumeric?: boolean | undefined;
    }
  | { type: 'like'; dimension: string; pattern: string; escape?: string | undefined }
  | {
      type: 'search';
      dimension: string;
      query: {
        type: string;
        value?: string | undefined;
        values?: string[] | undefined;
        caseSensitive?: boolean | undefined;
      };
    };

const value = z.union([z.string(), z.number(), z.null()]);

/**
 * The filter schema over a choice of dimension names.
 * @param id name of the recursive definition in a generated JSON Schema
 */
export function filterSchema(id: string, dimensionName: z.ZodType<string>): z.ZodType<QueryFilter> {
  const dimension = dimensionName.describe('Dimension to look at.');
  const literal = <T extends string>(type: T, meaning: string) => z.literal(type).describe(meaning);
  const filter: z.ZodType<QueryFilter> = z
    .discriminatedUnion('type', [
      z.strictObject({
        type: literal('selector', 'The dimension equals the value.'),
        dimension,
        value: value.describe('Value to match; null matches rows without a value.'),
      }),
      z.strictObject({
        type: literal('regex', 'The dimension matches the pattern somewhere.'),
        dimension,
        pattern: z.string().describe('Java regular expression; start with (?i) to ignore case.'),
      }),
      z.strictObject({
        type: literal('and', 'All filters match.'),
        get fields() {
          return z.array(filter).describe('Filters that must all match.');
        },
      }),
      z.strictObject({
        type: literal('or', 'Any filter matches.'),
        get fields() {
          return z.array(filter).describe('Filters of which one must match.');
        },
      }),
      z.strictObject({
        type: literal('not', 'The filter does not match.'),
        get field() {
          return filter;
        },
      }),
      z.strictObject({
        type: literal('in', 'The dimension equals one of the values.'),
        dimension,
        values: z.array(value).describe('Values to match.'),
      }),
      z.strictObject({
        type: literal('bound', 'The dimension lies between two values.'),
        dimension,
        lower: z.string().optional().describe('Lower bound.'),
        upper: z.string().optional().describe('Upper bound.'),
        lowerStrict: z.boolean().optional().describe('Whether the lower bound itself is left out.'),
        upperStrict: z.boolean().optional().describe('Whether the upper bound itself is left out.'),
        alphaNumeric: z.boolean().optional().describe('Whether digits compare as numbers.'),
      }),
      z.strictObject({
        type: literal('like', 'The dimension matches an SQL LIKE pattern.'),
        dimension,
        pattern: z.string().describe('Pattern with % for any text and _ for one character.'),
        escape: z.string().max(1).optional().describe('Character that makes % and _ plain.'),
      }),
      z.strictObject({
        type: literal('search', 'The dimension contains text.'),
        dimension,
        query: z
          .strictObject({
            type: z.enum(searchTypes).describe('How to compare.'),
            value: z.string().optional().describe('Text to find.'),
            values: z.array(z.string()).optional().describe('Texts that must all be found.'),
            caseSensitive: z.boolean().optional().describe('Whether upper and lower case differ.'),
          })
          .describe('What to search for.'),
      }),
    ])
    .meta({ id, description: 'Row filter.' });
  return filter;
}
