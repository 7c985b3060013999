import { listValue } from '@duckdb/node-api';
import { csvText } from '../http/csv.js';
import type { SqlSession } from '../store/database.js';
import type { StoredUser } from './userStore.js';

/** A row of the user list, keys in the published order (contract 001, User record). */
export interface UserRow extends Omit<StoredUser, 'rights'> {
  /** Name and uuid of the user's top domain. */
  readonly sensor_name: string | null;
  readonly sensor_uuid: string | null;
}

/** The rows of users, with their top domains. */
export async function userRows(session: SqlSession, users: readonly StoredUser[]): Promise<UserRow[]> {
  const tops = await session.rows<{ id: number; name: string; uuid: string }>(
    'SELECT id, name, uuid FROM sensors WHERE id IN (SELECT unnest($1::INTEGER[]))',
    [listValue(users.map(user => user.sensor_id))],
  );
  const byId = new Map(tops.map(top => [top.id, top]));
  return users.map(({ id, email, login, admin, name, enabled, authentication_token, sensor_id }) => ({
    id,
    email,
    login,
    admin,
    name,
    enabled,
    authentication_token,
    sensor_id,
    sensor_name: byId.get(sensor_id)?.name ?? null,
    sensor_uuid: byId.get(sensor_id)?.uuid ?? null,
  }));
}

/** Header as published (field notes §1.3). */
const csvHeader = ['Name', 'Email', 'ID', 'Login', 'Admin', 'Enabled', 'Authentication_token', 'Sensor_ID'];

/** The user list as CSV (field notes §1.3). */
export const userCsv = (users: readonly StoredUser[]): string =>
  csvText(
    csvHeader,
    users.map(user => [
      user.name,
      user.email,
      user.id,
      user.login,
      user.admin,
      user.enabled,
      user.authentication_token,
      user.sensor_id,
    ]),
  );
