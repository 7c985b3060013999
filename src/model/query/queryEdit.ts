import { fieldsWhere } from 'netsensor-contract/text/collections';
import {
  applyEdits,
  findNodeAtLocation,
  getNodeValue,
  modify,
  parseTree,
  type JSONPath,
  type Node,
} from 'jsonc-parser';
import { dimensions, type DataSource } from 'netsensor-contract/query/dataSources';
import { dimensionOf, requestedDimensions } from './queryResult.js';
import { writtenReference } from './queryVariables.js';
import { printCompactJson } from 'netsensor-contract/text/exactJson';
import { isRecord } from 'netsensor-contract/text/looseValues';
import { lineOf, widest, withElement, withFields, withoutField } from '../text/jsonEdit.js';

/** A value of a dimension, as a filter names it; null is a row without one. */
export interface FilteredValue {
  readonly dimension: string;
  readonly value: string | null;
}

/** The filter that keeps the rows of a value (contract 002, Filters). */
export const valueFilter = ({ dimension, value }: FilteredValue) => ({ type: 'selector', dimension, value });

/**
 * The filter that drops the rows of a value and no other. Where nulls are those of SQL, a `not` alone drops the rows without
 * a value, too (field notes §2.11).
 */
export function excluding(filter: ReturnType<typeof valueFilter>) {
  const not = { type: 'not', field: filter };
  return filter.value === null ? not : { type: 'or', fields: [not, { ...filter, value: null }] };
}

/** A query text with other intervals; comments and layout stay. Undefined when the text is no query. */
export const withIntervals = (text: string, intervals: unknown): string | undefined =>
  withFields(text, { intervals });

/**
 * A query text with another limit of its rows, or none where that is possible (contract 002, Query object). Undefined where
 * no number is its limit: it may be a variable, or gone.
 */
export function withLimit(text: string, limit: number | undefined): string | undefined {
  const field = ['limitSpec', 'orderBy'].find(name => nodeOf(text, [name])?.type === 'object');
  const isTop = nodeOf(text, ['queryType'])?.value === 'topN';
  const path = isTop ? ['threshold'] : [field ?? 'orderBy', 'limit'];
  if (nodeOf(text, path)?.type !== 'number') return undefined;
  return applyEdits(text, modify(text, path, limit, {}));
}

/** A query text that names no intervals; the rest stays as it is written. */
export const withoutIntervals = (text: string): string => withoutField(text, 'intervals');

/**
 * A query text whose rows also pass a filter; comments, layout and the digits of what is filtered already stay. Another value
 * of a dimension that has to be one value already is let pass beside that: no row has both. Undefined when the text is no
 * query.
 */
export function withFilter(text: string, filter: object): string | undefined {
  const existing = nodeOf(text, ['filter']);
  if (existing?.type !== 'object') return withFields(text, { filter });
  const list = nodeOf(text, ['filter', 'fields']);
  const isAnd = nodeOf(text, ['filter', 'type'])?.value === 'and' && list?.type === 'array';
  const { children: parts = [] } = isAnd ? list : { children: [existing] };
  if (parts.some(part => isSame(getNodeValue(part), filter))) return text;
  const either = parts.flatMap(part => eitherValue(text, part, filter) ?? [])[0];
  if (either !== undefined) return either;
  return isAnd ? withElement(text, list, filter) : withBoth(text, existing, filter);
}

/** A text in which the values of a filter have one more; undefined where the two do not name values of one dimension. */
function eitherValue(text: string, part: Node, filter: object): string | undefined {
  const { type, dimension, value } = { ...filter } as Readonly<Record<string, unknown>>;
  const at = (field: string) => findNodeAtLocation(part, [field]);
  const existing = at('value');
  const values = at('values');
  if (type !== 'selector' || at('dimension')?.value !== dimension) return undefined;
  if (at('type')?.value === 'in' && values?.type === 'array') {
    const known = getNodeValue(values) as unknown[];
    return known.includes(value) ? text : withElement(text, values, value);
  }
  if (at('type')?.value !== 'selector' || !existing) return undefined;
  const { offset, length } = existing;
  const list = [text.slice(offset, offset + length), printCompactJson(value)].join(', ');
  const joined = `{ "type": "in", "dimension": ${printCompactJson(dimension)}, "values": [${list}] }`;
  return text.slice(0, part.offset) + joined + text.slice(part.offset + part.length);
}

