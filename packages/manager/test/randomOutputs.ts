import fc from 'fast-check';
import { dimensionNames, dimensionText, filter } from './randomFilters.js';
import { partial } from './randomRecords.js';
import type { ReferenceDimension, ReferenceHaving, ReferenceMetric } from './referenceEngine.js';
import type { PlainAggregation, ReferenceAggregation, ReferencePost } from './referenceOutputs.js';

const fieldName = fc.constantFrom('sum_bytes', 'events', 'sum_rssi', 'client_rssi', 'host', 'nothing');
const name = fc.constant('');
/** Fields with few values together, so that the estimate of their number is known. */
const counted = fc.constantFrom<string[]>(
  ['client_mac'],
  ['host'],
  ['campus', 'l4_proto'],
  ['host', 'direction'],
  ['no'],
);

const plainAggregation: fc.Arbitrary<PlainAggregation> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constantFrom(
        ...(['longSum', 'doubleSum', 'min', 'max', 'doubleMin', 'doubleMax', 'longMin', 'longMax'] as const),
      ),
      name,
      fieldName,
    }),
  },
  fc.record({
    type: fc.constant('hyperUnique' as const),
    name,
    fieldName: fc.constantFrom('clients', 'clients', 'sum_bytes'),
  }),
  fc.record({ type: fc.constant('count' as const), name }),
  partial({ type: fc.constant('cardinality' as const), name, fieldNames: counted, byRow: fc.boolean() }, [
    'type',
    'name',
    'fieldNames',
  ]),
);

export const aggregation: fc.Arbitrary<ReferenceAggregation> = fc.oneof(
  { weight: 3, arbitrary: plainAggregation },
  fc.record({ type: fc.constant('filtered' as const), filter, aggregator: plainAggregation }),
);

/** Outputs are chosen by number, because their names depend on how many there are. */
export const outputNumber = fc.integer({ min: 0, max: 9 });

const constant = fc.record({
  type: fc.constant('constant' as const),
  name,
  value: fc.constantFrom(0, 1, -2, 8, 2.5, 1e300),
});
const access = fc.record({
  type: fc.constantFrom('fieldAccess' as const, 'hyperUniqueCardinality' as const),
  name,
  fieldName: outputNumber.map(String),
});
export const post: fc.Arbitrary<ReferencePost> = fc.letrec<{ post: ReferencePost }>(tie => ({
  post: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    { weight: 2, arbitrary: access },
    constant,
    fc.record({
      type: fc.constant('arithmetic' as const),
      name,
      fn: fc.constantFrom('+', '-', '*', '/', 'quotient'),
      fields: fc.array(tie('post'), { minLength: 2, maxLength: 3 }),
    }),
  ),
})).post;

export const having: fc.Arbitrary<ReferenceHaving> = fc.letrec<{ having: ReferenceHaving }>(tie => ({
  having: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constantFrom('equalTo' as const, 'greaterThan' as const, 'lessThan' as const),
        aggregation: outputNumber.map(String),
        value: fc.constantFrom(-1, 0, 0.5, 1, 2, 100, 1e9),
      }),
    },
    fc.record({
      type: fc.constant('dimSelector' as const),
      dimension: fc.constantFrom('d0', 'd1', ...dimensionNames),
      value: fc.option(dimensionText),
    }),
    fc.record({ type: fc.constant('always' as const) }),
    fc.record({ type: fc.constant('not' as const), havingSpec: tie('having') }),
    fc.record({
      type: fc.constantFrom('and' as const, 'or' as const),
      havingSpecs: fc.array(tie('having'), { minLength: 1, maxLength: 3 }),
    }),
  ),
})).having;

interface Drawn {
  readonly aggregations: readonly ReferenceAggregation[];
  readonly postAggregations: readonly ReferencePost[];
  readonly dimensions: readonly ReferenceDimension[];
  readonly having: ReferenceHaving | undefined;
  readonly order: { limit: number | undefined; columns: readonly { output: number }[] } | undefined;
  readonly sort: string;
  readonly sortBy: number;
  readonly previousStop: string | undefined;
}

/** Names the outputs `a0`, `p0`, and so on, and puts these names where outputs were chosen by number. */
export function nameOutputs(drawn: Drawn) {
  const { aggregations, postAggregations, dimensions, order } = drawn;
  const metrics: string[] = aggregations.map((_each, index) => `a${index}`);
  const named = aggregations.map((each, index): ReferenceAggregation => {
    if (each.type !== 'filtered') return { ...each, name: `a${index}` };
    // The name stands inside, or outside where it hides the one inside.
    return index % 2 === 0
      ? { ...each, aggregator: { ...each.aggregator, name: `a${index}` } }
      : { ...each, name: `a${index}`, aggregator: { ...each.aggregator, name: 'hidden' } };
  });
  const posts = postAggregations.map((each, index) => {
    const post = { ...namePost(each, metrics), name: `p${index}` };
    metrics.push(post.name);
    return post;
  });
  const texts = dimensions.map(each =>
    typeof each === 'string' ? each : (each.outputName ?? each.dimension),
  );
  const pick = (names: readonly string[], number: number | string) =>
    names[Number(number) % names.length] ?? '';
  return {
    aggregations: named,
    postAggregations: posts,
    having: drawn.having && nameHaving(drawn.having, [...metrics, 'no such output']),
    order: order && {
      ...(order.limit === undefined ? {} : { limit: order.limit }),
      columns: order.columns.map(({ output, ...column }) => {
        const dimension = pick([...texts, ...metrics], output);
        return Object.keys(column).length === 0 ? dimension : { dimension, ...column };
      }),
    },
    metric: metricOf(drawn, pick(metrics, drawn.sortBy)),
  };
}

function metricOf({ sort, previousStop }: Drawn, name: string): ReferenceMetric {
  const stop = previousStop === undefined ? {} : { previousStop };
  switch (sort) {
    case 'numeric':
      return { type: 'numeric', metric: name };
    case 'inverted':
      return { type: 'inverted', metric: name };
    case 'inverted text':
      return { type: 'inverted', metric: { type: 'alphaNumeric', ...stop } };
    case 'lexicographic':
    case 'alphaNumeric':
      return { type: sort, ...stop };
    default:
      return name;
  }
}

function namePost(post: ReferencePost, names: readonly string[]): ReferencePost {
  if (post.type === 'arithmetic')
    return { ...post, fields: post.fields.map(field => namePost(field, names)) };
  return 'fieldName' in post
    ? { ...post, fieldName: names[Number(post.fieldName) % names.length] ?? '' }
    : post;
}

function nameHaving(having: ReferenceHaving, names: readonly string[]): ReferenceHaving {
  if ('havingSpecs' in having) {
    return { ...having, havingSpecs: having.havingSpecs.map(each => nameHaving(each, names)) };
  }
  if ('havingSpec' in having) return { ...having, havingSpec: nameHaving(having.havingSpec, names) };
  return 'aggregation' in having
    ? { ...having, aggregation: names[Number(having.aggregation) % names.length] ?? '' }
    : having;
}
