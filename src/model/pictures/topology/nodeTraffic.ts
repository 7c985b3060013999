import { recordMacKey } from 'netsensor-contract/sensors/macAddress';
import type { PlaceTraffic, Scope } from '../../query/topologyQuery.js';
import { domainDimensions } from 'netsensor-contract/query/dataSources';
import { recordDomainType, recordUuid } from 'netsensor-contract/sensors/nodeRecord';
import type { SensorIndex } from '../../sensors/sensorIndex.js';

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
 * @param points bytes by what a MAC address is known by; undefined while nobody has asked
 */
export function nodeTraffic(
  tree: SensorIndex,
  places: readonly PlaceTraffic[],
  points: ReadonlyMap<string, number> | undefined,
): NodeTraffic {
  const sums = new Float64Array(tree.size);
  let total = 0;
  let unplaced = 0;
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
    total,
    unplaced,
    bytesOf: number => {
      if (!tree.isAccessPoint(number)) return sums[number];
      const mac = recordMacKey(tree.record(number));
      return mac === undefined || !points ? undefined : (points.get(mac) ?? 0);
    },
  };
}

/** Namespaces that a question names at most: each is 40 letters of it. */
const mostNamespaces = 500;

/** The flows of a domain, as they are asked for. */
export interface FlowPlace {
  /** Undefined for all that there are. */
  readonly scope: Scope | undefined;
  /** The uuids of the namespaces that may have a source of their own. */
  readonly namespaces: readonly string[];
  /** How many more there are than a question can name. */
  readonly unasked: number;
}

/**
 * Where the flows of a domain and of all below it are. A manager keeps those of a namespace in a source of its own, in the one
 * without a namespace, or in both (field notes §2.1): the namespaces are those at and below the domain, and above it where
 * it is none itself. The top domain is one too: what a user sees as the top may be the namespace of a tenant.
 */
export function flowPlace(tree: SensorIndex, top: number): FlowPlace {
  const around = tree.domainsFrom(top);
  const isNamespace = namespaceUuid(tree, top) !== undefined;
  if (!isNamespace)
    for (let above = tree.parent(top); above >= 0; above = tree.parent(above)) around.unshift(above);
  const uuids = around.flatMap(number => namespaceUuid(tree, number) ?? []);
  const namespaces = uuids.slice(0, mostNamespaces);
  const scope = top === 0 ? undefined : isNamespace ? inNamespaces(namespaces) : ofDomain(tree, top);
  return { scope, namespaces, unasked: uuids.length - namespaces.length };
}

/** A flow names the nearest namespace alone: those below count, too. */
const inNamespaces = (values: readonly string[]): Scope => ({ dimension: 'namespace_uuid', values });

function ofDomain(tree: SensorIndex, number: number): Scope | undefined {
  const record = tree.record(number);
  const uuid = recordUuid(record);
  const dimension = domainDimensions[recordDomainType(record) ?? 1];
  return uuid === undefined ? undefined : { dimension: `${dimension}_uuid`, values: [uuid] };
}

/** A domain of a kind that no dimension names is asked for as a namespace (contract 002, Dimensions, Query object). */
function namespaceUuid(tree: SensorIndex, number: number): string | undefined {
  const record = tree.record(number);
  return domainDimensions[recordDomainType(record) ?? 1] === undefined ? recordUuid(record) : undefined;
}
