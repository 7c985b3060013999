import { getLocation, type JSONPath, type Location, type Node } from 'jsonc-parser';
import type { DataSource } from '../query/dataSources.js';
import { computedNames, groupedNames, readQueryTree, textAt, type QueryTree } from './queryTree.js';

/** What fits at a place of a query and depends on more than the JSON Schema. */
export type CompletionPlace = (
  | { readonly kind: 'names'; readonly names: readonly string[] }
  | { readonly kind: 'namespaces' }
  | { readonly kind: 'values'; readonly dataSource: DataSource; readonly dimension: string }
) & {
  /** The text that an item replaces: the value there, else nothing. */
  readonly offset: number;
  readonly length: number;
};

/** Looks at a place in the text of a query; undefined where the JSON Schema says everything. */
export function completionPlace(text: string, offset: number): CompletionPlace | undefined {
  const location = getLocation(text, offset);
  const tree = readQueryTree(text);
  if (location.isAtPropertyKey || !tree) return undefined;
  const wanted = wantedAt(tree, location.path);
  return wanted && { ...wanted, ...replaced(location, text, offset) };
}

type Wanted =
  | { kind: 'names'; names: readonly string[] }
  | { kind: 'namespaces' }
  | { kind: 'values'; dataSource: DataSource; dimension: string };

function wantedAt({ root, queryType, dataSource }: QueryTree, path: JSONPath): Wanted | undefined {
  const [first, second, index, last] = path;
  if (first === 'metric' && queryType === 'topN' && (path.length === 1 || path.at(-1) === 'metric')) {
    return { kind: 'names', names: named(computedNames(root)) };
  }
  const isOrder = first === 'orderBy' || first === 'limitSpec';
  if (
    isOrder &&
    second === 'columns' &&
    (last === 'dimension' || (path.length === 3 && index !== undefined))
  ) {
    const columns = [...computedNames(root), ...groupedNames(root).map(({ output }) => output)];
    return { kind: 'names', names: named(columns) };
  }
  if (first === 'namespace_uuids' && path.length === 2) return { kind: 'namespaces' };
  if (!dataSource || !path.includes('filter')) return undefined;
  const isValue = path.at(-1) === 'value' || path.at(-2) === 'values';
  const filter = path.slice(0, path.at(-1) === 'value' ? -1 : -2);
  const dimension = textAt(root, [...filter, 'dimension']);
  return isValue && dimension ? { kind: 'values', dataSource, dimension } : undefined;
}

const named = (nodes: readonly Node[]) => [...new Set(nodes.map(node => String(node.value)))];

/**
 * A value that is there is replaced whole, quotes included, and so is a word that has none yet; an unfinished text
 * reaches to its last character.
 */
function replaced(
  { previousNode }: Location,
  text: string,
  offset: number,
): { offset: number; length: number } {
  const isInside =
    previousNode && offset >= previousNode.offset && offset <= previousNode.offset + previousNode.length;
  if (!isInside) return wordAt(text, offset);
  const end = previousNode.offset + previousNode.length;
  const isOpen = previousNode.type === 'string' && (text[end - 1] !== '"' || previousNode.length === 1);
  return {
    offset: previousNode.offset,
    length: (isOpen ? Math.max(offset, end) : end) - previousNode.offset,
  };
}

function wordAt(text: string, offset: number): { offset: number; length: number } {
  const [before = ''] = /[\w.-]*$/.exec(text.slice(0, offset)) ?? [];
  const [after = ''] = /^[\w.-]*/.exec(text.slice(offset)) ?? [];
  return { offset: offset - before.length, length: before.length + after.length };
}
