import { afterAll, beforeAll, describe, expect } from 'vitest';
import {
  inventoryType,
  inventoryTypeNames,
  type InventoryType,
} from 'netsensor-contract/inventory/inventoryTypes';
import { inventoryPath, startTestManager, type Json, type TestManager } from '../testManager.js';
import { endpoint, refusal } from './endpoint.js';

describe('inventory (contract 000, Endpoints)', () => {
  let manager: TestManager;
  beforeAll(async () => {
    manager = await startTestManager();
  });
  afterAll(() => manager.stop());

  const list = async (type: InventoryType): Promise<Json[]> =>
    (await manager.get(inventoryPath(type))).json()[type];
  const unknown = 2_000_000_000;

  /** A new record of the type: what an existing one holds, in a name of its own. */
  const created = async (type: InventoryType): Promise<Json> => {
    const { key, fields } = inventoryType(type);
    const [record] = await list(type);
    const given: Json = Object.fromEntries(Object.keys(fields).map(name => [name, record[name]]));
    const title = Object.keys(fields).find(name => ['name', 'model', 'ssid'].includes(name));
    if (title) given[title] = `${type} of its own`;
    if (type === 'rack_reservations') given.units = '1';
    if (type === 'rack_reservations') given.rack_id = await emptyRack();
    const answer = await manager.send('POST', inventoryPath(type), { [key]: given });
    expect(answer.text).toContain('"query":true');
    return answer.json()[key];
  };
  const emptyRack = async (): Promise<number> => {
    const answer = await manager.send('POST', inventoryPath('racks'), {
      rack: { name: 'Empty', u_height: 10, width: 19 },
    });
    return answer.json().rack.id;
  };

  for (const type of inventoryTypeNames) {
    const { key } = inventoryType(type);

    endpoint(`List all: ${type}`, 'answers records with ids', async () => {
      const records = await list(type);
      expect(records.length).toBeGreaterThan(0);
      for (const record of records) expect(record.id).toBeGreaterThan(0);
    });
    refusal(`List all: ${type}`, 'answers 401 without a key', async () => {
      expect((await manager.raw({ method: 'GET', url: inventoryPath(type) })).status).toBe(401);
    });

    endpoint(`Get one: ${type}`, 'answers the record of the list', async () => {
      const [first] = await list(type);
      expect((await manager.get(inventoryPath(type, first.id))).json()).toEqual({
        query: true,
        [key]: first,
      });
    });
    refusal(`Get one: ${type}`, 'answers 404 for an unknown id', async () => {
      expect((await manager.get(inventoryPath(type, unknown))).status).toBe(404);
    });

    endpoint(`Create: ${type}`, 'adds a record to the list', async () => {
      const record = await created(type);
      expect(await list(type)).toContainEqual(record);
      await manager.send('DELETE', inventoryPath(type, record.id));
    });
    refusal(`Create: ${type}`, 'answers 422 without the required fields', async () => {
      const before = await list(type);
      expect((await manager.send('POST', inventoryPath(type), { [key]: { description: 'x' } })).status).toBe(
        422,
      );
      expect(await list(type)).toEqual(before);
    });

    endpoint(`Update: ${type}`, 'answers the record as it is stored', async () => {
      const record = await created(type);
      const [name] = Object.keys(inventoryType(type).fields) as [string];
      const answer = await manager.send('PATCH', inventoryPath(type, record.id), {
        [key]: { [name]: record[name] },
      });
      expect(answer.json()).toEqual({ query: true, [key]: record });
      await manager.send('DELETE', inventoryPath(type, record.id));
    });
    refusal(`Update: ${type}`, 'answers 404 for an unknown id', async () => {
      expect((await manager.send('PATCH', inventoryPath(type, unknown), { [key]: {} })).status).toBe(404);
    });

    endpoint(`Delete: ${type}`, 'removes the record', async () => {
      const record = await created(type);
      expect((await manager.send('DELETE', inventoryPath(type, record.id))).json()).toEqual({ query: true });
      expect((await manager.get(inventoryPath(type, record.id))).status).toBe(404);
    });
    refusal(`Delete: ${type}`, 'answers 404 for an unknown id', async () => {
      expect((await manager.send('DELETE', inventoryPath(type, unknown))).status).toBe(404);
    });
  }
});
