import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  inventoryType,
  inventoryTypeNames,
  type InventoryType,
} from 'netsensor-contract/inventory/inventoryTypes';
import { fieldType, type FieldType } from 'netsensor-contract/sensors/tolerant';
import { someOf } from '../../../test/support/depth.js';
import { asUser, recordTables } from './asUser.js';
import { inventoryPath, startTestManager, type Answer, type Json, type TestManager } from './testManager.js';

/** Values that no field of the kind takes, on create and on update. */
const wrongValues: Readonly<Record<FieldType, readonly unknown[]>> = {
  string: [{}, [], ['x'], { x: 1 }],
  number: ['abc', '1.5', '1e3', '0x10', '--1', 1.5, 2 ** 31, -(2 ** 31) - 1, 1e300, true, {}, [], [1]],
  boolean: ['perhaps', 'yes', 2, -1, {}, []],
  array: ['x', 'DcimRack,RackRole', 7, true, {}, [7], [null], [['x']]],
};

const fields = inventoryTypeNames.flatMap(type =>
  Object.entries(inventoryType(type).fields).map(([name, field]) => ({
    type,
    name,
    kind: fieldType(field as z.ZodType),
    optional: field instanceof z.ZodOptional,
  })),
);

/** Each with what it is tried with: the fields of a kind are read alike, and share its values where a run goes not for depth. */
const wrongFields = Object.entries(wrongValues).flatMap(([wanted, values]) =>
  fields
    .filter(({ kind }) => kind === wanted)
    .map((field, index) => {
      const first = (3 * index) % values.length;
      return { ...field, wrong: someOf([...values.slice(first), ...values.slice(0, first)], 3) };
    }),
);

