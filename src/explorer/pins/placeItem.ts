import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { Command } from '../../ids.js';
import { themeIcon, TreeItem } from '../../ui/doors.js';
import { inert, inertUpTo, joined } from '../../words/inert.js';
import type { ExplorerNode, Placed, PinNode, PlaceNode } from '../explorerNode.js';
import { tooltip } from '../sensors/sensorItem.js';

/** As VS Code numbers them, which cannot be imported where it is not needed for anything else. */
const none: vscode.TreeItemCollapsibleState = 0;
const collapsed: vscode.TreeItemCollapsibleState = 1;
const expanded: vscode.TreeItemCollapsibleState = 2;

const longestLabel = 200;

const icons: Readonly<Record<PlaceNode['place'], string>> = {
  pins: 'pinned',
  broken: 'error',
  opened: 'history',
  changed: 'edit',
};

/** A group of pins, what was used lately, or a file of pins that cannot be read: a click opens that. */
export function placeItem(node: PlaceNode): vscode.TreeItem {
  const { place, label, description, isOpen } = node;
  const isBroken = place === 'broken';
  const item = new TreeItem(label, isBroken ? none : isOpen ? expanded : collapsed);
  item.iconPath = themeIcon(icons[place], isBroken ? 'list.errorForeground' : undefined);
  item.contextValue = `${node.kind}.${place}`;
  if (description) item.description = description;
  if (!isBroken) return item;
  const help = l10n.t('Select to open the file at this line');
  item.tooltip = tooltip({ heading: '', lines: [joined([label, description], ': '), help] });
  item.command = { command: Command.openPin, title: help, arguments: [node] };
  return item;
}

/** A row that the tree of its manager does not have, or not yet; a click opens it. */
export function pinItem(node: PinNode): vscode.TreeItem {
  const { label, description, icon, help, opens } = node;
  const item = new TreeItem(label, none);
  item.iconPath = themeIcon(icon);
  item.contextValue = node.kind;
  if (description) item.description = description;
  item.accessibilityInformation = { label: joined([label, description], ', ') };
  const where =
    opens.kind === 'link' ? opens.link.manager : opens.kind === 'notebook' ? opens.notebook : undefined;
  item.tooltip = tooltip({ heading: label, lines: [where && inert(where), help] });
  item.command = { command: Command.openPin, title: l10n.t('Open'), arguments: [node] };
  return item;
}

/** Makes of a row one that stands in a place: alone, under the name that people gave it there, and of a named manager. */
export function placedItem(node: ExplorerNode, item: vscode.TreeItem, placed: Placed): vscode.TreeItem {
  const { pin, label, manager } = placed;
  item.collapsibleState = none;
  item.contextValue += pin ? '.pinned' : '.recent';
  const own = label !== undefined && node.kind !== 'pin' ? inertUpTo(longestLabel, label) : '';
  const name = own ? inertUpTo(longestLabel, String(item.label)) : '';
  const described = inert(String(item.description ?? ''));
  const heard = inert(item.accessibilityInformation?.label ?? String(item.label));
  item.accessibilityInformation = { label: joined([own, heard, manager], ', ') };
  item.description = joined([name, described, manager], ' · ');
  if (own) item.label = own;
  if (node.kind === 'inventoryType')
    item.command = { command: Command.editRecords, title: l10n.t('Open'), arguments: [node] };
  return item;
}
