import * as z from 'zod';
import { accessPoint, type AccessPoint, macAddress } from './accessPoints.js';
import { domainTypes, listed, sensorTypes } from './nodeRecord.js';
import { looseBoolean, looseInteger, looseNumber, looseText } from './tolerant.js';

/** The uuid that every manager gives to its top domain (field notes §1.0). */
export const rootUuid = '2584761509592299795';

const uuid = z.string().min(1);
const parentUuid = uuid.optional().describe("Uuid of the parent; the caller's top domain when left out.");
const parentSensorUuid = uuid.optional().describe('Uuid of the parent; the root sensor when left out.');
const sensorName = z.string().min(1).describe('Sensor name.');
const snmp = {
  snmp_community: z.string().optional().describe('SNMP community name.'),
  snmp_version: z.enum(['1', '2c']).optional().describe('SNMP version.'),
};
const onOff = (what: string) => z.literal([0, 1]).optional().describe(`${what}: 1 to enable, 0 to disable.`);
const ipAddress = z.union([z.ipv4(), z.ipv6()], 'An IPv4 or IPv6 address');
const network = z.union([z.cidrv4(), z.cidrv6()], 'A network in CIDR form, such as 10.0.0.0/8');
const homenets = z
  .array(
    z.strictObject({
      name: z.string().min(1).describe('Name of the home network.'),
      value: network.describe('Network in CIDR form, such as 10.0.0.0/8.'),
    }),
  )
  .optional()
  .describe('Home networks.');

/** Body of create domain (contract 001, Domain fields). */
export const createDomain = z.strictObject({
  name: z.string().min(1).describe('Domain name.'),
  uuid: uuid.optional().describe('Uuid for the domain; must be unused. Assigned when left out.'),
  domain_type: z
    .int32()
    .optional()
    .describe(`Domain kind: ${listed(domainTypes)}. 1 when left out.`),
  parent_uuid: parentUuid,
  mac_hasing_salt: z.string().optional().describe('MAC hash string; used only when domain_type is 6.'),
  visualization_range: z
    .number()
    .optional()
    .describe("Days users may view an organization's data; used only when domain_type is 2."),
  megabytes_limit: z
    .number()
    .optional()
    .describe("Storage limit in megabytes for an organization's data; used only when domain_type is 2."),
});

/** Body of create flow sensor (contract 001, Flow sensor fields). */
export const createFlowSensor = z.strictObject({
  ip: ipAddress.describe('IP address of the sensor.'),
  name: sensorName,
  parent_uuid: parentSensorUuid,
  ...snmp,
  spanport: onOff('SPAN port'),
  nmsp: onOff('NMSP'),
  nmsp_wireless_health: onOff('NMSP wireless health check'),
  nmsp_client_stats: onOff('NMSP client statistics'),
  dns_ptr_client: onOff('DNS client resolution'),
  dns_ptr_target: onOff('DNS target resolution'),
  homenets,
  router_macs: z
    .array(
      z.strictObject({
        name: z.string().min(1).describe('Name of the router.'),
        value: macAddress,
      }),
    )
    .optional()
    .describe('Router MAC addresses.'),
});

/** Body of create vendor sensor (contract 001, Vendor sensor fields). */
export const createVendorSensor = z.strictObject({
  ip: z.string().min(1).describe('IP address or domain name.'),
  name: sensorName,
  parent_uuid: parentSensorUuid,
  vendor_validator: z.string().optional().describe('Validator of the sensor.'),
  ...snmp,
});

/** Body of create MSE sensor (contract 001, MSE sensor fields). */
export const createMseSensor = z.strictObject({
  stream: z.string().min(1).describe('MSE stream name.'),
  name: sensorName,
  parent_uuid: parentSensorUuid,
  mse_version: z.string().optional().describe('Version of the sensor.'),
  ...snmp,
  homenets,
});

/** Body of modify domain: any of the create fields, and the type (contract 001, Domain fields). */
export const modifyDomain = createDomain.partial().extend({
  type: z
    .int32()
    .optional()
    .describe(`Sensor kind: ${listed(sensorTypes)}.`),
});

/** What of a sensor, or right below it, could not be read. */
export const uncertain = Symbol('uncertain');

/**
 * A sensor or domain as the tree and the MSE list return it (contract 001, Sensor / domain record). Fields without a type
 * hold whatever the manager sent.
 */
