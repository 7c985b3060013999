import type { DataQuery } from '../../model/query/query.js';
import type { Era } from '../dataQuery/eras.js';
import type { Native } from './translate/nativeFilter.js';

/** An output that no query has. */
const rows = 'netsensor_rows';

/** Whether a cluster may answer a query with a row of nothing where its clients shall get none (field notes §2.11). */
export function needsNothing(
  query: DataQuery,
  { era, ownEra }: { readonly era: Era; readonly ownEra: Era },
): boolean {
  if (era.rowOfNothing || !ownEra.rowOfNothing || query.granularity !== 'all') return false;
  return query.queryType === 'timeseries' || (query.queryType === 'groupBy' && !query.dimensions?.length);
}

/** The same query, whose one row says how many rows it is made of. */
export const countingRows = (native: Native): Native => ({
  ...native,
  aggregations: [...(native['aggregations'] as Native[]), { type: 'count', name: rows }],
});

/** The answer to it as it would be without the count, and without a row that is made of none. */
export function withoutNothing(answer: string): string {
  const counted = new RegExp(`,?"${rows}":(\\d+)(,?)`);
  if (counted.exec(answer)?.[1] === '0') return '[]';
  return answer.replace(counted, (text, _count, comma: string) => (text.startsWith(',') ? comma : ''));
}
