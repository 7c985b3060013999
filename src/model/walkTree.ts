import type { SensorRecord } from './sensors/sensors.js';

/** A node of a tree with where it stands. */
export interface Visited {
  readonly sensor: SensorRecord;
  /** Undefined for the top of the tree that was given. */
  readonly parent: Visited | undefined;
}

/** All nodes of a tree, each after the node above it; of any depth. */
export function* walkTree(top: SensorRecord): Generator<Visited> {
  const waiting: Visited[] = [{ sensor: top, parent: undefined }];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node;
    for (const child of node.sensor.children.toReversed()) waiting.push({ sensor: child, parent: node });
  }
}

/** Domains and sensors below a node, and the access points of the node and of everything below it. */
export function countBelow(top: SensorRecord): { sensors: number; accessPoints: number } {
  let [sensors, accessPoints] = [-1, 0];
  for (const { sensor } of walkTree(top)) {
    sensors += 1;
    accessPoints += sensor.access_points.length;
  }
  return { sensors, accessPoints };
}

/** The names from the top down to a node. */
export function namesTo(node: Visited): string[] {
  const names: string[] = [];
  for (let at: Visited | undefined = node; at; at = at.parent) names.unshift(at.sensor.name);
  return names;
}