export interface SensorRecord {
  readonly id?: number | null;
  /** Empty when the manager sent none. */
  readonly uuid: string;
  /** Empty when the manager sent none. */
  readonly name: string;
  /** 0, which no manager uses, when it sent none. */
  readonly type: number;
  readonly domain_type?: number | null;
  readonly children: readonly SensorRecord[];
  readonly access_points: readonly AccessPoint[];
  readonly [uncertain]?: { readonly nodes: boolean; readonly accessPoints: boolean };
  readonly [field: string]: unknown;
}

const requiredText = z.preprocess(value => (typeof value === 'number' ? String(value) : value), z.string());

const commonStored = {
  id: looseInteger.describe('Internal id.'),
  uuid: requiredText.describe('Identifier used in paths; opaque.'),
  name: requiredText.describe('Name.'),
  ip: looseText.describe('IP address.'),
};

/** The fields of a sensor or domain in the tree, apart from its subordinates (contract 001, Sensor / domain record). */
export const treeFields = {
  ...commonStored,
  latitude: looseNumber.describe('Latitude in degrees.'),
  longitude: looseNumber.describe('Longitude in degrees.'),
  is_deleted: looseBoolean.describe('Whether the sensor is deleted.'),
  applied_at: looseText.describe('When the configuration was applied.'),
  type: z
    .preprocess(value => (typeof value === 'string' ? Number(value) : value), z.int())
    .describe(`Sensor kind: ${listed(sensorTypes)}.`),
  domain_type: looseInteger.describe(`Domain kind: ${listed(domainTypes)}.`),
  real_parent_id: looseInteger.describe('Id of the real parent.'),
  group_id: looseInteger.describe('Id of the group.'),
  binding_id: looseInteger.describe('Id of the binding.'),
  policy_id: looseInteger.describe('Id of the policy.'),
  reputation_policy_id: looseInteger.describe('Id of the reputation policy.'),
  need_apply: looseBoolean.describe('Whether changes wait to be applied.'),
  applying: looseBoolean.describe('Whether changes are being applied.'),
  need_reputation_apply: looseBoolean.describe('Whether reputation changes wait to be applied.'),
  unassigned: looseBoolean.describe('Whether the sensor is not assigned.'),
  property: z.looseObject({}).nullish().describe('Properties; may hold path.'),
};

/** Stored form of a sensor or domain record, with its subordinates. */
export const sensorRecord: z.ZodType<SensorRecord> = z
  .looseObject({
    ...treeFields,
    get children() {
      return z
        .array(sensorRecord)
        .nullish()
        .transform(children => children ?? [])
        .describe('Subordinate sensors.');
    },
    access_points: z
      .array(accessPoint)
      .nullish()
      .transform(points => points ?? [])
      .describe('Access points; present on domain and floor records.'),
  })
  .meta({ id: 'sensorRecord' }) as unknown as z.ZodType<SensorRecord>;

/** Stored forms by kind, as create and modify answer (contract 001, Sensors and domains). */
export const storedDomain = z.looseObject({
  ...commonStored,
  type: looseInteger.describe('Always 1.'),
  domain_type: looseInteger.describe(`Domain kind: ${listed(domainTypes)}.`),
});
export const storedFlowSensor = z.looseObject(commonStored);
export const storedVendorSensor = z.looseObject({
  ...commonStored,
  vendor_validator: looseText.describe('Validator of the sensor.'),
  secret: looseText.describe('Generated secret, answered once. Never shown in the editor.'),
});
export const storedMseSensor = z.looseObject({
  ...commonStored,
  stream: looseText.describe('MSE stream name.'),
  mse_version: looseText.describe('Version of the sensor.'),
});

/** A node of a tree with where it stands. */
export interface Visited {
  readonly sensor: SensorRecord;
  /** Undefined for the top of the tree that was given. */
  readonly parent: Visited | undefined;
}

/** All nodes of a tree, each after the node above it; of any depth. */
export function* walkTree(top: SensorRecord): Generator<Visited> {
  const waiting: Visited[] = [{ sensor: top, parent: undefined }];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node;
    for (const child of node.sensor.children.toReversed()) waiting.push({ sensor: child, parent: node });
  }
}

/** Domains and sensors below a node, and the access points of the node and of everything below it. */
export function countBelow(top: SensorRecord): { sensors: number; accessPoints: number } {
  let sensors = -1;
  let accessPoints = 0;
  for (const { sensor } of walkTree(top)) {
    sensors += 1;
    accessPoints += sensor.access_points.length;
  }
  return { sensors, accessPoints };
}

/** The names from the top down to a node. */
export function namesTo(node: Visited): string[] {
  const names: string[] = [];
  for (let at: Visited | undefined = node; at; at = at.parent) names.unshift(at.sensor.name);
  return names;
}
