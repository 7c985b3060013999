import fc from 'fast-check';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { Fields } from './inventoryModel.js';

/** A step of a sequence. Numbers named `pick` choose among the records that exist when the step is taken. */
export type InventoryStep =
  | { readonly step: 'create'; readonly type: InventoryType; readonly fields: Fields }
  | { readonly step: 'update'; readonly type: InventoryType; readonly pick: number; readonly change: Fields }
  | { readonly step: 'delete' | 'get'; readonly type: InventoryType; readonly pick: number };

const few = <Value>(...values: Value[]) => fc.constantFrom(...values);
const text = few('a', 'b', 'ü 💥', "' OR 1=1 --");
const note = few<string | null>(null, '', 'note');
const id = few(1, 2, 3, 4, 25, 26, 27, 9999);
const parent = fc.oneof(fc.constant(null), id);
const kind = few(null, 1, 2);
const height = few(1, 2, 42, 100);

/** Fields of each type, from so few values that records meet. */
const shapes: Readonly<Record<InventoryType, Readonly<Record<string, fc.Arbitrary<unknown>>>>> = {
  racks: { name: text, u_height: height, width: few(10, 19, 21, 23) },
  rack_roles: { name: text, color: few(null, 'aa1409', '00BCD4'), description: note },
  rack_types: { model: text, manufacturer_id: few(1, 2), u_height: height, width: few(19, 23) },
  rack_reservations: { rack_id: id, units: few('1', '2', '1,2', '3,1', '43', '100'), description: note },
  contacts: {
    name: text,
    email: few(null, 'a@b.example'),
    phone: note,
    company: note,
    job_title: note,
  },
  contact_groups: { name: text, description: note, parent_id: parent },
  contact_roles: { name: text, description: note },
  power_panels: { name: text, description: note },
  power_feeds: {
    name: text,
    power_panel_id: id,
    voltage: few(null, 230, 48),
    amperage: few(null, 1, 16),
    max_utilization: few(null, 0, 100),
    power_feed_status_id: kind,
    power_feed_type_id: kind,
    power_feed_supply_id: kind,
    power_feed_phase_id: kind,
  },
  tags: {
    name: text,
    color: few('aa1409', 'ffffff'),
    weight: few(null, -1, 0, 1000),
    allowed_object_types: few<unknown>(null, [], ['DcimRack'], ['DcimRack', 'RackRole']),
  },
  table_configs: {
    name: text,
    inventory_type: few('DcimRack', 'RackRole'),
    column_order: few('name', 'name;width'),
    enabled: fc.boolean(),
    shared: fc.boolean(),
  },
  account_keys: {
    name: text,
    username: text,
    key_type: few(null, 'ssh_key'),
    password: text,
    description: note,
  },
  wireless_lans: {
    ssid: text,
    wireless_lan_group_id: id,
    description: note,
    wireless_status_id: kind,
    wireless_auth_type_id: kind,
    vlan_id: few(null, 1, 4094),
  },
  wireless_lan_groups: { name: text, description: note, parent_id: parent },
};

/** Types with rules between records come up more often than the others. */
const types = [
  ...Object.keys(shapes),
  ...Object.keys(shapes).filter(type => /^(rack_res|rack$|racks|contact_g|power|wireless)/.test(type)),
];
const anyType = fc.constantFrom(...(types as InventoryType[]));
const pick = fc.nat(40);

const create = anyType.chain(type =>
  fc.record({ step: few('create' as const), type: fc.constant(type), fields: fc.record(shapes[type]) }),
);
const update = anyType.chain(type =>
  fc.record({
    step: few('update' as const),
    type: fc.constant(type),
    pick,
    change: fc.record(shapes[type], { requiredKeys: [] }),
  }),
);
const others = fc.record({
  step: few('delete' as const, 'delete' as const, 'get' as const),
  type: anyType,
  pick,
});

export const inventorySteps: fc.Arbitrary<InventoryStep[]> = fc.array(
  fc.oneof(create, create, update, others),
  {
    minLength: 1,
    maxLength: 25,
  },
);
