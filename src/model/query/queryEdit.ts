import {
  applyEdits,
  findNodeAtLocation,
  format,
  getNodeValue,
  modify,
  parseTree,
  type JSONPath,
  type Node,
} from 'jsonc-parser';
import { dimensions, type DataSource } from './dataSources.js';
import { requestedDimensions } from '../results/queryResult.js';

const layout = { formattingOptions: { insertSpaces: true, tabSize: 2 } };

/** A value of a dimension, as a filter names it; null is a row without one. */
export interface FilteredValue {
  readonly dimension: string;
  readonly value: string | null;
}

/** The filter that keeps the rows of a value (contract 002, Filters). */
export const valueFilter = ({ dimension, value }: FilteredValue) => ({ type: 'selector', dimension, value });

/** The filter that drops what another one keeps (contract 002, Filters). */
export const excluding = (filter: object) => ({ type: 'not', field: filter });

/** A query text with another interval; comments and layout stay. Undefined when the text is no query. */
export function withInterval(text: string, { start, end }: { start: Date; end: Date }): string | undefined {
  return edited(text, { intervals: [`${start.toISOString()}/${end.toISOString()}`] });
}

/**
 * A query text whose rows also pass a filter; comments, layout and the digits of what is filtered already stay. Undefined when
 * the text is no query.
 */
export function withFilter(text: string, filter: object): string | undefined {
  const existing = nodeOf(text, ['filter']);
  if (existing?.type !== 'object') return edited(text, { filter });
  const list = nodeOf(text, ['filter', 'fields']);
  const isAnd = nodeOf(text, ['filter', 'type'])?.value === 'and' && list?.type === 'array';
  const { children: parts = [] } = isAnd ? list : { children: [existing] };
  if (parts.some(part => isSame(getNodeValue(part), filter))) return text;
  if (!isAnd) return withBoth(text, existing, filter);
  const place = ['filter', 'fields', parts.length];
  return applyEdits(text, modify(text, place, filter, { ...layout, isArrayInsertion: true }));
}

function withBoth(text: string, { offset, length }: Node, filter: object): string {
  const written = text.slice(offset, offset + length);
  const content = `{"type": "and", "fields": [${written}, ${JSON.stringify(filter)}]}`;
  const changed = applyEdits(text, [{ offset, length, content }]);
  return applyEdits(changed, format(changed, { offset, length: content.length }, layout.formattingOptions));
}

/** A query text that breaks its rows down by another dimension. Undefined when the text is no query. */
export function withDimension(text: string, dimension: string): string | undefined {
  return nodeOf(text, ['dimension']) === undefined
    ? edited(text, { dimensions: [dimension] })
    : edited(text, { dimension });
}

function edited(text: string, fields: Readonly<Record<string, unknown>>): string | undefined {
  if (parseTree(text)?.type !== 'object') return undefined;
  return Object.entries(fields).reduce(
    (changed, [name, value]) => applyEdits(changed, modify(changed, [name], value, layout)),
    text,
  );
}

function nodeOf(text: string, path: JSONPath): Node | undefined {
  const tree = parseTree(text);
  return tree && findNodeAtLocation(tree, path);
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The dimensions of a query's data source that it does not show yet. */
export function otherDimensions(query: unknown): string[] {
  const source = typeof query === 'object' && query !== null && 'dataSource' in query ? query.dataSource : '';
  const known = typeof source === 'string' && Object.hasOwn(dimensions, source) ? source : 'rb_flow';
  const shown = requestedDimensions(query);
  return dimensions[known as DataSource].filter(name => !shown.includes(name));
}
