import * as l10n from '@vscode/l10n';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { inOneLine } from 'netsensor-contract/text/exactJson';
import { bookkeepingFields, isRecordId } from 'netsensor-contract/inventory/inventoryRecord';
import { documentFields } from '../model/inventory/recordText.js';
import { fieldRole, referencesOf } from 'netsensor-contract/inventory/references';
import { recordIp } from 'netsensor-contract/sensors/nodeRecord';
import { integerOf, textOf } from 'netsensor-contract/text/looseValues';
import { type Inert, inert, inertUpTo, joined, shown } from '../words/inert.js';
import { timeWords } from '../words/agoWords.js';
import { probably } from '../words/names.js';
import { clientWords } from '../words/nodeCounts.js';
import { referenceWords, unitWords, type NameOf } from '../words/recordDetail.js';
import type { AccessPointNode, ExplorerNode, RecordNode, SensorNode } from './explorerNode.js';
import { accessPointAppearance, countWords, sensorAppearance } from './sensors/sensorAppearance.js';
import type { TooltipText } from './sensors/sensorItem.js';

/** Of a tooltip, so that one line leaves room for the others. */
const longestLine = 300;

/** What is shown of a node while the mouse rests on it; undefined for nodes whose row says all. */
export function nodeTooltip(node: ExplorerNode, nameOf: NameOf): TooltipText | undefined {
  if (node.kind === 'sensor') return sensorTooltip(node);
  if (node.kind === 'accessPoint') return accessPointTooltip(node);
  return node.kind === 'record' ? recordTooltip(node, nameOf) : undefined;
}

/** The fields of a record in the order of its document, without those that hold nothing. */
function recordTooltip({ type, record, name }: RecordNode, nameOf: NameOf): TooltipText {
  const lines = Object.entries(documentFields(type, record)).flatMap(([field, value]) => {
    const names = referencesOf(type, { [field]: value }).map(({ role, id }) =>
      referenceWords(role.to, id, nameOf),
    );
    const words = names.length > 0 ? joined(names, ', ') : fieldWords(type, field, value);
    return words ? [shown`${inert(field)}: ${words}`] : [];
  });
  return { heading: inertUpTo(longestLine, name), lines };
}

/** The value of a field that refers to nothing: a time in words before the exact one. */
function fieldWords(type: InventoryType, field: string, value: unknown): Inert | '' {
  if (value === null || value === undefined || value === '') return '';
  const meaning = meaningOf(type, field, value);
  if (meaning) return meaning;
  if (typeof value !== 'string') return inertUpTo(longestLine, inOneLine(value));
  return bookkeepingFields.includes(field) ? timeWords(value) : inertUpTo(longestLine, value);
}

/**
 * What the value of a field says to people: rack units as ranges, and a number of a list that the contract does not
 * describe with what it is likely to mean; undefined for anything else.
 */
export function meaningOf(type: InventoryType, field: string, value: unknown): Inert | undefined {
  if (type === 'rack_reservations' && field === 'units') return unitWords(value) || undefined;
  const role = fieldRole(type, field);
  const likely = role?.kind === 'lookup' && isRecordId(value) ? role.likely[value - 1] : undefined;
  return likely ? shown`${Number(value)} · ${probably(likely)}` : undefined;
}

function sensorTooltip(node: SensorNode): TooltipText {
  const { index, number, uuid } = node;
  const record = index.record(number);
  const heading = inertUpTo(longestLine, node.name || index.label(number));
  const lines: TooltipText['lines'] = [
    inert(node.index.kindWords(node.number)),
    sensorAppearance(record).state,
    field(uuid, value => l10n.t('uuid {0}', value)),
    field(recordIp(record), ip => l10n.t('IP {0}', ip)),
    countWords(index.counts(number)),
  ];
  return { heading, lines };
}

function accessPointTooltip(node: AccessPointNode): TooltipText {
  const { index, number, macAddress } = node;
  const record = index.record(number);
  const clients = integerOf(record.clients);
  const lastSeen = textOf(record.last_check_in);
  const heading = inertUpTo(longestLine, node.name || index.label(number));
  const lines: TooltipText['lines'] = [
    l10n.t('Access point'),
    accessPointAppearance(record).state,
    field(macAddress, mac => l10n.t('MAC {0}', mac)),
    field(recordIp(record), ip => l10n.t('IP {0}', ip)),
    clients === undefined ? '' : clientWords(clients),
    lastSeen ? l10n.t('last seen {0}', timeWords(lastSeen)) : '',
    field(textOf(record.description), words => words),
  ];
  return { heading, lines };
}

const field = (value: string | undefined, words: (value: Inert) => Inert) =>
  value ? words(inertUpTo(longestLine, value)) : '';
