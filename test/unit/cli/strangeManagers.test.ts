import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import {
  inventoryType,
  inventoryTypeNames,
  type InventoryType,
} from 'netsensor-contract/inventory/inventoryTypes';
import { dialectNames, dialects } from '../../../packages/manager/src/variety/dialects.js';
import { FaultyProxy } from '../../../packages/manager/test/faultyProxy.js';
import { startTestManager, type TestManager } from '../../../packages/manager/test/testManager.js';
import { ManagerClient } from '../../../src/api/managerClient.js';
import type { RecordFields } from '../../../src/model/inventory/recordText.js';
import { keyedRecords, withReferences } from '../../../src/model/asCode/recordKeys.js';
import { someOf } from '../../support/depth.js';
import { serveRecords } from '../../support/serveRecords.js';
import { StoredRecords } from '../changes/folders/storedRecords.js';
import { cliFolder, writing, type CliFolder } from './cliFolder.js';

interface Reached {
  readonly url: string;
  readonly key: string;
}

async function withClient<T>({ url, key }: Reached, ask: (client: ManagerClient) => Promise<T>): Promise<T> {
  const client = new ManagerClient({ address: url, key, trust: {}, timeout: 20_000, log: () => undefined });
  return ask(client).finally(() => void client.close());
}

/** All that a manager returns of the contract by the keys of the records, without its own numbers and times. */
async function contentOf(reached: Reached): Promise<Record<string, unknown>> {
  const lists = new Map<InventoryType, readonly InventoryRecord[]>();
  await withClient(reached, async client => {
    for (const type of inventoryTypeNames) lists.set(type, (await client.listRecords(type)).rows);
  });
  const keyed = keyedRecords(lists);
  const records = inventoryTypeNames.flatMap(type =>
    lists.get(type)!.map(record => {
      const { fields, secretFields = [] } = inventoryType(type);
      const shown = withReferences(type, record, keyed.keyOf);
      const names = Object.keys(fields).filter(field => !secretFields.includes(field));
      return [
        `${type} ${keyed.keyOf(type, record.id)}`,
        Object.fromEntries(names.map(field => [field, shown[field] === '' ? null : (shown[field] ?? null)])),
      ] as const;
    }),
  );
  expect(new Set(records.map(([name]) => name)).size).toBe(records.length);
  return Object.fromEntries(records);
}

/** Reservations that the generator makes and no manager would let anybody make: of units that are reserved already. */
async function overlapping(reached: Reached): Promise<number[]> {
  const { rows } = await withClient(reached, client => client.listRecords('rack_reservations'));
  const taken = new Set<string>();
  return rows.flatMap(({ id, rack_id: rack, units }) => {
    const own = String(units)
      .split(',')
      .map(unit => `${String(rack)} ${unit}`);
    if (own.some(unit => taken.has(unit))) return [id];
    for (const unit of own) taken.add(unit);
    return [];
  });
}

/** Words that stand wherever a secret may, and that nobody may see. */
const planted = 'planted-secret-word';

