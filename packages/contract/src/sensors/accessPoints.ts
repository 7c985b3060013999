import * as z from 'zod';
import { colonMac, readMac } from './macAddress.js';
import type { RawRecord } from './nodeRecord.js';
import { looseInteger, looseNumber, looseText } from './tolerant.js';

/** A MAC address as it may be written. */
export const macAddress = z
  .string()
  .regex(colonMac, 'Six hex pairs with colons, such as 00:1e:bd:4a:60:01')
  .describe('MAC address with colons.');

/** A MAC address as managers take it: any number of hex pairs in either case, since they do not check it (field notes §1.0). */
export const looseMacAddress = z
  .string()
  .regex(/^[0-9a-fA-F]{1,2}(:[0-9a-fA-F]{1,2})+$/, 'Hex pairs separated by colons')
  .describe('MAC address with colons.');

/** Whether text is the MAC address of an access point, as managers take it or in another notation, which is put right. */
export const isMacAddress = (value: unknown): value is string =>
  looseMacAddress.safeParse(value).success || (typeof value === 'string' && readMac(value) !== undefined);

/** Extra location data of an access point (contract 001; building_name from field notes §1.2). */
export const enrichment = z
  .looseObject({
    market_uuid: z.string().optional().describe('Uuid of the market.'),
    campus_uuid: z.string().optional().describe('Uuid of the campus.'),
    building_uuid: z.string().optional().describe('Uuid of the building.'),
    floor_uuid: z.string().optional().describe('Uuid of the floor.'),
  })
  .describe('Extra location data.');

/** Body of create access point (contract 001, Access point fields). */
export const createAccessPoint = z.strictObject({
  mac_address: macAddress,
  sensor_uuid: z.string().min(1).describe('Uuid of the parent; must be a domain.'),
  name: z.string().min(1).describe('Name of the access point.'),
  ip_address: z.string().optional().describe('IP address.'),
  status: z.literal([0, 1]).optional().describe('1 up, 0 down.'),
  latitude: z.number().min(-90).max(90).optional().describe('Latitude in degrees.'),
  longitude: z.number().min(-180).max(180).optional().describe('Longitude in degrees.'),
  x: z.int32().optional().describe('Horizontal position on the floor map.'),
  y: z.int32().optional().describe('Vertical position on the floor map.'),
  flow_uuid: z.string().optional().describe('Uuid of the associated flow sensor.'),
  description: z.string().optional().describe('Free text.'),
  enrichment: enrichment.optional(),
});

/** Body of modify access point: create fields except enrichment (contract 001, Access points). */
export const modifyAccessPoint = createAccessPoint.omit({ enrichment: true }).partial();

/** An access point as the tree and create answer it (contract 001, Access point record). */
export const accessPoint = z
  .looseObject({
    id: looseInteger.describe('Internal id.'),
    name: looseText.describe('Name of the access point.'),
    mac_address: looseText.describe('MAC address with colons.'),
    ip_address: looseText.describe('IP address.'),
    status: looseInteger.describe('1 up, 0 down.'),
    latitude: looseNumber.describe('Latitude in degrees.'),
    longitude: looseNumber.describe('Longitude in degrees.'),
    x: looseInteger.describe('Horizontal position on the floor map.'),
    y: looseInteger.describe('Vertical position on the floor map.'),
    description: looseText.describe('Free text.'),
    switch_name: looseText.describe('Name of the switch.'),
    switch_id: looseInteger.describe('Id of the switch.'),
    sensor_id: looseInteger.describe('Id of the owning sensor.'),
    sensor_name: looseText.describe('Name of the owning sensor.'),
    sensor_uuid: looseText.describe('Uuid of the owning sensor.'),
    created_at: looseText.describe('When it was created, ISO 8601 with offset.'),
    updated_at: looseText.describe('When it was last changed, ISO 8601 with offset.'),
    last_check_in: looseText.describe('When it was last seen.'),
    clients: looseInteger.describe('Number of clients.'),
    uptime: looseInteger.describe('Time since it came up.'),
    enrichment: enrichment.nullish(),
  })
  .meta({ id: 'accessPoint' });

/** An access point as it was read; fields without a type hold whatever the manager sent. */
export interface AccessPoint {
  readonly id?: number | null | undefined;
  readonly name?: string | null | undefined;
  readonly mac_address?: string | null | undefined;
  readonly sensor_uuid?: string | null | undefined;
  readonly [field: string]: unknown;
}

const levels = ['service_provider', 'deployment', 'organization', 'market', 'building', 'campus'] as const;

/** A row of the access point list (contract 001, Access point rows). */
export const accessPointRow = z.looseObject({
  name: looseText.describe('Name of the access point.'),
  ...Object.fromEntries(
    levels.flatMap(level => [
      [`${level}_uuid`, looseText.describe(`Uuid of the ${level.replace('_', ' ')}.`)],
      [level, looseText.describe(`Name of the ${level.replace('_', ' ')}.`)],
    ]),
  ),
  floor_uuid: looseText.describe('Uuid of the floor.'),
  mac_address: looseText.describe('MAC address with colons.'),
  status: looseInteger.describe('1 up, 0 down.'),
  last_check_in: looseText.describe('When it was last seen.'),
  enrichment: enrichment.nullish(),
});

/** A row of the access point list as it was read. */
export type AccessPointRow = RawRecord;

/** Filters of the access point list (contract 001, Access points). */
export const accessPointFilters = z.object({
  mac_address: z.string().optional().describe('MAC address with colons.'),
  status: z.enum(['0', '1']).optional().describe('1 up, 0 down.'),
  name: z.string().optional().describe('Name of the access point.'),
  ip_address: z.string().optional().describe('IP address.'),
});

export type AccessPointFilters = z.output<typeof accessPointFilters>;

/**
 * The filter of the access point list that some words mean: a MAC address, an IP address, `up`, `down`, or a name
 * (contract 001, Access points).
 */
export function filtersOf(words: string): AccessPointFilters {
  const text = words.trim();
  if (text === '') return {};
  const mac = readMac(text);
  if (mac !== undefined) return { mac_address: mac };
  if (/^([0-9a-f]{1,2}[:-]){4,}[0-9a-f]{1,2}$/i.test(text)) return { mac_address: text.replaceAll('-', ':') };
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) return { ip_address: text };
  if (/^[0-9a-f]*:[0-9a-f:.]*$/i.test(text)) return { ip_address: text };
  if (/^up$/i.test(text)) return { status: '1' };
  if (/^down$/i.test(text)) return { status: '0' };
  return { name: text };
}

/**
 * The filters to ask with, one after the other while nothing is found: a manager may look for a MAC address exactly as it
 * stores it, which nobody knows beforehand (field notes §1.0).
 */
export function filtersInTurn(words: string): AccessPointFilters[] {
  const first = filtersOf(words);
  const { mac_address: mac } = first;
  if (mac === undefined) return [first];
  return [...new Set([mac, mac.toUpperCase(), words.trim()])].map(written => ({ mac_address: written }));
}
