import { listValue, type DuckDBValue } from '@duckdb/node-api';
import { sqlTime, type SqlSession } from './database.js';

/** The columns of everything but the analytics. Ids come from `last_ids` and are never used twice. */
const recordTables = {
  manager: 'name VARCHAR NOT NULL, value VARCHAR NOT NULL',
  last_ids: 'kind VARCHAR NOT NULL, id INTEGER NOT NULL',
  users: `id INTEGER NOT NULL, email VARCHAR, login VARCHAR NOT NULL, admin BOOLEAN NOT NULL, name VARCHAR,
    enabled BOOLEAN NOT NULL, authentication_token VARCHAR NOT NULL, sensor_id INTEGER NOT NULL,
    rights VARCHAR NOT NULL`,
  sensors: `id INTEGER NOT NULL, uuid VARCHAR NOT NULL, parent_id INTEGER, name VARCHAR NOT NULL, ip VARCHAR,
    type INTEGER NOT NULL, domain_type INTEGER NOT NULL, latitude DOUBLE, longitude DOUBLE,
    property VARCHAR NOT NULL, settings VARCHAR NOT NULL`,
  access_points: `id INTEGER NOT NULL, sensor_id INTEGER NOT NULL, name VARCHAR NOT NULL, mac_address VARCHAR NOT NULL,
    ip_address VARCHAR, status INTEGER NOT NULL, latitude DOUBLE, longitude DOUBLE, x INTEGER, y INTEGER,
    description VARCHAR, clients INTEGER NOT NULL, uptime INTEGER NOT NULL, last_check_in TIMESTAMP,
    enrichment VARCHAR NOT NULL, settings VARCHAR NOT NULL, created_at TIMESTAMP NOT NULL, updated_at TIMESTAMP NOT NULL`,
  inventory_records: `type VARCHAR NOT NULL, id INTEGER NOT NULL, fields VARCHAR NOT NULL,
    created_at TIMESTAMP NOT NULL, updated_at TIMESTAMP NOT NULL`,
};

/** Creates the tables of everything but the analytics. */
export async function createRecordTables(session: SqlSession): Promise<void> {
  for (const [name, columns] of Object.entries(recordTables)) {
    await session.run(`CREATE TABLE ${name} (${columns})`);
  }
}

/** A table whose rows are objects with a property per column. */
type ObjectTable = 'users' | 'sensors' | 'access_points';

/** Adds rows that have their ids already. */
export async function insertRows(
  session: SqlSession,
  table: ObjectTable,
  rows: readonly object[],
): Promise<void> {
  const names = recordTables[table].split(',').map(column => /\w+/.exec(column)?.[0] ?? '');
  await session.append(
    table,
    (rows as readonly Readonly<Record<string, DuckDBValue | Date>>[]).map(row =>
      names.map(name => {
        const value = row[name] ?? null;
        return value instanceof Date ? sqlTime(value.getTime()) : value;
      }),
    ),
  );
}

/** Deletes the rows whose column holds one of the ids. */
export async function deleteRows(
  session: SqlSession,
  column: 'sensors.id' | 'access_points.id' | 'access_points.sensor_id',
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const [table] = column.split('.');
  await session.run(`DELETE FROM ${table} WHERE ${column} IN (SELECT unnest($1::INTEGER[]))`, [
    listValue([...ids]),
  ]);
}

/** Writes rows over those that have their ids. */
export async function replaceRows<Row extends { readonly id: number }>(
  session: SqlSession,
  table: 'sensors' | 'access_points',
  rows: readonly Row[],
): Promise<void> {
  await deleteRows(
    session,
    `${table}.id`,
    rows.map(({ id }) => id),
  );
  await insertRows(session, table, rows);
}

/** Takes `count` ids in a row of a kind of record, and returns the first; those of deleted records are not given out again. */
export async function takeIds(session: SqlSession, kind: string, count: number): Promise<number> {
  const [row] = await session.rows<{ id: number }>('SELECT id FROM last_ids WHERE kind = $1', [kind]);
  const last = row?.id ?? 0;
  if (count > 0) await setLastId(session, kind, last + count);
  return last + 1;
}

/** Records the highest id given out, after records were written with ids of their own. */
export async function setLastId(session: SqlSession, kind: string, id: number): Promise<void> {
  await session.run('DELETE FROM last_ids WHERE kind = $1', [kind]);
  await session.run('INSERT INTO last_ids VALUES ($1, $2)', [kind, id]);
}

/** A time as Rails prints it, with milliseconds and offset (field notes §1.2): `2015-06-02T09:33:54.841+00:00`. */
export const railsTime = (time: Date): string => time.toISOString().replace('Z', '+00:00');
