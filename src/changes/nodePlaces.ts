import * as l10n from '@vscode/l10n';
import { macKey } from 'netsensor-contract/sensors/macAddress';
import { addTo } from 'netsensor-contract/text/collections';
import type { AccessPoint } from 'netsensor-contract/sensors/accessPoints';
import type { AccessPointTarget, NodeTarget, SensorTarget } from '../model/sensors/nodeTarget.js';
import {
  recordMac,
  recordName,
  recordUuid,
  recordsIn,
  type RawRecord,
} from 'netsensor-contract/sensors/nodeRecord';
import { uncertain, type SensorRecord, walkTree } from 'netsensor-contract/sensors/sensors';
import { uuidsTo, visitNodes, type PlacedRecord } from '../model/sensors/visitNodes.js';
import { integerOf } from 'netsensor-contract/text/looseValues';
import { nameList, quoted } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';

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
  return node.macAddress ? `mac ${macKey(node.macAddress)}` : `id ${node.id}`;
}

/** The keys an access point can be found by; the MAC address first, which the contract's lists go by. */
export function pointKeys({ mac_address: mac, id }: AccessPoint): string[] {
  return [...(mac ? [`mac ${macKey(mac)}`] : []), ...(id === null || id === undefined ? [] : [`id ${id}`])];
}

/** Where nodes stand in a tree, by key. */
export type NodePlaces = Readonly<Record<string, NodePlace>>;

/** As `pointKeys`, of an access point as it was sent. */
export const recordKeys = (point: RawRecord): string[] =>
  pointKeys({ mac_address: recordMac(point), id: integerOf(point.id) });

/** Where nodes stand in a tree; where one is shown more than once, the place that it is known from is taken. */
export async function placesIn(tree: PlacedRecord, nodes: readonly NamedNode[]): Promise<NodePlaces> {
  const known = new Map(nodes.map(node => [nodeKey(node), parentOf(node)]));
  const places = new Map<string, NodePlace>();
  const note = (key: string, above: PlacedRecord | undefined) => {
    if (known.has(key) && (!places.has(key) || (above && recordUuid(above.record) === known.get(key))))
      places.set(key, uuidsTo(above));
  };
  await visitNodes(tree, node => {
    note(`sensor ${recordUuid(node.record)}`, node.parent);
    for (const point of recordsIn(node.record.access_points))
      for (const key of recordKeys(point)) note(key, node);
  });
  return Object.fromEntries(places);
}

/** Those of some nodes that stand elsewhere than they are known from, such as below another domain. */
export function nodesElsewhere<T extends NamedNode>(places: NodePlaces, nodes: readonly T[]): T[] {
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
    const was = before[nodeKey(node)];
    const is = now[nodeKey(node)];
    return was && is && JSON.stringify(was) !== JSON.stringify(is);
  });
}

/**
 * All nodes with the first uuid that more than one node of a tree has, of the uuids of some nodes and of everything below
 * them: a call that names it may reach any of them.
 */
export async function nodesOfSharedUuid(
  tree: PlacedRecord,
  tops: ReadonlySet<string>,
): Promise<readonly RawRecord[]> {
  const meant = new Set<string>();
  const reached = new Set<PlacedRecord>();
  await visitNodes(tree, node => {
    const uuid = recordUuid(node.record) ?? '';
    if (!tops.has(uuid) && !(node.parent && reached.has(node.parent))) return;
    reached.add(node);
    // No call names a node without a uuid.
    if (uuid) meant.add(uuid);
  });
  const nodes = new Map<string, RawRecord[]>();
  await visitNodes(tree, ({ record }) => {
    const uuid = recordUuid(record) ?? '';
    if (meant.has(uuid)) addTo(nodes, uuid, record);
  });
  return [...meant].map(uuid => nodes.get(uuid) ?? []).find(same => same.length > 1) ?? [];
}

/**
 * An access point that answers to the key of one of some others and is not the same; undefined when there is none.
 * @param points of the same tree
 */
export async function otherWithSameKey(
  tree: PlacedRecord,
  points: readonly RawRecord[],
): Promise<RawRecord | undefined> {
  const meant = new Map(points.map(point => [recordKeys(point)[0], point]));
  let other: RawRecord | undefined;
  if (points.length > 0)
    await visitNodes(tree, ({ record }) => {
      for (const point of recordsIn(record.access_points)) {
        const same = recordKeys(point).map(key => meant.get(key));
        if (same.some(one => one && one !== point && !isSamePoint(one, point))) other ??= point;
      }
    });
  return other;
}

/** One access point may be shown under several nodes. */
const isSamePoint = (one: RawRecord, other: RawRecord): boolean =>
  integerOf(one.id) !== undefined &&
  integerOf(one.id) === integerOf(other.id) &&
  recordKeys(one)[0] === recordKeys(other)[0];

const parentOf = (node: NamedNode): string | undefined =>
  (node.kind === 'sensor' ? node.parentUuid : node.sensorUuid) || undefined;

/**
 * Makes sure that calls with these uuids reach only the nodes that are meant, and what is below them.
 * @throws {Error} with a sentence for people when more than one node of the tree has one of these uuids
 */
export async function requireOwnUuids(tree: PlacedRecord, uuids: Iterable<string>): Promise<void> {
  const [first, ...others] = await nodesOfSharedUuid(tree, new Set(uuids));
  if (!first) return;
  throw new SentenceError(
    l10n.t(
      'The uuid {0} stands more than once in the tree ({1}), so a change could reach the wrong node. Nothing was sent. Give each node its own uuid on the manager, then try again.',
      quoted(recordUuid(first) ?? ''),
      nameList([first, ...others].map(recordName)),
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
export async function requireOwnKeys(tree: PlacedRecord, points: readonly RawRecord[]): Promise<void> {
  const other = await otherWithSameKey(tree, points);
  if (!other) return;
  throw new SentenceError(
    l10n.t(
      'More than one access point has the MAC address or id of {0}, so the wrong one could be deleted. Nothing was sent. Give each its own on the manager, then try again.',
      quoted(recordName(other) || recordMac(other) || ''),
    ),
  );
}

/**
 * Makes sure that nodes stand where the tree showed them.
 * @throws {Error} with a sentence for people when they do not
 */
export function requireShownPlaces(places: NodePlaces, nodes: readonly ShownNode[]): void {
  refuseMoved(nodesElsewhere(places, nodes));
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
