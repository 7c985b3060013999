import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redactKey } from '../src/users/auth.js';
import { newApiKey } from '../src/users/userStore.js';
import { startTestManager, type TestManager } from './testManager.js';

describe('authentication', { timeout: 20_000 }, () => {
  let manager: TestManager;
  beforeAll(async () => {
    manager = await startTestManager();
  });
  afterAll(() => manager.stop());

  const racks = '/api/v1/inventory/racks';

  it.each([
    ['without a key', racks],
    ['with an empty key', `${racks}?auth_token=`],
    ['with a wrong key', `${racks}?auth_token=abcdefghijklmnopqrst`],
    ['with two keys', `${racks}?auth_token=a&auth_token=b`],
  ])('answers 401 %s', async (_case, url) => {
    const answer = await manager.raw({ method: 'GET', url });
    expect(answer.status).toBe(401);
    expect(answer.json()).toEqual({ query: false, error: 'Unauthorized' });
  });

  it('accepts the key in the query, with a slash before the question mark', async () => {
    const answer = await manager.raw({ method: 'GET', url: `${racks}/?auth_token=${manager.key}` });
    expect(answer.status).toBe(200);
    expect(answer.json().query).toBe(true);
  });

  it('accepts the key inside a JSON body', async () => {
    const body = { auth_token: manager.key, rack_role: { name: 'By body' } };
    const answer = await manager.raw({ method: 'POST', url: '/api/v1/inventory/rack_roles', payload: body });
    expect(answer.status).toBe(200);
  });

  it('prefers a wrong key in the query over a right one in the body', async () => {
    const answer = await manager.raw({
      method: 'POST',
      url: '/api/v1/inventory/rack_roles?auth_token=wrong',
      payload: { auth_token: manager.key, rack_role: { name: 'No' } },
    });
    expect(answer.status).toBe(401);
  });

  it('refuses a wrong key before it reads the body', async () => {
    const answer = await manager.raw({
      method: 'POST',
      url: '/api/data?auth_token=wrong',
      headers: { 'content-type': 'application/json' },
      payload: '{"broken',
    });
    expect(answer.status).toBe(401);
  });

  it('answers 400 for a body that is not JSON, and accepts an empty one', async () => {
    const headers = { 'content-type': 'application/json' };
    const url = `${racks}?auth_token=${manager.key}`;
    const broken = await manager.raw({ method: 'POST', url, headers, payload: '{"rack": {' });
    expect(broken.status).toBe(400);
    expect(broken.json()).toMatchObject({ query: false, error: expect.stringContaining('not valid JSON') });
    const deletion = await manager.raw({
      method: 'DELETE',
      url: url.replace('racks?', 'racks/24?'),
      headers,
    });
    expect(deletion.status).toBe(200);
  });

  it.each(['/', '/api/v1/nothing', '/api/v1/inventory/servers', '/api/v1/sensors'])(
    'answers 404 as JSON for the unknown path %s',
    async path => {
      const answer = await manager.get(path);
      expect(answer.status).toBe(404);
      expect(answer.json()).toEqual({ query: false, error: 'Not found' });
    },
  );

  it('makes keys of 20 URL-safe characters, each time another one', () => {
    const keys = Array.from({ length: 50 }, newApiKey);
    expect(new Set(keys).size).toBe(50);
    for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9_-]{20}$/);
  });

  it('removes keys from texts whatever characters they hold', () => {
    expect(redactKey('/api/data?auth_token=ab-c%2Fd_&x=1')).toBe('/api/data?auth_token=REDACTED&x=1');
    expect(redactKey('GET /a?x=1&AUTH_TOKEN=k failed')).toBe('GET /a?x=1&AUTH_TOKEN=REDACTED failed');
  });
});
