import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/api/apiError.js';
import { besidesOf } from '../../../../src/changes/lists/madeOfRecords.js';
import type { ListManager } from '../../../../src/changes/lists/settledPlan.js';
import { FieldsAlongside } from '../../../../src/changes/records/fieldsAlongside.js';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import type { RecordFields } from '../../../../src/model/inventory/recordText.js';
import { save } from './savedList.js';

type Client = ListManager['client'];

const full = (id: number) => ({ id, name: `R${id}`, color: '00ff00', description: 'old' });
const base = [full(1), full(2), full(3)];
const renamed = [{ ...full(1), name: 'New A' }, { ...full(2), name: 'New B' }, full(3)];

/** A manager that makes what it likes of what it is sent. */
function strange(make: (now: InventoryRecord, changes: RecordFields) => RecordFields) {
  const stored = new Map<number, InventoryRecord>(base.map(record => [record.id, record]));
  const patched: RecordFields[] = [];
  const client: Partial<Client> = {
    listRecords: async type => ({ rows: type === 'rack_roles' ? [...stored.values()] : [], unread: [] }),
    getRecord: async (_, id) => {
      const record = stored.get(id);
      if (record) return record;
      throw new ApiError({ reason: 'notFound', status: 404, method: 'GET', path: '/' });
    },
    updateRecord: async (_, id, { changes }) => {
      patched.push(changes);
      stored.set(id, { ...make(stored.get(id) as InventoryRecord, changes), id });
    },
    createRecord: async (_, fields) => {
      stored.set(100, { ...make({ id: 100 }, fields), id: 100 });
      return { ...fields, id: 100 };
    },
  };
  return { client, patched, stored };
}

const edit = (items: RecordFields[], from: RecordFields[] = base) => ({
  type: 'rack_roles' as const,
  base: from,
  items,
});
const upper = (name: unknown) => String(name).toUpperCase();

