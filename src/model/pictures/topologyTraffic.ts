import type { PlaceTraffic } from '../query/topologyQuery.js';
import { recordMac } from '../sensors/nodeRecord.js';
import type { SensorIndex } from '../sensors/sensorIndex.js';

/** What flows say of the nodes of a tree. */
export interface NodeTraffic {
  /** Undefined for a node that flows cannot name, and while nobody has asked for those of access points. */
  readonly bytesOf: (number: number) => number | undefined;
  /** All of it, in bytes. */
  readonly total: number;
  /** In bytes: what names no node of the tree. */
  readonly unplaced: number;
}

/**
 * Counts flows for each node that they name and for all above it, once each: a flow that names a floor and a router counts
 * for both, and once for the campus above them.
 * @param points bytes by MAC address in lower case; undefined while nobody has asked
 */
export function nodeTraffic(
  tree: SensorIndex,
  places: readonly PlaceTraffic[],
  points: ReadonlyMap<string, number> | undefined,
): NodeTraffic {
  const sums = new Float64Array(tree.size);
  let [total, unplaced] = [0, 0];
  for (const { uuids, bytes } of places) {
    const counted = new Set<number>();
    for (const uuid of uuids) {
      let number = tree.find({ connectionId: '', uuid }) ?? -1;
      for (; number >= 0 && !counted.has(number); number = tree.parent(number)) {
        counted.add(number);
        sums[number] = (sums[number] ?? 0) + bytes;
      }
    }
    total += bytes;
    if (counted.size === 0) unplaced += bytes;
  }
  return {
    ...{ total, unplaced },
    bytesOf: number => {
      if (!tree.isAccessPoint(number)) return sums[number];
      const mac = recordMac(tree.record(number))?.toLowerCase();
      return mac === undefined || !points ? undefined : (points.get(mac) ?? 0);
    },
  };
}
