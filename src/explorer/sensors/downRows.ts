import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Connections } from '../../connections/connection.js';
import { Command } from '../../ids.js';
import type { ViewBadge } from '../../ui/doors.js';
import { grouped } from '../../words/locale.js';
import { shown } from '../../words/inert.js';
import { openingCommand } from '../documentUri.js';
import { nodeTooltip } from '../nodeTooltip.js';
import { downItem, downPoints, downSites, siteAround, type DownNode, type SiteNode } from './downNodes.js';
import { unknownItem, unknownNodes, unreadManagers, type DownSources } from './downUnknown.js';
import { tooltip } from './sensorItem.js';

/** What the view of what is down needs, in one module that is loaded after the start. */
export { DownLists } from './downLists.js';
export { isUnknown } from './downUnknown.js';

/** What stands below a row of the view: what is not known and the sites, or what is down at one. */
export async function downChildren(sources: DownSources, node?: DownNode): Promise<DownNode[]> {
  if (node) return node.kind === 'site' ? downPoints(node) : [];
  return [...(await unknownNodes(sources)), ...sitesOf(sources)];
}

/** The site that an access point is shown below; undefined of all else. */
export const downParent = (node: DownNode): SiteNode | undefined =>
  node.kind === 'accessPoint' ? siteAround(node) : undefined;

/** A row of the view. */
export const downRow = (node: DownNode, connections: Connections): vscode.TreeItem =>
  node.kind === 'site' || node.kind === 'accessPoint'
    ? downItem(node, connections.get(node.connectionId)?.isLocked ?? true)
    : unknownItem(node, connections);

/** A row with what it says and does once the mouse rests on it. */
export function resolvedDownRow(item: vscode.TreeItem, node: DownNode): vscode.TreeItem {
  if (node.kind !== 'accessPoint') return item;
  const text = nodeTooltip(node, () => undefined);
  if (text) item.tooltip ??= tooltip(text);
  // Only now, because a save may have renamed its tab.
  const command =
    node.id === undefined
      ? { command: Command.openRecord, title: l10n.t('Open'), arguments: [node] }
      : openingCommand(node);
  if (command) item.command ??= command;
  return item;
}

/** How many access points are down, and of how many managers that is not known; undefined for none. */
export function downBadge(sources: DownSources): ViewBadge | undefined {
  const value = indexesOf(sources).reduce((sum, { index }) => sum + index.counts(0).down, 0);
  if (value === 0) return undefined;
  const down =
    value === 1 ? l10n.t('1 access point is down') : l10n.t('{0} access points are down', grouped(value));
  const unread = unreadManagers(sources).length;
  return {
    value,
    tooltip: unread > 0 ? shown`${down} · ${l10n.t('{0} managers not read yet', grouped(unread))}` : down,
  };
}

function sitesOf(sources: DownSources): SiteNode[] {
  const { all } = sources.connections;
  return indexesOf(sources).flatMap(({ id, name, ...read }) =>
    downSites({ connectionId: id, origin: all.length > 1 ? name : '', ...read }),
  );
}

/** What tells what is down at each manager of which that is known: its tree, or else the list of what is down. */
const indexesOf = ({ connections, trees, lists }: DownSources) =>
  connections.all.flatMap(({ id, name }) => {
    const tree = trees.get(id);
    const index = tree ?? lists.get(id)?.index;
    return index ? [{ id, name, index, isList: tree === undefined }] : [];
  });
