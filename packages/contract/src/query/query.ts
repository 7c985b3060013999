import * as z from 'zod';
import { dataSourceNames } from './dataSources.js';
import { columnAggregations, dimensionOrders, orderDirections } from './queryChoices.js';
import { filterSchema } from './queryFilter.js';
import { granularity } from './timeBuckets.js';

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
