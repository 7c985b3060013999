import { recordUuid, type NodeRef, type RawRecord } from 'netsensor-contract/sensors/nodeRecord';
import { SensorIndex, type PlacedNode } from './sensorIndex.js';

/** A node as it was read after a save, and what it was known by before: its uuid or MAC address may be another one now. */
export interface SavedNode {
  readonly ref: NodeRef;
  readonly placed: PlacedNode;
}

/**
 * The tree after one of its nodes was read again, without reading the others; undefined when the node does not stand
 * where it stood in the tree.
 */
export function treeWith(index: SensorIndex, { ref, placed }: SavedNode): SensorIndex | undefined {
  const number = index.find(ref);
  if (number === undefined) return undefined;
  const parent = index.parent(number);
  const parentUuid = parent < 0 ? undefined : recordUuid(index.record(parent));
  if (parentUuid !== placed.parentUuid) return undefined;
  return new SensorIndex(topWith(index, number, placed.raw), index.isVendor);
}

/** The top domain with another record in the place of one; what does not lie on the way to it stays the same object. */
function topWith(index: SensorIndex, number: number, record: RawRecord): RawRecord {
  let now = record;
  for (let at = number, above = index.parent(at); above >= 0; at = above, above = index.parent(at)) {
    const parent = index.record(above);
    const list = index.isAccessPoint(at) ? 'access_points' : 'children';
    const before = index.record(at);
    const swapped = (parent[list] as readonly unknown[]).map(item => (item === before ? now : item));
    now = { ...parent, [list]: swapped };
  }
  return now;
}
