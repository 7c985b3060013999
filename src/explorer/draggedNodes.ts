import type * as vscode from 'vscode';
import { Command } from '../ids.js';
import { runCommand } from '../ui/doors.js';
import { documentUri } from './documentUri.js';
import { isTreeNode, type ExplorerNode } from './explorerNode.js';
import { uriOf } from './pins/pinFiles.js';
import type { DocumentAddress } from './front.js';

/** What is known of a node where it is dropped: its document, and what it goes by at its manager. */
export interface Dragged extends DocumentAddress {
  readonly id: string | number;
}

/** What is dragged: documents that an editor opens, as a list of addresses, and what the tree moves and texts are given. */
export function dragged(nodes: readonly ExplorerNode[]) {
  const documents = nodes.flatMap(node => documentUri(node)?.toString() ?? []);
  // VS Code writes as JSON what leaves the tree.
  const inTree = Object.assign([...nodes], { toJSON: () => nodes.flatMap(toDragged) });
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

/**
 * Moves sensors and access points below the domain on which they are dropped; a question comes before anything is sent. On a group
 * of pins, or on a pin, anything is pinned, and so are documents and notebooks of another place. A pin leads to something, and
 * moves nothing but itself.
 * @param documents what was dragged from elsewhere, as a list of addresses
 */
export async function dropNodes(
  target: ExplorerNode | undefined,
  nodes: readonly ExplorerNode[],
  documents?: { readonly asString: () => PromiseLike<string> },
): Promise<void> {
  if (target && (target.kind === 'place' || target.placed)) {
    const dropped = nodes.length > 0 ? nodes : urisIn((await documents?.asString()) ?? '');
    if (dropped.length > 0) await runCommand(Command.pin, dropped[0], dropped, target);
    return;
  }
  const moved = nodes.filter(node => isTreeNode(node) && !node.placed);
  if (moved.length > 0 && target?.kind === 'sensor' && target.sensorKind === 'domain')
    await runCommand(Command.moveNodes, moved[0], moved, target);
}

/** The addresses of a `text/uri-list`, whose comments begin with `#` (RFC 2483, section 5). */
const urisIn = (list: string): vscode.Uri[] =>
  list
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(uriOf);

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
