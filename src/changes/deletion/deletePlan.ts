import type { AccessPoint } from '../../model/sensors/accessPoints.js';
import { nodeKey, placesIn, pointKeys, type NodePlaces, type ShownNode } from '../nodePlaces.js';
import type { NodeCounts } from '../../words/names.js';
import {
  type SensorRecord,
  countBelow,
  namesTo,
  walkTree,
  type Visited,
} from '../../model/sensors/sensors.js';

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

/** What deleting some nodes does to a tree. */
export interface DeletePlan {
  readonly sensors: readonly DeletedSensor[];
  readonly accessPoints: readonly DeletedAccessPoint[];
  /** Names of chosen nodes that the tree does not have any more. */
  readonly missing: readonly string[];
  /** Where the chosen nodes stand. */
  readonly places: NodePlaces;
}

/**
 * What deleting the chosen nodes does: each node once, and none that goes with a node above it.
 * @param tree as the manager has it now
 */
export function planDelete(tree: SensorRecord, chosen: readonly ShownNode[]): DeletePlan {
  const uuids = new Set(chosen.flatMap(target => (target.kind === 'sensor' ? target.uuid : [])));
  const points = new Set(chosen.flatMap(target => (target.kind === 'accessPoint' ? nodeKey(target) : [])));
  const found = new Set<string>();
  const sensors: DeletedSensor[] = [];
  const accessPoints: DeletedAccessPoint[] = [];
  const goes = new Set<Visited>();
  for (const node of walkTree(tree)) {
    const { sensor, parent } = node;
    const isBelow = parent !== undefined && goes.has(parent);
    const isChosen = uuids.has(sensor.uuid);
    if (isBelow || isChosen) goes.add(node);
    if (isChosen) found.add(`sensor ${sensor.uuid}`);
    if (isChosen && !isBelow) sensors.push(toDeletedSensor(node));
    for (const accessPoint of sensor.access_points) {
      const key = pointKeys(accessPoint).find(candidate => points.has(candidate));
      if (key === undefined || found.has(key)) continue;
      found.add(key);
      if (goes.has(node)) continue;
      const path = [...namesTo(node), accessPoint.name ?? ''];
      accessPoints.push({ accessPoint, sensorUuid: sensor.uuid, path });
    }
  }
  const missing = chosen.filter(target => !found.has(nodeKey(target))).map(({ name }) => name);
  return { sensors, accessPoints, missing, places: placesIn(tree, chosen) };
}

/** A domain as a command names it. */
export type ShownDomain = Extract<ShownNode, { readonly kind: 'sensor' }>;

/** What deleting all access points of a domain and of everything below it does; undefined when the domain is gone. */
export function planDeleteAccessPoints(tree: SensorRecord, chosen: ShownDomain): DeletePlan | undefined {
  const domain = [...walkTree(tree)].find(({ sensor }) => sensor.uuid === chosen.uuid);
  if (!domain) return undefined;
  const above = namesTo(domain).slice(0, -1);
  const accessPoints = [...walkTree(domain.sensor)].flatMap(node =>
    node.sensor.access_points.map(accessPoint => ({
      accessPoint,
      sensorUuid: node.sensor.uuid,
      path: [...above, ...namesTo(node), accessPoint.name ?? ''],
    })),
  );
  return { sensors: [], accessPoints, missing: [], places: placesIn(tree, [chosen]) };
}

/** What of a plan a tree still has: the nodes to delete and everything that should have gone with them. */
export interface Survivors {
  readonly sensors: readonly Visited[];
  readonly accessPoints: readonly AccessPoint[];
}

/** Compares a plan with the tree as it was read after the deletion. */
export function survivors(plan: DeletePlan, after: SensorRecord): Survivors {
  const deleted = deletedKeys(plan);
  const nodes = [...walkTree(after)];
  return {
    sensors: nodes.filter(node => deleted.has(sensorKey(node))),
    accessPoints: nodes.flatMap(({ sensor }) =>
      sensor.access_points.filter(accessPoint => deleted.has(pointKey(accessPoint, sensor.uuid))),
    ),
  };
}

/** What goes with a plan, everything below the chosen nodes included: each by what identifies it. */
export function deletedKeys({ sensors, accessPoints }: DeletePlan): ReadonlySet<string> {
  const below = sensors.flatMap(({ sensor }) => [...walkTree(sensor)]);
  return new Set([
    ...accessPoints.map(({ accessPoint, sensorUuid }) => pointKey(accessPoint, sensorUuid)),
    ...below.map(sensorKey),
    ...below.flatMap(({ sensor }) => sensor.access_points.map(point => pointKey(point, sensor.uuid))),
  ]);
}

/** What has no identity is known by its name and the node above it. */
const sensorKey = ({ sensor, parent }: Visited): string =>
  sensor.uuid ? `sensor ${sensor.uuid}` : `below ${parent?.sensor.uuid} ${sensor.name}`;

const pointKey = (point: AccessPoint, owner: string): string =>
  pointKeys(point)[0] ?? `in ${owner} ${point.name}`;

/** Domains, sensors and access points that a plan deletes, those below the chosen ones included. */
export function countDeleted({ sensors, accessPoints }: DeletePlan): NodeCounts {
  return {
    sensors: sensors.reduce((sum, { subordinates }) => sum + 1 + subordinates, 0),
    accessPoints: sensors.reduce((sum, node) => sum + node.accessPoints, accessPoints.length),
  };
}

function toDeletedSensor(node: Visited): DeletedSensor {
  const { sensors, accessPoints } = countBelow(node.sensor);
  const parentUuid = node.parent?.sensor.uuid;
  return { sensor: node.sensor, parentUuid, path: namesTo(node), subordinates: sensors, accessPoints };
}
