import type { AccessPointFilters } from '../model/accessPoints.js';
import type { Database, SqlSession } from './database.js';
import { railsTime } from './timestamps.js';

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
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Reads the access points. */
export class AccessPointStore {
  constructor(private readonly database: Database) {}

  /** The access points that match all given filters, in the order of their ids; MAC addresses match in either case. */
  async list(filters: AccessPointFilters = {}): Promise<StoredAccessPoint[]> {
    return this.database.read(session => readAccessPoints(session, filters));
  }
}

/** The access points that match all given filters, in the order of their ids. */
export async function readAccessPoints(
  session: SqlSession,
  filters: AccessPointFilters = {},
): Promise<StoredAccessPoint[]> {
  const { mac_address = null, status = null, name = null, ip_address = null } = filters;
  return session.rows<StoredAccessPoint>(
    `SELECT * FROM access_points
    WHERE ($1::VARCHAR IS NULL OR lower(mac_address) = lower($1))
      AND ($2::INTEGER IS NULL OR status = $2::INTEGER)
      AND ($3::VARCHAR IS NULL OR name = $3)
      AND ($4::VARCHAR IS NULL OR ip_address = $4)
    ORDER BY id`,
    [mac_address, status, name, ip_address],
  );
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
