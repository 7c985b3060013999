import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/api/apiError.js';
import { carryOut, type Caller } from '../../../../src/changes/change.js';
import {
  listChange,
  type EditedRecords,
  type ListManager,
} from '../../../../src/changes/lists/listChange.js';
import type { InventoryType } from '../../../../src/model/inventory/inventoryTypes.js';
import type { InventoryRecord } from '../../../../src/model/inventory/inventoryRecord.js';
import type { RecordFields } from '../../../../src/model/inventory/recordText.js';

const rack = (id: number, name = `R${id}`) => ({ id, name, u_height: 42, width: 19 });
const itemOf = (fields: RecordFields) => ({
  id: fields['id'] as number | undefined,
  fields,
  offset: 0,
  length: 0,
});
const lost = (method: string) => new ApiError({ reason: 'timeout', method, path: '/' });

/** Saves an edit of some records with a manager that stores them, but where it is told otherwise. */
async function save(
  { type, base, items }: { type: InventoryType; base: RecordFields[]; items: RecordFields[] },
  given: Partial<ListManager['client']> = {},
) {
  const stored = new Map(base.map(fields => [Number(fields['id']), fields as InventoryRecord]));
  const seen: string[] = [];
  const asked: string[] = [];
  const client: ListManager['client'] = {
    listRecords: async () => ({ rows: [...stored.values()], unread: [] }),
    getRecord: async (_, id) => stored.get(id) as InventoryRecord,
    createRecord: async (_, fields) => ({ ...fields, id: 100 }),
    updateRecord: async (_, id, { changes }) =>
      void stored.set(id, { ...(stored.get(id) as InventoryRecord), ...changes }),
    deleteRecord: async (_, id) => void stored.delete(id),
    ...given,
  };
  const manager: ListManager = {
    name: 'Lab',
    client,
    keepMine: async () => true,
    useTwins: async () => false,
    secretsOf: async (_, name) => {
      seen.push(`secret of ${name}`);
      return { password: 'hunter2' };
    },
  };
  const caller: Caller<object> = {
    during: (_, work) => work({ signal: new AbortController().signal, tell: () => undefined }),
    agree: async ({ question }) => (asked.push(question), true),
    requireUnlocked: () => seen.push('unlocked'),
    backUp: async () => (seen.push('backup'), 'file:backup'),
    journal: async (_, change) => (seen.push('journal'), change()),
  };
  const edited: EditedRecords = { type, base, items: items.map(itemOf) };
  const done = await carryOut(listChange(manager, edited), caller);
  return { receipt: done?.receipt, seen, asked };
}

describe('a list that is saved', () => {
  it('is asked about with a number that agrees with its noun', async () => {
    const base = [rack(1), rack(2)];
    const one = await save({ type: 'racks', base, items: [rack(1, 'New'), rack(2)] });
    const two = await save({ type: 'racks', base, items: [rack(1, 'New'), rack(2, 'Newer')] });
    expect([...one.asked, ...two.asked]).toEqual([
      'Save 1 change of racks on Lab?',
      'Save 2 changes of racks on Lab?',
    ]);
  });

  it('is not sent to a manager that was locked while its secrets were asked for', async () => {
    const key = { name: 'Door', username: 'root', password: '(secret, not shown)' };
    const { seen } = await save({ type: 'account_keys', base: [], items: [key] });
    expect(seen).toEqual(['secret of Door', 'unlocked', 'journal']);
  });

  it('counts a record as saved that was stored and could not be read again', async () => {
    let reads = 0;
    const { receipt } = await save(
      { type: 'racks', base: [rack(1)], items: [rack(1, 'New')] },
      {
        updateRecord: async () => undefined,
        getRecord: async () => {
          reads += 1;
          if (reads > 1) throw new ApiError({ reason: 'server', status: 500, method: 'GET', path: '/' });
          return rack(1);
        },
      },
    );
    expect(receipt).toMatchObject({ severity: 'info', written: 1, message: 'Racks: 1 saved on Lab.' });
    expect(receipt?.afterwards.items).toEqual([rack(1, 'New')]);
  });

  it('does not call a record unsaved of which nobody knows', async () => {
    const { id: _id, ...added } = rack(7, 'Added');
    const fail = async () => {
      throw lost('POST');
    };
    const { receipt } = await save({ type: 'racks', base: [], items: [added] }, { createRecord: fail });
    expect(receipt?.message).toContain('It is not known whether it was created. The manager took too long');
    const update = await save(
      { type: 'racks', base: [rack(1)], items: [rack(1, 'New')] },
      {
        updateRecord: async () => {
          throw lost('PATCH');
        },
      },
    );
    expect(update.receipt?.message).toContain('It is not known whether it was saved. The manager took');
    const remove = await save(
      { type: 'racks', base: [rack(1)], items: [] },
      {
        deleteRecord: async () => {
          throw lost('DELETE');
        },
      },
    );
    expect(remove.receipt?.message).toContain('It is not known whether R1 was deleted. The manager took');
  });

  it('calls a record unsaved that could not be read before', async () => {
    const { receipt } = await save(
      { type: 'racks', base: [rack(1)], items: [rack(1, 'New')] },
      {
        getRecord: async () => {
          throw lost('GET');
        },
      },
    );
    expect(receipt?.message).toContain('Not saved. The manager took too long');
  });

  it('reads one by one what was edited and what the part of a list does not show', async () => {
    const listRecords = async () => ({ rows: [rack(3)], unread: [], total: 'more' as const });
    const deleted: number[] = [];
    const deleteRecord = async (_: unknown, id: number) => void deleted.push(id);
    const base = [rack(1), rack(2), rack(3)];
    const items = [rack(1, 'New'), rack(3)];
    const { receipt } = await save({ type: 'racks', base, items }, { listRecords, deleteRecord });
    expect(receipt?.message).toBe('Racks: 2 saved on Lab.');
    expect(deleted).toEqual([2]);
    const getRecord = async () => {
      throw new ApiError({ reason: 'notFound', status: 404, method: 'GET', path: '/' });
    };
    await expect(save({ type: 'racks', base, items }, { listRecords, getRecord })).rejects.toThrow(
      'Deleted on the manager meanwhile: New.',
    );
  });

  it('does not call a record deleted that a part of the list does not show after a lost answer', async () => {
    let lists = 0;
    const listRecords = async () => {
      lists += 1;
      return lists === 1 ? { rows: [rack(1)], unread: [] } : { rows: [], unread: [], total: 'more' as const };
    };
    const deleteRecord = async () => {
      throw lost('DELETE');
    };
    const { receipt } = await save(
      { type: 'racks', base: [rack(1)], items: [] },
      { listRecords, deleteRecord },
    );
    expect(receipt?.message).toContain('It is not known whether R1 was deleted.');
  });

  it('leaves alone what the part of a list does not show and nobody changed', async () => {
    const listRecords = async () => ({ rows: [rack(2)], unread: [], total: 'more' as const });
    const items = [rack(1), rack(2, 'New')];
    const { receipt } = await save({ type: 'racks', base: [rack(1), rack(2)], items }, { listRecords });
    expect(receipt?.message).toBe('Racks: 1 saved on Lab.');
  });
});
