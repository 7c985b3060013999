import * as vscode from 'vscode';
import { kindWords, recordIp, sensorState, type RawRecord } from '../../model/sensors/nodeRecord.js';
import { isPublishedType } from '../../model/sensors/nodeTarget.js';
import { accessPointState } from '../../model/sensors/nodeRecord.js';
import { integerOf, textOf } from '../../model/looseValues.js';
import type { MarkdownString } from '../../ui/doors.js';
import { TreeItem } from '../../ui/doors.js';
import { grouped } from '../../ui/grouped.js';
import { inert, type Inert, inertUpTo, joined } from '../../ui/inert.js';
import { countWords } from '../countWords.js';
import type { AccessPointNode, RangeNode, SensorNode } from '../explorerNode.js';
import { accessPointAppearance, sensorAppearance } from './sensorAppearance.js';
import { tooltip } from '../tooltip.js';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

const longestLabel = 200;
const longestRangeName = 40;
/** Of a tooltip, so that one line leaves room for the others. */
const longestLine = 300;

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

/** A domain or sensor: state, what is below it, and its IP address or uuid. */
export function sensorItem(node: SensorNode, look: TreeLook): vscode.TreeItem {
  const { index, number } = node;
  const record = index.record(number);
  const { icon, state } = sensorAppearance(record);
  const collapsible = look.isOpen ? Expanded : Collapsed;
  const item = new TreeItem(labelOf(node), look.hasShownChildren ? collapsible : None);
  item.iconPath = icon;
  item.contextValue = sensorContext(node, look.isLocked);
  const address = inert(recordIp(record) ?? node.uuid);
  item.description = joined([state, countWords(index.counts(number)), address], ' · ');
  return item;
}

/** An access point: state, and its IP or MAC address. */
export function accessPointItem(node: AccessPointNode, isLocked: boolean): vscode.TreeItem {
  const record = node.index.record(node.number);
  const { icon, state } = accessPointAppearance(record);
  const item = new TreeItem(labelOf(node), None);
  item.iconPath = icon;
  item.contextValue = `accessPoint.${accessPointState(record)}.${access(isLocked)}`;
  item.description = joined([state, inert(recordIp(record) ?? node.macAddress ?? '')], ' · ');
  return item;
}

/** Some of many children: `AP 1 – AP 200`. */
export function rangeItem({ kind, names, from, to }: RangeNode, isOpen: boolean): vscode.TreeItem {
  const [first, last] = names.map(
    name => inertUpTo(longestRangeName, name) || vscode.l10n.t('Without a name'),
  );
  const item = new TreeItem(joined([first, last], ' – '), isOpen ? Expanded : Collapsed);
  item.iconPath = new vscode.ThemeIcon('list-flat');
  item.contextValue = kind;
  item.description = vscode.l10n.t('{0} to {1}', grouped(from + 1), grouped(to));
  return item;
}

/** Everything worth knowing about a sensor, read when the mouse rests on it. */
export function sensorTooltip(node: SensorNode): MarkdownString {
  const { index, number, uuid } = node;
  const record = index.record(number);
  return tooltip(inertUpTo(longestLine, node.name || index.label(number)), [
    inert(kindWords(record)),
    sensorAppearance(record).state,
    field(uuid, value => vscode.l10n.t('uuid {0}', value)),
    field(recordIp(record), ip => vscode.l10n.t('IP {0}', ip)),
    countWords(index.counts(number)),
  ]);
}

/** Everything worth knowing about an access point. */
export function accessPointTooltip(node: AccessPointNode): MarkdownString {
  const { index, number, macAddress } = node;
  const record = index.record(number);
  const clients = integerOf(record.clients);
  return tooltip(inertUpTo(longestLine, node.name || index.label(number)), [
    vscode.l10n.t('Access point'),
    accessPointAppearance(record).state,
    field(macAddress, mac => vscode.l10n.t('MAC {0}', mac)),
    field(recordIp(record), ip => vscode.l10n.t('IP {0}', ip)),
    clients === undefined
      ? ''
      : clients === 1
        ? vscode.l10n.t('1 client')
        : vscode.l10n.t('{0} clients', grouped(clients)),
    field(textOf(record.last_check_in), time => vscode.l10n.t('last seen {0}', time)),
    field(textOf(record.description), words => words),
  ]);
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
    access(isLocked),
  ]
    .filter(Boolean)
    .join('.');
}

const access = (isLocked: boolean) => (isLocked ? 'locked' : 'unlocked');

function labelOf({ index, number }: SensorNode | AccessPointNode): Inert {
  return inertUpTo(longestLabel, index.label(number)) || vscode.l10n.t('Without a name');
}

const field = (value: string | undefined, words: (value: Inert) => Inert) =>
  value ? words(inertUpTo(longestLine, value)) : '';
