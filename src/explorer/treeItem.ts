import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connection, ConnectionWords } from '../connections/connection.js';
import { Command, Scheme } from '../ids.js';
import { themeIcon, TreeItem } from '../ui/doors.js';
import { remedyButton } from '../ui/remedyButtons.js';
import { grouped, momentWords } from '../words/locale.js';
import { inert, joined, quoted, type Inert } from '../words/inert.js';
import { openingCommand } from './documentUri.js';
import type {
  ConnectionNode,
  EmptyNode,
  ErrorNode,
  ExplorerNode,
  InventoryTypeNode,
  PartNode,
  UnreadNode,
} from './explorerNode.js';
import { isReadInPart, type InventoryLists } from './inventory/inventoryLists.js';
import type { SensorTrees } from './sensors/sensorTrees.js';
import type { TypeLook } from './inventory/inventoryTree.js';
import { inventoryGroupItem, inventoryTypeItem, recordItem } from './inventory/recordItem.js';
import { pinItem, placedItem, placeItem } from './pins/placeItem.js';
import {
  access,
  accessPointItem,
  rangeItem,
  sensorItem,
  type TreeLook,
  tooltip,
} from './sensors/sensorItem.js';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** What the look of a node depends on besides the node. */
export interface ItemContext extends TreeLook, ConnectionWords {
  readonly trees: SensorTrees;
  readonly lists: InventoryLists;
  readonly keyLifetime: Inert | '';
  readonly lookOf: (type: InventoryTypeNode) => TypeLook;
}

/** What VS Code needs to show a node. Names are always shown as plain text. */
export function toTreeItem(node: ExplorerNode, context: ItemContext): vscode.TreeItem {
  const item = describe(node, context);
  item.id = node.itemId;
  item.command ??= openingCommand(node);
  return node.placed ? placedItem(node, item, node.placed) : item;
}

function describe(node: ExplorerNode, context: ItemContext): vscode.TreeItem {
  const { isLocked, isOpen } = context;
  switch (node.kind) {
    case 'connection':
      return connectionItem(node, context);
    case 'sensors':
      return sensorsItem(context);
    case 'inventory':
      return folder(l10n.t('Inventory'), 'archive', `${node.kind}.${access(isLocked)}`);
    case 'inventoryGroup':
      return inventoryGroupItem(node, isLocked);
    case 'inventoryType':
      return inventoryTypeItem(node, context.lookOf(node), isLocked);
    case 'record':
      return recordItem(node, isLocked);
    case 'recordRange':
      return rangeItem({ ...node, to: node.from + node.records.length }, false);
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
      return emptyItem(node);
    case 'place':
      return placeItem(node);
    case 'pin':
      return pinItem(node);
  }
}

/** The only tree is read and shown at once, with what is down in it; of several none is before it is asked for. */
function sensorsItem({ isLocked, isOpen }: ItemContext): vscode.TreeItem {
  const item = folder(l10n.t('Sensors'), 'type-hierarchy', `sensors.${access(isLocked)}`);
  if (isOpen) item.collapsibleState = Expanded;
  return item;
}

function folder(label: Inert, icon: string, contextValue: string): vscode.TreeItem {
  const item = new TreeItem(label, Collapsed);
  item.iconPath = new vscode.ThemeIcon(icon);
  item.contextValue = contextValue;
  return item;
}

