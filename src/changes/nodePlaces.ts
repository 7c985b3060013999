import { addTo } from '../model/text/collections.js';
import type { AccessPoint } from '../model/sensors/accessPoints.js';
import type { AccessPointTarget, NodeTarget, SensorTarget } from '../model/sensors/nodeTarget.js';
import { uncertain, type SensorRecord, walkTree, type Visited } from '../model/sensors/sensors.js';
import { nameList, quoted, SentenceError, l10n } from '../words/inert.js';

/** A node as a call names it, with the node above it where that is known. */
export type NamedNode =
  | (Pick<SensorTarget, 'kind' | 'uuid'> & Partial<Pick<SensorTarget, 'parentUuid'>>)
  | Pick<AccessPointTarget, 'kind' | 'id' | 'macAddress' | 'sensorUuid'>;

/** A node as a command names it, with what people call it. */
export type ShownNode = NamedNode & { readonly name: string };

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

/** Where nodes stand in a tree, by key. */
export type NodePlaces = Readonly<Record<string, NodePlace>>;

/** Where nodes stand in a tree; where one is shown more than once, the place that it is known from is taken. */
export function placesIn(tree: SensorRecord, nodes: readonly NamedNode[]): NodePlaces {
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
  return Object.fromEntries(places);
}

/** Those of some nodes that a tree has elsewhere than they are known from, such as below another domain. */
export function nodesElsewhere<T extends NamedNode>(tree: SensorRecord, nodes: readonly T[]): T[] {
  const places = placesIn(tree, nodes);
  return nodes.filter(node => {
    const place = places[nodeKey(node)];
    return place && parentOf(node) !== undefined && place.at(-1) !== parentOf(node);
  });
}

/** Those of some nodes that stand elsewhere than they did; what one of the trees has not is left out. */
export function movedNodes<T extends NamedNode>(
  nodes: readonly T[],
  { before, now }: { before: NodePlaces; now: NodePlaces },
): T[] {
  return nodes.filter(node => {
    const [was, is] = [before[nodeKey(node)], now[nodeKey(node)]];
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
    addTo(nodes, sensor.uuid, sensor);
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

/**
 * Makes sure that calls with these uuids reach only the nodes that are meant, and what is below them.
 * @throws {Error} with a sentence for people when more than one node of the tree has one of these uuids
 */
export function requireOwnUuids(tree: SensorRecord, uuids: Iterable<string>): void {
  const [first, ...others] = nodesOfSharedUuid(tree, new Set(uuids));
  if (!first) return;
  throw new SentenceError(
    l10n.t(
      'The uuid {0} stands more than once in the tree ({1}), so a change could reach the wrong node. Nothing was sent. Give each node its own uuid on the manager, then try again.',
      quoted(first.uuid),
      nameList([first, ...others].map(({ name }) => name)),
    ),
  );
}

/**
 * Makes sure that a call can name each of some nodes.
 * @throws {SentenceError} for the first one whose uuid is missing or means another node
 */
export function refuseTwins(nodes: readonly NodeTarget[]): void {
  const twin = nodes.find(node => node.kind === 'sensor' && node.isTwin);
  if (!twin) return;
  throw new SentenceError(
    l10n.t(
      '{0} has no uuid of its own: it has none, or another node of the tree has the same. Nothing was sent. Give it its own on the manager, then refresh the tree.',
      quoted(twin.name),
    ),
  );
}

/**
 * Makes sure that a call that carries everything below a domain carries all of it.
 * @throws {Error} with a sentence for people when something of it could not be read
 */
export function requireReadable(domain: SensorRecord, ...what: readonly ('nodes' | 'accessPoints')[]): void {
  const unread = [...walkTree(domain)]
    .map(({ sensor }) => sensor)
    .filter(sensor => what.some(part => sensor[uncertain]?.[part]));
  if (unread.length === 0) return;
  throw new SentenceError(
    l10n.t(
      'Not all of {0} could be read, and this would delete or change what is missing. Nothing was sent. Look at {1} in the tree.',
      quoted(domain.name),
      nameList(unread.map(({ name, uuid }) => name || uuid)),
    ),
  );
}

/**
 * Makes sure that a delete list names these access points only.
 * @throws {Error} with a sentence for people when another one has the same MAC address or id
 */
export function requireOwnKeys(tree: SensorRecord, points: readonly AccessPoint[]): void {
  const other = otherWithSameKey(tree, points);
  if (!other) return;
  throw new SentenceError(
    l10n.t(
      'More than one access point has the MAC address or id of {0}, so the wrong one could be deleted. Nothing was sent. Give each its own on the manager, then try again.',
      quoted(other.name ?? other.mac_address ?? ''),
    ),
  );
}

/**
 * Makes sure that nodes stand where the tree showed them.
 * @throws {Error} with a sentence for people when they do not
 */
export function requireShownPlaces(tree: SensorRecord, nodes: readonly ShownNode[]): void {
  refuseMoved(nodesElsewhere(tree, nodes));
}

/**
 * Makes sure that nobody moved nodes while the user was asked about them.
 * @throws {Error} with a sentence for people when somebody did
 */
export function requireUnmoved(
  nodes: readonly ShownNode[],
  places: { before: NodePlaces; now: NodePlaces },
): void {
  refuseMoved(movedNodes(nodes, places));
}

function refuseMoved(moved: readonly ShownNode[]): void {
  if (moved.length === 0) return;
  throw new SentenceError(
    l10n.t(
      '{0} stands elsewhere in the tree now. Nothing was sent. Refresh the tree, look where it is, then try again.',
      nameList(moved.map(({ name }) => name)),
    ),
  );
}

/** @throws {Error} with a sentence for people when the tree has no such domain */
export function domainIn(tree: SensorRecord, uuid: string): SensorRecord {
  for (const { sensor } of walkTree(tree)) if (sensor.uuid === uuid) return sensor;
  throw new SentenceError(l10n.t('This domain is not on the manager any more. Refresh the tree.'));
}
