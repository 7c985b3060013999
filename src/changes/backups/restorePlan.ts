import { macKey } from 'netsensor-contract/sensors/macAddress';
import type { Backup } from '../backup.js';
import {
  flattenTree,
  pointFields,
  type FlatNode,
  type FlatPoint,
  type FlatTree,
} from '../../model/trees/flatTree.js';
import { inOrder, toBody, type TreeBody } from '../../model/trees/treeDocument.js';

/** How a backup is put back: one overwrite of the smallest domain that holds everything. */
export interface RestorePlan {
  readonly main: FlatNode;
  readonly body: TreeBody;
  /** Names of what cannot be put back, because the domain it stood in is gone. */
  readonly homeless: readonly string[];
}

/** What puts a backup back into a tree; undefined when nothing of it has a place there. */
export function planRestore(backup: Backup, current: FlatTree): RestorePlan | undefined {
  const nodes = new Map(current.nodes);
  const points = new Map(current.points);
  const places = new Set<string>();
  const homeless: string[] = [];
  const put = (mac: string, point: FlatPoint) => {
    const before = current.points.get(macKey(mac));
    if (before) places.add(before.owner);
    points.set(macKey(mac), point);
  };
  for (const { sensor, parent_uuid: parentUuid } of backup.sensors) {
    const existing = current.nodes.get(sensor.uuid);
    const parent = existing ? existing.parent : parentUuid;
    if (!existing && (parent === undefined || !nodes.has(parent))) {
      homeless.push(sensor.name);
      continue;
    }
    places.add(existing ? existing.id : String(parent));
    const saved = flattenTree(sensor);
    removeBelow(sensor.uuid, { nodes, points, kept: saved });
    for (const node of saved.nodes.values()) {
      const before = current.nodes.get(node.id);
      if (before?.parent !== undefined && node.id !== sensor.uuid) places.add(before.parent);
      nodes.set(node.id, node.id === sensor.uuid ? { ...node, parent } : node);
    }
    for (const [mac, point] of saved.points) put(mac, point);
  }
  for (const { sensor_uuid: owner, access_point: point } of backup.access_points) {
    const mac = point.mac_address ?? '';
    if (mac === '' || !nodes.has(owner)) homeless.push(point.name ?? mac);
    else {
      places.add(owner);
      put(mac, { mac, owner, fields: pointFields(point) });
    }
  }
  const main = lowestCommon(
    [...places].filter(id => current.nodes.has(id)),
    current,
  );
  if (!main) return undefined;
  const restored = { top: main.id, nodes, points };
  return {
    main,
    homeless,
    body: toBody(restored, { pointsOfNode: () => true, listsChildren: id => current.nodes.has(id) }),
  };
}

/** Takes away what stands below a node now and was not there when it was saved. */
function removeBelow(
  id: string,
  { nodes, points, kept }: { nodes: Map<string, FlatNode>; points: Map<string, FlatPoint>; kept: FlatTree },
): void {
  const gone = inOrder({ top: id, nodes, points }).filter(node => node.id !== id && !kept.nodes.has(node.id));
  for (const node of gone) nodes.delete(node.id);
  const owners = new Set(gone.map(node => node.id));
  for (const [mac, { owner }] of points) if (owners.has(owner)) points.delete(mac);
}

function lowestCommon(ids: readonly string[], { nodes }: FlatTree): FlatNode | undefined {
  const pathTo = (id: string) => {
    const path: string[] = [];
    for (let node = nodes.get(id); node; node = nodes.get(node.parent ?? '')) path.unshift(node.id);
    return path;
  };
  const [first, ...others] = ids.map(pathTo);
  const common = first?.filter((id, depth) => others.every(path => path[depth] === id)).at(-1);
  return common === undefined ? undefined : nodes.get(common);
}
