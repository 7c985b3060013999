import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/api/apiError.js';
import { applyList, type ListAccess } from '../../../../src/changes/lists/applyList.js';
import { listAfterwards } from '../../../../src/changes/lists/listAfterwards.js';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { readList } from '../../../../src/model/inventory/listDocument.js';
import { planList, sizeOf } from '../../../../src/changes/lists/planList.js';
import { printFields, type RecordFields } from '../../../../src/model/inventory/recordText.js';

/** What happens to one request: it works, is refused, or its answer is lost before or after it was done. */
type Fault = 'none' | 'refused' | 'lostBefore' | 'lostAfter';

class Lost extends ApiError {
  constructor() {
    super({ reason: 'timeout', method: 'PATCH', path: '/' });
  }
}

/** A manager in memory whose writes fail as told; it counts what it was asked to write. */
function manager(records: readonly InventoryRecord[], faults: readonly Fault[]) {
  const stored = new Map(records.map(record => [record.id, record]));
  const writes: string[] = [];
  let next = 0;
  let id = 1000;
  const attempt = <T>(what: string, write: () => T): Promise<T> => {
    writes.push(what);
    const fault = faults[next++ % faults.length] ?? 'none';
    if (fault === 'refused') return Promise.reject(new Error('no'));
    if (fault === 'lostBefore') return Promise.reject(new Lost());
    const result = write();
    return fault === 'lostAfter' ? Promise.reject(new Lost()) : Promise.resolve(result);
  };
  const access: ListAccess = {
    list: () => Promise.resolve([...stored.values()]),
    read: id => Promise.resolve(stored.get(id)),
    create: ({ fields }) =>
      attempt(`create ${JSON.stringify(fields)}`, () => {
        const record = { ...fields, id: (id += 1) };
        stored.set(record.id, record);
        return record;
      }),
    update: ({ id: which, item }) =>
      attempt(`update ${which}`, () => {
        stored.set(which, { ...item.fields, id: which });
        return item.fields;
      }),
    remove: ({ id: which }) => attempt(`delete ${which}`, () => void stored.delete(which)),
  };
  return { access, writes, now: () => [...stored.values()] };
}

const start = [1, 2, 3, 4].map(id => ({ id, name: `R${id}`, u_height: 42, width: 19 }));

/** Saves edits of the list above; answers what the document becomes. */
async function save(
  edited: readonly RecordFields[],
  faults: readonly Fault[],
  signal = new AbortController().signal,
) {
  const { items } = readList(printFields(edited));
  const plan = planList({ type: 'racks', base: start, items, current: start });
  const target = manager(start, faults);
  const outcomes = await applyList(plan, target.access, {
    known: start.map(({ id }) => id),
    signal,
    onStep: () => undefined,
  });
  const afterwards = listAfterwards('racks', { base: start, items }, outcomes);
  return { plan, outcomes, afterwards, ...target };
}

const edits = fc
  .record({
    kept: fc.subarray(start.map((_, index) => index)),
    renamed: fc.subarray(start.map((_, index) => index)),
    added: fc.array(fc.constantFrom('N', 'M'), { maxLength: 3 }),
  })
  .map(({ kept, renamed, added }): RecordFields[] => [
    ...kept.map(index => ({ ...start[index], ...(renamed.includes(index) ? { name: `new ${index}` } : {}) })),
    ...added.map(name => ({ name, u_height: 1, width: 19 })),
  ]);
const faults = fc.array(fc.constantFrom<Fault>('none', 'none', 'refused', 'lostBefore', 'lostAfter'), {
  minLength: 1,
  maxLength: 9,
});

describe('writing a list record by record', () => {
  it('makes the manager what the text says when nothing fails', async () => {
    await fc.assert(
      fc.asyncProperty(edits, async edited => {
        const { now, afterwards } = await save(edited, ['none']);
        const values = (records: readonly RecordFields[]) =>
          records.map(({ name, u_height: height }) => JSON.stringify([name, height])).sort();
        expect(values(now())).toEqual(values(edited));
        expect(afterwards.left).toEqual([]);
        expect(afterwards.items).toEqual(expect.arrayContaining(now()));
      }),
    );
  });

  it('leaves exactly what was not written as edits, and writes nothing twice', async () => {
    await fc.assert(
      fc.asyncProperty(edits, faults, async (edited, plannedFaults) => {
        const { plan, outcomes, afterwards, writes, now } = await save(edited, plannedFaults);
        expect(outcomes).toHaveLength(sizeOf(plan));
        expect(writes).toHaveLength(sizeOf(plan));
        const { items } = readList(printFields(afterwards.items));
        const rest = planList({ type: 'racks', base: afterwards.base, items, current: now() });
        const lostUpdates = now().filter(
          record => !start.some(one => one.name === record.name) && record.id < 1000,
        );
        // An update whose answer was lost is compared by the save of the record itself; here it stays an edit.
        expect(sizeOf(rest)).toBeLessThanOrEqual(afterwards.left.length);
        expect(sizeOf(rest)).toBeGreaterThanOrEqual(afterwards.left.length - lostUpdates.length);
      }),
    );
  });

  it('takes the one new record with the same fields for a create whose answer was lost', async () => {
    const added = { name: 'N', u_height: 1, width: 19 };
    const { afterwards, writes } = await save([...start, added], ['lostAfter']);
    expect(afterwards.left).toEqual([]);
    expect(afterwards.items.at(-1)).toEqual({ id: 1001, ...added });
    expect(writes).toHaveLength(1);
  });

  it('keeps a create that nobody knows of as an edit, with its place in the list', async () => {
    const added = { name: 'N', u_height: 1, width: 19 };
    const { afterwards, now } = await save([added, ...start], ['lostBefore']);
    expect(afterwards.left.map(({ item }) => item)).toEqual([0]);
    expect(afterwards.items[0]).toEqual(added);
    expect(now()).toEqual(start);
  });

  it('sends nothing more after a cancel', async () => {
    const cancelled = new AbortController();
    cancelled.abort();
    const { afterwards, writes, now } = await save([], ['none'], cancelled.signal);
    expect(writes).toEqual([]);
    expect(now()).toEqual(start);
    expect(afterwards.left.every(({ error }) => error === undefined)).toBe(true);
    expect(afterwards.left).toHaveLength(start.length);
  });
});
