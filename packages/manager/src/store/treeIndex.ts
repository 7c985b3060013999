import { addTo } from 'netsensor-contract/text/collections';
import type { SqlSession } from './database.js';

/** Which domain or sensor stands under which, by id. */
export interface TreeIndex {
  /** Ids directly below, in the order they were made. */
  childrenOf(id: number): readonly number[];
  /** The id and all ids below it, parents before children. */
  below(id: number): number[];
  /** Whether the second id is the first or below it. */
  includes(id: number, other: number): boolean;
}

/** Reads the shape of the whole tree; walking it needs no recursion, so that a tree may be of any depth. */
export async function readTreeIndex(session: SqlSession): Promise<TreeIndex> {
  const parents = new Map<number, number | null>();
  const children = new Map<number, number[]>();
  const rows = await session.arrays('SELECT id, parent_id FROM sensors ORDER BY id');
  for (const [id, parent] of rows as [number, number | null][]) {
    parents.set(id, parent);
    if (parent !== null) addTo(children, parent, id);
  }
  const childrenOf = (id: number) => children.get(id) ?? [];
  return {
    childrenOf,
    below: id => {
      const found = [id];
      for (let index = 0; index < found.length; index += 1) {
        for (const child of childrenOf(found[index] as number)) found.push(child);
      }
      return found;
    },
    includes: (id, other) => {
      let current: number | null | undefined = other;
      while (current !== null && current !== undefined && current !== id) current = parents.get(current);
      return current === id;
    },
  };
}

/** The id of a domain or sensor and of everything below it, parents before children. */
export const subtreeIds = async (session: SqlSession, id: number): Promise<number[]> =>
  (await readTreeIndex(session)).below(id);
