import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Command } from '../../ids.js';
import { accessPointState, recordDomainType } from 'netsensor-contract/sensors/nodeRecord';
import type { SensorIndex } from '../../model/sensors/sensorIndex.js';
import { nameKey } from '../../model/text/nameOrder.js';
import { addTo } from 'netsensor-contract/text/collections';
import { textOf } from 'netsensor-contract/text/looseValues';
import { themeIcon, TreeItem } from '../../ui/doors.js';
import { agoWords } from '../../words/agoWords.js';
import { grouped } from '../../words/locale.js';
import { inert, inertUpTo, joined } from '../../words/inert.js';
import { NothingToDoError } from '../../words/sentenceErrors.js';
import type { AccessPointNode } from '../explorerNode.js';
import type { UnknownNode } from './downUnknown.js';
import { accessPointAppearance } from './sensorAppearance.js';
import { accessPointContext } from './sensorItem.js';
import { treeNode } from './sensorNodes.js';

/** A manager whose tree was read. */
export interface ReadTree {
  readonly connectionId: string;
  /** What people call the manager; empty where there is only one. */
  readonly origin: string;
  readonly index: SensorIndex;
  /** Whether only what is down was read of it. */
  readonly isList?: boolean;
}

/** A campus, a building or another domain with access points that are down. */
export interface SiteNode extends ReadTree {
  readonly kind: 'site';
  readonly itemId: string;
  /** The domain, by its number in the tree. */
  readonly number: number;
  /** What is down there, by number. */
  readonly down: readonly number[];
}

/** Anything in the view of what is down. */
export type DownNode = SiteNode | AccessPointNode | UnknownNode;

/** Access points of one site that are listed at most. */
const mostListed = 500;
const longestName = 200;
const building = 5;
const campus = 4;

/** The sites of a tree with access points that are down, those with the most first. */
export function downSites(tree: ReadTree): SiteNode[] {
  const { index, connectionId } = tree;
  if (index.counts(0).down === 0) return [];
  const sites = new Map<number, number[]>();
  for (let number = 0; number < index.size; number += 1) {
    if (!index.isAccessPoint(number) || accessPointState(index.record(number)) !== 'down') continue;
    addTo(sites, siteOf(index, number), number);
  }
  return [...sites]
    .map(([number, down]): SiteNode => {
      const itemId = `${connectionId}/down/${index.identity(number)}`;
      return { ...tree, kind: 'site', itemId, number, down };
    })
    .sort((a, b) => b.down.length - a.down.length || byName(index)(a.number, b.number));
}

/** What is down at a site, by name. */
export const downPoints = ({ connectionId, index, down }: SiteNode): AccessPointNode[] =>
  [...down]
    .sort(byName(index))
    .slice(0, mostListed)
    .map(number => treeNode({ connectionId, index }, number) as AccessPointNode);

/** The site under which an access point that is down stands. */
export const siteAround = ({ connectionId, index, number }: AccessPointNode): SiteNode | undefined =>
  downSites({ connectionId, origin: '', index }).find(({ down }) => down.includes(number));

/** A site with the number of what is down, or an access point with since when. */
export function downItem(node: SiteNode | AccessPointNode, isLocked: boolean): vscode.TreeItem {
  const { Expanded, None } = vscode.TreeItemCollapsibleState;
  const { index, number } = node;
  const label = inertUpTo(longestName, index.label(number)) || l10n.t('Without a name');
  const item = new TreeItem(label, node.kind === 'site' ? Expanded : None);
  if (node.kind === 'site') {
    const down = grouped(node.down.length);
    const all = grouped(index.counts(number).accessPoints);
    const many = node.isList ? l10n.t('{0} down', down) : l10n.t('{0} of {1} down', down, all);
    const parts = [many, inert(node.origin)];
    item.id = node.itemId;
    item.description = joined(parts, ' · ');
    item.accessibilityInformation = { label: joined([label, ...parts], ', ') };
    item.iconPath = themeIcon('location');
    return item;
  }
  const record = index.record(number);
  const lastSeen = agoWords(textOf(record.last_check_in) ?? '');
  const parts = [
    lastSeen && l10n.t('last seen {0}', lastSeen),
    inertUpTo(longestName, index.label(index.parent(number))),
  ];
  item.id = `${node.itemId}/down`;
  item.description = joined(parts, ' · ');
  item.accessibilityInformation = { label: joined([label, ...parts], ', ') };
  item.iconPath = themeIcon(...accessPointAppearance(record).icon);
  item.contextValue = accessPointContext(record, isLocked);
  return item;
}

/**
 * Deletes what is selected of what is down, after the plan of every deletion.
 * @throws {NothingToDoError} when that is no access point
 */
export async function deleteDown(selection: readonly DownNode[]): Promise<void> {
  const points = selection.filter(node => node.kind === 'accessPoint');
  if (points.length === 0) throw new NothingToDoError(l10n.t('Select an access point that is down first.'));
  await vscode.commands.executeCommand(Command.deleteNodes, points[0], points);
}

/** The campus around a node, else the building, else the domain right above it. */
function siteOf(index: SensorIndex, number: number): number {
  const parent = index.parent(number);
  let site = parent;
  for (let above = parent; above >= 0; above = index.parent(above)) {
    const type = recordDomainType(index.record(above));
    if (type === campus) return above;
    if (type === building) site = above;
  }
  return Math.max(site, 0);
}

const byName = (index: SensorIndex) => (a: number, b: number) =>
  nameKey(index.label(a)) < nameKey(index.label(b)) ? -1 : 1;
