import { describe, expect, it } from 'vitest';
import { readList } from '../../../../src/model/inventory/listDocument.js';
import { unnamed } from '../../../../src/words/recordDetail.js';
import {
  findListTwins,
  hasFields,
  itemName,
  planList,
  planSides,
  sizeOf,
  type ListUpdate,
} from '../../../../src/changes/lists/planList.js';
import { planLines } from '../../../../src/changes/lists/listWords.js';
import type { RecordFields } from '../../../../src/model/inventory/recordText.js';

const rack = (id: number, name: string, more: object = {}) => ({
  id,
  name,
  u_height: 42,
  width: 19,
  ...more,
});
const base = [rack(1, 'A'), rack(2, 'B'), rack(3, 'C')];
const plan = (edited: object[], current = base) =>
  planList({ type: 'racks', base, items: readList(JSON.stringify(edited)).items, current });

describe('the plan of a list', () => {
  it('is empty when nothing was edited, also when others changed records', () => {
    expect(sizeOf(plan(base))).toBe(0);
    expect(sizeOf(plan(base, [rack(1, 'A9'), rack(2, 'B'), rack(4, 'D')]))).toBe(0);
  });

  it('creates records without id, updates changed ones and deletes those that are gone from the text', () => {
    const found = plan([{ name: 'N', u_height: 1, width: 19 }, rack(2, 'B2'), base[2] ?? {}]);
    expect(found.creates.map(({ fields }) => fields)).toEqual([{ name: 'N', u_height: 1, width: 19 }]);
    expect(found.updates.map(({ id, changes }) => [id, changes])).toEqual([[2, { name: 'B2' }]]);
    expect(found.deletes.map(({ id, isChangedMeanwhile }) => [id, isChangedMeanwhile])).toEqual([[1, false]]);
  });

  it('sends only the fields that were edited when someone else changed others', () => {
    const found = plan([rack(1, 'A2'), ...base.slice(1)], [rack(1, 'A', { width: 21 }), ...base.slice(1)]);
    expect(found.updates.map(({ changes }) => changes)).toEqual([{ name: 'A2' }]);
    expect(JSON.parse(planSides('racks', found).planned)).toEqual([rack(1, 'A2', { width: 21 })]);
  });

  it('names the same field changed on both sides, and a change of what was deleted', () => {
    const edited = [rack(1, 'mine'), rack(2, 'B2'), base[2] ?? {}];
    const found = plan(edited, [rack(1, 'theirs'), rack(3, 'C')]);
    expect(found.conflicts.map(({ item, conflicts }) => [item.id, conflicts[0]?.theirs])).toEqual([
      [1, 'theirs'],
    ]);
    expect(found.gone.map(({ id }) => id)).toEqual([2]);
    expect(sizeOf(found)).toBe(0);
  });

  it('says when someone else changed a record before it is deleted, and forgets one that is gone', () => {
    const found = plan([], [rack(1, 'A', { width: 21 }), rack(2, 'B')]);
    expect(found.deletes.map(({ id, isChangedMeanwhile }) => [id, isChangedMeanwhile])).toEqual([
      [1, true],
      [2, false],
    ]);
  });

  it('recognises records that are there already with all values, each once', () => {
    const fields = { name: 'N', u_height: 1, width: 19 };
    const { creates } = plan([...base, fields, fields]);
    const known = [...base, { id: 9, ...fields, created_at: 'x' }, rack(10, 'N')];
    expect(findListTwins(creates, base, known).map(({ record }) => record.id)).toEqual([9]);
  });

  it('gives each new record a twin of its own', () => {
    const fields = { name: 'N', u_height: 1, width: 19 };
    const { creates } = plan([...base, fields, fields, { ...fields, name: 'M' }]);
    const twins = findListTwins(creates, base, [...base, { id: 8, ...fields }, { id: 9, ...fields }]);
    expect(twins.map(({ creation, record }) => [creates.indexOf(creation), record.id])).toEqual([
      [0, 8],
      [1, 9],
    ]);
    const old = [rack(1, 'N'), rack(9, 'N')];
    expect(
      findListTwins(plan([{ ...old[0], id: undefined }]).creates, base, old).map(({ record }) => record.id),
    ).toEqual([9]);
  });

  it('knows a twin that the manager spells otherwise, one in the same spelling first', () => {
    const { creates } = plan([...base, { name: 'Lost rack', u_height: 1, width: 19 }]);
    const other = { id: 8, name: 'LOST  RÁCK', u_height: 1, width: 19 };
    const idsOf = (...known: (typeof other)[]) =>
      findListTwins(creates, base, known).map(({ record }) => record.id);
    expect(idsOf(other)).toEqual([8]);
    expect(idsOf(other, { ...other, id: 9, name: 'Lost rack' })).toEqual([9]);
    expect(idsOf({ ...other, width: 21 })).toEqual([]);
  });

  it('shows the records that it touches as they are and as they will be', () => {
    const found = plan([{ name: 'N', u_height: 1, width: 19 }, rack(2, 'B2'), rack(3, 'C')]);
    const { now, planned, counts } = planSides('racks', found);
    const print = (...records: object[]) => `${JSON.stringify(records, null, 2)}\n`;
    expect(now).toBe(print(rack(2, 'B'), rack(1, 'A')));
    expect(planned).toBe(print(rack(2, 'B2'), { name: 'N', u_height: 1, width: 19 }));
    expect([counts, sizeOf(found)]).toEqual(['1 created, 1 updated, 1 deleted', 3]);
  });

  it('sends nothing of a record that it does not know, that nobody can take, or that is gone without an edit', () => {
    expect(sizeOf(plan([...base, rack(9, 'Z')]))).toBe(0);
    const odd = plan([rack(1, 'A', { u_height: 'tall' }), rack(2, 'B'), rack(3, 'C')]);
    expect([odd.updates, odd.conflicts, odd.gone]).toEqual([[], [], []]);
    const meanwhile = plan(base, [rack(2, 'B')]);
    expect([meanwhile.updates, meanwhile.gone, meanwhile.deletes]).toEqual([[], [], []]);
  });

  it('calls a record by its name, and a new one without a name by its type', () => {
    expect(itemName('racks', { id: '7', name: 'A' }, unnamed)).toBe('A');
    expect(itemName('racks', { id: '7' }, unnamed)).toBe('Rack 7');
    expect(itemName('racks', {}, unnamed)).toBe('Rack 0');
  });
});

