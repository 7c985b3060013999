import { inventoryType, type InventoryType } from '../../model/inventory/inventoryTypes.js';
import { sampleNotebook } from '../../model/notebook/sampleNotebook.js';
import { rootUuid } from '../generator/networkPlan.js';
import type { Fields } from '../http/requestFields.js';

/** Bodies by what they are called in the document. Those of generated data work as they stand. */
export type BodyExamples = Readonly<Record<string, unknown>>;

/** A record to create of each type; its last field is one that any record can be given. */
const records: Readonly<Record<InventoryType, Fields>> = {
  racks: { name: 'Rack A.12', u_height: 42, width: 19 },
  rack_roles: { name: 'Storage', color: '2196f3', description: 'Disk shelves' },
  rack_types: { model: 'Cabinet 800-42', manufacturer_id: 1, u_height: 42, width: 19 },
  rack_reservations: { rack_id: 24, units: '1,2', description: 'For the new firewall' },
  contacts: { name: 'Ada Mora', email: 'ada.mora@example.com', job_title: 'Network engineer' },
  contact_groups: { parent_id: 1, name: 'Night shift', description: 'From 22 to 6' },
  contact_roles: { name: 'On call', description: 'Answers at any hour' },
  power_panels: { name: 'Panel Z1', description: 'Basement' },
  power_feeds: { name: 'Feed Z1', power_panel_id: 1, voltage: 230, amperage: 16, max_utilization: 80 },
  tags: { name: 'spare', color: '4caf50', weight: 100, allowed_object_types: ['DcimRack'] },
  table_configs: {
    name: 'Racks by height',
    inventory_type: 'DcimRack',
    column_order: 'name;u_height;width',
    shared: true,
  },
  account_keys: {
    name: 'Console server',
    username: 'admin',
    key_type: 'terminal_password',
    password: 'an example',
    description: 'Out-of-band access',
  },
  wireless_lans: { ssid: 'Visitors', wireless_lan_group_id: 1, description: 'Without access to the office' },
  wireless_lan_groups: { name: 'Pop-up sites', description: 'Fairs and events' },
};

/** The body of a create of a type. */
export const createExample = (type: InventoryType): BodyExamples => {
  const { key, singular } = inventoryType(type);
  return { [singular]: { [key]: records[type] } };
};

/** The body of an update, which carries only what changes. */
export const updateExample = (type: InventoryType): BodyExamples => ({
  'One field': { [inventoryType(type).key]: Object.fromEntries(Object.entries(records[type]).slice(-1)) },
});

const snmp = { snmp_community: 'public', snmp_version: '2c' };

/** Bodies about domains and sensors, by the operation. */
export const sensorExamples = {
  domain: { 'A building': { name: 'Annex', domain_type: 5, parent_uuid: rootUuid } },
  renamed: { 'A new name': { name: 'Annex north' } },
  flow: {
    'A router': {
      ...{ name: 'Annex router', ip: '192.0.2.10', parent_uuid: rootUuid, ...snmp },
      homenets: [{ name: 'Office', value: '10.0.0.0/8' }],
    },
  },
  vendor: {
    'A cloud controller': {
      ...{ name: 'Annex cloud', ip: 'controller.example.net', parent_uuid: rootUuid },
      vendor_validator: 'a phrase',
    },
  },
  mse: {
    'A location engine': { name: 'Annex engine', stream: 'StreamB', mse_version: '8', parent_uuid: rootUuid },
  },
  override: {
    'A building with a floor': {
      sensor: { name: 'Annex', domain_type: 5, children: [{ name: 'Ground floor', domain_type: 101 }] },
    },
  },
  overrideOwn: { 'Everything as it is': { sensor: { name: 'root' } } },
} satisfies Readonly<Record<string, BodyExamples>>;

const mac_address = '02:00:5e:10:00:01';
const other = '02:00:5e:10:00:02';

/** Bodies about access points, by the operation. */
export const accessPointExamples = {
  create: { 'In the top domain': { mac_address, name: 'Lobby 1', sensor_uuid: rootUuid, status: 1 } },
  modify: { 'One field': { description: 'Above the reception' } },
  deleteListed: { 'By MAC address': { access_points: [{ mac_address }] } },
  override: {
    'In an organization': {
      access_points: [{ mac_address: other, name: 'Lobby 2', organization_name: 'Annex' }],
    },
  },
} satisfies Readonly<Record<string, BodyExamples>>;

/** The sample queries over the day before a moment, milliseconds since 1970 UTC. */
export function queryExamples(now: number): BodyExamples {
  const { cells } = sampleNotebook({ end: new Date(now).toISOString() });
  return Object.fromEntries(
    cells.flatMap(({ kind, text }, index) =>
      kind === 'query' ? [[titleOf(cells[index - 1]?.text), JSON.parse(text) as unknown]] : [],
    ),
  );
}

/** The heading above a query, without its marks. */
const titleOf = (markdown = ''): string => /^#+ (.*)/.exec(markdown)?.[1] ?? markdown;
