import {
  childrenOf,
  flattenTree,
  holdsAccessPoints,
  pointsOf,
  type FlatNode,
  type FlatTree,
} from './flatTree.js';
import type { OverrideNode } from 'netsensor-contract/sensors/overrideBodies';
import { domainDocumentPath, parseSensorPath } from '../sensors/nodeRef.js';
import type { SensorRecord } from 'netsensor-contract/sensors/sensors';

/** The body of an overwrite (contract 001, Overwrite request). */
export interface TreeBody {
  readonly sensor: OverrideNode;
}

/** The path of the document of a subtree, `/subtree/Madrid (subtree).7106963634872672634.json`. */
export const subtreePath = (uuid: string, name: string): string =>
  domainDocumentPath({ kind: 'subtree', word: 'subtree' }, uuid, name);

/** The uuid of the main sensor behind a document path; undefined for any other path. */
export function parseSubtreePath(path: string): string | undefined {
  return path.startsWith('/subtree/')
    ? parseSensorPath(path.replace('/subtree/', '/sensors/domain/'))?.uuid
    : undefined;
}

/** The document of a subtree: everything an overwrite can say about it. */
export function printSubtree(tree: SensorRecord): string {
  const flat = flattenTree(tree);
  return `${JSON.stringify(toBody(flat, { pointsOfNode: () => true }), null, 2)}\n`;
}

/**
 * The body that makes a tree. Children are listed wherever there are some or `listsChildren` says so, because those that
 * a list leaves out are deleted.
 */
export function toBody(
  tree: FlatTree,
  {
    pointsOfNode,
    listsChildren = () => false,
  }: { pointsOfNode: (id: string) => boolean; listsChildren?: (id: string) => boolean },
): TreeBody {
  const children = childrenOf(tree);
  const points = pointsOf(tree);
  const bodies = new Map<string, OverrideNode>();
  // Each node stands after the one above it, so backwards all below a node is there before the node.
  for (const node of inOrder(tree).reverse()) {
    const below = (children.get(node.id) ?? [])
      .map(child => bodies.get(child.id))
      .filter(body => body !== undefined);
    const own = holdsAccessPoints(node.type) && pointsOfNode(node.id) ? (points.get(node.id) ?? []) : [];
    bodies.set(node.id, {
      ...(node.name === '' ? {} : { name: node.name }),
      ...(node.uuid === undefined ? {} : { uuid: node.uuid }),
      type: node.type,
      domain_type: node.domain_type,
      ...(own.length > 0
        ? { access_points: own.map(({ mac, fields }) => ({ mac_address: mac, ...fields })) }
        : {}),
      ...(below.length > 0 || listsChildren(node.id) ? { children: below } : {}),
    });
  }
  return { sensor: bodies.get(tree.top) ?? { name: '' } };
}

/** All nodes that hang on the top, each after the one above it, children in their order. */
export function inOrder(tree: FlatTree): FlatNode[] {
  const children = childrenOf(tree);
  const top = tree.nodes.get(tree.top);
  const ordered: FlatNode[] = [];
  const waiting = top ? [top] : [];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    ordered.push(node);
    waiting.push(...[...(children.get(node.id) ?? [])].reverse());
  }
  return ordered;
}
