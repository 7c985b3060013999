import fc from 'fast-check';
import { dimensionNames, dimensionText, filter } from './randomFilters.js';
import { aggregation, having, nameOutputs, outputNumber, post } from './randomOutputs.js';
import { partial } from './randomRecords.js';
import { granularity, interval } from './randomTimes.js';
import type { ReferenceDimension, ReferenceQuery } from './referenceEngine.js';

/** A random query, as the reference evaluation takes it and as it is sent. */
export const randomQuery = fc
  .record({
    queryType: fc.constantFrom('groupBy' as const, 'topN' as const, 'timeseries' as const),
    granularity,
    intervals: fc.array(interval, { minLength: 1, maxLength: 3 }),
    namespaces: fc.constantFrom<string[]>([], [], [], ['n1'], ['n1', 'n2'], ['n3']),
    filter: fc.option(filter),
    aggregations: fc.array(aggregation, { minLength: 1, maxLength: 4 }),
    postAggregations: fc.array(post, { maxLength: 3 }),
    dimensions: fc.uniqueArray(fc.constantFrom(...dimensionNames), { maxLength: 3 }),
    named: fc.integer({ min: 0, max: 7 }),
    having: fc.option(having, { nil: undefined }),
    order: fc.option(
      fc.record({
        limit: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
        columns: fc.array(
          partial(
            {
              output: outputNumber,
              direction: fc.constantFrom('ASCENDING', 'DESCENDING', 'desc', 'a'),
              dimensionOrder: fc.constantFrom('lexicographic', 'alphanumeric'),
            },
            ['output'],
          ),
          { maxLength: 3 },
        ),
      }),
      { nil: undefined },
    ),
    orderName: fc.constantFrom('orderBy', 'limitSpec'),
    sort: fc.constantFrom('name', 'numeric', 'inverted', 'lexicographic', 'alphaNumeric', 'inverted text'),
    sortBy: outputNumber,
    previousStop: fc.option(dimensionText, { nil: undefined }),
    threshold: fc.integer({ min: 1, max: 8 }),
    descending: fc.boolean(),
    skipEmptyBuckets: fc.boolean(),
  })
  .map(chosen => {
    const dimensions = chosen.dimensions
      .slice(0, chosen.queryType === 'topN' ? 1 : undefined)
      .map((dimension, index): ReferenceDimension =>
        // Bits of a number choose which dimensions get names of their own.
        chosen.named & (1 << index) ? { type: 'default', dimension, outputName: `d${index}` } : dimension,
      );
    if (chosen.queryType === 'topN' && dimensions.length === 0) dimensions.push('host');
    const query: ReferenceQuery = {
      ...chosen,
      stretches: chosen.intervals.map(({ stretch }) => stretch),
      ...nameOutputs({ ...chosen, dimensions }),
      dimensions,
    };
    return { query, body: bodyOf(query, chosen) };
  });

/** The query as it is sent: each type takes its own fields. */
function bodyOf(
  query: ReferenceQuery,
  { intervals, orderName }: { intervals: readonly { text: string }[]; orderName: string },
): object {
  const { queryType, granularity: size, filter: rows, aggregations, postAggregations, namespaces } = query;
  const common = {
    queryType,
    granularity: size,
    intervals: intervals.map(({ text }) => text),
    filter: rows,
    aggregations,
    postAggregations,
    namespace_uuids: namespaces,
  };
  const { dimensions, having: condition, order, metric, threshold, descending, skipEmptyBuckets } = query;
  switch (queryType) {
    case 'groupBy': {
      const orderBy = order && { [orderName]: { type: 'default', ...order } };
      return { ...common, dimensions, having: condition, ...orderBy };
    }
    case 'topN':
      return { ...common, dimension: dimensions[0], metric, threshold };
    case 'timeseries':
      return { ...common, dimensions, descending, context: { skipEmptyBuckets } };
  }
}
