import { isApiError } from '../../api/apiError.js';
import type { SensorAccess } from '../../api/managerClient.js';
import type { AccessPoint } from 'netsensor-contract/sensors/accessPoints';
import { recordName, recordUuid, recordsIn, type RawRecord } from 'netsensor-contract/sensors/nodeRecord';
import { readAccessPoint, sensorTreeSteps } from 'netsensor-contract/sensors/readRecords';
import { type SensorRecord, countBelow, walkTree } from 'netsensor-contract/sensors/sensors';
import { namesTo, treeOf, visitNodes, wayTo, type PlacedRecord } from '../../model/sensors/visitNodes.js';
import { inSlices } from 'netsensor-contract/text/inSlices';
import type { NodeCounts } from '../../words/names.js';
import {
  nodeKey,
  nodesOfSharedUuid,
  placesIn,
  pointKeys,
  recordKeys,
  type NodePlaces,
  type ShownNode,
} from '../nodePlaces.js';

/** A domain or sensor that will be deleted with everything below it. */
export interface DeletedSensor {
  readonly sensor: SensorRecord;
  readonly parentUuid: string | undefined;
  readonly path: readonly string[];
  /** Domains and sensors below it. */
  readonly subordinates: number;
  /** Its access points and those of its subordinates. */
  readonly accessPoints: number;
}

/** An access point that will be deleted on its own. */
export interface DeletedAccessPoint {
  readonly accessPoint: AccessPoint;
  readonly sensorUuid: string;
  readonly path: readonly string[];
}

/** What goes, each node once. */
export interface DeletedNodes {
  readonly sensors: readonly DeletedSensor[];
  readonly accessPoints: readonly DeletedAccessPoint[];
}

/** What deleting some nodes does to a tree. */
export interface NodeDeletionPlan extends DeletedNodes {
  /** Names of chosen nodes that the tree does not have any more. */
  readonly missing: readonly string[];
  /** Where the chosen nodes stand. */
  readonly places: NodePlaces;
  /** The part of a large tree in which all of it stands. */
  readonly branch?: Branch | undefined;
}

/** A plan, and what it was made of. */
export interface PlannedDeletion {
  readonly plan: NodeDeletionPlan;
  /** What is deleted. */
  readonly found: FoundNodes;
  /** What the calls name. */
  readonly named: FoundNodes;
}

/**
 * What deleting the chosen nodes does: each node once, and none that goes with a node above it.
 * @param tree as the manager has it now
 */
export async function planNodeDeletion(
  tree: PlacedRecord,
  chosen: readonly ShownNode[],
): Promise<PlannedDeletion> {
  const uuids = new Set(chosen.flatMap(target => (target.kind === 'sensor' ? target.uuid : [])));
  const points = new Set(chosen.flatMap(target => (target.kind === 'accessPoint' ? nodeKey(target) : [])));
  const seen = new Set<string>();
  const found = { sensors: [] as PlacedRecord[], points: [] as FoundNodes['points'][number][] };
  const goes = new Set<PlacedRecord>();
  await visitNodes(tree, node => {
    const isBelow = node.parent !== undefined && goes.has(node.parent);
    const uuid = recordUuid(node.record) ?? '';
    const isChosen = uuids.has(uuid);
    if (isBelow || isChosen) goes.add(node);
    if (isChosen) seen.add(`sensor ${uuid}`);
    if (isChosen && !isBelow) found.sensors.push(node);
    for (const record of points.size > 0 ? recordsIn(node.record.access_points) : []) {
      const key = recordKeys(record).find(candidate => points.has(candidate));
      if (key === undefined || seen.has(key)) continue;
      seen.add(key);
      if (!goes.has(node)) found.points.push({ record, owner: node });
    }
  });
  const missing = chosen.filter(target => !seen.has(nodeKey(target))).map(({ name }) => name);
  const plan = { ...(await deletedNodes(found)), missing, places: await placesIn(tree, chosen) };
  return { plan, found, named: found };
}

async function deletedNodes({ sensors, points }: FoundNodes): Promise<DeletedNodes> {
  const deleted: DeletedSensor[] = [];
  for (const node of sensors) deleted.push(await toDeletedSensor(node));
  return { sensors: deleted, accessPoints: points.map(toDeletedPoint) };
}

