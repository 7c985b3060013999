import { macKey } from 'netsensor-contract/sensors/macAddress';
import {
  matchKey,
  pointFields,
  childrenOf,
  pointsOf,
  type FlatNode,
  type FlatPoint,
  type FlatTree,
} from '../../model/trees/flatTree.js';
import type { OverrideNode } from 'netsensor-contract/sensors/overrideBodies';
import type { TreeBody } from '../../model/trees/treeDocument.js';

/** What a body says, in terms of the tree that it is about. */
export interface ResolvedBody {
  readonly tree: FlatTree;
  /** Access points that a node listed before and lists no more; an overwrite leaves them where they are. */
  readonly unlisted: readonly FlatPoint[];
}

interface Waiting {
  readonly body: OverrideNode;
  readonly id: string;
  readonly parent: string | undefined;
}

/**
 * Finds the node of a tree behind each node of a body: by uuid, else by name, domain type and type among the children of
 * the node above (contract 001, Overwrite request, rules 3 and 4). What a body leaves out, fields or lists, stays as it is.
 */
export function resolveBody({ sensor }: TreeBody, base: FlatTree): ResolvedBody {
  const named = namedIn(sensor);
  const baseChildren = childrenOf(base);
  const basePoints = pointsOf(base);
  const nodes = new Map<string, FlatNode>();
  const points = new Map<string, FlatPoint>();
  const unlisted: FlatPoint[] = [];
  const claimed = new Set(named.uuids);
  const waiting: Waiting[] = [{ body: sensor, id: base.top, parent: undefined }];
  const unnamed = (id: string) =>
    (basePoints.get(id) ?? []).filter(({ mac }) => !named.macs.has(macKey(mac)));
  /** Everything below a node whose children are not listed stays, except what the body puts elsewhere. */
  const keepBelow = (top: string) => {
    const kept = [...(baseChildren.get(top) ?? [])];
    for (let node = kept.shift(); node; node = kept.shift()) {
      if (claimed.has(node.id)) continue;
      nodes.set(node.id, node);
      for (const point of unnamed(node.id)) points.set(macKey(point.mac), point);
      kept.push(...(baseChildren.get(node.id) ?? []));
    }
  };
  for (let next = 0; next < waiting.length; next += 1) {
    const { body, id, parent } = waiting[next] as Waiting;
    nodes.set(id, toNode(body, { id, parent, known: base.nodes.get(id) }));
    const others = unnamed(id);
    for (const point of [...listedPoints(body, id), ...others]) points.set(macKey(point.mac), point);
    if (body.access_points) unlisted.push(...others);
    const siblings = baseChildren.get(id) ?? [];
    if (!body.children) keepBelow(id);
    for (const child of body.children ?? []) {
      const known =
        child.uuid ??
        siblings.find(at => !claimed.has(at.id) && matchKey(at) === matchKey(withDefaults(child)))?.id;
      const childId = known ?? `new ${next}.${waiting.length}`;
      claimed.add(childId);
      waiting.push({ body: child, id: childId, parent: id });
    }
  }
  return { tree: { top: base.top, nodes, points }, unlisted };
}

/** The uuids and MAC addresses that a body names anywhere. */
function namedIn(sensor: OverrideNode): { uuids: Set<string>; macs: Set<string> } {
  const uuids = new Set<string>();
  const macs = new Set<string>();
  const waiting = [sensor];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.uuid !== undefined) uuids.add(node.uuid);
    for (const { mac_address: mac } of node.access_points ?? []) macs.add(macKey(mac));
    waiting.push(...(node.children ?? []));
  }
  return { uuids, macs };
}

/**
 * A body as it was sent, with the uuids that its new nodes have since: each is matched to a node of the body that is stored, as
 * `resolveBody` does.
 */
export function withStoredUuids(sent: TreeBody, stored: TreeBody): TreeBody {
  const given = structuredClone(sent);
  const waiting = [{ node: given.sensor, now: stored.sensor }];
  const claimed = new Set(namedIn(sent.sensor).uuids);
  for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
    const siblings = pair.now.children ?? [];
    for (const child of pair.node.children ?? []) {
      const isMeant = (other: OverrideNode) =>
        child.uuid === undefined
          ? !claimed.has(other.uuid ?? '') && matchKey(withDefaults(other)) === matchKey(withDefaults(child))
          : other.uuid === child.uuid;
      const now = siblings.find(isMeant);
      if (now?.uuid === undefined) continue;
      claimed.add(now.uuid);
      Object.assign(child, { uuid: now.uuid });
      waiting.push({ node: child, now });
    }
  }
  return given;
}

const withDefaults = ({ name = '', type = 1, domain_type = 1 }: OverrideNode) => ({
  name,
  type,
  domain_type,
});

function toNode(
  body: OverrideNode,
  { id, parent, known }: { id: string; parent: string | undefined; known: FlatNode | undefined },
): FlatNode {
  const {
    name = known?.name ?? '',
    type = known?.type ?? 1,
    domain_type: domainType = known?.domain_type ?? 1,
  } = body;
  return { id, uuid: known?.uuid ?? body.uuid, name, type, domain_type: domainType, parent };
}

const listedPoints = ({ access_points: listed = [] }: OverrideNode, owner: string): FlatPoint[] =>
  listed.map(point => ({ mac: point.mac_address, owner, fields: pointFields(point) }));