describe('a list whose manager', () => {
  it.each([
    ['stores in other letters', { name: 'NEW A' }, 'name of New A ("NEW A")'],
    ['stores trimmed', { name: 'New A ' }, 'name of New A ("New A ")'],
    ['stores another value', { name: 'Rack' }, 'name of New A ("Rack")'],
    ['does not keep a field', { name: undefined }, 'name of New A (null)'],
  ])('%s says which field of which record', async (_, made, words) => {
    const { client } = strange((now, changes) => ({
      ...now,
      ...changes,
      ...(changes['name'] === 'New A' ? made : {}),
    }));
    const { receipt } = await save(edit(renamed), client);
    expect(receipt?.message).toBe(`Rack roles: 2 saved on Lab. Stored otherwise: ${words}.`);
    expect(receipt?.severity).toBe('warning');
  });

  it('takes only one of the fields that were sent says which it did not', async () => {
    const { client } = strange((now, { name }) => ({ ...now, name }));
    const both = [{ ...full(1), name: 'New', color: '0000ff' }, full(2), full(3)];
    const { receipt } = await save(edit(both), client);
    expect(receipt?.message).toContain('1 saved on Lab. Stored otherwise: color of New ("00ff00").');
    expect(receipt?.made).toMatchObject([{ id: 1, alteredFields: ['color'], sent: { color: '0000ff' } }]);
  });

  it('empties what a change leaves out names it with what was there, of each record', async () => {
    const { client } = strange((now, changes) => ({ ...now, description: null, ...changes }));
    const { receipt } = await save(edit(renamed), client);
    expect(receipt?.message).toBe(
      'Rack roles: 2 saved on Lab. Besides what was sent, this changed too, by the save or by someone else: description of New A: null (was "old"), description of New B: null (was "old").',
    );
    expect(besidesOf(receipt?.made ?? [])).toEqual([
      { id: 1, name: 'New A', fields: [['description', 'old', null]] },
      { id: 2, name: 'New B', fields: [['description', 'old', null]] },
    ]);
  });

  it('empties what a change leaves out is sent it along the next time, in this window', async () => {
    const { client, patched, stored } = strange((now, changes) => ({
      ...now,
      description: null,
      ...changes,
    }));
    const alongside = { fields: new FieldsAlongside(), keyOf: (id: number) => `Lab racks ${id}` };
    await save(edit(renamed), client, { alongside });
    const now = [...stored.values()];
    const undone = now.map(record => (record.id === 3 ? record : { ...record, description: 'old' }));
    const { receipt } = await save(edit(undone, now), client, { alongside });
    expect(receipt?.message).toBe('Rack roles: 2 saved on Lab.');
    expect(patched.slice(2)).toEqual([
      { description: 'old', name: 'New A' },
      { description: 'old', name: 'New B' },
    ]);
  });

  it('does not take a change, and empties another field by it, says both', async () => {
    const { client } = strange(now => ({ ...now, description: null }));
    const { receipt } = await save(edit([{ ...full(1), name: 'New' }, full(2), full(3)]), client);
    expect(receipt?.message).toContain('0 saved, 1 taken but not seen yet.');
    expect(receipt?.message).toContain(
      'this changed too, by the save or by someone else: description of New',
    );
    expect(receipt?.message).not.toContain('Stored otherwise');
  });

  it('creates another record than it answers says what is stored, and the document goes on from that', async () => {
    const { client } = strange((now, fields) => ({ ...now, ...fields, name: upper(fields['name']) }));
    const { receipt } = await save(edit([...base, { name: 'Added' }]), client);
    expect(receipt?.message).toBe('Rack roles: 1 saved on Lab. Stored otherwise: name of Added ("ADDED").');
    expect(receipt?.afterwards.items.at(-1)).toMatchObject({ id: 100, name: 'ADDED' });
  });

  const answersLittle: Partial<Client> = {
    createRecord: async (_, { name }) => ({ id: 100, name }),
    listRecords: async () => ({ rows: base, unread: [], total: 'more' }),
  };

  it('answers a create with its number alone, and lists a part, is asked for the record itself', async () => {
    const client: Partial<Client> = {
      ...answersLittle,
      createRecord: async () => ({ id: 100 }),
      getRecord: async (_, id) => ({ id, name: 'ADDED', color: '0000ff', created_at: 'today' }),
    };
    const { receipt } = await save(edit([...base, { name: 'Added', color: '0000ff' }]), client);
    expect(receipt?.message).toBe('Rack roles: 1 saved on Lab. Stored otherwise: name of Added ("ADDED").');
    const stored = { id: 100, name: 'ADDED', color: '0000ff', created_at: 'today' };
    expect(receipt?.afterwards.items.at(-1)).toEqual(stored);
  });

  it('answers a create with its number and name, and cannot be read again, is said nothing of about the rest', async () => {
    const unread = new ApiError({ reason: 'server', status: 503, method: 'GET', path: '/' });
    const client = { ...answersLittle, getRecord: () => Promise.reject(unread) };
    const { receipt } = await save(edit([...base, { name: 'Added', color: '0000ff' }]), client);
    expect(receipt?.message).toBe('Rack roles: 1 saved on Lab.');
    const { items, goesOn } = receipt?.afterwards ?? {};
    for (const last of [items, goesOn].map(list => list?.at(-1)))
      expect(last).toEqual({ id: 100, name: 'Added', color: '0000ff' });
  });

  it('refuses one record and stores another otherwise says both', async () => {
    const { client } = strange((now, changes) => ({ ...now, name: upper(changes['name']) }));
    const { receipt } = await save(edit(renamed), {
      ...client,
      updateRecord: async (type, id, sent) => {
        if (id === 2)
          throw new ApiError({ reason: 'invalid', status: 422, method: 'PATCH', path: '/', detail: 'no' });
        await client.updateRecord?.(type, id, sent);
      },
    });
    expect(receipt?.message).toMatch(
      /^1 saved, 1 not saved\. .* Stored otherwise: name of New A \("NEW A"\)\.$/,
    );
  });

  it('does just what it was sent says nothing besides', async () => {
    const { client } = strange((now, changes) => ({ ...now, ...changes }));
    const { receipt } = await save(edit([...renamed, { name: 'Added' }]), client);
    expect([receipt?.message, receipt?.severity, receipt?.made]).toEqual([
      'Rack roles: 3 saved on Lab.',
      'info',
      [],
    ]);
  });

  it('has lost a record before it is deleted counts it as deleted', async () => {
    const { client, stored } = strange(now => now);
    const { receipt } = await save(edit(base.slice(1)), {
      ...client,
      getRecord: async (type, id) => {
        stored.delete(1);
        return (client.getRecord as Client['getRecord'])(type, id);
      },
    });
    expect(receipt?.message).toBe('Rack roles: 1 saved on Lab.');
  });
});
