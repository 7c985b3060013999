import type { NodeSearch } from '../../sensors/nodeSearch.js';
import { childGroup } from 'netsensor-contract/sensors/nodeRecord';
import type { SensorIndex } from '../../sensors/sensorIndex.js';

/** Nodes that are shown of those that were found: each brings what is above it, and nobody reads more. */
const mostShown = 200;

/** The nodes at and below a domain that hold some words. */
export interface FoundNodes {
  /** How many there are. */
  readonly total: number;
  /** Those that are shown, by number: the best ones. */
  readonly shown: ReadonlySet<number>;
  /** By the number of a node above them: which of its children lead to one, in the order in which they are drawn. */
  readonly ways: ReadonlyMap<number, readonly number[]>;
}

/** Looks for words in a whole tree, whatever is open of it. @param top the domain below which it looks */
export function foundNodes(search: NodeSearch, top: number, words: string): FoundNodes {
  const { index } = search;
  const { numbers, total } = search.find(words, mostShown, number => index.isWithin(number, top));
  return { total, shown: new Set(numbers), ways: waysTo(index, top, numbers) };
}

function waysTo(
  tree: SensorIndex,
  top: number,
  numbers: readonly number[],
): ReadonlyMap<number, readonly number[]> {
  const leading = new Map<number, Set<number>>();
  for (const found of numbers)
    for (let number = found; number !== top; number = tree.parent(number)) {
      const beside = leading.get(tree.parent(number)) ?? new Set<number>();
      if (beside.has(number)) break;
      leading.set(tree.parent(number), beside.add(number));
    }
  const inOrder = (parent: number, children: ReadonlySet<number>) =>
    Object.values(childGroup).flatMap(group =>
      tree.members(parent, group).filter(child => children.has(child)),
    );
  return new Map([...leading].map(([parent, children]) => [parent, inOrder(parent, children)]));
}
