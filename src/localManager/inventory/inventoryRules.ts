import {
  inventoryType,
  inventoryTypeNames,
  type InventoryType,
} from '../../model/inventory/inventoryTypes.js';
import { fieldRole } from '../../model/inventory/references.js';

/** A field that holds the id of another record. */
export interface Reference {
  readonly field: string;
  readonly to: InventoryType;
  /** What happens to this record when the other one is deleted. */
  readonly onDelete: 'cascade' | 'restrict';
}

/** Limits of text, in characters; they follow NetBox (field notes §4). */
export const maxLength: Readonly<Record<string, number>> = { name: 100, model: 100, phone: 50 };

/** Fields that together must differ from every other record, as a real manager checks it. */
export const uniqueFields: Readonly<Partial<Record<InventoryType, readonly string[]>>> = {
  rack_types: ['manufacturer_id', 'model'],
  contact_groups: ['parent_id', 'name'],
  power_panels: ['name'],
  power_feeds: ['power_panel_id', 'name'],
  wireless_lan_groups: ['name'],
};

/** Values of fields that are left out on create (contract 000, Resources and fields). */
export const fieldDefaults: Readonly<Partial<Record<InventoryType, Readonly<Record<string, unknown>>>>> = {
  table_configs: { enabled: true, shared: false },
};

/** The references that records of a type hold. */
export const referencesIn = (type: InventoryType): Reference[] =>
  Object.keys(inventoryType(type).fields).flatMap(field => {
    const role = fieldRole(type, field);
    const onDelete = type === 'rack_reservations' ? 'cascade' : 'restrict';
    return role?.kind === 'reference' ? [{ field, to: role.to, onDelete }] : [];
  });

/** Highest id of the lookup list that a field points into, where it is known (field notes §4, Lookup values). */
export function highestLookup(type: InventoryType, field: string): number {
  const role = fieldRole(type, field);
  return (role?.kind === 'lookup' && role.likely.length) || Infinity;
}

/** The references that other types hold to records of this one. */
export const referencesTo = (type: InventoryType): { from: InventoryType; reference: Reference }[] =>
  inventoryTypeNames.flatMap(from =>
    referencesIn(from)
      .filter(({ to }) => to === type)
      .map(reference => ({ from, reference })),
  );
