import type { InventoryType } from './inventoryTypes.js';

/** Fields that together must differ from every other record of a type, as a real manager checks it (field notes §4). */
export const uniqueFields: Readonly<Partial<Record<InventoryType, readonly string[]>>> = {
  rack_types: ['manufacturer_id', 'model'],
  contact_groups: ['parent_id', 'name'],
  power_panels: ['name'],
  power_feeds: ['power_panel_id', 'name'],
  wireless_lan_groups: ['name'],
};
