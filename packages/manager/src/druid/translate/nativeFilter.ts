import type { QueryFilter } from 'netsensor-contract/query/query';
import { waysToRead, type ReadableTree } from '../../dataQuery/readableRows.js';
import type { SourceColumns } from '../../dataQuery/sql/sourceColumns.js';
import type { NativeWords } from './nativeWords.js';

/** A part of a query as Druid takes it. */
export type Native = Readonly<Record<string, unknown>>;

/** A filter as a version of Druid takes it (contract 002, Filters; the others field notes §2.9). */
export function nativeFilter(filter: QueryFilter, words: NativeWords): Native {
  switch (filter.type) {
    case 'and':
    case 'or':
      return { type: filter.type, fields: filter.fields.map(field => nativeFilter(field, words)) };
    case 'not':
      return { type: 'not', field: nativeFilter(filter.field, words) };
    case 'in':
      return isOneOf(filter.dimension, filter.values, words);
    case 'bound':
      return nativeBound(filter, words);
    case 'selector':
    case 'regex':
    case 'like':
    case 'search':
      return filter;
  }
}

function nativeBound(
  { alphaNumeric = false, ...bound }: Extract<QueryFilter, { type: 'bound' }>,
  { hasBoundOrdering }: NativeWords,
): Native {
  if (!hasBoundOrdering) return { ...bound, alphaNumeric };
  return { ...bound, ordering: alphaNumeric ? 'alphanumeric' : 'lexicographic' };
}

function isOneOf(
  dimension: string,
  values: readonly (string | number | null)[],
  { hasIn }: NativeWords,
): Native {
  if (hasIn) return { type: 'in', dimension, values };
  if (values.length === 0) return nothing(dimension);
  return { type: 'or', fields: values.map(value => ({ type: 'selector', dimension, value })) };
}

/** Keeps no row: none has two values of a dimension of single values, and every version understands it. */
const nothing = (dimension: string): Native => ({
  type: 'and',
  fields: ['none', 'never'].map(value => ({ type: 'selector', dimension, value })),
});

/** The rows that a caller may read, as a filter: those of the caller's domains and sensors (contract 002, Authentication). */
export function readableFilter(tree: ReadableTree, columns: SourceColumns, words: NativeWords): Native {
  const fields = waysToRead(tree, columns).map(({ dimension, values }) => isOneOf(dimension, values, words));
  return fields.length > 0 ? { type: 'or', fields } : nothing('sensor_name');
}

/** Rows of the namespaces that a query names (contract 002, Query object). */
export const namespaceFilter = (uuids: readonly string[], words: NativeWords): Native =>
  isOneOf('namespace_uuid', uuids, words);
