import type { JSONPath } from 'jsonc-parser';
import { queryFields } from './queryTree.js';

/** What managers say, and the field that they mean (messages of the engine, field notes §2.3). */
const sentences: readonly (readonly [RegExp, JSONPath])[] = [
  [/granularity/i, ['granularity']],
  [/threshold/i, ['threshold']],
  [/for metric\[|specify a metric/i, ['metric']],
  [/dimensionSpec/i, ['dimension']],
  [/order clause|unknown direction|limit\[/i, ['orderBy']],
  [/postAggregator/i, ['postAggregations']],
  [/aggregat|already defined/i, ['aggregations']],
  [/interval/i, ['intervals']],
  [
    /operator requires|dimension must not be null|pattern must not be null|values can not be null|regex/i,
    ['filter'],
  ],
  [/data ?source/i, ['dataSource']],
];

/** The field of a query that the words of a manager are about: its path; undefined when they name none. */
export function queryErrorPlace(words: string): JSONPath | undefined {
  const named = new RegExp(`(?:^|[\\s;:'"\`])((?:${queryFields.join('|')})(?:\\.[\\w]+)*):`).exec(words)?.[1];
  if (named) return named.split('.').map(step => (/^\d+$/.test(step) ? Number(step) : step));
  return sentences.find(([pattern]) => pattern.test(words))?.[1];
}
