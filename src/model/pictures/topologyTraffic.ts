import type { PlaceTraffic } from '../query/topologyQuery.js';
import { domainDimensions } from '../query/dataSources.js';
import { recordDomainType, recordMac, recordUuid } from '../sensors/nodeRecord.js';
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

/** Namespaces that a question names at most: each is 40 letters of it. */
const mostNamespaces = 500;

/**
 * The namespaces in which flows of a domain may be, by uuid, and how many more there are than a question can name: it and
 * those below it, and those above it where a filter keeps a question to the domain.
 */
export function namespacesAround(
  tree: SensorIndex,
  top: number,
): { readonly uuids: readonly string[]; readonly unasked: number } {
  const around = tree.domainsFrom(top);
  if (namespaceUuid(tree, top) === undefined)
    for (let above = tree.parent(top); above >= 0; above = tree.parent(above)) around.unshift(above);
  // What names no namespace is that of the top domain.
  const uuids = around.flatMap(number => (number === 0 ? [] : (namespaceUuid(tree, number) ?? [])));
  return { uuids: uuids.slice(0, mostNamespaces), unasked: Math.max(0, uuids.length - mostNamespaces) };
}

/** A domain of a kind that no dimension names is asked for as a namespace (contract 002, Dimensions, Query object). */
function namespaceUuid(tree: SensorIndex, number: number): string | undefined {
  const record = tree.record(number);
  return domainDimensions[recordDomainType(record) ?? 1] === undefined ? recordUuid(record) : undefined;
}