async function toDeletedSensor(node: PlacedRecord): Promise<DeletedSensor> {
  const sensor = await inSlices(sensorTreeSteps(node.record));
  const { sensors, accessPoints } = countBelow(sensor);
  const parentUuid = node.parent && (recordUuid(node.parent.record) ?? '');
  return { sensor, parentUuid, path: namesTo(node), subordinates: sensors, accessPoints };
}

function toDeletedPoint({ record, owner }: FoundNodes['points'][number]): DeletedAccessPoint {
  const accessPoint = readAccessPoint(record);
  const path = [...namesTo(owner), accessPoint.name ?? ''];
  return { accessPoint, sensorUuid: recordUuid(owner.record) ?? '', path };
}

/** A domain as a command names it. */
export type ShownDomain = Extract<ShownNode, { readonly kind: 'sensor' }>;

/** What deleting all access points of a domain and of everything below it does; undefined when the domain is gone. */
export async function planAccessPointDeletion(
  tree: PlacedRecord,
  chosen: ShownDomain,
): Promise<PlannedDeletion | undefined> {
  let domain: PlacedRecord | undefined;
  await visitNodes(tree, node => {
    if (recordUuid(node.record) === chosen.uuid) domain ??= node;
  });
  if (!domain) return undefined;
  const points: FoundNodes['points'][number][] = [];
  await visitNodes(domain, owner => {
    for (const record of recordsIn(owner.record.access_points)) points.push({ record, owner });
  });
  const found = { sensors: [], points };
  const plan = { ...(await deletedNodes(found)), missing: [], places: await placesIn(tree, [chosen]) };
  return { plan, found, named: { sensors: [domain], points: [] } };
}

/** What of a plan a tree still has: the nodes to delete and everything that should have gone with them. */
export interface Survivors {
  readonly sensors: readonly PlacedRecord[];
  readonly accessPoints: readonly RawRecord[];
  /** What identifies each of them, as in `deletedKeys`. */
  readonly keyOf: ReadonlyMap<PlacedRecord | RawRecord, string>;
}

/** Nothing of a plan is left. */
export const noSurvivors: Survivors = { sensors: [], accessPoints: [], keyOf: new Map() };

/** Compares a plan with the tree as it was read after the deletion. */
export async function survivors(plan: DeletedNodes, after: PlacedRecord): Promise<Survivors> {
  const deleted = deletedKeys(plan);
  const keyOf = new Map<PlacedRecord | RawRecord, string>();
  const left = { sensors: [] as PlacedRecord[], accessPoints: [] as RawRecord[], keyOf };
  await visitNodes(after, node => {
    const uuid = recordUuid(node.record) ?? '';
    const key = sensorKey(
      { uuid, name: recordName(node.record) },
      node.parent && recordUuid(node.parent.record),
    );
    if (deleted.has(key)) {
      left.sensors.push(node);
      keyOf.set(node, key);
    }
    for (const point of recordsIn(node.record.access_points)) {
      const own = pointKey(recordKeys(point), { owner: uuid, name: recordName(point) });
      if (!deleted.has(own)) continue;
      left.accessPoints.push(point);
      keyOf.set(point, own);
    }
  });
  return left;
}

/** What goes with a plan, everything below the chosen nodes included: each by what identifies it. */
export function deletedKeys({ sensors, accessPoints }: DeletedNodes): ReadonlySet<string> {
  const keys = new Set<string>();
  const add = (point: AccessPoint, owner: string) =>
    keys.add(pointKey(pointKeys(point), { owner, name: point.name ?? '' }));
  for (const { accessPoint, sensorUuid } of accessPoints) add(accessPoint, sensorUuid);
  for (const { sensor: top, parentUuid } of sensors)
    for (const { sensor, parent } of walkTree(top)) {
      keys.add(sensorKey(sensor, parent ? parent.sensor.uuid : parentUuid));
      for (const point of sensor.access_points) add(point, sensor.uuid);
    }
  return keys;
}

