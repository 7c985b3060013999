import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { csvText } from '../src/http/csv.js';
import { startManager } from '../src/cli/startManager.js';
import { userCsv } from '../src/users/userRoutes.js';
import { present, startTestManager } from './testManager.js';

describe('users', { timeout: 20_000 }, () => {
  it('keep a renewed key over a restart, for an ordinary user who renews it with PATCH', async () => {
    const data = await mkdtemp(join(tmpdir(), 'netsensor-users-'));
    const options = { data, port: 0, now: () => present, history: 0, log: { failure: () => undefined } };
    const status = async (url: string, key: string) =>
      (await fetch(`${url}/api/v1/sensors/tree?auth_token=${key}`)).status;
    try {
      const first = await startManager({ ...options, fresh: true });
      const list = await fetch(`${first.url}/api/v1/users.json?auth_token=${first.apiKey}`);
      const { users } = (await list.json()) as {
        users: { id: number; login: string; authentication_token: string }[];
      };
      const user = users.find(({ login }) => login === 'hotels.reception');
      const old = user?.authentication_token ?? '';
      const renewal = `${first.url}/api/v1/users/${user?.id}/recreate_api_key?auth_token=${old}`;
      const answer = await fetch(renewal, { method: 'PATCH' });
      const { auth_token: renewed } = (await answer.json()) as { auth_token: string };
      expect([await status(first.url, old), await status(first.url, renewed)]).toEqual([401, 200]);
      await first.close();
      const second = await startManager({ ...options, fresh: false });
      expect([await status(second.url, old), await status(second.url, renewed)]).toEqual([401, 200]);
      expect(second.apiKey).toBe(first.apiKey);
      await second.close();
    } finally {
      await rm(data, { recursive: true });
    }
  });

  it('keep their keys when only the head of a renewal is asked for', async () => {
    const manager = await startTestManager();
    const before = manager.stores.users.all();
    await manager.send('HEAD', '/api/v1/users/1/recreate_api_key');
    expect(manager.stores.users.all()).toEqual(before);
    await manager.stop();
  });

  it('are printed as CSV that another program reads back', () => {
    const user = {
      id: 5,
      email: 'a,b@example.com',
      login: 'x',
      admin: false,
      name: 'Ann "A"\nB',
      enabled: true,
      authentication_token: 'k',
      sensor_id: 7,
      rights: 'read' as const,
    };
    expect(parse(userCsv([user]), { columns: true })).toEqual([
      {
        Name: user.name,
        Email: user.email,
        ID: '5',
        Login: 'x',
        Admin: 'false',
        Enabled: 'true',
        Authentication_token: 'k',
        Sensor_ID: '7',
      },
    ]);
    expect(csvText(['a', 'b'], [[null, undefined]])).toBe('a,b\nnull,null\n');
  });
});
