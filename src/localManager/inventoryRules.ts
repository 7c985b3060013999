import type { InventoryType } from '../model/inventory/inventoryTypes.js';

/** A field that holds the id of another record. */
export interface Reference {
  readonly field: string;
  readonly to: InventoryType;
  /** What happens to this record when the other one is deleted. */
  readonly onDelete: 'cascade' | 'restrict';
}

/** What a real manager checks beyond the shape of a field; limits follow NetBox (field notes §4). */
export interface InventoryRules {
  readonly references?: readonly Reference[];
  /** Highest ids of the lookup lists that a field points into (field notes §4, Lookup values). */
  readonly lookups?: Readonly<Record<string, number>>;
  /** Fields that together must differ from every other record. */
  readonly unique?: readonly string[];
  readonly maxLength?: Readonly<Record<string, number>>;
  /** Values of fields that are left out on create (contract 000, tables). */
  readonly defaults?: Readonly<Record<string, unknown>>;
}

const name100 = { name: 100 };

/** The rules of each type. */
export const inventoryRules: Readonly<Record<InventoryType, InventoryRules>> = {
  racks: { maxLength: name100 },
  rack_roles: { maxLength: name100 },
  rack_types: { unique: ['manufacturer_id', 'model'], maxLength: { model: 100 } },
  rack_reservations: { references: [{ field: 'rack_id', to: 'racks', onDelete: 'cascade' }] },
  contacts: { maxLength: { name: 100, phone: 50 } },
  contact_groups: {
    references: [{ field: 'parent_id', to: 'contact_groups', onDelete: 'restrict' }],
    unique: ['parent_id', 'name'],
    maxLength: name100,
  },
  contact_roles: { maxLength: name100 },
  power_panels: { unique: ['name'], maxLength: name100 },
  power_feeds: {
    references: [{ field: 'power_panel_id', to: 'power_panels', onDelete: 'restrict' }],
    unique: ['power_panel_id', 'name'],
    maxLength: name100,
    lookups: {
      power_feed_status_id: 4,
      power_feed_type_id: 2,
      power_feed_supply_id: 2,
      power_feed_phase_id: 2,
    },
  },
  tags: { maxLength: name100 },
  table_configs: { maxLength: name100, defaults: { enabled: true, shared: false } },
  account_keys: { maxLength: name100 },
  wireless_lans: {
    references: [{ field: 'wireless_lan_group_id', to: 'wireless_lan_groups', onDelete: 'restrict' }],
    lookups: { wireless_status_id: 4, wireless_auth_type_id: 4 },
  },
  wireless_lan_groups: {
    references: [{ field: 'parent_id', to: 'wireless_lan_groups', onDelete: 'restrict' }],
    unique: ['name'],
    maxLength: name100,
  },
};

/** The references that other types hold to records of this one. */
export function referencesTo(type: InventoryType): { from: InventoryType; reference: Reference }[] {
  return (Object.keys(inventoryRules) as InventoryType[]).flatMap(from =>
    (inventoryRules[from].references ?? [])
      .filter(reference => reference.to === type)
      .map(reference => ({ from, reference })),
  );
}
