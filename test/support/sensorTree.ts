import { askManager } from './manager.js';

interface Manager {
  readonly url: string;
  readonly apiKey: string;
}

/** A domain or sensor as an independent client sees it. */
export interface TreeNode {
  readonly uuid: string;
  readonly name: string;
  readonly type: number;
  readonly domain_type: number;
  readonly ip?: string | null;
  readonly children: readonly TreeNode[];
  readonly access_points?: readonly TreePoint[];
}

/** An access point as an independent client sees it. */
export interface TreePoint {
  readonly id: number;
  readonly name: string;
  readonly mac_address: string;
  readonly sensor_uuid: string;
  readonly [field: string]: unknown;
}

/** The sensor tree on the manager itself. */
export async function readSensorTree(manager: Manager, uuid?: string): Promise<TreeNode> {
  const path = uuid === undefined ? '/api/v1/sensors/tree' : `/api/v1/sensors/${uuid}/tree`;
  return ((await askManager(manager, path)) as { sensor: TreeNode }).sensor;
}

/** A node of a tree by its uuid. */
export function findNode(tree: TreeNode, uuid: string): TreeNode | undefined {
  if (tree.uuid === uuid) return tree;
  for (const child of tree.children) {
    const found = findNode(child, uuid);
    if (found) return found;
  }
  return undefined;
}

/** Makes a domain behind the extension's back. */
export async function makeDomain(
  manager: Manager,
  fields: { name: string; parent_uuid?: string; domain_type?: number },
): Promise<TreeNode> {
  const options = { method: 'POST', body: fields };
  return ((await askManager(manager, '/api/v1/sensors/domain', options)) as { sensor: TreeNode }).sensor;
}

let addresses = 0;

/** Makes an access point with a MAC address of its own behind the extension's back. */
export async function makeAccessPoint(
  manager: Manager,
  fields: { name: string; sensor_uuid: string; description?: string; enrichment?: object } & Readonly<
    Partial<Record<'x' | 'y' | 'latitude' | 'longitude', number>>
  >,
): Promise<TreePoint> {
  addresses += 1;
  const tail = addresses.toString(16).padStart(4, '0');
  const body = { mac_address: `ee:ee:00:00:${tail.slice(0, 2)}:${tail.slice(2)}`, ...fields };
  const answer = await askManager(manager, '/api/v1/access_points', { method: 'POST', body });
  return (answer as { ap: TreePoint }).ap;
}

/** What a command gets of a domain in the tree. */
export const sensorTarget = ({ uuid, name, type, domain_type: domainType }: TreeNode) => ({
  kind: 'sensor',
  connectionId: 'environment',
  name,
  path: [name],
  uuid,
  sensorKind: 'domain',
  type,
  domainType,
  parentUuid: undefined,
});

/** What a command gets of an access point in the tree. */
export const pointTarget = ({ id, name, mac_address: macAddress, sensor_uuid: sensorUuid }: TreePoint) => ({
  kind: 'accessPoint',
  connectionId: 'environment',
  name,
  path: [name],
  id,
  macAddress,
  sensorUuid,
});
