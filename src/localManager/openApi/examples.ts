import { inventoryType, type InventoryType } from '../../model/inventory/inventoryTypes.js';
import { rootUuid } from '../generator/network/networkPlan.js';
import exampleRecords from './exampleRecords.json';

/** Bodies by what they are called in the document. Those of generated data work as they stand. */
export type BodyExamples = Readonly<Record<string, unknown>>;

/** A record to create of each type; its last field is one that any record can be given. */
const records: Readonly<Record<InventoryType, object>> = exampleRecords;

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
