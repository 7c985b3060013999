import { integerOf, isGone, isOn, isRecord, textOf } from '../text/looseValues.js';
import { readRows, type UnreadRow } from '../text/listAnswer.js';

/** Names of the sensor `type` values (contract 001; 6, 7, 10 and 32 from field notes §1.0). */
export const sensorTypes: Readonly<Record<number, string>> = {
  1: 'Domain',
  2: 'IPS',
  3: 'IPS group',
  4: 'IPS binding',
  5: 'Flow sensor',
  6: 'Social',
  7: 'Malware gateway',
  8: 'MSE sensor',
  10: 'Cloud proxy',
  32: 'IPS',
};

/** Names of the `domain_type` values (contract 001). */
export const domainTypes: Readonly<Record<number, string>> = {
  1: 'Generic',
  2: 'Organization',
  3: 'Market',
  4: 'Campus',
  5: 'Building',
  6: 'Service provider',
  7: 'Deployment',
  101: 'Floor',
};

/** How a sensor is written: by which endpoints and with which fields (contract 001, Sensors and domains). */
export type SensorKind = 'domain' | 'flow' | 'mse' | 'vendor' | 'other';

const kinds: Readonly<Record<number, SensorKind>> = { 1: 'domain', 5: 'flow', 8: 'mse' };

/**
 * The kind of a sensor record. The `type` of vendor sensors is not published, so they are known by a field of theirs;
 * without it they are `other` (contract 001, Gaps; field notes §1.0 for the older name).
 */
export function sensorKind(record: { readonly type: number; readonly [field: string]: unknown }): SensorKind {
  const known = kinds[record.type];
  if (known) return known;
  return 'vendor_validator' in record || 'meraki_validator' in record ? 'vendor' : 'other';
}

/** Whether the contract or the field notes name this `type`. */
export const isPublishedType = (type: number): boolean => Object.hasOwn(sensorTypes, type);

/** A record of the tree as it was sent: any field may be missing or hold anything. */
export type RawRecord = Readonly<Record<string, unknown>>;

/** Whether a sensor that is only shown may be one of a vendor: their `type` is none of those that are published. */
export const mayBeVendor = (record: RawRecord): boolean => !isPublishedType(recordType(record));

/** The most urgent state of a sensor; undefined when there is nothing to say. */
export type SensorState = 'deleted' | 'applying' | 'needs apply' | 'unassigned';

/** The state of an access point. */
export type AccessPointState = 'up' | 'down' | 'unknown';

export const recordName = (record: RawRecord): string => textOf(record.name) ?? '';

export const recordUuid = (record: RawRecord): string | undefined => textOf(record.uuid) || undefined;

/** `type` of a sensor record; 0, which no manager uses, when there is none to read. */
export const recordType = (record: RawRecord): number => integerOf(record.type) ?? 0;

export const recordDomainType = (record: RawRecord): number | undefined => integerOf(record.domain_type);

export const recordKind = (record: RawRecord): SensorKind =>
  sensorKind({ ...record, type: recordType(record) });

/** IP address of a sensor (`ip`) or access point (`ip_address`). */
export const recordIp = (record: RawRecord): string | undefined =>
  textOf(record.ip) || textOf(record.ip_address) || undefined;

export const recordMac = (record: RawRecord): string | undefined => textOf(record.mac_address) || undefined;

export function sensorState(record: RawRecord): SensorState | undefined {
  if (isGone(record)) return 'deleted';
  if (isOn(record.applying)) return 'applying';
  if (isOn(record.need_apply) || isOn(record.need_reputation_apply)) return 'needs apply';
  return isOn(record.unassigned) ? 'unassigned' : undefined;
}

/** 1 is up and 0 is down (contract 001, Access point record). */
export function accessPointState(record: RawRecord): AccessPointState {
  const status = integerOf(record.status);
  return status === 1 ? 'up' : status === 0 ? 'down' : 'unknown';
}

/** What a sensor is, in words: `Floor`, `Flow sensor`, `type 9` for a number that nobody documents. */
export function kindWords(record: RawRecord): string {
  const type = recordType(record);
  if (type === 0) return 'type not known';
  if (type !== 1) return sensorTypes[type] ?? `type ${type}`;
  const domainType = recordDomainType(record);
  if (domainType === undefined) return 'Domain';
  return domainTypes[domainType] ?? `Domain type ${domainType}`;
}

/** The records in a list of subordinates that are not gone, whatever else stands there. */
export function* recordsIn(list: unknown): Generator<RawRecord> {
  if (!Array.isArray(list)) return;
  for (const item of list as unknown[]) if (isRecord(item) && !isGone(item)) yield item;
}

/** The subordinates of a record that are no records, in the order in which they were sent. */
export function unreadIn(record: RawRecord): UnreadRow[] {
  return [record.children, record.access_points].flatMap(list => {
    if (Array.isArray(list)) return readRows(list, raw => raw).unread;
    return list === undefined || list === null ? [] : readRows([list], () => 'noRecord').unread;
  });
}

/** Those of some fields that a record has, null for what cannot be read. */
export function present<T>(
  raw: RawRecord,
  fields: readonly string[],
  read: (value: unknown) => T | undefined,
): Record<string, T | null> {
  const own = fields.filter(field => Object.hasOwn(raw, field));
  return Object.fromEntries(own.map(field => [field, read(raw[field]) ?? null]));
}

/** What tells a node from all others of a tree. */
export type NodeIdentity =
  { readonly uuid: string } | { readonly macAddress: string } | { readonly accessPointId: number };

/** Names one node of a connection's tree, for finding and selecting it there. */
export type NodeRef = NodeIdentity & { readonly connectionId: string };

/** What a value of a dimension tells of a node of the tree: which one it is, or at least its name. */
export type NodeHint = NodeRef | { readonly connectionId: string; readonly name: string };

/** Which of the three groups of children a node belongs to; they are shown one after the other in this order. */
export const childGroup = { domain: 0, sensor: 1, accessPoint: 2 } as const;

const onOff = { 0: 'Disabled', 1: 'Enabled' };

/** What the numbers in the fields of a node mean (contract 001, Resources and fields). */
export const valueNames: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  domain_type: domainTypes,
  type: sensorTypes,
  status: { 0: 'Down', 1: 'Up' },
  spanport: onOff,
  nmsp: onOff,
  nmsp_wireless_health: onOff,
  nmsp_client_stats: onOff,
  dns_ptr_client: onOff,
  dns_ptr_target: onOff,
};

/** Values and their names in one line, for descriptions. */
export const listed = (names: Readonly<Record<number, string>>) =>
  Object.entries(names)
    .map(([value, name]) => `${value} ${name}`)
    .join(', ');