/** What has no identity is known by its name and the node above it. */
const sensorKey = ({ uuid, name }: Pick<SensorRecord, 'uuid' | 'name'>, above: string | undefined): string =>
  uuid ? `sensor ${uuid}` : `below ${above ?? ''} ${name}`;

const pointKey = ([key]: readonly string[], { owner, name }: { owner: string; name: string }): string =>
  key ?? `in ${owner} ${name}`;

/** Domains, sensors and access points that a plan deletes, those below the chosen ones included. */
export function countDeleted({ sensors, accessPoints }: DeletedNodes): NodeCounts {
  return {
    sensors: sensors.reduce((sum, { subordinates }) => sum + 1 + subordinates, 0),
    accessPoints: sensors.reduce((sum, node) => sum + node.accessPoints, accessPoints.length),
  };
}

/** Nodes of a tree that a plan is about, as they were sent. */
export interface FoundNodes {
  readonly sensors: readonly PlacedRecord[];
  readonly points: readonly { readonly record: RawRecord; readonly owner: PlacedRecord }[];
}

/** A part of a large tree that is read in place of the whole, and what stands above it. */
export interface Branch {
  readonly uuid: string;
  readonly above: readonly { readonly uuid: string; readonly name: string }[];
}

/** Nodes up to which a tree is small: then all of it is read. */
const smallTree = 2000;

/**
 * The part of a large tree in which some nodes stand, as far up as it is small, or the only node itself; undefined where
 * the whole has to be read.
 */
export async function branchAround(tree: PlacedRecord, named: FoundNodes): Promise<Branch | undefined> {
  const top = isSmall(tree.record) ? undefined : topOfBranch(named);
  if (!top?.parent) return undefined;
  const uuid = recordUuid(top.record);
  if (uuid === undefined) return undefined;
  // A call that could reach another node tells nothing.
  if ((await nodesOfSharedUuid(tree, new Set([uuid]))).length > 0) return undefined;
  const above = wayTo(top.parent).map(record => ({
    uuid: recordUuid(record) ?? '',
    name: recordName(record),
  }));
  return { uuid, above };
}

function topOfBranch({ sensors, points }: FoundNodes): PlacedRecord | undefined {
  const shared = lowestShared([...sensors.map(({ parent }) => parent), ...points.map(({ owner }) => owner)]);
  if (!shared || !isSmall(shared.record))
    return sensors.length === 1 && points.length === 0 ? sensors[0] : undefined;
  let top = shared;
  while (top.parent && isSmall(top.parent.record)) top = top.parent;
  return top;
}

/** The lowest node that is one of some others, or stands above it, for each of them. */
function lowestShared([first, ...others]: readonly (PlacedRecord | undefined)[]): PlacedRecord | undefined {
  const ways = others.map(other => new Set(wayTo(other)));
  let shared = first;
  while (shared && !ways.every(way => shared && way.has(shared.record))) shared = shared.parent;
  return shared;
}

function isSmall(top: RawRecord): boolean {
  const waiting = [top];
  let nodes = 0;
  for (let record = waiting.pop(); record; record = waiting.pop()) {
    for (const child of recordsIn(record.children)) {
      nodes += 1;
      if (nodes > smallTree) return false;
      waiting.push(child);
    }
    nodes += Array.isArray(record.access_points) ? record.access_points.length : 0;
  }
  return nodes <= smallTree;
}

/**
 * Reads a branch anew.
 * @returns `gone` where the manager does not have it any more; undefined where it does not say what it is asked
 * @throws {ApiError} when the manager cannot be reached
 */
export async function readBranch(
  { sensors }: SensorAccess,
  { uuid, above }: Branch,
  signal: AbortSignal,
): Promise<PlacedRecord | 'gone' | undefined> {
  try {
    const record = await sensors.rawTree(uuid, signal);
    let parent: PlacedRecord | undefined;
    for (const node of above) parent = parent ? { record: node, parent } : treeOf(node);
    return recordUuid(record) === uuid ? { record, parent } : undefined;
  } catch (error) {
    if (isApiError(error, 'notFound')) return 'gone';
    if (isApiError(error, 'unauthorized', 'forbidden', 'badResponse', 'invalid', 'server')) return undefined;
    throw error;
  }
}
