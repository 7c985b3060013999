import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../../packages/manager/src/app.js';
import { dialectNames, type DialectName, dialects } from '../../../packages/manager/src/variety/dialects.js';
import { ManagerClient } from '../../../src/api/managerClient.js';
import { saveFields } from '../../../src/changes/records/recordChange.js';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { inventoryRules } from '../../../src/model/inventory/recordRules.js';
import { documentFields, type RecordFields } from '../../../src/model/inventory/recordText.js';
import { changeRecord, createRecord, deleteRecord, readRecord } from '../../support/inventory.js';
import {
  inventoryCases,
  makeReferences,
  type InventoryCase,
  type References,
} from '../../support/inventoryCases.js';
import { startTestManager, type TestManager } from '../../../packages/manager/test/testManager.js';

/** The dialects share the types among them: none words one type otherwise than the others. */
const cases = inventoryCases.map(
  (item, index) => [item.type, dialectNames[index % dialectNames.length]!, item] as const,
);

describe.each(cases)('a record of %s in the dialect %s', (type, dialect, item) => {
  const [contested, mine, theirs] = item.contested;
  const [other, value] = item.other;

  it('is sent what changed alone', async () => {
    const record = await open(item);
    expect(await record.save({ [other]: value })).toMatchObject({
      kind: 'saved',
      sent: { [other]: value },
    });
    expect(record.sent).toEqual([{ [other]: value }]);
    expect(await record.stored()).toMatchObject({ [other]: value });
  });

  it('keeps what somebody else changed meanwhile in another field', async () => {
    const record = await open(item);
    await record.changeMeanwhile({ [contested]: theirs });
    expect(await record.save({ [other]: value })).toMatchObject({ mergedFields: [contested] });
    expect(await record.stored()).toMatchObject({ [contested]: theirs, [other]: value });
  });

  it('is sent nothing where somebody else changed the same field', async () => {
    const record = await open(item);
    await record.changeMeanwhile({ [contested]: theirs });
    expect(await record.save({ [contested]: mine })).toMatchObject({
      kind: 'conflict',
      conflicts: [{ field: contested, theirs }],
    });
    expect(record.sent).toEqual([]);
  });

  it('stays as it was when the manager refuses a value, and is told of which field', async () => {
    const [field, refused] = item.refused;
    const record = await open(item);
    const before = await record.stored();
    await expect(record.save({ [field]: refused })).rejects.toMatchObject({
      reason: 'invalid',
      detail: expect.stringMatching(new RegExp(field.replace(/_id$/, '').replaceAll('_', '[ _]'), 'i')),
    });
    expect((await record.stored())?.[field]).toEqual(before?.[field]);
  });

  /** A new record as its document shows it. */
  async function open({ fields }: InventoryCase) {
    const { id } = await createRecord(access, type, {
      ...fields('Some record', refer),
      ...secretsOf(type),
    });
    onTestFinished(() => deleteRecord(access, type, id));
    const client = clients.get(dialect)!;
    const readFields = async () => documentFields(type, await client.getRecord(type, id));
    const base = await readFields();
    const sent: RecordFields[] = [];
    const send = async (changes: RecordFields) => {
      sent.push(changes);
      await client.updateRecord(type, id, { changes });
    };
    return {
      base,
      sent,
      stored: () => readRecord(access, type, id),
      changeMeanwhile: (changes: RecordFields) => changeRecord(access, type, id, changes),
      save: (changes: RecordFields) =>
        saveFields({
          rules: inventoryRules(type),
          base,
          edited: { ...base, ...changes },
          readFields,
          send,
        }),
    };
  }
});

let manager: TestManager;
const apps: FastifyInstance[] = [];
const clients = new Map<DialectName, ManagerClient>();
let access: { readonly url: string; readonly apiKey: string };
let refer: References;

beforeAll(async () => {
  manager = await startTestManager();
  access = { url: await listen(manager.app), apiKey: manager.key };
  for (const name of dialectNames) {
    const app = createApp(manager.stores, { failure: () => undefined }, { dialect: dialects[name] });
    apps.push(app);
    const options = { key: manager.key, trust: {}, timeout: 20_000, log: () => undefined };
    clients.set(name, new ManagerClient({ address: await listen(app), ...options }));
  }
  refer = await makeReferences(access, 'Every type');
});
afterAll(async () => {
  for (const client of clients.values()) await client.close();
  for (const app of apps) await app.close();
  await manager.stop();
});

const listen = (app: FastifyInstance) => app.listen({ host: '127.0.0.1', port: 0 });

/** A secret is written with every new record that has one, and never read back. */
const secretsOf = (type: InventoryType): RecordFields =>
  Object.fromEntries((inventoryType(type).secretFields ?? []).map(name => [name, 'a secret word']));
