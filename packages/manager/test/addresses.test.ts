import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestManager, type TestManager } from './testManager.js';

describe('addresses that no route has', { timeout: 20_000 }, () => {
  let manager: TestManager;
  beforeAll(async () => {
    manager = await startTestManager();
  });
  afterAll(() => manager.stop());

  it.each(['/api/v1/inventory/racks/%', '/api/v1/sensors/%ff/tree', '/api/v1/access_points/%c3%28', '/%zz'])(
    'answer 400 for %s and do not repeat the key',
    async path => {
      const answer = await manager.send('PATCH', path, {});
      expect([answer.status, answer.json()]).toEqual([
        400,
        { query: false, error: 'The address is not a valid URL; percent-encode it.' },
      ]);
    },
  );

  it.each(['/api/v1/inventory/racks/', '/api/v1/access_points/', '/api/v1/', '/'])(
    'answer 404 below %s for a name that is too long for anything',
    async path => {
      const answer = await manager.get(`${path}${'9'.repeat(5000)}`);
      expect([answer.status, answer.json()]).toEqual([404, { query: false, error: 'Not found' }]);
    },
  );
});
