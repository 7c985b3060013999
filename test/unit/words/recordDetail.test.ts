import { describe, expect, it } from 'vitest';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { recordDetail, recordTitle, titledPath } from '../../../src/words/recordDetail.js';

const names: Readonly<Record<string, string>> = {
  'power_panels 3': 'BSL main panel',
  'racks 2': 'LIS rack 2',
  'wireless_lan_groups 4': 'Guests',
  'contact_groups 5': 'Night shift',
  'contact_groups 6': 'Facilities',
};
const nameOf = (type: InventoryType, id: number) => names[`${type} ${id}`];

describe('what tells a record from others of its type', () => {
  const cases: readonly (readonly [InventoryType, object, string])[] = [
    ['racks', { name: 'A', u_height: 42, width: 19 }, '42 U · 19 in'],
    ['rack_types', { model: 'M', manufacturer_id: 1, u_height: 47, width: 23 }, '47 U · 23 in'],
    ['rack_roles', { name: 'Storage', description: 'Disks only' }, 'Disks only'],
    ['rack_reservations', { rack_id: 2, units: '3, 1,2 ,7', description: 'UPS' }, 'UPS'],
    [
      'contacts',
      { name: 'Ana', job_title: 'Technician', company: 'Acme', email: 'a@b' },
      'Technician · Acme',
    ],
    ['contacts', { name: 'Ana', email: 'ana@acme.example' }, 'ana@acme.example'],
    ['contacts', { name: 'Ana', contact_group_ids: [5, 6] }, 'Night shift · Facilities'],
    ['contact_groups', { name: 'Night shift', parent_id: 6, description: 'From ten' }, 'From ten'],
    ['contact_roles', { name: 'Billing', description: null }, ''],
    ['power_panels', { name: 'P', description: 'Hall 1' }, 'Hall 1'],
    [
      'power_feeds',
      { name: 'Feed A', power_panel_id: 3, voltage: 230, amperage: 16 },
      'BSL main panel · 230 V · 16 A',
    ],
    ['power_feeds', { name: 'Feed A', power_panel_id: 8 }, 'Power panel 8'],
    [
      'tags',
      { name: 'Core', allowed_object_types: ['DcimRack', 'RackRole'], weight: 5 },
      'DcimRack, RackRole · weight 5',
    ],
    [
      'table_configs',
      { name: 'T', inventory_type: 'DcimRack', shared: true, enabled: false },
      'DcimRack · shared · not enabled',
    ],
    ['account_keys', { name: 'K', username: 'root', key_type: 'ssh_key', password: 'x' }, 'root · ssh_key'],
    ['wireless_lans', { ssid: 'Lobby', wireless_lan_group_id: 4, vlan_id: 12 }, 'Guests · VLAN 12'],
    ['wireless_lan_groups', { name: 'Guests', parent_id: 1 }, ''],
  ];

  it.each(cases)('%s: %o', (type, fields, words) => {
    expect(recordDetail(type, { id: 1, ...fields }, nameOf)).toBe(words);
  });

  it.each([
    ['rack_reservations', { rack_id: 2, units: '3, 1,2 ,7' }, 'LIS rack 2 U1–3, 7'],
    ['rack_reservations', { rack_id: 9, units: 'all' }, 'Rack 9 all'],
    ['rack_reservations', { rack_id: 2, units: null }, 'Rack reservation 1'],
    ['racks', { name: '17', u_height: 42 }, '17'],
  ] as const)('it is called: %s %o', (type, fields, title) => {
    expect(recordTitle(type, { id: 1, ...fields }, nameOf)).toBe(title);
  });

  it('has a document that tells it from others of its name', () => {
    const path = (type: 'power_feeds' | 'racks', fields: object) =>
      titledPath(type, { id: 1, ...fields }, nameOf);
    const feed = { name: 'Feed A', voltage: 230 };
    expect(path('power_feeds', { ...feed, power_panel_id: 3 })).toBe(
      '/inventory/power_feeds/Feed A · BSL main panel.1.json',
    );
    expect(path('power_feeds', { ...feed, power_panel_id: 8 })).toBe('/inventory/power_feeds/Feed A.1.json');
    expect(path('racks', { name: 'Rack 1', rack_role_id: 2 })).toBe('/inventory/racks/Rack 1.1.json');
  });

  it('is inert, whatever a manager sends', () => {
    const fields = { id: 1, description: '$(zap) [x](command:y)', u_height: {}, units: ['1'] };
    expect(recordDetail('rack_roles', fields, nameOf)).toBe('$\u2060(zap) [x]\u2060(command:y)');
    expect(recordDetail('racks', fields, nameOf)).toBe('');
  });
});
