import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { recordPlace } from '../../model/sensors/earthPlace.js';
import { grouped } from '../../words/locale.js';
import { joined, type Inert, inert, inertUpTo, unlinked } from '../../words/inert.js';
import {
  recordIp,
  sensorState,
  type RawRecord,
  accessPointState,
  isPublishedType,
  mayBeVendor,
} from 'netsensor-contract/sensors/nodeRecord';
import { MarkdownString, themeIcon, TreeItem } from '../../ui/doors.js';
import type { AccessPointNode, RangeNode, SensorNode } from '../explorerNode.js';
import { accessPointAppearance, countedBelow, sensorAppearance } from './sensorAppearance.js';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

const longestLabel = 200;
const longestRangeName = 40;

/** How a tree looks at the moment. */
export interface TreeLook {
  readonly isLocked: boolean;
  /** Whether nodes that are new to the view show their children at once. */
  readonly isOpen: boolean;
  /** Whether nodes are shown that have none of their children shown. */
  readonly hasShownChildren: boolean;
}

const domainWords: Readonly<Record<number, string>> = {
  1: 'generic',
  2: 'organization',
  3: 'market',
  4: 'campus',
  5: 'building',
  6: 'serviceProvider',
  7: 'deployment',
  101: 'floor',
};

/**
 * A domain or sensor: state, what is below it, and its IP address. What it is stands there where there is none of these, or
 * where the icon cannot tell it.
 */
export function sensorItem(node: SensorNode, look: TreeLook): vscode.TreeItem {
  const { index, number } = node;
  const record = index.record(number);
  const { icon, state } = sensorAppearance(record);
  const collapsible = look.isOpen ? Expanded : Collapsed;
  const name = labelOf(node);
  const item = new TreeItem(name, look.hasShownChildren ? collapsible : None);
  item.iconPath = themeIcon(...icon);
  item.contextValue = sensorContext(node, look.isLocked);
  const address = inert(recordIp(record) ?? '');
  const below = countedBelow(index.counts(number));
  const kind = inert(index.kindWords(number));
  const untold = mayBeVendor(record) ? kind : '';
  item.description = joined([state, untold, ...below, address], ' · ') || kind;
  const heard = [name, kind, state, ...below, address];
  item.accessibilityInformation = { label: joined(heard, ', ') };
  return item;
}

/** An access point: state, and its IP or MAC address. */
export function accessPointItem(node: AccessPointNode, isLocked: boolean): vscode.TreeItem {
  const record = node.index.record(node.number);
  const { icon, state } = accessPointAppearance(record);
  const name = labelOf(node);
  const item = new TreeItem(name, None);
  item.iconPath = themeIcon(...icon);
  item.contextValue = accessPointContext(record, isLocked);
  const address = inert(recordIp(record) ?? node.macAddress ?? '');
  item.description = joined([state, address], ' · ');
  const heard = [name, l10n.t('Access point'), state, address];
  item.accessibilityInformation = { label: joined(heard, ', ') };
  return item;
}

/** Some of many children, or records: `AP 1 – AP 200`. */
export function rangeItem(
  { kind, names, from, to }: Pick<RangeNode, 'names' | 'from' | 'to'> & { readonly kind: string },
  isOpen: boolean,
): vscode.TreeItem {
  const [first, last] = names.map(name => inertUpTo(longestRangeName, name) || l10n.t('Without a name'));
  const item = new TreeItem(joined([first, last], ' – '), isOpen ? Expanded : Collapsed);
  item.iconPath = themeIcon('list-flat');
  item.contextValue = kind;
  item.description = l10n.t('{0} to {1}', grouped(from + 1), grouped(to));
  return item;
}

/** Words that menus ask for: kind, domain type, whether it is the top domain, deleted or locked. */
function sensorContext(
  { sensorKind, type, domainType, index, number }: SensorNode,
  isLocked: boolean,
): string {
  const record: RawRecord = index.record(number);
  return [
    'sensor',
    sensorKind,
    isPublishedType(type) ? '' : 'unpublished',
    sensorKind === 'domain' ? (domainWords[domainType ?? 1] ?? 'otherDomain') : '',
    index.parent(number) < 0 ? 'top' : '',
    sensorState(record) === 'deleted' ? 'deleted' : '',
    placed(record),
    access(isLocked),
  ]
    .filter(Boolean)
    .join('.');
}

/** Words that menus ask for: state, whether it has a place on earth, or is locked. */
export const accessPointContext = (record: RawRecord, isLocked: boolean): string =>
  ['accessPoint', accessPointState(record), placed(record), access(isLocked)].filter(Boolean).join('.');

const placed = (record: RawRecord): string => (recordPlace(record) ? 'placed' : '');

/** The word of a menu's condition for whether a connection may be changed. */
export const access = (isLocked: boolean) => (isLocked ? 'locked' : 'unlocked');

function labelOf({ index, number }: SensorNode | AccessPointNode): Inert {
  return inertUpTo(longestLabel, index.label(number)) || l10n.t('Without a name');
}

/** What is said of a node while the mouse rests on it. */
export interface TooltipText {
  readonly heading: Inert | '';
  /** Empty ones are left out. */
  readonly lines: readonly (Inert | '' | false | undefined)[];
}

/** Markdown with a heading and lines, all of them literal text whatever they hold. */
export function tooltip({ heading, lines }: TooltipText): MarkdownString {
  const markdown = new MarkdownString();
  if (heading) markdown.appendMarkdown('**').appendText(unlinked(heading)).appendMarkdown('**');
  for (const line of lines) {
    if (!line) continue;
    if (markdown.value) markdown.appendMarkdown('  \n');
    markdown.appendText(unlinked(line));
  }
  return markdown;
}
