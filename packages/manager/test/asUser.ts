import type { InjectOptions } from 'fastify';
import type { Answer, Json, TestManager } from './testManager.js';

/** Logins of the generated users, and what they may do. */
export type Login =
  'admin' | 'operations' | 'auditor' | 'former' | 'hotels.manager' | 'hotels.reception' | 'retail.manager';

/** Sends requests with the key of a generated user. */
export function asUser(manager: TestManager, login: Login) {
  const user = manager.stores.users.all().find(each => each.login === login);
  if (!user) throw new Error(`There is no user ${login}.`);
  const send = (method: InjectOptions['method'], path: string, body?: unknown): Promise<Answer> =>
    manager.raw({
      method: method ?? 'GET',
      url: `${path}${path.includes('?') ? '&' : '?'}auth_token=${user.authentication_token}`,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      }),
    });
  return { user, send, get: (path: string) => send('GET', path) };
}

/** A record of a tree and all records below it. */
export const flatten = (record: Json): Json[] => [record, ...(record.children as Json[]).flatMap(flatten)];

/** All records of the tree of the super administrator. */
export const wholeTree = async (manager: TestManager): Promise<Json[]> =>
  flatten((await manager.get('/api/v1/sensors/tree')).json().sensor);

/** Counts and checksums of the record tables, to show that a refused request left nothing behind. */
export const recordTables = async (manager: TestManager): Promise<string> => {
  const tables = ['sensors', 'access_points', 'inventory_records', 'last_ids'];
  const sums = tables.map(
    table =>
      `SELECT '${table}' AS name, count(*)::INTEGER AS n, sum(hash(t))::VARCHAR AS sum FROM ${table} t`,
  );
  return JSON.stringify(await manager.sql(`${sums.join(' UNION ALL ')} ORDER BY name`));
};
