import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connections } from '../connections/connection.js';
import { documentFields } from '../model/inventory/recordText.js';
import { curlCommand, ownFields, pageAddress, type CurlRequest } from '../model/sensors/nodeCopies.js';
import { actedOn } from '../model/sensors/nodeTarget.js';
import { window } from '../ui/doors.js';
import { shown } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';
import type { ExplorerNode, RecordNode, TreeNode } from './explorerNode.js';
import { oneLine } from 'netsensor-contract/text/plainText';

type Copied = TreeNode | RecordNode;

/** What these commands work with. */
export interface CopyParts {
  readonly connections: Connections;
  readonly selection: () => Promise<readonly ExplorerNode[]>;
}

/** Copies something of the nodes that a command acts on. */
const copy =
  (textOf: (nodes: readonly Copied[], connections: Connections) => string) =>
  async (
    { connections, selection }: CopyParts,
    clicked?: ExplorerNode,
    selected?: readonly ExplorerNode[],
  ): Promise<void> => {
    const nodes = actedOn(clicked, selected ?? (clicked ? undefined : await selection())).filter(isCopied);
    const text = textOf(nodes, connections);
    if (!text) throw new SentenceError(l10n.t('The selected nodes have nothing of this kind to copy.'));
    await copyText(text);
  };

/** Copies a text, and says so. */
export async function copyText(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  window.setStatusBarMessage(shown`$(check) ${l10n.t('Copied')}`, 3000);
}

/** Copies one line of each node that has one. */
const copyLines = (textOf: (node: Copied, connections: Connections) => string | undefined) =>
  copy((nodes, connections) =>
    nodes
      .map(node => textOf(node, connections))
      .filter(Boolean)
      .join('\n'),
  );

export const copyUuid = copyLines(node => (node.kind === 'sensor' ? node.uuid : undefined));

export const copyMac = copyLines(node => (node.kind === 'accessPoint' ? node.macAddress : undefined));

export const copyPath = copyLines(node =>
  node.kind === 'record' ? undefined : node.path.map(oneLine).join(' / '),
);

/** Copies the records of nodes, or the text of a document as it is shown, in which no secret is. */
export const copyJson = async (
  parts: CopyParts,
  clicked?: ExplorerNode | vscode.Uri,
  selected?: readonly ExplorerNode[],
): Promise<void> => {
  if (!(clicked instanceof vscode.Uri)) return copyRecords(parts, clicked, selected);
  const document = await vscode.workspace.openTextDocument(clicked);
  await copyText(document.getText());
};

const copyRecords = copy(nodes => {
  const records = nodes.map(node =>
    node.kind === 'record'
      ? documentFields(node.type, node.record)
      : ownFields(node.index.record(node.number)),
  );
  return records.length > 0 ? JSON.stringify(records.length === 1 ? records[0] : records, null, 2) : '';
});

export const copyCurl = copyLines((node, connections) => {
  const address = connections.get(node.connectionId)?.address;
  return address === undefined ? undefined : curlCommand({ address, ...requestFor(node) });
});

/** Opens the page that the manager has of a node. */
export async function openInBrowser(
  { connections, selection }: CopyParts,
  clicked?: ExplorerNode,
): Promise<void> {
  const [node] = actedOn(clicked, clicked ? undefined : await selection()).filter(isCopied);
  const address = node && connections.get(node.connectionId)?.address;
  const pattern = node && vscode.workspace.getConfiguration('netsensor.pages').get(pageSettingOf(node), '');
  if (!node || !address || !pattern)
    throw new SentenceError(
      l10n.t('Say in the settings under netsensor.pages where the web pages of the manager are.'),
    );
  await vscode.env.openExternal(vscode.Uri.parse(pageAddress(address, pattern, valuesOf(node))));
}

const pageSettingOf = ({ kind }: Copied) => (kind === 'record' || kind === 'accessPoint' ? kind : 'sensor');

function valuesOf(node: Copied): Readonly<Record<string, unknown>> {
  switch (node.kind) {
    case 'record':
      return { type: node.type, id: node.recordId, name: node.name };
    case 'sensor':
      return { uuid: node.uuid, id: node.index.record(node.number).id, name: node.name };
    case 'accessPoint':
      return { id: node.id, mac: node.macAddress, name: node.name };
  }
}

/** The read that answers with a node (contracts 000 and 001, Endpoints). */
function requestFor(node: Copied): Omit<CurlRequest, 'address'> {
  switch (node.kind) {
    case 'sensor':
      return { path: `/api/v1/sensors/${encodeURIComponent(node.uuid)}/tree` };
    case 'accessPoint':
      return {
        path: '/api/v1/access_points.json',
        parameters: node.macAddress ? { mac_address: node.macAddress } : { name: node.name },
      };
    case 'record':
      return { path: `/api/v1/inventory/${node.type}/${node.recordId}` };
  }
}

/** Whether a node is of something that has an identity at its manager. */
export const isCopied = (node: ExplorerNode): node is Copied =>
  node.kind === 'sensor' || node.kind === 'accessPoint' || node.kind === 'record';
