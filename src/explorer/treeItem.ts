import * as vscode from 'vscode';
import type { Connection } from '../connections/connection.js';
import { Command, Scheme } from '../ids.js';
import { TreeItem } from '../ui/doors.js';
import { inert, type Inert } from '../ui/inert.js';
import type { ConnectionNode, ErrorNode, ExplorerNode, InventoryTypeNode, PartNode } from './explorerNode.js';
import type { TypeFilter } from './inventory/inventoryTree.js';
import { inventoryTypeItem, recordItem, recordRangeItem } from './recordItem.js';
import { accessPointItem, rangeItem, sensorItem, type TreeLook } from './sensors/sensorItem.js';
import { tooltip } from './tooltip.js';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** What the look of a node depends on besides the node. */
export interface ItemContext extends TreeLook {
  readonly connectionState: (connection: Connection) => Inert;
  readonly filterOf: (type: InventoryTypeNode) => TypeFilter;
}

/** What VS Code needs to show a node. Names are always shown as plain text. */
export function toTreeItem(node: ExplorerNode, context: ItemContext): vscode.TreeItem {
  const item = describe(node, context);
  item.id = node.itemId;
  return item;
}

function describe(node: ExplorerNode, context: ItemContext): vscode.TreeItem {
  const { connectionState, isLocked, isOpen } = context;
  switch (node.kind) {
    case 'connection':
      return connectionItem(node, connectionState(node.connection));
    case 'sensors':
      return folder(
        vscode.l10n.t('Sensors'),
        'type-hierarchy',
        `${node.kind}.${isLocked ? 'locked' : 'unlocked'}`,
      );
    case 'inventory':
      return folder(vscode.l10n.t('Inventory'), 'archive', node.kind);
    case 'inventoryType':
      return inventoryTypeItem(node, context.filterOf(node), isLocked);
    case 'record':
      return recordItem(node, isLocked);
    case 'recordRange':
      return recordRangeItem(node);
    case 'sensor':
      return sensorItem(node, context);
    case 'accessPoint':
      return accessPointItem(node, isLocked);
    case 'range':
      return rangeItem(node, isOpen);
    case 'error':
      return errorItem(node);
    case 'part':
      return partItem(node);
    case 'empty':
      return emptyItem(node.isFiltered);
  }
}

function folder(label: Inert, icon: string, contextValue: string): vscode.TreeItem {
  const item = new TreeItem(label, Collapsed);
  item.iconPath = new vscode.ThemeIcon(icon);
  item.contextValue = contextValue;
  return item;
}

function connectionItem({ connection }: ConnectionNode, state: Inert): vscode.TreeItem {
  const item = new TreeItem(inert(connection.name), Expanded);
  item.description = state;
  item.iconPath = new vscode.ThemeIcon(connection.isLocked ? 'lock' : 'server-environment');
  const signedIn = connection.isSignedOut ? 'signedOut' : 'signedIn';
  item.contextValue = `connection.${connection.source}.${signedIn}.${connection.isLocked ? 'locked' : 'unlocked'}`;
  item.tooltip = tooltip(inert(connection.name), [inert(connection.address), state]);
  // Carries the colour of the environment, but not the problems of documents as a parent folder would.
  item.resourceUri = vscode.Uri.from({ scheme: Scheme.connection, authority: connection.id, path: '/' });
  return item;
}

function errorItem(node: ErrorNode): vscode.TreeItem {
  const item = new TreeItem(node.message, None);
  item.iconPath = new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));
  item.contextValue = `${node.kind}.${node.remedy}`;
  item.tooltip = tooltip('', [node.message, vscode.l10n.t('Select to try again')]);
  item.command = { command: Command.retry, title: vscode.l10n.t('Retry'), arguments: [node] };
  return item;
}

function partItem(node: PartNode): vscode.TreeItem {
  const item = new TreeItem(node.label, None);
  item.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  item.contextValue = node.kind;
  const canShow = node.unread.length > 0;
  item.tooltip = tooltip('', [node.message, canShow ? vscode.l10n.t('Select to see what was sent') : '']);
  if (canShow)
    item.command = {
      command: Command.showUnread,
      title: vscode.l10n.t('Show what was sent'),
      arguments: [node],
    };
  return item;
}

function emptyItem(isFiltered: boolean): vscode.TreeItem {
  const sentence = isFiltered ? vscode.l10n.t('No match for the filter') : vscode.l10n.t('Nothing here yet');
  return new TreeItem(sentence, None);
}
