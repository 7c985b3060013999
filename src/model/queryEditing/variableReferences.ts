import { getLocation, getNodePath, parseTree, type Node } from 'jsonc-parser';
import { dataSourceNames } from 'netsensor-contract/query/dataSources';
import { autoGranularity, matchesIn, type VariableReference } from '../query/queryVariables.js';
import type { VariableDefinition } from '../notebook/notebookVariables.js';
import { nodeAt, textAt } from './queryTree.js';

/** A reference where it stands in the text of a cell. */
export interface ReferencePlace extends VariableReference {
  readonly offset: number;
  readonly length: number;
  /** Whether the value holds nothing else. */
  readonly isWhole: boolean;
  /** Whether it is in the granularity, where a name is mostly `${auto}` that is being changed. */
  readonly isBuckets: boolean;
  /** What a variable that stands there is most likely for. */
  readonly definition: VariableDefinition;
}

/** The references in a query text, finished or not, from top to bottom; the granularity `${auto}` is none. */
export function referencePlaces(text: string): ReferencePlace[] {
  if (!text.includes('${')) return [];
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (!root) return [];
  const granularity = nodeAt(root, ['granularity']);
  const texts = textsIn(root).filter(node => node !== granularity || node.value !== autoGranularity);
  return texts.flatMap(node => {
    const written = text.slice(node.offset, node.offset + node.length);
    return matchesIn(written).map(({ text: whole, offset, name, column }) => ({
      name,
      column,
      offset: node.offset + offset,
      length: whole.length,
      isWhole: whole === node.value,
      isBuckets: node === granularity,
      definition: definitionAt(root, node, whole),
    }));
  });
}

/** A reference inside a text that is being written at a place, with all that stands of it; undefined where none is. */
export function openReference(text: string, offset: number): { offset: number; length: number } | undefined {
  const { previousNode } = getLocation(text, offset);
  if (previousNode?.type !== 'string' || offset <= previousNode.offset) return undefined;
  const [, typed] = /(?<!\$)(\$\{[^{}\s"]*)$/.exec(text.slice(previousNode.offset, offset)) ?? [];
  if (typed === undefined) return undefined;
  const [rest = ''] = /^[^{}\s"]*\}?/.exec(text.slice(offset)) ?? [];
  return { offset: offset - typed.length, length: typed.length + rest.length };
}

/** Every text that is a value, deep down too; names of fields are none. */
function textsIn(root: Node): Node[] {
  const found: Node[] = [];
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type === 'string') found.push(node);
    const { children = [] } = node;
    waiting.push(...(node.type === 'property' ? children.slice(1) : children).toReversed());
  }
  return found;
}

const numberFields: readonly unknown[] = ['threshold', 'limit'];
const comparedFields: readonly unknown[] = ['value', 'pattern', 'values'];

/** A selector offers the values of its dimension, a limit wants a number, and intervals want times. */
function definitionAt(root: Node, node: Node, written: string): VariableDefinition {
  const path = getNodePath(node);
  if (path[0] === 'intervals') return { type: 'time' };
  if (written !== node.value) return {};
  const depth = path.findLastIndex(step => typeof step === 'string');
  const field = path[depth];
  if (numberFields.includes(field) || (path[0] === 'having' && field === 'value')) return { type: 'number' };
  const dimension = comparedFields.includes(field)
    ? textAt(root, [...path.slice(0, depth), 'dimension'])
    : undefined;
  const dataSource = dataSourceNames.find(source => source === textAt(root, ['dataSource']));
  return dimension !== undefined && dataSource ? { dimension, dataSource } : {};
}