describe('what is pulled from one manager and applied to an empty one', () => {
  let full: TestManager;
  let from: { url: string; key: string };
  let folder: CliFolder;
  let environment: Record<string, string>;
  let files: string;

  beforeAll(async () => {
    full = await startTestManager({ dialect: dialects.manager });
    from = { url: await full.app.listen({ host: '127.0.0.1', port: 0 }), key: full.key };
    const { rows } = await withClient(from, client => client.listRecords('account_keys'));
    for (const { id } of rows)
      await withClient(from, client =>
        client.updateRecord('account_keys', id, { changes: { password: `${planted} ${id}` } }),
      );
    for (const id of await overlapping(from))
      await withClient(from, client => client.deleteRecord('rack_reservations', id));
    return () => full.stop();
  });
  /** The files of the manager that has everything, with a variable for each password. */
  beforeEach(async () => {
    folder = cliFolder(() => ({ NETSENSOR_URL: from.url, NETSENSOR_API_KEY: from.key }));
    expect(await folder.run('pull')).toMatchObject({ code: 0, errors: '' });
    environment = { ...writing };
    for (const name of readdirSync(join(folder.root, 'inventory/account_keys'))) {
      const path = `inventory/account_keys/${name}`;
      const variable = `PASSWORD_${name.replaceAll(/\W/g, '_')}`;
      folder.edit(path, '(kept)', `env:${variable}`);
      const { name: called, username } = JSON.parse(folder.read(path)) as Record<string, unknown>;
      const { rows } = await withClient(from, client => client.listRecords('account_keys'));
      const { id } = rows.find(each => each['name'] === called && each['username'] === username)!;
      environment[variable] = `${planted} ${id}`;
    }
    files = folder.all();
    return () => folder.remove();
  });

  /** Applies to a manager, which then has all there is, and nothing is left to do. */
  const expectAll = async (to: { url: string; key: string }) => {
    const given = { ...environment, NETSENSOR_URL: to.url, NETSENSOR_API_KEY: to.key };
    const run = (args: string) => folder.run(args, { environment: given });
    const planned = await run('plan --format json -o plan.json');
    const applied = await run('apply');
    expect(applied, applied.output.slice(-3000)).toMatchObject({ code: 0, errors: '' });
    expect(await contentOf(to)).toEqual(await contentOf(from));
    const after = [await run('plan --detailed-exitcode'), await run('drift'), await run('pull --check')];
    expect(after, JSON.stringify(after)).toMatchObject([{ code: 0 }, { code: 0 }, { code: 0 }]);
    const said = [planned, applied, ...after].map(ended => JSON.stringify(ended)).join('\n');
    expect(folder.all().length).toBeGreaterThan(files.length);
    for (const secret of [planted, from.key, to.key]) expect(said + folder.all()).not.toContain(secret);
  };

  it.each(someOf(dialectNames, 2))('is there with every field: %s', async name => {
    const empty = await startTestManager({ dialect: dialects[name] });
    await empty.database.write(session => session.run('DELETE FROM inventory_records'));
    await expectAll({ url: await empty.app.listen({ host: '127.0.0.1', port: 0 }), key: empty.key });
    const { rows } = await withClient(from, client => client.listRecords('account_keys'));
    expect(rows.length).toBeGreaterThan(0);
    await empty.stop();
  });

  it('is there with every field where numbers are texts, and more is stored and answered than was asked', async () => {
    const strange = new StoredRecords();
    strange.fill = filled;
    const { server, url } = await serveRecords(() => strange);
    const proxy = new FaultyProxy(url);
    await proxy.start();
    proxy.fault = { type: 'rewritten', rewrite: body => JSON.stringify(asTexts(JSON.parse(body))) };
    await expectAll({ url: proxy.url, key: 'another-key' });
    const passwords = strange.lists
      .get('account_keys')!
      .map(({ password }) => String(password))
      .sort();
    expect(passwords).toEqual(
      Object.values(environment)
        .filter(value => value.startsWith(planted))
        .sort(),
    );
    await proxy.stop();
    server.close();
  });
});

/** What a manager puts into what it is not given: an empty text, or a number. */
const filled = (type: InventoryType, fields: RecordFields): RecordFields => {
  const missing = Object.keys(inventoryType(type).fields).filter(field => !Object.hasOwn(fields, field));
  const values = missing.map(
    (field, at) => [field, at % 2 === 0 && !field.endsWith('_id') ? '' : 1] as const,
  );
  return { ...Object.fromEntries(values), ...fields };
};

/** As a manager that writes every number and truth as a text, and adds fields of its own, secret ones too. */
const asTexts = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asTexts);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, asTexts(field)]);
  const own =
    'id' in value ? { url: `/x/${String(value.id)}`, secret: planted, custom: { token: planted } } : {};
  return { ...Object.fromEntries(fields), ...own };
};
