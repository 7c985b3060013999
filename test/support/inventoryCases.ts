import { inventoryTypeNames, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { createRecord, type Manager } from './inventory.js';

/** What the tests do with the records of one type. */
export interface InventoryCase {
  readonly type: InventoryType;
  /** The fields of a new record; `word` makes it differ from others, `refer` names records that it needs. */
  readonly fields: (word: string, refer: References) => Record<string, unknown>;
  /** A field that two people change at once, with the values of the one and the other, equally long. */
  readonly contested: readonly [field: string, mine: unknown, theirs: unknown];
  /** Another field with a new value. */
  readonly other: readonly [field: string, value: unknown];
  /** Fits the schema, and the manager refuses it. */
  readonly refused: readonly [field: string, value: unknown];
}

/** Ids of records that others refer to. */
export interface References {
  readonly rack: number;
  readonly panel: number;
  readonly group: number;
}

const long = 'x'.repeat(101);
const named = (type: InventoryType, refused: InventoryCase['refused'] = ['name', long]): InventoryCase => ({
  type,
  fields: name => ({ name }),
  contested: ['name', `${type} mine`, `${type} them`],
  other: ['description', 'Second floor'],
  refused,
});

/** One case for each type. */
export const inventoryCases: readonly InventoryCase[] = [
  {
    ...named('racks', ['u_height', 500]),
    fields: name => ({ name, u_height: 42, width: 19 }),
    contested: ['u_height', 45, 44],
    other: ['width', 23],
  },
  { ...named('rack_roles'), fields: name => ({ name, color: 'aa1409' }) },
  {
    ...named('rack_types', ['width', 20]),
    fields: model => ({ model, manufacturer_id: 1, u_height: 42, width: 19 }),
    contested: ['model', 'Tall mine', 'Tall them'],
    other: ['u_height', 47],
  },
  {
    ...named('rack_reservations', ['units', '999']),
    fields: (_word, { rack }) => ({ rack_id: rack, units: '1,2' }),
    contested: ['units', '3', '4'],
  },
  {
    ...named('contacts', ['email', 'nobody']),
    fields: name => ({ name, company: 'Example' }),
    other: ['phone', '+34 600'],
  },
  named('contact_groups', ['parent_id', 999_999]),
  named('contact_roles'),
  named('power_panels'),
  {
    ...named('power_feeds', ['power_feed_phase_id', 9]),
    fields: (name, { panel }) => ({ name, power_panel_id: panel }),
    contested: ['voltage', 230, 400],
    other: ['max_utilization', 80],
  },
  { ...named('tags'), fields: name => ({ name, color: '2196f3' }), other: ['weight', 7] },
  {
    ...named('table_configs'),
    fields: name => ({ name, inventory_type: 'DcimRack', column_order: 'name' }),
    other: ['shared', true],
  },
  { ...named('account_keys'), fields: name => ({ name, username: 'root' }) },
  {
    ...named('wireless_lans', ['ssid', 'x'.repeat(33)]),
    fields: (ssid, { group }) => ({ ssid, wireless_lan_group_id: group }),
    contested: ['ssid', 'Guests A', 'Guests B'],
  },
  named('wireless_lan_groups', ['parent_id', 999_999]),
];

const missing = inventoryTypeNames.filter(name => !inventoryCases.some(({ type }) => type === name));
if (missing.length > 0) throw new Error(`No case for ${missing.join(', ')}`);

/** Records that others refer to, new ones. */
export async function makeReferences(manager: Manager, word: string): Promise<References> {
  const rack = await createRecord(manager, 'racks', { name: `${word} rack`, u_height: 42, width: 19 });
  const panel = await createRecord(manager, 'power_panels', { name: `${word} panel` });
  const group = await createRecord(manager, 'wireless_lan_groups', { name: `${word} group` });
  return { rack: rack.id, panel: panel.id, group: group.id };
}
