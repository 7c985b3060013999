import type { AccessPointFilters } from 'netsensor-contract/sensors/accessPoints';
import type { SqlSession } from '../store/database.js';
import { notFound } from '../http/errors.js';
import { recordId } from '../http/requestFields.js';
import { insertRows, railsTime, takeIds } from '../store/recordTables.js';

/** A row of the access_points table. */
export interface StoredAccessPoint {
  readonly id: number;
  readonly sensor_id: number;
  readonly name: string;
  readonly mac_address: string;
  readonly ip_address: string | null;
  readonly status: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly x: number | null;
  readonly y: number | null;
  readonly description: string | null;
  readonly clients: number;
  readonly uptime: number;
  readonly last_check_in: Date | null;
  /** JSON object. */
  readonly enrichment: string;
  /** JSON object: what the create body carries beyond the record, such as flow_uuid. */
  readonly settings: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** What a request decides about an access point that is created; the manager adds the rest. */
export type NewAccessPoint = Omit<
  StoredAccessPoint,
  'id' | 'clients' | 'uptime' | 'last_check_in' | 'created_at' | 'updated_at'
>;

/** What the list shows of an access point. */
export type ListedAccessPoint = Pick<
  StoredAccessPoint,
  'sensor_id' | 'name' | 'mac_address' | 'status' | 'last_check_in' | 'enrichment'
>;

/** All access points, in the order of their ids. */
export const readAccessPoints = (session: SqlSession): Promise<StoredAccessPoint[]> =>
  session.rows<StoredAccessPoint>('SELECT * FROM access_points ORDER BY id');

/** The access points that match all given filters, in the order of their ids; MAC addresses match in either case. */
export function readListed(session: SqlSession, filters: AccessPointFilters): Promise<ListedAccessPoint[]> {
  const { mac_address = null, status = null, name = null, ip_address = null } = filters;
  return session.rows<ListedAccessPoint>(
    `SELECT sensor_id, name, mac_address, status, last_check_in, enrichment FROM access_points
    WHERE ($1::VARCHAR IS NULL OR lower(mac_address) = lower($1))
      AND ($2::INTEGER IS NULL OR status = $2::INTEGER)
      AND ($3::VARCHAR IS NULL OR name = $3)
      AND ($4::VARCHAR IS NULL OR ip_address = $4)
    ORDER BY id`,
    [mac_address, status, name, ip_address],
  );
}

/**
 * The access point of an id, or of a MAC address in either case.
 * @throws HttpProblem 404
 */
export async function findAccessPoint(session: SqlSession, named: string): Promise<StoredAccessPoint> {
  const id = recordId(named);
  const condition = id === undefined ? 'lower(mac_address) = lower($1)' : 'id = $1';
  const sql = `SELECT * FROM access_points WHERE ${condition}`;
  const [row] = await session.rows<StoredAccessPoint>(sql, [id ?? named]);
  if (!row) throw notFound();
  return row;
}

/** Whether another access point has a MAC address, in either case. */
export async function isMacAddressTaken(
  session: SqlSession,
  mac: string,
  except: number | undefined,
): Promise<boolean> {
  const sql = 'SELECT 1 FROM access_points WHERE lower(mac_address) = lower($1) AND id <> $2';
  return (await session.arrays(sql, [mac, except ?? 0])).length > 0;
}

/** Adds access points with the next ids, in the given order; the first id is returned. */
export async function addAccessPoints(
  session: SqlSession,
  points: readonly NewAccessPoint[],
  now: number,
): Promise<number> {
  const first = await takeIds(session, 'access_points', points.length);
  const time = new Date(now);
  const made = { clients: 0, uptime: 0, last_check_in: null, created_at: time, updated_at: time };
  const rows = points.map((point, index) => ({ id: first + index, ...made, ...point }));
  await insertRows(session, 'access_points', rows);
  return first;
}

/** An access point as the tree and create answer it, keys in the published order (field notes §1.2). */
export function accessPointRecord(row: StoredAccessPoint, owner: { name: string; uuid: string }): object {
  return {
    id: row.id,
    ip_address: row.ip_address,
    mac_address: row.mac_address,
    name: row.name,
    switch_name: null,
    switch_id: null,
    latitude: row.latitude,
    longitude: row.longitude,
    x: row.x,
    y: row.y,
    sensor_id: row.sensor_id,
    created_at: railsTime(row.created_at),
    updated_at: railsTime(row.updated_at),
    description: row.description,
    status: row.status,
    last_check_in: row.last_check_in && railsTime(row.last_check_in),
    clients: row.clients,
    uptime: row.uptime,
    enrichment: JSON.parse(row.enrichment) as unknown,
    sensor_name: owner.name,
    sensor_uuid: owner.uuid,
  };
}