it('has all fields when none of them differs, whatever else there is', () => {
  expect(hasFields({ a: 1, b: 2 }, { a: 1 })).toBe(true);
  expect(hasFields({ a: 1, b: 2 }, { a: 1, b: 3 })).toBe(false);
  expect(hasFields({ a: 1 }, { a: 1, b: 2 })).toBe(false);
});

describe('the lines of a plan', () => {
  const update = (id: number, changes: RecordFields, before: RecordFields = {}): ListUpdate => {
    const current = { id, name: `Rack ${id}`, u_height: 40 + id, ...before };
    return { id, item: { id, fields: {}, offset: 0, length: 0 }, place: id, base: current, current, changes };
  };
  const nameOf = (_type: string, id: number) => (id === 3 ? 'Storage' : undefined);
  const lines = (...updates: readonly ListUpdate[]) =>
    planLines('racks', { creates: [], deletes: [], updates }, nameOf);

  it('name once what all records get, and else of each what it gets and had', () => {
    expect(lines(update(1, { u_height: 30 }), update(2, { u_height: 30 }))).toEqual([
      'To update: 2, each with u_height: 30',
      '• Rack 1',
      '• Rack 2',
    ]);
    expect(lines(update(1, { u_height: 30 }), update(2, { u_height: 31, rack_role_id: 3 }))).toEqual([
      'To update: 2',
      '• Rack 1: u_height: 30 (was 41)',
      '• Rack 2: u_height: 31 (was 42), rack_role_id: "Storage #3" (was null)',
    ]);
    const many = Array.from({ length: 65 }, (_, at) => update(at, { u_height: at }));
    expect(lines(...many)).toHaveLength(12);
    expect(lines(...many).at(-1)).toBe('and 55 more');
  });

  it('hold no secret', () => {
    const changed = update(1, { password: 'hunter2', username: 'x' });
    expect(
      planLines('account_keys', { creates: [], deletes: [], updates: [changed] }, nameOf).join(),
    ).not.toContain('hunter2');
  });
});
