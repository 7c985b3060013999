import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManagerClient } from '../../../src/api/managerClient.js';
import { dialectNames, dialects } from '../../../packages/manager/src/variety/dialects.js';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { documentFields, type RecordFields } from '../../../src/model/inventory/recordText.js';
import { inventoryCases, makeReferences, type References } from '../../support/inventoryCases.js';
import { startTestManager, type TestManager } from '../../../packages/manager/test/testManager.js';

describe.each(dialectNames)('a manager that words its answers like “%s”', name => {
  let manager: TestManager;
  let client: ManagerClient;
  let refer: References;

  beforeAll(async () => {
    manager = await startTestManager({ dialect: dialects[name] });
    const url = await manager.app.listen({ host: '127.0.0.1', port: 0 });
    const options = { key: manager.key, trust: {}, timeout: 20_000, log: () => undefined };
    client = new ManagerClient({ address: url, ...options });
    refer = await makeReferences({ url, apiKey: manager.key }, 'Dialect');
  });
  afterAll(async () => {
    await client.close();
    await manager.stop();
  });

  it.each(inventoryCases.map(item => [item.type, item] as const))(
    'is understood: %s are created, listed, read, changed and deleted',
    async (type, { fields, other: [field, value] }) => {
      const sent = fields('Understood', refer);
      const created = await client.createRecord(type, { ...sent, ...secretsOf(type) });
      expect(documentFields(type, created)).toMatchObject(sent);
      const { id } = created;
      const listed = (await client.listRecords(type)).rows.find(record => record.id === id);
      expect(listed && documentFields(type, listed)).toMatchObject(sent);
      await client.updateRecord(type, id, { changes: { [field]: value } });
      const changed = documentFields(type, await client.getRecord(type, id));
      expect(changed).toMatchObject({ ...sent, [field]: value });
      await client.deleteRecord(type, id);
      await expect(client.getRecord(type, id)).rejects.toMatchObject({ reason: 'notFound' });
    },
  );
});

const secretsOf = (type: InventoryType): RecordFields =>
  Object.fromEntries((inventoryType(type).secretFields ?? []).map(name => [name, 'a secret word']));
