import { randomInt } from 'node:crypto';
import { listValue } from '@duckdb/node-api';
import type { SqlSession } from '../store/database.js';
import { unprocessable } from '../http/errors.js';
import { deleteRows, insertRows, takeIds } from '../store/recordTables.js';
import type { Call } from '../users/auth.js';
import { plainDomain, sensorFor, type StoredSensor } from './sensorStore.js';
import { subtreeIds } from '../store/treeIndex.js';

/** A domain or sensor to create: the name, the parent's id, and what differs from a generic domain. */
export type NewSensor = Pick<StoredSensor, 'name' | 'parent_id'> &
  Partial<Omit<StoredSensor, 'id' | 'settings'>> & { readonly settings?: object };

/**
 * Adds a domain or sensor; without a uuid it gets a random unused one.
 * @throws HttpProblem 422 when a given uuid is used
 */
export async function addSensor(session: SqlSession, sensor: NewSensor): Promise<StoredSensor> {
  const { uuid: given, settings = {} } = sensor;
  if (given !== undefined && (await usedUuids(session, [given])).size > 0) {
    throw unprocessable({ uuid: ['has already been taken'] });
  }
  const [made = ''] = await newUuids(session, given === undefined ? 1 : 0);
  const id = await takeIds(session, 'sensors', 1);
  const row = { ...plainDomain, ...sensor, id, uuid: given ?? made, settings: JSON.stringify(settings) };
  await insertRows(session, 'sensors', [row]);
  return row;
}

/** Deletes domains and sensors by id, with the access points they own. */
export async function deleteSensors(session: SqlSession, ids: readonly number[]): Promise<void> {
  await deleteRows(session, 'access_points.sensor_id', ids);
  await deleteRows(session, 'sensors.id', ids);
}

/**
 * Deletes a domain or sensor with everything below it and all their access points (contract 001, Sensors and domains).
 * @throws HttpProblem 404, 401, or 422 for the root and for what holds the top domain of a user
 */
export async function deleteSensor(call: Call, uuid: string): Promise<void> {
  const { session } = call;
  const sensor = await sensorFor(call, 'manage', uuid);
  const ids = await subtreeIds(session, sensor.id);
  if (sensor.parent_id === null) throw unprocessable({ base: ['Cannot delete the root domain'] });
  const tops = await topDomains(session);
  if (ids.some(id => tops.has(id))) {
    throw unprocessable({ base: ['Cannot delete: it is or holds the top domain of a user'] });
  }
  await deleteSensors(session, ids);
}

/** Ids of the domains that are the top domain of a user, who would be left without one. */
export async function topDomains(session: SqlSession): Promise<ReadonlySet<number>> {
  const rows = await session.arrays('SELECT DISTINCT sensor_id FROM users');
  return new Set(rows.map(([id]) => Number(id)));
}

/** Those of the given uuids that a domain or sensor has. */
export async function usedUuids(session: SqlSession, uuids: readonly string[]): Promise<Set<string>> {
  if (uuids.length === 0) return new Set();
  const rows = await session.arrays('SELECT uuid FROM sensors WHERE uuid IN (SELECT unnest($1::VARCHAR[]))', [
    listValue([...uuids]),
  ]);
  return new Set(rows.map(([uuid]) => String(uuid)));
}

/** Random uuids of 19 digits that no domain or sensor has (contract 001, Domain fields). */
export async function newUuids(session: SqlSession, count: number): Promise<string[]> {
  const found = new Set<string>();
  while (found.size < count) {
    const candidates = Array.from({ length: count - found.size }, randomUuid);
    const used = await usedUuids(session, candidates);
    for (const uuid of candidates) if (!used.has(uuid)) found.add(uuid);
  }
  return [...found];
}

/** 19 digits, the first of them 1 to 9. */
export const randomUuid = (): string =>
  `${randomInt(1, 10)}${String(randomInt(1e9)).padStart(9, '0')}${String(randomInt(1e9)).padStart(9, '0')}`;