/** The filter that was there keeps its text, deeper where it stands in lines of its own. */
function withBoth(text: string, { offset, length }: Node, filter: object): string {
  const written = text.slice(offset, offset + length);
  const added = printCompactJson(filter);
  const { indent, before } = lineOf(text, offset);
  const line = `{ "type": "and", "fields": [${written}, ${added}] }`;
  const isShort = !line.includes('\n') && before + line.length <= widest;
  const parts = `${written.replaceAll('\n', '\n    ')},\n${indent}    ${added.replaceAll('\n', `\n${indent}    `)}`;
  const start = `{\n${indent}  "type": "and",\n${indent}  "fields": [\n${indent}    `;
  const content = isShort ? line : `${start}${parts}\n${indent}  ]\n${indent}}`;
  return text.slice(0, offset) + content + text.slice(offset + length);
}

function nodeOf(text: string, path: JSONPath): Node | undefined {
  const tree = parseTree(text);
  return tree && findNodeAtLocation(tree, path);
}

const isSame = (one: unknown, other: unknown) => printCompactJson(one) === printCompactJson(other);

/** How many rows a breakdown has. */
export const breakdownRows = 10;

/**
 * The largest values of a dimension among the rows that pass a filter, over the whole time of a query: a topN of one of its
 * computed values. Undefined when it computes nothing.
 */
export function breakdown(
  query: unknown,
  { filter, dimension, metric }: { filter: object; dimension: string; metric: string },
): Record<string, unknown> | undefined {
  if (!isRecord(query) || !Array.isArray(query['aggregations'])) return undefined;
  const { dataSource, namespace_uuids, intervals, aggregations, postAggregations, context } = query;
  const shared = { aggregations, postAggregations, filter: bothFilters(query['filter'], filter), context };
  const top = { dimension, metric, threshold: breakdownRows, ...shared };
  const whole = { queryType: 'topN', dataSource, namespace_uuids, intervals, granularity: 'all', ...top };
  return fieldsWhere(whole, (_, value) => value !== undefined);
}

/** Two queries in the place of a topN over time. */
export interface OverallTop {
  /** The largest values over the whole time. */
  readonly top: Readonly<Record<string, unknown>>;
  /** What these values did over time. */
  readonly overTime: Readonly<Record<string, unknown>>;
}

/**
 * The largest values of a dimension over the whole time, and a groupBy of them over time.
 * @param query a topN over time
 * @param name by which the second query knows the first one's cell
 * @returns undefined for other queries, and where the column has a name that cannot be referred to
 */
export function overallTop(query: Readonly<Record<string, unknown>>, name: string): OverallTop | undefined {
  const [column] = requestedDimensions(query);
  const dimension = column === undefined ? undefined : dimensionOf(query, column);
  const reference = column === undefined ? undefined : writtenReference(name, column);
  if (query['queryType'] !== 'topN' || dimension === undefined || reference === undefined) return undefined;
  const { dimension: spec, metric: _metric, threshold: _threshold, filter, ...shared } = query;
  const chosen = { type: 'in', dimension, values: [reference] };
  const written = {
    ...shared,
    queryType: 'groupBy',
    dimensions: [spec],
    filter: bothFilters(filter, chosen),
  };
  return {
    top: { ...query, granularity: 'all' },
    overTime: fieldsWhere(written, (_, value) => value !== undefined),
  };
}

function bothFilters(existing: unknown, filter: object): object {
  if (!isRecord(existing)) return filter;
  const fields: unknown = existing['type'] === 'and' ? existing['fields'] : [existing];
  const parts: unknown[] = Array.isArray(fields) ? fields : [existing];
  return parts.some(part => isSame(part, filter)) ? existing : { type: 'and', fields: [...parts, filter] };
}

/** The dimensions of a query's data source that it does not show yet. */
export function otherDimensions(query: unknown): string[] {
  const source = typeof query === 'object' && query !== null && 'dataSource' in query ? query.dataSource : '';
  const known = typeof source === 'string' && Object.hasOwn(dimensions, source) ? source : 'rb_flow';
  const shown = requestedDimensions(query);
  return dimensions[known as DataSource].filter(name => !shown.includes(name));
}
