import type { AccessPoint } from './sensors/accessPoints.js';
import type { AccessPointTarget, SensorTarget } from './sensors/nodeTarget.js';
import type { SensorRecord } from './sensors/sensors.js';
import { walkTree, type Visited } from './walkTree.js';

/** A node as a call names it, with the node above it where that is known. */
export type NamedNode =
  | (Pick<SensorTarget, 'kind' | 'uuid'> & Partial<Pick<SensorTarget, 'parentUuid'>>)
  | Pick<AccessPointTarget, 'kind' | 'id' | 'macAddress' | 'sensorUuid'>;

/** Where a node stands: the uuids from the top of the tree down to the node above it. */
export type NodePlace = readonly string[];

/** What a node goes by, as text. */
export function nodeKey(node: NamedNode): string {
  if (node.kind === 'sensor') return `sensor ${node.uuid}`;
  return node.macAddress ? `mac ${node.macAddress.toLowerCase()}` : `id ${node.id}`;
}

/** The keys an access point can be found by; the MAC address first, which the contract's lists go by. */
export function pointKeys({ mac_address: mac, id }: AccessPoint): string[] {
  return [
    ...(mac ? [`mac ${mac.toLowerCase()}`] : []),
    ...(id === null || id === undefined ? [] : [`id ${id}`]),
  ];
}

/** Where nodes stand in a tree, by key; where one is shown more than once, the place that it is known from is taken. */
export function placesIn(tree: SensorRecord, nodes: readonly NamedNode[]): ReadonlyMap<string, NodePlace> {
  const known = new Map(nodes.map(node => [nodeKey(node), parentOf(node)]));
  const places = new Map<string, NodePlace>();
  const note = (key: string, above: Visited | undefined) => {
    if (known.has(key) && (!places.has(key) || above?.sensor.uuid === known.get(key)))
      places.set(key, uuidsTo(above));
  };
  for (const node of walkTree(tree)) {
    note(`sensor ${node.sensor.uuid}`, node.parent);
    for (const point of node.sensor.access_points) for (const key of pointKeys(point)) note(key, node);
  }
  return places;
}

/** Those of some nodes that a tree has elsewhere than they are known from, such as below another domain. */
export function nodesElsewhere<T extends NamedNode>(tree: SensorRecord, nodes: readonly T[]): T[] {
  const places = placesIn(tree, nodes);
  return nodes.filter(node => {
    const place = places.get(nodeKey(node));
    return place && parentOf(node) !== undefined && place.at(-1) !== parentOf(node);
  });
}

/** Those of some nodes that stand elsewhere in one tree than in another; what one of them has not is left out. */
export function movedNodes<T extends NamedNode>(
  nodes: readonly T[],
  { before, now }: { before: SensorRecord; now: SensorRecord },
): T[] {
  const [placesBefore, placesNow] = [placesIn(before, nodes), placesIn(now, nodes)];
  return nodes.filter(node => {
    const [was, is] = [placesBefore.get(nodeKey(node)), placesNow.get(nodeKey(node))];
    return was && is && JSON.stringify(was) !== JSON.stringify(is);
  });
}

/**
 * All nodes with the first uuid that more than one node of a tree has, of the uuids of some nodes and of everything below
 * them: a call that names it may reach any of them.
 */
export function nodesOfSharedUuid(tree: SensorRecord, tops: ReadonlySet<string>): readonly SensorRecord[] {
  const nodes = new Map<string, SensorRecord[]>();
  const meant = new Set<string>();
  const reached = new Set<Visited>();
  for (const node of walkTree(tree)) {
    const { sensor, parent } = node;
    const same = nodes.get(sensor.uuid);
    if (same) same.push(sensor);
    else nodes.set(sensor.uuid, [sensor]);
    if (!tops.has(sensor.uuid) && !(parent && reached.has(parent))) continue;
    reached.add(node);
    // No call names a node without a uuid.
    if (sensor.uuid) meant.add(sensor.uuid);
  }
  return [...meant].map(uuid => nodes.get(uuid) ?? []).find(same => same.length > 1) ?? [];
}

/** An access point that answers to the key of one of some others and is not the same; undefined when there is none. */
export function otherWithSameKey(
  tree: SensorRecord,
  points: readonly AccessPoint[],
): AccessPoint | undefined {
  const meant = new Map(points.map(point => [pointKeys(point)[0], point]));
  for (const { sensor } of walkTree(tree)) {
    const other = sensor.access_points.find(point =>
      pointKeys(point).some(key => {
        const same = meant.get(key);
        return same && same !== point && !isSamePoint(same, point);
      }),
    );
    if (other) return other;
  }
  return undefined;
}

/** One access point may be shown under several nodes. */
const isSamePoint = (one: AccessPoint, other: AccessPoint): boolean =>
  typeof one.id === 'number' && one.id === other.id && pointKeys(one)[0] === pointKeys(other)[0];

const parentOf = (node: NamedNode): string | undefined =>
  (node.kind === 'sensor' ? node.parentUuid : node.sensorUuid) || undefined;

function uuidsTo(node: Visited | undefined): string[] {
  const uuids: string[] = [];
  for (let at = node; at; at = at.parent) uuids.unshift(at.sensor.uuid);
  return uuids;
}
