import * as vscode from 'vscode';
import { Command } from '../ids.js';
import { TreeItem } from '../ui/doors.js';
import { grouped } from '../ui/grouped.js';
import { inert, type Inert, inertUpTo, joined, shown } from '../ui/inert.js';
import type { InventoryTypeNode, RecordNode, RecordRangeNode } from './explorerNode.js';
import type { TypeFilter } from './inventory/inventoryTree.js';

const { Collapsed, None } = vscode.TreeItemCollapsibleState;

const longestLabel = 200;
const longestRangeName = 40;

/** A type of the inventory, with its filter. */
export function inventoryTypeItem(
  node: InventoryTypeNode,
  { words, found }: TypeFilter,
  isLocked: boolean,
): vscode.TreeItem {
  const item = new TreeItem(inert(node.label), Collapsed);
  item.tooltip = inert(node.description);
  item.iconPath = new vscode.ThemeIcon(node.icon);
  item.contextValue = `${node.kind}.${node.type}.${words ? 'filtered.' : ''}${access(isLocked)}`;
  if (words) item.description = filterWords(inertUpTo(longestRangeName, words), found);
  return item;
}

/** A record: its name as plain text, its number, and for some types its colour. */
export function recordItem(node: RecordNode, isLocked: boolean): vscode.TreeItem {
  const item = new TreeItem(inertUpTo(longestLabel, node.name), node.hasChildren ? Collapsed : None);
  item.iconPath = node.isInRing
    ? new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'))
    : node.colour === undefined
      ? new vscode.ThemeIcon(node.icon)
      : colourIcon(node.colour);
  item.contextValue = `${node.kind}.${node.type}.${access(isLocked)}`;
  item.description = node.isInRing
    ? vscode.l10n.t('#{0} · stands below itself', node.recordId)
    : shown`#${node.recordId}`;
  item.command = { command: Command.openRecord, title: vscode.l10n.t('Open record'), arguments: [node] };
  return item;
}

/** Some of many records: `Rack 1 – Rack 200`. */
export function recordRangeItem({ kind, names, from, records }: RecordRangeNode): vscode.TreeItem {
  const [first, last] = names.map(name => inertUpTo(longestRangeName, name));
  const item = new TreeItem(joined([first, last], ' – '), Collapsed);
  item.iconPath = new vscode.ThemeIcon('list-flat');
  item.contextValue = kind;
  item.description = vscode.l10n.t('{0} to {1}', grouped(from + 1), grouped(from + records.length));
  return item;
}

/** A picture of a colour, with an edge that is seen on light and dark ground. Only hex digits get into it. */
function colourIcon(colour: string): vscode.Uri {
  const drawing =
    `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">` +
    `<circle cx="8" cy="8" r="5.5" fill="#${colour}" stroke="#808080"/></svg>`;
  return vscode.Uri.parse(`data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`, true);
}

function filterWords(words: Inert, found: TypeFilter['found']): Inert {
  return found
    ? vscode.l10n.t('“{0}”: {1} of {2}', words, grouped(found.matches), grouped(found.all))
    : vscode.l10n.t('“{0}”', words);
}

const access = (isLocked: boolean) => (isLocked ? 'locked' : 'unlocked');