function connectionItem(
  { connection }: ConnectionNode,
  { connectionState, keyLifetime, helpFor, reachLines, trees, lists }: ItemContext,
): vscode.TreeItem {
  const { id } = connection;
  const readAt = trees.readAt(id);
  // What is in trouble is not read again either, and says so.
  const isPart = !connection.reach?.trouble && isReadInPart({ trees, lists }, id);
  const state = joined([connectionState(connection), isPart ? l10n.t('read in part') : ''], ' · ');
  const help = helpFor(connection);
  const item = new TreeItem(inert(connection.name), Expanded);
  item.description = state;
  item.iconPath = connectionIcon(connection);
  const signedIn = connection.isSignedOut ? 'signedOut' : 'signedIn';
  item.contextValue = `connection.${connection.source}.${signedIn}.${access(connection.isLocked)}`;
  if (help?.remedy) item.contextValue += `.needs.${help.remedy}`;
  item.tooltip = tooltip({
    heading: inert(connection.name),
    lines: [
      inert(connection.address),
      state,
      help?.sentence,
      isPart && l10n.t('Not all of it could be read: the rows below say what is missing.'),
      ...reachLines(connection),
      readAt !== undefined && l10n.t('Tree read at {0}', momentWords(readAt)),
      connection.source === 'saved' && keyLifetime,
    ],
  });
  // Carries the colour of the environment, but not the problems of documents as a parent folder would.
  item.resourceUri = vscode.Uri.from({ scheme: Scheme.connection, authority: connection.id, path: '/' });
  return item;
}

const connectionIcon = ({ isSignedOut, isLocked }: Connection) =>
  new vscode.ThemeIcon(isSignedOut ? 'debug-disconnect' : isLocked ? 'lock' : 'server-environment');

/** What a manager may do without that is away for a moment: its row tries again, and that of its connection leads there. */
const triedFirst: readonly ErrorNode['remedy'][] = ['address', 'timeLimit'];

/** What went wrong; a click does what helps, and the icon beside it tries again. */
export function errorItem(node: ErrorNode): vscode.TreeItem {
  const item = new TreeItem(node.message, None);
  const { remedy, connectionId } = node;
  const button =
    remedy === 'none' || triedFirst.includes(remedy) ? undefined : remedyButton({ remedy, connectionId });
  item.iconPath =
    button && remedy === 'key' ? themeIcon(button.icon) : themeIcon('error', 'list.errorForeground');
  item.contextValue = `${node.kind}.${remedy}`;
  const help = button?.tooltip ?? l10n.t('Select to try again');
  item.tooltip = tooltip({ heading: '', lines: [node.message, help] });
  item.command = { title: help, ...(button?.command ?? { command: Command.retry, arguments: [node] }) };
  return item;
}

/** What is missing beside what was read; a click shows it. */
export function partItem(node: PartNode): vscode.TreeItem {
  const item = new TreeItem(node.label, None);
  item.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  item.contextValue = node.kind;
  const canShow = node.unread.length > 0;
  item.tooltip = tooltip({
    heading: '',
    lines: [node.message, canShow ? l10n.t('Select to see what was sent') : ''],
  });
  if (canShow)
    item.command = {
      command: Command.showUnread,
      title: l10n.t('Show what was sent'),
      arguments: [node],
    };
  return item;
}

/**
 * Managers of which something is not read yet; a click reads it at once.
 * @param name of the first of them
 */
export function unreadItem(node: UnreadNode, name: string): vscode.TreeItem {
  const many = node.connectionIds.length;
  const label =
    many === 1
      ? l10n.t('{0}: not read yet', quoted(name))
      : l10n.t('{0} managers not read yet', grouped(many));
  const item = new TreeItem(label, None);
  item.iconPath = new vscode.ThemeIcon(node.isBeingRead ? 'loading~spin' : 'question');
  const help = l10n.t('Select to read now');
  item.tooltip = tooltip({ heading: '', lines: [label, help] });
  item.command = { command: Command.retry, title: help, arguments: [node] };
  return item;
}

function emptyItem({ isFiltered, arrived }: EmptyNode): vscode.TreeItem {
  if (arrived !== undefined) {
    const label =
      arrived === 0 ? l10n.t('Reading…') : l10n.t('Still arriving: {0} nodes so far', grouped(arrived));
    const item = new TreeItem(label, None);
    item.iconPath = new vscode.ThemeIcon('loading~spin');
    return item;
  }
  const sentence = isFiltered ? l10n.t('No match for the filter') : l10n.t('Nothing here yet');
  return new TreeItem(sentence, None);
}
