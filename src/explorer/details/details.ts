import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { childGroup } from 'netsensor-contract/sensors/nodeRecord';
import { Command } from '../../ids.js';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { recordPath, type InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { documentFields } from '../../model/inventory/recordText.js';
import { referencesOf, referringTypes } from 'netsensor-contract/inventory/references';
import { isEmptyObject } from 'netsensor-contract/text/collections';
import { textOf } from 'netsensor-contract/text/looseValues';
import { grouped, momentWords } from '../../words/locale.js';
import { staleWords, type Stale } from '../../words/staleWords.js';
import { partLabel } from '../../words/partWords.js';
import { fewOf, inert, inertUpTo, joined, shown, type Inert } from '../../words/inert.js';
import {
  namesIn,
  recordDetail,
  recordTitle,
  referenceWords,
  titledPath,
  type NameOf,
} from '../../words/recordDetail.js';
import { documentUri } from '../documentUri.js';
import type { RecordNode, TreeNode } from '../explorerNode.js';
import { meaningOf } from '../nodeTooltip.js';
import type { InventoryLists } from '../inventory/inventoryLists.js';
import { accessPointAppearance, countWords, sensorAppearance } from '../sensors/sensorAppearance.js';
import { inReadingOrder, plainRow, readLists, type DetailRow, type DetailText } from './fieldRows.js';
import { treeNode } from '../sensors/sensorNodes.js';
import { recordUri } from '../../ui/recordUri.js';

/** What the page says of a node of the tree. */
export interface Details {
  readonly title: Inert;
  /** Kind and state, in words. */
  readonly kind: Inert;
  /** The way to it from the top, each step with what shows it. */
  readonly path: readonly DetailText[];
  /** What is not known, and why. */
  readonly note?: Inert | undefined;
  readonly groups: readonly { readonly heading: Inert; readonly rows: readonly DetailRow[] }[];
  readonly actions: readonly { readonly text: Inert; readonly command: vscode.Command }[];
}

/** Fields of a node that the page says in words, or not at all. */
const saidAlready = ['children', 'access_points', 'name', 'type', 'domain_type', 'status'];
const longestValue = 300;
const mostUses = 30;
/** Lists named at most of those that were not read. */
const mostTypes = 3;

/** A sensor, a domain or an access point. @param stale why its tree is not as new as it was asked for */
export function nodeDetails(node: TreeNode, isLocked: boolean, stale?: Stale): Details {
  const { connectionId, index, number } = node;
  const record = index.record(number);
  const at = (other: number) => treeNode({ connectionId, index }, other);
  const above: number[] = [];
  for (let up = index.parent(number); up >= 0; up = index.parent(up)) above.unshift(up);
  const isPoint = node.kind === 'accessPoint';
  const state = (isPoint ? accessPointAppearance(record) : sensorAppearance(record)).state;
  const kind = isPoint ? l10n.t('Access point') : inert(index.kindWords(number));
  const fields = Object.entries(record).flatMap(([field, value]) => {
    if (saidAlready.includes(field) || value === false || isEmptyObject(value)) return [];
    if (field === 'enrichment' && typeof value === 'object') return Object.entries(value ?? {});
    return [[field, value] as const];
  });
  const rows = inReadingOrder(fields).flatMap(([field, value]): DetailRow[] => {
    const row = plainRow(field, value);
    const named = /_uuid$/.test(field) ? index.find({ connectionId, uuid: textOf(value) ?? '' }) : undefined;
    if (!row || named === undefined) return row ? [row] : [];
    return [{ label: row.label, text: labelOf(at(named)), command: revealing(at(named)) }];
  });
  const counts = isPoint ? '' : countWords(index.counts(number));
  const children = isPoint ? [] : childRows(node);
  return {
    title: labelOf(node),
    kind: joined([kind, state === kind ? '' : state], ' · '),
    path: above.map(up => ({ text: labelOf(at(up)), command: revealing(at(up)) })),
    note: staleWords(stale),
    groups: [
      ...(children.length > 0 ? [{ heading: l10n.t('Children'), rows: children }] : []),
      ...(counts
        ? [{ heading: l10n.t('Everything below'), rows: [{ label: inert(''), text: counts }] }]
        : []),
      { heading: l10n.t('Fields'), rows },
    ],
    actions: [
      ...opening(documentUri(node)),
      action(l10n.t('New Query'), Command.newQuery, node),
      ...(isLocked || above.length === 0
        ? []
        : [
            ...(isPoint || node.sensorKind !== 'other'
              ? [action(l10n.t('Move to…'), Command.moveNodes, node)]
              : []),
            action(l10n.t('Delete…'), Command.deleteNodes, node),
          ]),
    ],
  };
}

/** How many children a node has of each kind, and in which state they are. */
function childRows({ index, number }: TreeNode): DetailRow[] {
  const kinds = new Map<string, Map<string, number>>();
  for (const child of Object.values(childGroup).flatMap(group => index.members(number, group))) {
    const isPoint = index.isAccessPoint(child);
    const kind = isPoint ? l10n.t('Access point') : index.kindWords(child);
    const { state } = (isPoint ? accessPointAppearance : sensorAppearance)(index.record(child));
    const states = kinds.get(kind) ?? new Map<string, number>();
    const words = state === kind ? '' : state;
    kinds.set(kind, states.set(words, (states.get(words) ?? 0) + 1));
  }
  return [...kinds].map(([kind, states]) => ({
    label: inertUpTo(longestValue, kind),
    text: joined(
      [...states].map(([state, count]) =>
        state === '' ? grouped(count) : shown`${grouped(count)} ${inert(state)}`,
      ),
      ' · ',
    ),
  }));
}

/** An inventory record, with what it refers to and what refers to it as far as the lists are known. */
export function recordDetails(node: RecordNode, lists: InventoryLists, isLocked: boolean): Details {
  const { connectionId, type, recordId, name } = node;
  const record = lists.get(connectionId, type)?.find(recordId) ?? node.record;
  const nameOf = namesIn(lists, connectionId);
  const rows = Object.entries(documentFields(type, record)).flatMap(([field, value]): DetailRow[] => {
    const references = referencesOf(type, { [field]: value });
    const meaning = meaningOf(type, field, value);
    if (meaning) return [{ label: inert(field), text: meaning }];
    if (references.length === 0) return [plainRow(field, value) ?? []].flat();
    return references.map(({ role, id }) => {
      const other = lists.get(connectionId, role.to)?.find(id);
      const path = other ? titledPath(role.to, other, nameOf) : recordPath({ type: role.to, id }, '');
      const text = referenceWords(role.to, id, nameOf);
      return { label: inert(field), text, command: openingUri(recordUri(connectionId, path)) };
    });
  });
  return {
    title: inertUpTo(longestValue, name),
    kind: l10n.t(inventoryType(type).singular),
    path: [],
    note: joined([staleWords(lists.stale(connectionId, type)), powerNote(type, record)]) || undefined,
    groups: [
      { heading: l10n.t('Fields'), rows },
      { heading: l10n.t('Used by'), rows: useRows(node, lists, nameOf) },
    ],
    actions: [
      ...opening(node.uri),
      action(l10n.t('Find Records That Use It'), Command.findUses, node),
      ...(isLocked ? [] : [action(l10n.t('Delete…'), Command.deleteRecords, node)]),
    ],
  };
}

/** Nothing links a feed to a rack (contract 000, Resources and fields), unless a manager keeps a field of its own for it. */
function powerNote(type: InventoryType, record: InventoryRecord): Inert | undefined {
  if (referencesOf(type, record).some(({ role }) => role.to === 'racks')) return undefined;
  if (type === 'power_panels')
    return l10n.t('Which racks it feeds is not known: the API links only feeds to a panel.');
  return type === 'power_feeds'
    ? l10n.t('Which racks it feeds is not known: the API links a feed only to its panel.')
    : undefined;
}

/** What uses a record, and of which lists that is not known: only when all were read whole, and anew where somebody wanted that, nothing uses it for sure. */
function useRows(node: RecordNode, lists: InventoryLists, nameOf: NameOf): DetailRow[] {
  const { connectionId } = node;
  const uses = usesOf(node, lists, nameOf);
  const unread = referringTypes.filter(type => !lists.get(connectionId, type));
  const parts = referringTypes.flatMap((type): DetailRow[] => {
    const list = lists.get(connectionId, type);
    const text = list && partLabel({ rows: list.records, ...list.remainder });
    return text ? [{ label: pluralOf(type), text }] : [];
  });
  const notRead = { label: l10n.t('Not read yet'), ...readingNow(connectionId, unread) };
  const more = {
    label: inert(''),
    text: l10n.t('and {0} more', grouped(uses.length - mostUses)),
    command: action(l10n.t('Find Records That Use It'), Command.findUses, node).command,
  };
  const stale = staleRows(connectionId, lists);
  const isNone = uses.length + unread.length + parts.length + stale.length === 0;
  return [
    ...uses.slice(0, mostUses),
    ...(uses.length > mostUses ? [more] : []),
    ...(unread.length > 0 ? [notRead] : []),
    ...stale,
    ...parts,
    ...(isNone ? [{ label: inert(''), text: l10n.t('Nothing') }] : []),
  ];
}

/** The lists that could not be read again, as of the oldest. */
function staleRows(connectionId: string, lists: InventoryLists): DetailRow[] {
  const stale = referringTypes.filter(type => lists.stale(connectionId, type));
  if (stale.length === 0) return [];
  const times = stale.map(type => lists.stale(connectionId, type)?.readAt ?? Infinity);
  return [
    {
      label: l10n.t('As of {0}', momentWords(Math.min(...times))),
      ...readingNow(connectionId, stale),
    },
  ];
}

/** Types whose lists a click reads. */
const readingNow = (connectionId: string, types: readonly InventoryType[]) => ({
  text: l10n.t('{0} – read now', fewOf(types.map(pluralOf), mostTypes)),
  command: { command: readLists, title: l10n.t('Read these lists'), arguments: [connectionId] },
});

const pluralOf = (type: InventoryType): Inert => l10n.t(inventoryType(type).plural);

function usesOf(
  { connectionId, type, recordId }: RecordNode,
  lists: InventoryLists,
  nameOf: NameOf,
): DetailRow[] {
  return referringTypes.flatMap(other => {
    const records = lists.get(connectionId, other)?.records ?? [];
    const refers = (record: InventoryRecord) =>
      referencesOf(other, record).some(({ role, id }) => role.to === type && id === recordId);
    return records.filter(refers).map((record): DetailRow => {
      const name = recordTitle(other, record, nameOf);
      const detail = recordDetail(other, record, nameOf);
      return {
        label: l10n.t(inventoryType(other).singular),
        text: joined([inertUpTo(longestValue, name), detail], ' · '),
        command: openingUri(recordUri(connectionId, titledPath(other, record, nameOf))),
      };
    });
  });
}

const labelOf = ({ index, number }: TreeNode): Inert =>
  inertUpTo(longestValue, index.label(number)) || l10n.t('Without a name');

const revealing = (node: TreeNode): vscode.Command => ({
  command: Command.revealNode,
  title: l10n.t('Show in the tree'),
  arguments: [node],
});

const openingUri = (uri: vscode.Uri): vscode.Command => ({
  command: 'vscode.open',
  title: l10n.t('Open as JSON'),
  arguments: [uri],
});

const opening = (uri: vscode.Uri | undefined) =>
  uri ? [{ text: l10n.t('Open as JSON'), command: openingUri(uri) }] : [];

const action = (text: Inert, command: string, node: TreeNode | RecordNode) => ({
  text: shown`${text}`,
  command: { command, title: '', arguments: [node] },
});
