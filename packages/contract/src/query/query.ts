import * as z from 'zod';
import { columnAggregations, dimensionOrders, orderDirections, searchTypes } from './queryChoices.js';
import { dataSourceNames } from './dataSources.js';
import { granularity } from './timeBuckets.js';

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

const interval = z
  .string()
  .regex(/^[^/]+\/[^/]+$/, 'Two times with a slash between them')
  .meta({
    description:
      'Start and end, ISO 8601, end not included; UTC unless an offset is given. One side may be a duration.',
    examples: ['2026-11-20T00:00:00Z/PT1H'],
    errorMessage: 'Two ISO 8601 times, or a time and a duration, with a slash between them.',
  });

const outputName = z.string().min(1).describe('Name of the output.');

const dimensionName = z.string().min(1);

/** An aggregation of all rows; the contract's triples are offered per data source (contract 002; others field notes §2.1). */
const plainAggregation = z.union([
  z.strictObject({
    type: z.enum(columnAggregations).describe('How the column is aggregated.'),
    name: outputName,
    fieldName: z.string().min(1).describe('Column to aggregate.'),
  }),
  z.strictObject({ type: z.literal('count').describe('Number of stored rows.'), name: outputName }),
  z.strictObject({
    type: z.literal('cardinality').describe('Number of distinct values, estimated.'),
    name: outputName,
    fieldNames: z.array(z.string()).min(1).describe('Dimensions whose values are counted.'),
    byRow: z.boolean().optional().describe('Whether combinations are counted instead of values.'),
  }),
]);

const rowFilter = filterSchema('queryFilter', dimensionName);

/** An aggregation, of all rows or of those that a filter of its own selects. */
export const aggregation = z.union([
  ...plainAggregation.options,
  z.strictObject({
    type: z.literal('filtered').describe('An aggregation of some of the rows.'),
    name: outputName.optional().describe('Name of the output; that of the aggregator when left out.'),
    filter: rowFilter.describe('Rows that are aggregated.'),
    aggregator: plainAggregation.describe('The aggregation of these rows.'),
  }),
]);

/** A dimension to group by, by its name or with a name for the output (field notes §2.3). */
const dimensionSpec = z.union([
  dimensionName,
  z.strictObject({
    type: z.literal('default').describe('Always default.'),
    dimension: dimensionName.describe('The dimension to group by.'),
    outputName: outputName.optional().describe('Name of the output; that of the dimension when left out.'),
  }),
]);

/** Order and limit of a groupBy (contract 002, orderBy shape). */
export const orderBy = z.strictObject({
  type: z.literal('default').describe('Always default.'),
  limit: z.int().min(1).optional().describe('Most rows of the whole result.'),
  columns: z
    .array(
      z.union([
        z.string(),
        z.strictObject({
          dimension: z.string().describe('A dimension or the name of an aggregation.'),
          direction: z.enum(orderDirections).optional().describe('Ascending when left out.'),
          dimensionOrder: z.enum(dimensionOrders).optional().describe('How text compares.'),
        }),
      ]),
    )
    .optional()
    .describe('Columns to order by, the first one first.'),
});

/** Builds the fields shared by the three query types over one filter schema. */
const common = {
  dataSource: z.enum(dataSourceNames).describe('Data source to query.'),
  namespace_uuids: z
    .array(z.string())
    .optional()
    .describe('Uuids of the namespaces to search; the default data source when left out.'),
  granularity,
  intervals: z.array(interval).min(1).describe('Time ranges.'),
  aggregations: z.array(aggregation).min(1).describe('What to compute; each output is named by its name.'),
  filter: rowFilter.nullish().describe('Row filter.'),
  postAggregations: z.array(z.looseObject({})).optional().describe('Values computed from aggregations.'),
  context: z.looseObject({}).optional().describe('Options such as skipEmptyBuckets.'),
};

const groupedDimensions = z
  .array(dimensionSpec)
  .describe('Dimensions to group by; none gives one value per bucket.');

/** The web interface sends an order with every query (field notes §2.1); only groupBy takes it, so completion leaves it out. */
const ignoredOrder = orderBy.optional().meta({ doNotSuggest: true });

/** Body of `POST /api/data` (contract 002, Query object). */
export const dataQuery = z.discriminatedUnion('queryType', [
  z.strictObject({
    queryType: z.literal('groupBy').describe('Most flexible; may perform worse.'),
    ...common,
    dimensions: groupedDimensions.optional(),
    orderBy: orderBy.optional().describe('Order and limit.'),
    limitSpec: orderBy.optional().describe('Another name that managers know for orderBy.'),
    having: z.looseObject({}).optional().describe('Condition on the grouped rows.'),
  }),
  z.strictObject({
    queryType: z
      .literal('topN')
      .describe('Groups and sorts by a single dimension; much faster than groupBy.'),
    ...common,
    dimension: dimensionSpec.describe('The dimension to group by.'),
    metric: z
      .union([z.string(), z.looseObject({ type: z.string().describe('How to sort.') })])
      .describe('Name of the aggregation to sort by.'),
    threshold: z.int().min(1).describe('Most values returned per bucket.'),
    limitSpec: ignoredOrder.describe('Ignored by topN.'),
  }),
  z.strictObject({
    queryType: z.literal('timeseries').describe('One row per bucket.'),
    ...common,
    dimensions: groupedDimensions.optional(),
    descending: z.boolean().optional().describe('Whether the newest bucket comes first.'),
    orderBy: ignoredOrder.describe('Ignored by timeseries.'),
    limitSpec: ignoredOrder.describe('Ignored by timeseries.'),
  }),
]);

export type DataQuery = z.output<typeof dataQuery>;
export type PlainAggregation = z.output<typeof plainAggregation>;
export type DimensionSpec = z.output<typeof dimensionSpec>;
