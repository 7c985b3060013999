import * as l10n from '@vscode/l10n';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { recordName, recordPath, type InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import type { RecordList } from '../model/inventory/recordList.js';
import { parentField, referencesOf } from 'netsensor-contract/inventory/references';
import { runsOf, runText } from 'netsensor-contract/text/collections';
import { rackUnits } from 'netsensor-contract/inventory/unitList';
import { integerOf, textOf } from 'netsensor-contract/text/looseValues';
import { joined, quoted, shown, type Inert, inert } from './inert.js';

/** What people call a record that others refer to; undefined while its list is not known, or does not have it. */
export type NameOf = (type: InventoryType, id: number) => string | undefined;

/** Where no list is known. */
export const unnamed: NameOf = () => undefined;

/** What the records of a connection are called, as far as its lists were read. */
export const namesIn =
  (
    lists: { get(connectionId: string, type: InventoryType): RecordList | undefined },
    connectionId: string,
  ): NameOf =>
  (type, id) =>
    lists.get(connectionId, type)?.name(id);

type Fields = Readonly<Record<string, unknown>>;

const number = (value: unknown, words: (value: number) => Inert): Inert | '' => {
  const count = integerOf(value);
  return count === undefined ? '' : words(count);
};

const text = (value: unknown): Inert | '' => quoted(textOf(value) ?? '');

const size = ({ u_height: height, width }: Fields) => [
  number(height, units => l10n.t('{0} U', units)),
  number(width, inches => l10n.t('{0} in', inches)),
];

/** What tells the records of a type apart besides their references. */
const ownDetails: Readonly<Partial<Record<InventoryType, (fields: Fields) => readonly (Inert | '')[]>>> = {
  racks: size,
  rack_types: size,
  contacts: ({ job_title: title, company, email }) => [text(title), text(company) || text(email)],
  power_feeds: ({ voltage, amperage }) => [
    number(voltage, volts => l10n.t('{0} V', volts)),
    number(amperage, amps => l10n.t('{0} A', amps)),
  ],
  tags: ({ allowed_object_types: types, weight }) => [
    joined(Array.isArray(types) ? types.map(text) : [], ', '),
    number(weight, value => l10n.t('weight {0}', value)),
  ],
  table_configs: ({ inventory_type: type, shared, enabled }) => [
    text(type),
    shared === true ? l10n.t('shared') : '',
    enabled === false ? l10n.t('not enabled') : '',
  ],
  account_keys: ({ username, key_type: type }) => [text(username), text(type)],
  wireless_lans: ({ vlan_id: vlan, description }) => [
    number(vlan, id => l10n.t('VLAN {0}', id)),
    text(description),
  ],
};

/**
 * What tells a record from others of its type, besides its name: `BSL main panel · 230 V · 16 A`. What it refers to comes
 * first; its parent is left out, since it stands below it, and what its title says. Empty when there is nothing.
 */
export function recordDetail(type: InventoryType, record: InventoryRecord, nameOf: NameOf): Inert {
  const references = referencesOf(type, record)
    .filter(({ field }) => field !== parentField(type) && type !== 'rack_reservations')
    .map(({ role, id }) => referenceWords(role.to, id, nameOf));
  const own = ownDetails[type]?.(record) ?? [text(record['description'])];
  return joined([...references, ...own], ' · ');
}

/** What people call a record: its name, or `LIS rack 2 U1–3` for a reservation, which has rack units in its place. */
export function recordTitle(type: InventoryType, record: InventoryRecord, nameOf: NameOf): string {
  const units = type === 'rack_reservations' ? unitWords(record['units']) : '';
  if (!units) return recordName(type, record);
  const racks = referencesOf(type, record).map(({ role, id }) => referenceWords(role.to, id, nameOf));
  return joined([...racks, units]);
}

/** Types of which many records bear the same name: each belongs to one of these, which tells it from the others. */
const owners: Readonly<Partial<Record<InventoryType, InventoryType>>> = { power_feeds: 'power_panels' };

/** The path of the document of a record by its title, `Feed A · BSL main panel`, which its tab shows. */
export function titledPath(type: InventoryType, record: InventoryRecord, nameOf: NameOf): string {
  const title = recordTitle(type, record, nameOf);
  const owner = referencesOf(type, record).find(({ role }) => role.to === owners[type]);
  const ownerName = owner && nameOf(owner.role.to, owner.id);
  return recordPath({ type, id: record.id }, ownerName ? `${title} · ${ownerName}` : title);
}

/** A record as one that refers to it shows it: its name, or its type and number while that is not known. */
export const referenceWords = (type: InventoryType, id: number, nameOf: NameOf): Inert =>
  quoted(nameOf(type, id) ?? '') || shown`${inert(l10n.t(inventoryType(type).singular))} ${id}`;

/** Rack units as ranges: `U1–3, 7`; as they came when they are no list of numbers. */
export function unitWords(value: unknown): Inert | '' {
  const units = rackUnits(value);
  if (!units) return text(value);
  return quoted(`U${runsOf(units).map(runText).join(', ')}`);
}
