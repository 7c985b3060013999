import { listValue } from '@duckdb/node-api';
import type { SqlSession } from '../store/database.js';
import { notFound } from '../http/errors.js';
import type { Call, Right } from '../users/auth.js';
import { requireRight } from '../users/permissions.js';
import { domainType, sensorType } from './sensorKinds.js';

/** A row of the sensors table: domains and sensors alike. */
export interface StoredSensor {
  readonly id: number;
  readonly uuid: string;
  readonly parent_id: number | null;
  readonly name: string;
  readonly ip: string | null;
  readonly type: number;
  readonly domain_type: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** JSON object, `{"path": ""}` on domains (field notes §1.1). */
  readonly property: string;
  /** JSON object: what the create bodies carry beyond the record, such as snmp_community. */
  readonly settings: string;
}

/** What a domain has of which nothing more is known. */
export const plainDomain = {
  ip: null,
  type: sensorType.domain,
  domain_type: domainType.generic,
  latitude: null,
  longitude: null,
  property: '{}',
};

/** All domains and sensors, in the order of their ids; parents were made before their children. */
export const readSensors = (session: SqlSession): Promise<StoredSensor[]> =>
  session.rows<StoredSensor>('SELECT * FROM sensors ORDER BY id');

/** Domains and sensors of the given ids, by id and in the order of the ids. */
export async function readSensorsById(
  session: SqlSession,
  ids: readonly number[],
): Promise<Map<number, StoredSensor>> {
  const rows = await session.rows<StoredSensor>(
    'SELECT * FROM sensors WHERE id IN (SELECT unnest($1::INTEGER[])) ORDER BY id',
    [listValue([...ids])],
  );
  return new Map(rows.map(row => [row.id, row]));
}

/**
 * One domain or sensor.
 * @throws HttpProblem 404
 */
export const findSensor = (session: SqlSession, uuid: string): Promise<StoredSensor> =>
  oneSensor(session, 'uuid = $1', [uuid]);

/**
 * The domain or sensor of a uuid, on which the caller needs a right.
 * @throws HttpProblem 404, or 401
 */
export async function sensorFor(call: Call, right: Right, uuid: string): Promise<StoredSensor> {
  const sensor = await findSensor(call.session, uuid);
  await requireRight(call, right, sensor);
  return sensor;
}

/**
 * One domain.
 * @throws HttpProblem 404 also for a sensor that is none
 */
export const findDomain = (session: SqlSession, uuid: string): Promise<StoredSensor> =>
  oneSensor(session, 'uuid = $1 AND type = 1', [uuid]);

/**
 * The domain or sensor of an id, such as the top domain of a user.
 * @throws HttpProblem 404
 */
export const sensorOf = (session: SqlSession, id: number): Promise<StoredSensor> =>
  oneSensor(session, 'id = $1', [id]);

/** The root, which every manager has. */
export const rootSensor = (session: SqlSession): Promise<StoredSensor> =>
  oneSensor(session, 'parent_id IS NULL', []);

async function oneSensor(
  session: SqlSession,
  condition: 'uuid = $1' | 'uuid = $1 AND type = 1' | 'id = $1' | 'parent_id IS NULL',
  values: readonly (string | number)[],
): Promise<StoredSensor> {
  const [row] = await session.rows<StoredSensor>(`SELECT * FROM sensors WHERE ${condition}`, values);
  if (!row) throw notFound();
  return row;
}