describe('every field of every inventory type', { timeout: 60_000 }, () => {
  let manager: TestManager;
  beforeAll(async () => {
    manager = await startTestManager();
  });
  afterAll(() => manager.stop());

  const create = (type: InventoryType, given: object) =>
    manager.send('POST', inventoryPath(type), { [inventoryType(type).key]: given });
  const update = (type: InventoryType, id: number, given: object) =>
    manager.send('PATCH', inventoryPath(type, id), { [inventoryType(type).key]: given });
  const record = (type: InventoryType, answer: Answer): Json => answer.json()[inventoryType(type).key];

  let made = 0;
  const generated = new Map<InventoryType, Json>();
  /** Fields of a record that can be created beside the generated ones. */
  const validFields = async (type: InventoryType): Promise<Record<string, unknown>> => {
    made += 1;
    const first = generated.get(type) ?? (await manager.get(inventoryPath(type))).json()[type][0];
    generated.set(type, first);
    const given: Json = Object.fromEntries(
      Object.keys(inventoryType(type).fields).map(name => [name, first[name]]),
    );
    const title = ['name', 'model', 'ssid'].find(name => name in given);
    if (title) given[title] = `Made ${made}`;
    if (type === 'rack_reservations') {
      const rack = await create('racks', { name: `For ${made}`, u_height: 10, width: 19 });
      Object.assign(given, { rack_id: rack.json().rack.id, units: '1' });
    }
    return given;
  };
  const created = async (type: InventoryType, given?: object): Promise<Json> => {
    const answer = await create(type, given ?? (await validFields(type)));
    expect(answer.status, answer.text).toBe(200);
    return record(type, answer);
  };
  const refused = (answer: Answer, name: string) => {
    expect([answer.status, answer.json().query]).toEqual([422, false]);
    expect(Object.keys(answer.json().errors)).toEqual([name]);
    expect(typeof answer.json().error).toBe('string');
  };

  it.each(wrongFields)(
    '$type $name refuses what is no $kind, on create and on update',
    async ({ type, name, wrong }) => {
      const valid = await validFields(type);
      const { id } = await created(type, valid);
      const fresh = await validFields(type);
      const before = await recordTables(manager);
      for (const value of wrong) {
        refused(await create(type, { ...fresh, [name]: value }), name);
        refused(await update(type, id, { [name]: value }), name);
      }
      expect(await recordTables(manager)).toBe(before);
    },
  );

  it.each(fields.filter(field => !field.optional))(
    '$type $name cannot be missing, null or blank',
    async ({ type, name, kind }) => {
      const { id } = await created(type);
      const { [name]: _left, ...rest } = await validFields(type);
      const before = await recordTables(manager);
      const blanks = [null, ...(kind === 'string' || kind === 'number' ? [''] : [])];
      for (const given of [rest, ...blanks.map(blank => ({ ...rest, [name]: blank }))]) {
        const answer = await create(type, given);
        refused(answer, name);
        expect(answer.json().errors[name]).toEqual(["can't be blank"]);
      }
      for (const blank of blanks) refused(await update(type, id, { [name]: blank }), name);
      expect(await recordTables(manager)).toBe(before);
    },
  );

  it.each(fields.filter(field => field.optional))(
    '$type $name can be left out, and emptied with null',
    async ({ type, name }) => {
      const defaults: Json = { enabled: true, shared: false };
      const { [name]: _left, ...rest } = await validFields(type);
      const left = await created(type, rest);
      expect(left[name]).toBe(defaults[name] ?? null);
      const filled = await created(type);
      const emptied = await update(type, filled.id, { [name]: null });
      expect([emptied.status, record(type, emptied)[name]]).toEqual([200, defaults[name] ?? null]);
    },
  );

  it.each(fields.filter(field => field.kind === 'number'))(
    '$type $name takes its number as text',
    async ({ type, name }) => {
      const given = await validFields(type);
      const stored = await created(type, { ...given, [name]: ` ${given[name] ?? 1} ` });
      expect(stored[name]).toBe(given[name] ?? 1);
    },
  );

  it.each(fields.filter(field => field.kind === 'boolean'))(
    '$type $name takes its switch as a number or as text',
    async ({ type, name }) => {
      const { id } = await created(type);
      for (const [value, stored] of [
        ['0', false],
        [1, true],
        ['false', false],
        ['true', true],
        [0, false],
        ['1', true],
      ]) {
        expect(record(type, await update(type, id, { [name as string]: value }))[name]).toBe(stored);
      }
    },
  );

  it.each(inventoryTypeNames)('%s ignores unknown fields and those the manager sets', async type => {
    const given = await validFields(type);
    const strange = {
      id: 1,
      created_at: 'x',
      updated_at: null,
      colour: {},
      constructor: 1,
      hasOwnProperty: 'x',
    };
    const stored = await created(type, { ...given, ...strange });
    expect(stored.id).toBeGreaterThan(1);
    expect(Object.keys(stored)).toEqual(['id', ...Object.keys(given), 'created_at', 'updated_at']);
    expect(record(type, await update(type, stored.id, strange))).toEqual(stored);
    expect(record(type, await update(type, stored.id, {}))).toEqual(stored);
  });

  it.each(inventoryTypeNames)('%s wants its own root key around an object', async type => {
    const { key } = inventoryType(type);
    const given = await validFields(type);
    const before = await recordTables(manager);
    const bodies = [
      undefined,
      null,
      [],
      {},
      given,
      { [type]: given },
      { [key]: [given] },
      { [key]: null },
      { other: given },
    ];
    for (const body of bodies) {
      for (const answer of [
        await manager.send('POST', inventoryPath(type), body),
        await manager.send('PATCH', inventoryPath(type, 1), body),
      ]) {
        expect([answer.status, answer.json()]).toEqual([
          400,
          { query: false, error: `param is missing or the value is empty: ${key}` },
        ]);
      }
    }
    expect(await recordTables(manager)).toBe(before);
  });

  it.each(inventoryTypeNames)('%s answers 404 for ids that no record has', async type => {
    const { key } = inventoryType(type);
    const before = await recordTables(manager);
    for (const id of [
      '0',
      '2000000000',
      '2147483648',
      '9'.repeat(30),
      'abc',
      '-1',
      '1.0',
      '1e0',
      '%31%30x',
      '%00',
      '%27',
    ]) {
      expect((await manager.get(inventoryPath(type, id))).status).toBe(404);
      expect((await manager.send('PATCH', inventoryPath(type, id), { [key]: {} })).status).toBe(404);
      expect((await manager.send('PUT', inventoryPath(type, id), { [key]: {} })).status).toBe(404);
      expect((await manager.send('DELETE', inventoryPath(type, id))).status).toBe(404);
    }
    expect(await recordTables(manager)).toBe(before);
  });

  it.each(inventoryTypeNames)('%s can be read, but not changed by a user who may only read', async type => {
    const { send, get } = asUser(manager, 'auditor');
    const { key } = inventoryType(type);
    const given = await validFields(type);
    const { id } = await created(type);
    const before = await recordTables(manager);
    expect((await get(inventoryPath(type))).status).toBe(200);
    expect((await get(inventoryPath(type, id))).status).toBe(200);
    const writes = [
      await send('POST', inventoryPath(type), { [key]: given }),
      await send('PATCH', inventoryPath(type, id), { [key]: given }),
      await send('PUT', inventoryPath(type, id), { [key]: given }),
      await send('DELETE', inventoryPath(type, id)),
      await asUser(manager, 'former').send('DELETE', inventoryPath(type, id)),
    ];
    expect(writes.map(answer => answer.status)).toEqual([401, 401, 401, 401, 401]);
    expect(await recordTables(manager)).toBe(before);
    const change = await asUser(manager, 'hotels.manager').send('PATCH', inventoryPath(type, id), {
      [key]: given,
    });
    expect(change.status).toBe(200);
  });
});
