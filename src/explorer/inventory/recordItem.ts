import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { TreeItem } from '../../ui/doors.js';
import { grouped } from '../../words/locale.js';
import { type Inert, inertUpTo, joined } from '../../words/inert.js';
import type { InventoryGroupNode, InventoryTypeNode, RecordNode } from '../explorerNode.js';
import { access } from '../sensors/sensorItem.js';
import type { TypeLook } from './inventoryTree.js';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

const longestLabel = 200;
const longestRangeName = 40;

/** Types of the inventory that belong together; shown open, so that they cost no click. */
export function inventoryGroupItem(
  { label, icon, kind }: InventoryGroupNode,
  isLocked: boolean,
): vscode.TreeItem {
  const item = new TreeItem(label, Expanded);
  item.iconPath = new vscode.ThemeIcon(icon);
  item.contextValue = `${kind}.${access(isLocked)}`;
  return item;
}

/** A type of the inventory, with the number of its records once they were read, and its filter. */
export function inventoryTypeItem(
  node: InventoryTypeNode,
  { words, found, count }: TypeLook,
  isLocked: boolean,
): vscode.TreeItem {
  const item = new TreeItem(node.label, Collapsed);
  item.tooltip = node.description;
  // A screen reader would read the tooltip with each row.
  item.accessibilityInformation = { label: joined([node.label, count], ', ') };
  item.iconPath = new vscode.ThemeIcon(node.icon);
  item.contextValue = `${node.kind}.${node.type}.${words ? 'filtered.' : ''}${access(isLocked)}`;
  const detail = words ? filterWords(inertUpTo(longestRangeName, words), found) : count;
  if (detail) item.description = detail;
  return item;
}

/** A record: its name as plain text, what tells it from others, and for some types its colour. */
export function recordItem(node: RecordNode, isLocked: boolean): vscode.TreeItem {
  const name = inertUpTo(longestLabel, node.name);
  const detail = node.isInRing ? joined([node.detail, l10n.t('stands below itself')], ' · ') : node.detail;
  const item = new TreeItem(name, node.hasChildren ? Collapsed : None);
  item.accessibilityInformation = { label: joined([name, detail], ', ') };
  item.iconPath = node.isInRing
    ? new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'))
    : node.colour === undefined
      ? new vscode.ThemeIcon(node.icon)
      : colourIcon(node.colour);
  item.contextValue = `${node.kind}.${node.type}.${access(isLocked)}`;
  item.description = detail;
  return item;
}

/** A picture of a colour, with an edge that is seen on light and dark ground. Only hex digits get into it. */
function colourIcon(colour: string): vscode.Uri {
  const drawing =
    `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">` +
    `<circle cx="8" cy="8" r="5.5" fill="#${colour}" stroke="#808080"/></svg>`;
  return vscode.Uri.parse(`data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`, true);
}

function filterWords(words: Inert, found: TypeLook['found']): Inert {
  return found
    ? l10n.t('“{0}”: {1} of {2}', words, grouped(found.matches), grouped(found.all))
    : l10n.t('“{0}”', words);
}
