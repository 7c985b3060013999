import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../src/app.js';
import { rawExchange } from './rawExchange.js';
import { startTestManager, type TestManager } from './testManager.js';

const open = ['/health', '/metrics', '/docs/', '/docs/json', '/openapi.json', '/nothing'];

describe('the names by which a manager answers', { timeout: 20_000 }, () => {
  let manager: TestManager;
  let origin: string;
  let named: ReturnType<typeof createApp>;
  let namedOrigin: string;
  beforeAll(async () => {
    manager = await startTestManager();
    origin = await manager.app.listen({ port: 0, host: '127.0.0.1' });
    named = createApp(
      manager.stores,
      { failure: error => manager.failures.push(error) },
      { hostNames: ['box.example', '[fd00::1]'] },
    );
    namedOrigin = await named.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await named.close();
    await manager.stop();
  });
  const statusOf = async (lines: readonly string[], target = '/health', of = origin) =>
    (await rawExchange(of, { target, named: lines })).status;

  it.each([
    '127.0.0.1',
    '127.0.0.1:1',
    '127.0.0.1:65535',
    '127.8.7.6',
    'localhost',
    'LOCALHOST:8123',
    'localhost.',
    '127.0.0.1.',
    '[::1]',
    '[::1]:8123',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    'manager.localhost',
  ])('are those of this computer, at any port: %s', async host => {
    expect(await statusOf([`Host: ${host}`])).toBe(200);
    expect(await statusOf([`Host: ${host}`, `Origin: http://${host}`])).toBe(200);
  });

  it.each([
    'evil.example',
    'evil.example:8123',
    'localhost.evil.example',
    'notlocalhost',
    'localhost.evil',
    'x',
    '127.0.0.1.evil.example',
    '10.0.0.1',
    '0.0.0.0',
    '128.0.0.1',
    '[::2]',
    '[fe80::1]',
    '[::ffff:10.0.0.1]',
    'evil.example@localhost',
    'localhost@evil.example',
    'localhost/evil',
    'localhost#evil',
    'localhost, evil',
    'localhost:99999',
    'localhost:x',
    '%6cocalhost',
    'localhost..',
    'box.example',
    '[fd00::1]',
  ])('are no others: %s', async host => {
    for (const path of open) expect([path, await statusOf([`Host: ${host}`], path)]).toEqual([path, 403]);
  });

  it('is checked before a key, with whatever a proxy says of it, and in a target that is a whole URL', async () => {
    const forwarded = ['X-Forwarded-Host: localhost', 'Forwarded: host=localhost'];
    expect(await statusOf(['Host: evil.example', ...forwarded])).toBe(403);
    expect(await statusOf(['Host: localhost', 'X-Forwarded-Host: evil.example'])).toBe(200);
    const racks = `/api/v1/inventory/racks?auth_token=${manager.key}`;
    expect(await statusOf(['Host: evil.example'], racks)).toBe(403);
    expect(await statusOf(['Host: localhost'], racks)).toBe(200);
    expect(await statusOf(['Host: localhost'], `http://evil.example${racks}`)).toBe(403);
    expect(await statusOf(['Host: evil.example'], `http://127.0.0.1${racks}`)).toBe(403);
    expect(await statusOf(['Host: localhost'], `HTTP://LocalHost:1${racks}`)).toBe(200);
  });

  it.each([
    ['none', []],
    ['two', ['Host: localhost', 'Host: evil.example']],
    ['two that are the same', ['Host: localhost', 'host: localhost']],
  ])('is one: %s is refused', async (_what, lines) => {
    expect(await statusOf(lines)).toBe(400);
  });

  it.each([
    'http://evil.example',
    'https://localhost.evil.example',
    'null',
    'file://',
    'http://localhost, http://evil',
  ])('is not asked by a page of another place: %s', async from => {
    expect(await statusOf(['Host: localhost', `Origin: ${from}`])).toBe(403);
  });

  it('are those that it was given, too', async () => {
    for (const host of ['box.example', 'BOX.example.:443', '[fd00::1]:80', 'localhost'])
      expect(await statusOf([`Host: ${host}`, `Origin: https://${host}`], '/health', namedOrigin)).toBe(200);
    expect(await statusOf(['Host: a.box.example'], '/health', namedOrigin)).toBe(403);
  });

  it('says what to do, and does not repeat the name', async () => {
    const { body } = await rawExchange(origin, { target: '/health', named: ['Host: evil.example'] });
    expect(JSON.parse(body)).toEqual({
      query: false,
      error:
        'The manager does not go by the name in this address; use 127.0.0.1 or localhost, or name it with --host-name when the manager starts.',
    });
  });
});

describe('what a manager answers', { timeout: 20_000 }, () => {
  let manager: TestManager;
  beforeAll(async () => {
    manager = await startTestManager();
  });
  afterAll(() => manager.stop());

  it('is stored nowhere: it may hold keys', async () => {
    const { raw, key } = manager;
    const [user] = (await manager.get('/api/v1/users')).json().users;
    const withKey = (path: string) => `${path}?auth_token=${key}`;
    const answers = await Promise.all([
      raw({ url: withKey('/api/v1/users') }),
      raw({ url: withKey('/api/v1/users.csv') }),
      raw({ url: withKey(`/api/v1/users/${user.id}`) }),
      raw({ url: withKey('/api/v1/inventory/racks') }),
      raw({ url: withKey('/api/v1/nothing') }),
      raw({ url: '/api/v1/users' }),
      raw({ url: '/%zz' }),
      raw({ url: '/health', headers: { host: 'evil.example' } }),
      raw({ method: 'POST', url: withKey('/api/data'), payload: { dataSource: 3 } }),
      raw({
        method: 'POST',
        url: withKey('/api/data'),
        payload: '{',
        headers: { 'content-type': 'application/json' },
      }),
      raw({ url: withKey(`/api/v1/users/${user.id}/recreate_api_key`) }),
    ]);
    for (const { status, text, headers } of answers)
      expect([status, text, headers['cache-control']]).toEqual([status, text, 'no-store']);
  });
});
