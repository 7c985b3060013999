import type { DataQuery, DimensionSpec, PlainAggregation } from 'netsensor-contract/query/query';
import { aggregationName } from '../../dataQuery/sql/aggregateStatement.js';
import type { PostAggregation, Query } from '../../dataQuery/querySchema.js';
import { nativeFilter, type Native } from './nativeFilter.js';
import type { NativeWords } from './nativeWords.js';

type Aggregation = DataQuery['aggregations'][number];

/** A dimension with the name of its output. */
export const nativeDimension = (spec: DimensionSpec): Native =>
  typeof spec === 'string'
    ? { type: 'default', dimension: spec, outputName: spec }
    : { ...spec, outputName: spec.outputName ?? spec.dimension };

/** An aggregation; the name of a filtered one is that of its aggregator in every version (field notes §2.11). */
export function nativeAggregation(aggregation: Aggregation, words: NativeWords): Native {
  if (aggregation.type !== 'filtered') return nativePlain(aggregation, words);
  const aggregator = { ...aggregation.aggregator, name: aggregationName(aggregation) };
  return {
    type: 'filtered',
    filter: nativeFilter(aggregation.filter, words),
    aggregator: nativePlain(aggregator, words),
  };
}

function nativePlain(aggregation: PlainAggregation, { extremes, cardinality }: NativeWords): Native {
  switch (aggregation.type) {
    case 'min':
    case 'max':
      return { ...aggregation, type: extremes[aggregation.type] };
    case 'cardinality': {
      const { type, name, fieldNames, byRow = false } = aggregation;
      return { type, name, [cardinality]: fieldNames, byRow };
    }
    case 'longSum':
    case 'doubleSum':
    case 'doubleMin':
    case 'doubleMax':
    case 'longMin':
    case 'longMax':
    case 'hyperUnique':
    case 'count':
      return aggregation;
  }
}

/** The post-aggregations of a query that was checked, each with a name: without one an engine answers nothing at all. */
export function nativePostAggregations(
  { aggregations, postAggregations }: Query,
  words: NativeWords,
): Native[] {
  const sketches = new Set(aggregations.filter(isSketch).map(aggregationName));
  const computed = new Set(postAggregations.map(({ name }) => name));
  return postAggregations.map(post => nativePost(post, { sketches, computed, words }));
}

const isSketch = (aggregation: Aggregation): boolean => {
  const { type } = aggregation.type === 'filtered' ? aggregation.aggregator : aggregation;
  return type === 'cardinality' || type === 'hyperUnique';
};

interface PostContext {
  /** Names of the distinct counts: of these only the estimate is a number. */
  readonly sketches: ReadonlySet<string>;
  /** Names of the post-aggregations. */
  readonly computed: ReadonlySet<string | undefined>;
  readonly words: NativeWords;
}

function nativePost(post: PostAggregation, context: PostContext): Native {
  switch (post.type) {
    case 'arithmetic': {
      const fields = post.fields.map(field => nativePost(field, context));
      return { type: post.type, name: post.name ?? post.fn, fn: post.fn, fields };
    }
    case 'constant':
      return { ...post, name: post.name ?? 'constant' };
    case 'fieldAccess':
    case 'finalizingFieldAccess':
    case 'hyperUniqueCardinality': {
      const { sketches, computed, words } = context;
      const name = post.name ?? post.fieldName;
      // Registers that a post-aggregation does not have count as no value; where it has a number, Druid would fail.
      const isOfOther = computed.has(post.fieldName) && name !== post.fieldName;
      if (post.type === 'hyperUniqueCardinality' && isOfOther && words.hasExpressions)
        return { type: 'expression', name, expression: `nvl(${JSON.stringify(post.fieldName)}, 0)` };
      const type = sketches.has(post.fieldName) ? 'hyperUniqueCardinality' : words.access;
      return { type, name, fieldName: post.fieldName };
    }
  }
}
