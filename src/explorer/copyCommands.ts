import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connections } from '../connections/connection.js';
import { Command } from '../ids.js';
import { curlCommand, ownFields, pageAddress, type CurlRequest } from '../model/sensors/nodeCopies.js';
import { actedOn } from '../model/sensors/nodeTarget.js';
import { window } from '../ui/doors.js';
import { shown } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';
import type { CommandHandler } from '../ui/registerCommands.js';
import type { ExplorerNode, RecordNode, TreeNode } from './explorerNode.js';
import { oneLine } from 'netsensor-contract/text/plainText';

type Copied = TreeNode | RecordNode;

/** The commands that copy something of the nodes they act on; of several, one line each. */
export function copyCommands(
  connections: Connections,
  selection: () => Promise<readonly ExplorerNode[]>,
): Record<string, CommandHandler> {
  const copy =
    (textOf: (nodes: readonly Copied[]) => string) =>
    async (clicked?: ExplorerNode, selected?: readonly ExplorerNode[]): Promise<void> => {
      const nodes = actedOn(clicked, selected ?? (clicked ? undefined : await selection())).filter(isCopied);
      const text = textOf(nodes);
      if (!text) throw new SentenceError(l10n.t('The selected nodes have nothing of this kind to copy.'));
      await vscode.env.clipboard.writeText(text);
      window.setStatusBarMessage(shown`$(check) ${l10n.t('Copied')}`, 3000);
    };
  const lines = (textOf: (node: Copied) => string | undefined) =>
    copy(nodes => nodes.map(textOf).filter(Boolean).join('\n'));
  return {
    [Command.copyUuid]: lines(node => (node.kind === 'sensor' ? node.uuid : undefined)),
    [Command.copyMac]: lines(node => (node.kind === 'accessPoint' ? node.macAddress : undefined)),
    [Command.copyPath]: lines(node =>
      node.kind === 'record' ? undefined : node.path.map(oneLine).join(' / '),
    ),
    [Command.copyJson]: copy(nodes => {
      const records = nodes.flatMap(node =>
        node.kind === 'record' ? [] : ownFields(node.index.record(node.number)),
      );
      return records.length > 0 ? JSON.stringify(records.length === 1 ? records[0] : records, null, 2) : '';
    }),
    [Command.copyCurl]: lines(node => {
      const address = connections.get(node.connectionId)?.address;
      return address === undefined ? undefined : curlCommand({ address, ...requestFor(node) });
    }),
    [Command.openInBrowser]: async (clicked?: ExplorerNode) => {
      const [node] = actedOn(clicked, clicked ? undefined : await selection()).filter(isCopied);
      const address = node && connections.get(node.connectionId)?.address;
      const pattern =
        node && vscode.workspace.getConfiguration('netsensor.pages').get(pageSettingOf(node), '');
      if (!node || !address || !pattern)
        throw new SentenceError(
          l10n.t('Say in the settings under netsensor.pages where the web pages of the manager are.'),
        );
      await vscode.env.openExternal(vscode.Uri.parse(pageAddress(address, pattern, valuesOf(node))));
    },
  };
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

const isCopied = (node: ExplorerNode): node is Copied =>
  node.kind === 'sensor' || node.kind === 'accessPoint' || node.kind === 'record';
