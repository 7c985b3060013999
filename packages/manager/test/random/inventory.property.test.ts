import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../../test/support/depth.js';
import {
  inventoryType,
  inventoryTypeNames,
  type InventoryType,
} from 'netsensor-contract/inventory/inventoryTypes';
import { inventoryPath, startTestManager, type Answer, type Json, type TestManager } from '../testManager.js';
import { InventoryModel, type Expected, type Fields } from './inventoryModel.js';
import { inventorySteps, type InventoryStep } from './inventorySteps.js';

describe('random sequences of inventory requests', () => {
  let manager: TestManager;
  beforeAll(async () => {
    manager = await startTestManager();
  });
  afterAll(() => manager.stop());

  const fieldsOf = (type: InventoryType, record: Json): Fields =>
    Object.fromEntries(Object.keys(inventoryType(type).fields).map(name => [name, record[name]]));

  const stored = async (type: InventoryType): Promise<Map<number, Fields>> => {
    const records = (await manager.get(inventoryPath(type))).json()[type] as Json[];
    return new Map(records.map(record => [record.id, fieldsOf(type, record)]));
  };

  const modelOfManager = async (): Promise<InventoryModel> => {
    const model = new InventoryModel();
    const lastIds = await manager.sql('SELECT kind, id FROM last_ids');
    for (const type of inventoryTypeNames) {
      model.take(type, await stored(type), lastIds.find((row: Json) => row.kind === type).id);
    }
    return model;
  };

  /** A record that exists, most of the time. */
  const chosen = (model: InventoryModel, type: InventoryType, pick: number): number => {
    const ids = [...model.of(type).keys()];
    return pick % 10 === 9 ? 4711 : (ids[(ids.length - 1 - pick + 40 * ids.length) % ids.length] ?? 4711);
  };

  const agree = (type: InventoryType, answer: Answer, expected: Expected) => {
    expect(answer.status, answer.text).toBe(expected.status);
    if (expected.status !== 200) return expect(answer.json().query).toBe(false);
    if (!expected.fields) return expect(answer.json()).toEqual({ query: true });
    const record = answer.json()[inventoryType(type).key];
    expect({ id: record.id, ...fieldsOf(type, record) }).toEqual({ id: expected.id, ...expected.fields });
  };

  const take = async (model: InventoryModel, step: InventoryStep): Promise<void> => {
    const { type } = step;
    const { key } = inventoryType(type);
    if (step.step === 'create') {
      const answer = await manager.send('POST', inventoryPath(type), { [key]: step.fields });
      return void agree(type, answer, model.create(type, step.fields));
    }
    const id = chosen(model, type, step.pick);
    if (step.step === 'update') {
      const answer = await manager.send('PATCH', inventoryPath(type, id), { [key]: step.change });
      return void agree(type, answer, model.update(type, id, step.change));
    }
    if (step.step === 'delete') {
      const answer = await manager.send('DELETE', inventoryPath(type, id));
      return void agree(type, answer, model.delete(type, id));
    }
    const fields = model.of(type).get(id);
    agree(
      type,
      await manager.get(inventoryPath(type, id)),
      fields ? { status: 200, id, fields } : { status: 404 },
    );
  };

  it('leave what a plain model says they leave', async () => {
    await fc.assert(
      fc.asyncProperty(inventorySteps, async steps => {
        const model = await modelOfManager();
        for (const step of steps) await take(model, step);
        for (const type of inventoryTypeNames) expect(await stored(type)).toEqual(model.of(type));
      }),
      { numRuns: runs({ broad: 6, deep: 40 }) },
    );
  });
});
