import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { inventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { InventoryRef } from 'netsensor-contract/inventory/inventoryRecord';
import { accessPointState, recordIp } from 'netsensor-contract/sensors/nodeRecord';
import type { FoundField } from '../../model/search/searchQuery.js';
import { nodeLabel, shownPath } from '../../ui/nodeLines.js';
import { recordUri } from '../../ui/recordUri.js';
import { inert, inertUpTo, joined, shown, type Inert } from '../../words/inert.js';
import { recordDetail, recordTitle, titledPath, type NameOf } from '../../words/recordDetail.js';
import { documentUri } from '../documentUri.js';
import type { TreeNode } from '../explorerNode.js';
import { sensorAppearance } from '../sensors/sensorAppearance.js';
import type { FoundRecord, FoundThing } from './everything.js';

/** What was found, in words. */
export interface FoundRow {
  readonly label: Inert;
  /** What it is, its state and addresses, and in which field it was found. */
  readonly about: Inert;
  /** Where it stands, or what tells it from others. */
  readonly place: Inert;
  /** What tells it from others that read alike. */
  readonly identity: Inert;
  readonly icon: string;
  /** Its document; undefined where the manager gave it no identity. */
  readonly uri: vscode.Uri | undefined;
  readonly target: TreeNode | (InventoryRef & { readonly kind: 'record' });
}

const longestValue = 80;
const longestIdentity = 200;

/** @param nameOf of the connection of a thing, what its records are called */
export const foundRow = ({ thing, where }: FoundThing, nameOf: NameOf): FoundRow =>
  thing.kind === 'record' ? recordRow(thing, where, nameOf) : nodeRow(thing, where);

function recordRow(
  { connectionId, type, record }: FoundRecord,
  where: FoundField | undefined,
  nameOf: NameOf,
): FoundRow {
  const { singular, icon } = inventoryType(type);
  return {
    label: nodeLabel(recordTitle(type, record, nameOf)),
    about: joined([l10n.t(singular), whereWords(where)], ' · '),
    place: recordDetail(type, record, nameOf),
    identity: shown`#${record.id}`,
    icon,
    uri: recordUri(connectionId, titledPath(type, record, nameOf)),
    target: { kind: 'record', connectionId, type, id: record.id },
  };
}

function nodeRow(node: TreeNode, where: FoundField | undefined): FoundRow {
  const record = node.index.record(node.number);
  const isPoint = node.kind === 'accessPoint';
  const state = isPoint ? accessPointState(record) : sensorAppearance(record).state;
  const address = (isPoint ? node.macAddress : undefined) ?? '';
  const words = [
    isPoint ? l10n.t('Access point') : node.index.kindWords(node.number),
    isPoint && state === 'unknown' ? '' : state,
    recordIp(record),
    address,
  ];
  const isSaid = where && words.includes(where.value);
  return {
    label: nodeLabel(node.path.at(-1) ?? ''),
    about: joined(
      [inertUpTo(longestIdentity, words.filter(Boolean).join(' · ')), isSaid ? '' : whereWords(where)],
      ' · ',
    ),
    place: shownPath(node.path.slice(0, -1)),
    identity: inertUpTo(longestIdentity, node.kind === 'sensor' ? node.uuid : address),
    icon: isPoint ? 'broadcast' : sensorAppearance(record).icon[0],
    uri: documentUri(node),
    target: node,
  };
}

/** `email: zoe@bern.example`, by the field of the contract. */
const whereWords = (where: FoundField | undefined): Inert | '' =>
  where ? shown`${inert(where.field)}: ${inertUpTo(longestValue, where.value)}` : '';
