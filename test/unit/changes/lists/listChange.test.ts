import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/api/apiError.js';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import type { RecordFields } from '../../../../src/model/inventory/recordText.js';
import { lost, rack, save } from './savedList.js';

describe('how far the save of a list is', () => {
  const one = { id: 1, name: 'One', u_height: 42, width: 19 };

  it('is what is sent, and then what is looked for', async () => {
    const { told } = await save({ type: 'racks', base: [one], items: [one, { name: 'Added', width: 19 }] });
    expect(told).toEqual(['sending 1 of 1', 'looking for what was created and deleted']);
  });

  it('is before its plan what is waited for', async () => {
    const list = { type: 'racks', base: [one], items: [one] } as const;
    const { told } = await save(
      { ...list, base: [one], items: [one] },
      {},
      { sentBefore: [['1', { name: 'New' }]] },
    );
    expect(new Set(told)).toEqual(new Set(['waiting for what an earlier save sent']));
  });
});

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

  it('does not count a record as saved that the manager took and that could not be read again', async () => {
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
    expect(receipt).toMatchObject({
      severity: 'warning',
      message:
        '0 saved, 1 taken but not seen yet. The manager took this, but it was not read again. The manager failed with status 500. Save again to see.',
      open: [['1', { name: 'New' }]],
    });
    expect(receipt?.afterwards.base).toEqual([rack(1)]);
  });

  it('does not call a record unsaved of which nobody knows', async () => {
    const { id: _id, ...added } = rack(7, 'Added');
    const fail = async () => {
      throw lost('POST');
    };
    const { receipt } = await save({ type: 'racks', base: [], items: [added] }, { createRecord: fail });
    expect(receipt?.message).toContain(
      'It is not known whether it was created. The manager may still be at it. The manager took too long to answer. Save again to find out.',
    );
    const update = await save(
      { type: 'racks', base: [rack(1)], items: [rack(1, 'New')] },
      {
        updateRecord: async () => {
          throw lost('PATCH');
        },
      },
    );
    expect(update.receipt?.message).toContain(
      'It is not known whether it was saved. The manager may still be at it. The manager took',
    );
    const remove = await save(
      { type: 'racks', base: [rack(1)], items: [] },
      {
        deleteRecord: async () => {
          throw lost('DELETE');
        },
      },
    );
    expect(remove.receipt?.message).toContain(
      'It is not known whether R1 was deleted. The manager may still be at it. The manager took',
    );
  });

  it('costs one list more where something is deleted, and hands it on, when the manager answers plainly', async () => {
    const calls: string[] = [];
    const stored = new Map<number, InventoryRecord>([rack(1), rack(2)].map(record => [record.id, record]));
    const { receipt } = await save(
      { type: 'rack_roles', base: [rack(1), rack(2)], items: [rack(1, 'New')] },
      {
        listRecords: async type => {
          calls.push(`list ${type}`);
          return { rows: type === 'rack_roles' ? [...stored.values()] : [], unread: [] };
        },
        getRecord: async (_, id) => (calls.push(`get ${id}`), stored.get(id) as InventoryRecord),
        updateRecord: async (_, id, { changes }) => {
          calls.push(`update ${id}`);
          stored.set(id, { ...rack(id), ...changes });
        },
        deleteRecord: async (_, id) => {
          calls.push(`delete ${id}`);
          stored.delete(id);
        },
      },
    );
    const written = calls.slice(calls.indexOf('get 1'));
    expect(written).toEqual(['get 1', 'update 1', 'get 1', 'get 2', 'delete 2', 'list rack_roles']);
    expect(receipt?.listed).toEqual([rack(1, 'New')]);
  });

  it('asks before it creates what may have been created and does not show', async () => {
    const { id: _id, ...added } = rack(7, 'Added');
    const edit = (...items: RecordFields[]) => ({ type: 'racks' as const, base: [], items });
    const createRecord = async () => {
      throw lost('POST');
    };
    const first = await save(edit(added), { createRecord });
    expect([first.receipt?.written, first.seen[0]]).toEqual([0, 'secret of Added']);
    const second = await save(edit(added), {}, { sentBefore: first.receipt?.open });
    expect([second.receipt?.written, second.seen[0]]).toEqual([1, 'create again • Added']);
    // Nobody can tell whether it was renamed since, or is another one.
    const other = { ...added, name: 'Other' };
    const third = await save(edit(other), {}, { sentBefore: first.receipt?.open });
    expect(third.seen.slice(0, 2)).toEqual(['create again • Added', 'secret of Other']);
  });

  it('takes what its own earlier save wrote late for nobody else’s change', async () => {
    const silent = async () => {
      throw lost('PATCH');
    };
    const edit = (name: string) => ({ type: 'racks' as const, base: [rack(1)], items: [rack(1, name)] });
    const first = await save(edit('New'), { updateRecord: silent });
    expect(first.receipt?.written).toBe(0);
    const now = rack(1, 'New');
    const patched: RecordFields[] = [];
    let stored: InventoryRecord = now;
    const { receipt, asked } = await save(
      edit('Newer'),
      {
        listRecords: async () => ({ rows: [now], unread: [] }),
        getRecord: async () => stored,
        updateRecord: async (_, __, { changes }) => {
          patched.push(changes);
          stored = { ...stored, ...changes };
        },
      },
      { sentBefore: first.receipt?.open },
    );
    expect([receipt?.written, patched, asked.length]).toEqual([1, [{ name: 'Newer' }], 1]);
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
    const stored = new Map<number, InventoryRecord>(base.map(record => [record.id, record]));
    const { receipt } = await save(
      { type: 'racks', base, items },
      {
        listRecords,
        deleteRecord,
        getRecord: async (_, id) => {
          const record = stored.get(id);
          if (record && !deleted.includes(id)) return record;
          throw new ApiError({ reason: 'notFound', status: 404, method: 'GET', path: '/' });
        },
        updateRecord: async (_, id, { changes }) => void stored.set(id, { ...rack(id), ...changes }),
      },
    );
    expect(receipt?.message).toBe('Racks: 2 saved on Lab.');
    expect(deleted).toEqual([2]);
    const getRecord = async () => {
      throw new ApiError({ reason: 'notFound', status: 404, method: 'GET', path: '/' });
    };
    await expect(save({ type: 'racks', base, items }, { listRecords, getRecord })).rejects.toThrow(
      'Deleted on the manager meanwhile: New.',
    );
  });

  it('deletes a record of which its list shows less than it does by itself, and none that somebody changed', async () => {
    const removed: number[] = [];
    const edit = { type: 'racks' as const, base: [rack(1), rack(2)], items: [rack(2)] };
    const single = (now: object) => ({
      listRecords: async () => ({
        rows: [rack(1), rack(2)].filter(({ id }) => !removed.includes(id)),
        unread: [],
      }),
      getRecord: async () => ({ ...rack(1), ...now }),
      deleteRecord: async (_: unknown, id: number) => void removed.push(id),
    });
    const other = await save(edit, single({ u_height: 43 }));
    expect(other.receipt?.message).toContain('Someone else changed this record meanwhile');
    const { receipt } = await save(edit, single({ comments: 'Only here' }));
    expect([receipt?.message, removed]).toEqual(['Racks: 1 saved on Lab.', [1]]);
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

it('expects nothing more of what an earlier save sent once all of it was seen to be stored', async () => {
  const sentBefore = [
    ['1', { name: 'B' }],
    ['1', { name: 'B', width: 23 }],
    ['2', { name: 'B' }],
  ] as const;
  const stored = new Map([rack(1, 'B'), rack(2)].map(record => [record.id, record]));
  const { receipt } = await save(
    { type: 'racks', base: [rack(1, 'A'), rack(2)], items: [rack(1, 'C'), rack(2)] },
    {
      listRecords: async () => ({ rows: [...stored.values()], unread: [] }),
      getRecord: async (_, id) => stored.get(id) ?? rack(id),
      updateRecord: async (_, id, { changes }) => void stored.set(id, { ...rack(id), ...changes }),
    },
    { sentBefore },
  );
  expect(receipt?.arrived).toEqual([sentBefore[0]]);
  expect(receipt?.arrived[0]).toBe(sentBefore[0]);
});

it('asks, of what earlier saves sent and is in the list no more, about what does not show alone', async () => {
  const { seen, receipt } = await save(
    { type: 'racks', base: [rack(1)], items: [rack(1), { name: 'Renamed', u_height: 42, width: 19 }] },
    { listRecords: async () => ({ rows: [rack(1), rack(7, 'Shown')], unread: [] }) },
    {
      sentBefore: ['Shown', 'Unseen'].map(each => ['new', { name: each, u_height: 42, width: 19 }] as const),
    },
  );
  expect(seen[0]).toBe('create again • Unseen');
  expect(receipt?.remark).toContain('An earlier save has created these after all: Shown.');
});
