import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { NodeRef } from 'netsensor-contract/sensors/nodeRecord';
import { Command, Scheme, View } from '../ids.js';
import { withoutName } from '../model/pins/recents.js';
import { accessPointPath, sensorPath } from '../model/sensors/nodeRef.js';
import { nodeRef, type NodeTarget } from '../model/sensors/nodeTarget.js';
import { window } from '../ui/doors.js';
import type { ExplorerNode } from './explorerNode.js';
import { recordUri } from '../ui/recordUri.js';

/**
 * Opens the document of a node as VS Code opens files: seen on one click, kept on two; undefined for nodes without one. What is open
 * under another name is looked for at the click.
 */
export function openingCommand(node: ExplorerNode): vscode.Command | undefined {
  const uri = documentUri(node);
  if (!uri) return undefined;
  const title = l10n.t('Open');
  return isOpenOtherwise(uri)
    ? { command: Command.openRecord, title, arguments: [uri, { preserveFocus: true }] }
    : { command: 'vscode.open', title, arguments: [uri] };
}

/** Opens a document; one that is open under another name is opened as the documents of records are. */
export async function openDocument(
  uri: vscode.Uri,
  options: vscode.TextDocumentShowOptions = {},
): Promise<void> {
  await vscode.commands.executeCommand(
    isOpenOtherwise(uri) ? Command.openRecord : 'vscode.open',
    uri,
    options,
  );
}

const isOpenOtherwise = (uri: vscode.Uri): boolean =>
  (shownAt(uri)?.uri ?? uri).toString() !== uri.toString();

/** Where the same record is open already, whatever name its address carries there; undefined where it is not. */
export function shownAt({
  authority,
  path,
}: vscode.Uri): { readonly uri: vscode.Uri; readonly viewColumn: vscode.ViewColumn } | undefined {
  const nameless = withoutName(path);
  return vscode.window.tabGroups.all
    .flatMap(({ tabs, viewColumn }) =>
      tabs.flatMap(({ input }) =>
        input instanceof vscode.TabInputText ? [{ uri: input.uri, viewColumn }] : [],
      ),
    )
    .find(
      ({ uri: open }) =>
        open.scheme === Scheme.record && open.authority === authority && withoutName(open.path) === nameless,
    );
}

/**
 * The documents of nodes. An access point is known by its id where it has one, so the tree is read where only the list told
 * of it: by its MAC address it would be another document.
 */
export async function documentsOf(
  tree: { readonly locate: (ref: NodeRef) => Promise<ExplorerNode | undefined> },
  nodes: readonly (ExplorerNode | NodeTarget)[],
): Promise<vscode.Uri[]> {
  const found = nodes.map(async node => {
    if (node.kind !== 'accessPoint' || node.id !== undefined) return node;
    return (await tree.locate(nodeRef(node)).catch(() => undefined)) ?? node;
  });
  const all = await window.withProgress({ location: { viewId: View.down } }, () => Promise.all(found));
  return all.flatMap(node => documentUri(node) ?? []);
}

/** The document of a node; undefined for nodes without one, and for those that the manager gave no identity. */
export function documentUri(node: ExplorerNode | NodeTarget): vscode.Uri | undefined {
  if (node.kind === 'record') return node.uri;
  const path = documentPath(node);
  return path ? recordUri(node.connectionId, path) : undefined;
}

function documentPath(node: ExplorerNode | NodeTarget): string {
  if (node.kind === 'sensor') {
    const { sensorKind: kind, uuid, name } = node;
    return uuid && sensorPath({ kind, uuid }, name);
  }
  if (node.kind !== 'accessPoint') return '';
  const { id, macAddress, name } = node;
  if (id !== undefined) return accessPointPath({ id }, name);
  return macAddress === undefined ? '' : accessPointPath({ macAddress }, name);
}
