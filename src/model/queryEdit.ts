import { applyEdits, findNodeAtLocation, getNodeValue, modify, parseTree } from 'jsonc-parser';

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

/** A query text whose rows also pass a filter; comments and layout stay. Undefined when the text is no query. */
export function withFilter(text: string, filter: object): string | undefined {
  const existing = valueAt(text, 'filter');
  if (!isObject(existing)) return edited(text, { filter });
  const { type, fields } = existing;
  if (type === 'and' && Array.isArray(fields)) {
    const others = (fields as unknown[]).filter(field => !isSame(field, filter));
    return edited(text, { filter: { ...existing, fields: [...others, filter] } });
  }
  return isSame(existing, filter)
    ? text
    : edited(text, { filter: { type: 'and', fields: [existing, filter] } });
}

/** A query text that breaks its rows down by another dimension. Undefined when the text is no query. */
export function withDimension(text: string, dimension: string): string | undefined {
  return valueAt(text, 'dimension') === undefined
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

function valueAt(text: string, name: string): unknown {
  const tree = parseTree(text);
  const node = tree && findNodeAtLocation(tree, [name]);
  return node && (getNodeValue(node) as unknown);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
