import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordTables } from './asUser.js';
import { startTestManager, type TestManager } from './testManager.js';

describe('bodies that break things', { timeout: 20_000 }, () => {
  let manager: TestManager;
  beforeAll(async () => {
    manager = await startTestManager();
  });
  afterAll(() => manager.stop());

  const post = (url: string, payload: string) =>
    manager.raw({
      method: 'POST',
      url: `${url}?auth_token=${manager.key}`,
      headers: { 'content-type': 'application/json' },
      payload,
    });
  const roles = '/api/v1/inventory/rack_roles';

  it.each([
    '{"rack_role":{"name":"\\ud800"}}',
    '{"rack_role":{"name":"a\\uDFFFb"}}',
    '{"rack_role":{"name":"x","\\ud834":[1]}}',
  ])('answer 400 for half of a surrogate pair: %s', async payload => {
    const before = await recordTables(manager);
    const answer = await post(roles, payload);
    expect([answer.status, answer.json()]).toEqual([
      400,
      { query: false, error: 'The body holds half of a surrogate pair, which is not a character.' },
    ]);
    expect(await recordTables(manager)).toBe(before);
  });

  it('may hold whole pairs, written as escapes', async () => {
    const answer = await post(roles, '{"rack_role":{"name":"\\ud83d\\udca5 \\\\ud800"}}');
    expect(answer.json().rack_role.name).toBe('💥 \\ud800');
  });

  it.each(['[]', '9', `${'['.repeat(8000)}${']'.repeat(8000)}`])(
    'are no text for saying what its length is: %.10s',
    async length => {
      const answer = await post(roles, `{"rack_role":{"name":{"length":${length}}}}`);
      expect([answer.status, answer.json().errors]).toEqual([422, { name: ['is invalid'] }]);
      expect(manager.failures).toEqual([]);
    },
  );

  const nested = `${'['.repeat(5000)}${']'.repeat(5000)}`;
  const root = '2584761509592299795';
  it.each([
    ['/api/v1/sensors/domain', `{"name":"x","parent_uuid":${nested}}`],
    ['/api/v1/sensors/domain', `{"name":${nested},"uuid":${nested},"domain_type":${nested}}`],
    ['/api/v1/sensors/flow', `{"name":"x","ip":${nested}}`],
    ['/api/v1/sensors/override_all', `{"sensor":{"name":${nested}}}`],
    [
      '/api/v1/sensors/override_all',
      `{"sensor":{"name":"root","access_points":[{"mac_address":${nested}}]}}`,
    ],
    ['/api/v1/access_points', `{"sensor_uuid":"${root}","mac_address":${nested},"name":${nested}}`],
    ['/api/v1/access_points', `{"sensor_uuid":${nested}}`],
    [`/api/v1/sensors/${root}/access_point/override`, `{"access_points":[{"organization_uuid":${nested}}]}`],
    [
      `/api/v1/sensors/${root}/access_point/override`,
      `{"access_points":[{"enrichment":{"zone":${nested}}}]}`,
    ],
    ['/api/v1/inventory/tags', `{"tag":{"name":"x","color":"ffffff","allowed_object_types":${nested}}}`],
    ['/api/data', `{"queryType":${nested},"dataSource":${nested},"filter":${nested}}`],
  ])('are refused by %s when they are nested thousands deep', async (url, payload) => {
    const before = await recordTables(manager);
    const answer = await post(url, payload);
    expect([400, 404, 422]).toContain(answer.status);
    expect(await recordTables(manager)).toBe(before);
    expect(manager.failures).toEqual([]);
  });

  it('name access points to delete with nothing but text and numbers', async () => {
    const answer = await manager.raw({
      method: 'DELETE',
      url: `/api/v1/access_points?auth_token=${manager.key}`,
      headers: { 'content-type': 'application/json' },
      payload: `{"access_points":[{"mac_address":${nested}},{"id":${nested}}]}`,
    });
    expect(answer.status).toBe(404);
  });
});
