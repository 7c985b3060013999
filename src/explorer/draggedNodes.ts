import { Command } from '../ids.js';
import { runCommand } from '../ui/doors.js';
import { documentUri } from './documentUri.js';
import { isTreeNode, type ExplorerNode, type TreeNode } from './explorerNode.js';
import type { DocumentAddress } from './front.js';

/** What is known of a node where it is dropped: its document, and what it goes by at its manager. */
export interface Dragged extends DocumentAddress {
  readonly id: string | number;
}

/** What is dragged: documents that an editor opens, as a list of addresses, and what the tree moves and texts are given. */
export function dragged(nodes: readonly ExplorerNode[]) {
  const documents = nodes.flatMap(node => documentUri(node)?.toString() ?? []);
  // VS Code writes as JSON what leaves the tree.
  const inTree = Object.assign(nodes.filter(isTreeNode), { toJSON: () => nodes.flatMap(toDragged) });
  return { documents: documents.join('\r\n'), inTree };
}

function toDragged(node: ExplorerNode): readonly Dragged[] {
  const path = documentUri(node)?.path;
  const id = identity(node);
  return path === undefined || id === undefined ? [] : [{ connectionId: node.connectionId, path, id }];
}

function identity(node: ExplorerNode): string | number | undefined {
  if (node.kind === 'record') return node.recordId;
  if (node.kind === 'sensor') return node.uuid;
  return node.kind === 'accessPoint' ? (node.id ?? node.macAddress) : undefined;
}

/** Moves sensors and access points below the domain on which they are dropped; a question comes before anything is sent. */
export async function dropNodes(target: ExplorerNode | undefined, nodes: readonly TreeNode[]): Promise<void> {
  if (nodes.length > 0 && target?.kind === 'sensor' && target.sensorKind === 'domain')
    await runCommand(Command.moveNodes, nodes[0], nodes, target);
}

/** The nodes that were dragged, as their text has them; none of another window's or another program's. */
export function readDragged(text: string): readonly Dragged[] {
  return text === '' ? [] : (JSON.parse(text) as readonly Dragged[]);
}

/**
 * What nodes are as values of JSON.
 * @param before the line as far as they are dropped: inside of quotes they get none
 */
export function asValues(nodes: readonly Dragged[], before: string): string {
  const isInString = (before.match(/(?<!\\)"/g)?.length ?? 0) % 2 === 1;
  return nodes.map(({ id }) => (isInString ? String(id) : JSON.stringify(id))).join(', ');
}
