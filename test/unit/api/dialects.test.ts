import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/api/apiError.js';
import { ManagerClient } from '../../../src/api/managerClient.js';
import { documentFields, type RecordFields } from '../../../src/model/inventory/recordText.js';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { dialectNames, type DialectName, dialects } from '../../../packages/manager/src/variety/dialects.js';
import { startTestManager, type TestManager } from '../../../packages/manager/test/testManager.js';
import { isDeep } from '../../support/depth.js';
import { inventoryCases, makeReferences, type References } from '../../support/inventoryCases.js';

/** All types where a run goes for depth; else the dialects share them, since none words one type otherwise than the others. */
const casesOf = (name: DialectName): typeof inventoryCases =>
  inventoryCases.filter(
    (_item, index) => isDeep || index % dialectNames.length === dialectNames.indexOf(name),
  );

const secretsOf = (type: InventoryType): RecordFields =>
  Object.fromEntries((inventoryType(type).secretFields ?? []).map(field => [field, 'a secret word']));

describe.each(dialectNames)('the dialect %s', name => {
  let manager: TestManager;
  let client: ManagerClient;
  let refer: References;
  beforeAll(async () => {
    manager = await startTestManager({ dialect: dialects[name] });
    const address = await manager.app.listen({ host: '127.0.0.1', port: 0 });
    client = new ManagerClient({
      address,
      key: manager.key,
      trust: {},
      timeout: 10_000,
      log: () => undefined,
    });
    refer = await makeReferences({ url: address, apiKey: manager.key }, 'Dialect');
  });
  afterAll(async () => {
    await client.close();
    await manager.stop();
  });

  it.each(casesOf(name).map(item => [item.type, item] as const))(
    'is understood: %s are created, listed, read, changed and deleted',
    async (type, { fields, other: [field, value] }) => {
      const sent = fields('Understood', refer);
      const created = await client.createRecord(type, { ...sent, ...secretsOf(type) });
      expect(documentFields(type, created)).toMatchObject(sent);
      const { id } = created;
      expect(await client.getRecord(type, id)).toEqual(created);
      const listed = (await client.listRecords(type)).rows.find(record => record.id === id);
      expect(listed && documentFields(type, listed)).toMatchObject(sent);
      await client.updateRecord(type, id, { changes: { [field]: value } });
      const changed = documentFields(type, await client.getRecord(type, id));
      expect(changed).toMatchObject({ ...sent, [field]: value });
      await client.deleteRecord(type, id);
      await expect(client.getRecord(type, id)).rejects.toMatchObject({ reason: 'notFound' });
    },
  );

  it('reads an empty list', async () => {
    for (const { id } of (await client.listRecords('contacts')).rows)
      await client.deleteRecord('contacts', id);
    expect(await client.listRecords('contacts')).toEqual({ rows: [], unread: [] });
  });

  it('lets the client tell failures apart and show their words', async () => {
    const refused = await client.createRecord('racks', { name: '' }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ reason: 'invalid', detail: expect.stringMatching(/name.*blank/i) });
    const query = await client.runQuery({ queryType: 'topN' }).catch((error: unknown) => error);
    expect(query).toMatchObject({ status: 500, detail: expect.stringMatching(/\w/) });
  });

  it('answers about sensors, access points and users as in the contract', async () => {
    const tree = (await manager.get('/api/v1/sensors/tree')).json();
    expect(tree).toMatchObject({ query: true, sensor: { id: 1 } });
    expect((await manager.get('/api/v1/access_points')).json()).toMatchObject({ query: true });
  });

  it('words failures in its own way', async () => {
    const missing = await manager.get('/api/v1/inventory/racks/999999');
    const wrong = await manager.send('POST', '/api/v1/inventory/racks', { rack: { u_height: 1, width: 19 } });
    const unknown = await manager.get('/api/v1/nothing');
    expect([missing.status, wrong.status, unknown.status]).toEqual([404, 422, 404]);
    expect([missing.json(), unknown.json(), wrong.json()]).toEqual(failures[name]);
  });

  it('has the statuses of its kind', async () => {
    const created = await manager.send('POST', '/api/v1/inventory/contact_roles', {
      contact_role: { name: 'R' },
    });
    const last = (await client.listRecords('contact_roles')).rows.at(-1)!;
    const deleted = await manager.send('DELETE', `/api/v1/inventory/contact_roles/${last.id}`);
    expect([created.status, deleted.status, deleted.text]).toEqual(statuses[name]);
  });
});

const notFound = 'Not found';
const blank = "Name can't be blank";
const errors = { name: ["can't be blank"] };
const plainFailures = [{ error: notFound }, { error: notFound }, { errors }];

/** Unknown record, unknown path, missing name (field notes §1.4 and §4). */
const failures: Record<DialectName, unknown[]> = {
  manager: [
    { query: false, error: notFound },
    { query: false, error: notFound },
    { query: false, error: blank, errors },
  ],
  rails: plainFailures,
  newest: [{ errors: notFound }, { errors: notFound }, { errors }],
  data: plainFailures,
  results: plainFailures,
};

/** Status of a create, status and text of a delete. */
const statuses: Record<DialectName, [number, number, string]> = {
  manager: [200, 200, '{"query":true}'],
  rails: [201, 204, ''],
  newest: [201, 200, '{"query":true}'],
  data: [201, 200, '{}'],
  results: [201, 204, ''],
};
