import { afterAll, beforeAll, describe, expect } from 'vitest';
import { startTestManager, type TestManager } from '../testManager.js';
import { endpoint, refusal } from './endpoint.js';

describe('users (contract 001, Users)', () => {
  let manager: TestManager;
  beforeAll(async () => {
    manager = await startTestManager();
  });
  afterAll(() => manager.stop());

  const keyOf = (login: string): string =>
    manager.stores.users.all().find(user => user.login === login)?.authentication_token ?? '';
  const getAs = (login: string, path: string) =>
    manager.raw({ method: 'GET', url: `${path}?auth_token=${keyOf(login)}` });

  endpoint('List all users as JSON', 'answers the published keys, with the top domain of each', async () => {
    const { query, users } = (await manager.get('/api/v1/users.json')).json();
    expect(query).toBe(true);
    expect(Object.keys(users[0])).toEqual([
      'id',
      'email',
      'login',
      'admin',
      'name',
      'enabled',
      'authentication_token',
      'sensor_id',
      'sensor_name',
      'sensor_uuid',
    ]);
    const rows = await manager.sql(
      `SELECT u.login, s.name, s.uuid FROM users u JOIN sensors s ON s.id = u.sensor_id ORDER BY u.id`,
    );
    expect(
      users.map(({ login, sensor_name: name, sensor_uuid: uuid }: Record<string, string>) => ({
        login,
        name,
        uuid,
      })),
    ).toEqual(rows);
    expect((await manager.get('/api/v1/users')).json()).toEqual({ query, users });
  });
  refusal('List all users as JSON', 'answers 401 to everyone but super administrators', async () => {
    for (const login of ['operations', 'auditor', 'hotels.manager', 'former']) {
      expect((await getAs(login, '/api/v1/users.json')).status).toBe(401);
    }
  });

  endpoint('List all users as CSV', 'has the published header and a row for each user', async () => {
    const answer = await manager.get('/api/v1/users.csv');
    expect(answer.headers['content-type']).toMatch(/^text\/csv/);
    const [header, first, ...others] = answer.text.trimEnd().split('\n');
    expect(header).toBe('Name,Email,ID,Login,Admin,Enabled,Authentication_token,Sensor_ID');
    expect(first).toBe(`Administrator,admin@example.com,1,admin,true,true,${manager.key},1`);
    expect(others).toHaveLength(manager.stores.users.all().length - 1);
  });
  refusal('List all users as CSV', 'answers 401 to everyone but super administrators', async () => {
    expect((await getAs('operations', '/api/v1/users.csv')).status).toBe(401);
  });

  endpoint("Renew a user's API key", 'invalidates the old key at once', async () => {
    const old = keyOf('auditor');
    const id = manager.stores.users.byKey(old)?.id;
    const answer = await manager.get(`/api/v1/users/${id}/recreate_api_key`);
    const { query, auth_token } = answer.json();
    expect([query, auth_token === old]).toEqual([true, false]);
    expect(auth_token).toMatch(/^[A-Za-z0-9_-]{20}$/);
    const status = async (key: string) =>
      (await manager.raw({ method: 'GET', url: `/api/v1/sensors/tree?auth_token=${key}` })).status;
    expect([await status(old), await status(auth_token)]).toEqual([401, 200]);
  });
  refusal(
    "Renew a user's API key",
    "answers 401 for another user's key, 404 for an unknown user",
    async () => {
      const path = (id: number) => `/api/v1/users/${id}/recreate_api_key`;
      const before = keyOf('admin');
      expect((await getAs('operations', path(1))).status).toBe(401);
      expect(keyOf('admin')).toBe(before);
      expect((await manager.get(path(4711))).status).toBe(404);
    },
  );
});
