import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { parseRecordPath } from 'netsensor-contract/inventory/inventoryRecord';
import { isInventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { Connection } from '../connections/connection.js';
import { normalizedAddress } from '../model/sameAddress.js';
import { Command, Notebook, recordLanguage } from '../ids.js';
import {
  linkQuery,
  notebookQuery,
  parseLink,
  type LinkTarget,
  type LinkView,
  type ManagerLink,
} from '../model/links.js';
import { accessPointNode, parseAccessPointPath } from '../model/sensors/nodeRef.js';
import { actedOn } from '../model/sensors/nodeTarget.js';
import { runCommand, waitPatiently, window } from '../ui/doors.js';
import { inert, quoted } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';
import { copyText, isCopied, type CopyParts } from './copyCommands.js';
import { nodeOf } from './documentNode.js';
import { documentUri } from './documentUri.js';
import { asValues, readDragged } from './draggedNodes.js';
import type { ExplorerNode } from './explorerNode.js';
import type { ExplorerParts } from './explorerTree.js';
import { addressOf, type DocumentAddress } from './front.js';

/** What is linked to, and how it is shown. */
export type Linked = DocumentAddress & { readonly view?: LinkView };

/** Copies links that open the nodes that a command acts on, a document, a picture or a notebook; they hold no name and no secret. */
export async function copyLink(
  { connections, selection }: CopyParts,
  clicked?: ExplorerNode | Linked | vscode.Uri,
  selected?: readonly ExplorerNode[],
): Promise<void> {
  const links = await linksTo(clicked, async node =>
    actedOn(node, selected ?? (node ? undefined : await selection())),
  );
  const lines = links.flatMap(link => linkTo(connections, link) ?? []);
  if (lines.length === 0) throw new SentenceError(l10n.t('There is no link to this.'));
  await copyText(lines.join('\n'));
}

const extensionId = 'netsensor.netsensor';

/** The link to something, or to a notebook by its query. */
function linkTo(connections: CopyParts['connections'], link: Linked | string): string | undefined {
  const query = typeof link === 'string' ? link : queryOf(connections, link);
  return query && `${vscode.env.uriScheme}://${extensionId}/open?${query}`;
}

/** What nodes of the tree become in a text: what they go by in JSON and in queries, else links to them. */
export async function dropEdit(
  connections: CopyParts['connections'],
  { document, position, dragged }: Dropped,
): Promise<vscode.DocumentDropEdit | undefined> {
  const nodes = readDragged((await dragged?.asString()) ?? '');
  if (nodes.length === 0) return undefined;
  if (!valueLanguages.includes(document.languageId)) {
    const links = nodes.flatMap(node => linkTo(connections, node) ?? []);
    return new vscode.DocumentDropEdit(links.join('\n'), l10n.t('Insert a link'));
  }
  const before = document.lineAt(position).text.slice(0, position.character);
  return new vscode.DocumentDropEdit(asValues(nodes, before), l10n.t('Insert the uuid or id'));
}

/** What is dropped, and where. */
interface Dropped {
  readonly document: vscode.TextDocument;
  readonly position: vscode.Position;
  readonly dragged: vscode.DataTransferItem | undefined;
}

const valueLanguages: readonly string[] = [Notebook.language, recordLanguage, 'json', 'jsonc'];

async function linksTo(
  clicked: ExplorerNode | Linked | vscode.Uri | undefined,
  nodesOf: (node: ExplorerNode | undefined) => Promise<readonly ExplorerNode[]>,
): Promise<readonly (Linked | string)[]> {
  if (clicked instanceof vscode.Uri)
    return addressOf(clicked) ? [addressOf(clicked)!] : [linkToNotebook(clicked)];
  if (clicked && !('kind' in clicked)) return [clicked];
  const nodes = await nodesOf(clicked);
  const front = nodes.length === 0 ? addressOf() : undefined;
  return front ? [front] : nodes.flatMap(node => addressOfNode(node) ?? []);
}

function linkToNotebook(uri: vscode.Uri): string {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (!folder)
    throw new SentenceError(
      l10n.t('A link leads to notebooks of the folder that is open. Open the folder of this one first.'),
    );
  return notebookQuery(vscode.workspace.asRelativePath(uri, false));
}

function queryOf(connections: CopyParts['connections'], { view, ...address }: Linked): string | undefined {
  const manager = connections.get(address.connectionId)?.address;
  const target = targetOf(address);
  return target && manager !== undefined ? linkQuery(manager, target, view) : undefined;
}

/** What the address of a document means at its manager; undefined where that has no link. */
export function targetOf({ connectionId, path }: DocumentAddress): LinkTarget | undefined {
  const record = parseRecordPath(path);
  if (record) return { kind: 'record', record };
  const [, root, type = ''] = path.split('/');
  if (root === 'lists' && isInventoryType(type)) return { kind: 'list', type };
  const point = parseAccessPointPath(path);
  if (point) return { kind: 'accessPoint', point };
  const node = nodeOf(connectionId, path);
  return node && 'uuid' in node ? { kind: 'sensor', uuid: node.uuid } : undefined;
}

/** The document of a row, or of the list of its type; undefined of a row without one. */
export function addressOfNode(node: ExplorerNode): DocumentAddress | undefined {
  const { connectionId } = node;
  if (node.kind === 'inventoryType') return { connectionId, path: `/lists/${node.type}` };
  const uri = isCopied(node) ? documentUri(node) : undefined;
  return uri && { connectionId, path: uri.path };
}

/** What shows a node that a link leads to. */
const shownBy: Readonly<Record<LinkView, string>> = {
  document: Command.openRecord,
  racks: Command.showRack,
  power: Command.showPower,
  floor: Command.showFloorPlan,
  topology: Command.showTopology,
  map: Command.showMap,
};

/** Opens what a link leads to, and does nothing else. Of a manager without a connection nothing is asked. */
export async function openLink(
  parts: Pick<ExplorerParts, 'connections' | 'tree'>,
  { path, query }: Pick<vscode.Uri, 'path' | 'query'>,
): Promise<void> {
  const link = parseLink(path, query);
  if (link && 'notebook' in link) return openNotebook(link.notebook);
  if (!link) throw new SentenceError(l10n.t('This is no link of Netsensor, so nothing was opened.'));
  return openAt(parts, link);
}

/**
 * The connection to the manager with an address: as it is written, else whatever it is spelled like. Of several one that is signed
 * in, and one of production first, which is read-only at every start; never by the lock that it has now, with which a link would
 * lead elsewhere.
 */
export function connectionTo(connections: CopyParts['connections'], manager: string): Connection | undefined {
  if (!URL.canParse(manager)) return undefined;
  const wanted = normalizedAddress(manager);
  const exact = connections.all.filter(({ address }) => address === manager);
  const alike = () => connections.all.filter(({ address }) => normalizedAddress(address) === wanted);
  const known = exact.length > 0 ? exact : alike();
  const signedIn = known.filter(({ isSignedOut }) => !isSignedOut);
  return signedIn.find(({ environment }) => environment === 'production') ?? signedIn[0] ?? known[0];
}

/** Opens what a link of a manager leads to. */
export async function openAt(
  { connections, tree }: Pick<ExplorerParts, 'connections' | 'tree'>,
  { manager, target, view }: ManagerLink,
): Promise<void> {
  const connection = connectionTo(connections, manager);
  if (!connection) return offerToAdd(manager);
  const name = quoted(connection.name);
  const node = await waitPatiently(
    l10n.t('Opening what the link leads to in {0}…', name),
    locateTarget(tree, connection.id, target),
  );
  if (!node) throw new SentenceError(l10n.t('{0} does not have what the link leads to.', name));
  await runCommand(node.kind === 'inventoryType' ? Command.editRecords : shownBy[view], node);
}

async function locateTarget(tree: ExplorerParts['tree'], connectionId: string, target: LinkTarget) {
  switch (target.kind) {
    case 'record':
      return tree.locateRecord(connectionId, target.record.type, target.record.id);
    case 'list':
      return tree.locateType(connectionId, target.type);
    case 'sensor':
      return tree.locate({ connectionId, uuid: target.uuid });
    case 'accessPoint':
      return tree.locate(accessPointNode(connectionId, target.point));
  }
}

/** Offers to add the manager with an address, of which nothing is asked; whoever forged it finds it named and not filled in. */
export async function offerToAdd(address: string): Promise<void> {
  const add = l10n.t('Add Manager');
  const sentence = l10n.t('This leads to {0}, to which there is no connection.', inert(address));
  if ((await window.showInformationMessage(sentence, add)) === add)
    await runCommand(Command.addManager, { linked: address });
}

/** Opens a notebook by its path in a folder of the workspace. */
export async function openNotebook(path: string): Promise<void> {
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    const notebook = vscode.Uri.joinPath(uri, path);
    const isThere = await vscode.workspace.fs.stat(notebook).then(
      () => true,
      () => false,
    );
    if (isThere) return void (await runCommand('vscode.openWith', notebook, Notebook.type));
  }
  throw new SentenceError(
    l10n.t('No folder that is open has the notebook {0}. Open its folder, then the link.', quoted(path)),
  );
}
