import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { planList } from '../../../../src/changes/lists/planList.js';
import { printRecords, readList } from '../../../../src/model/inventory/listDocument.js';
import {
  documentFields,
  printFields,
  type RecordFields,
} from '../../../../src/model/inventory/recordText.js';
import { decidedBase, mergedText, takeTheirs, tableMerge } from '../../../../src/model/tables/tableMerge.js';
import { tableEdit } from '../../../../src/model/tables/tableEdits.js';
import { readTable } from '../../../../src/model/tables/tableText.js';
import { runs } from '../../../support/depth.js';
import { applyEdits } from 'jsonc-parser';

const rack = fc.record({
  name: fc.constantFrom('A', 'B', 'C'),
  u_height: fc.constantFrom(42, 47),
  width: fc.constantFrom(19, 23),
  serial: fc.constantFrom('x', null),
  updated_at: fc.constantFrom('then', 'now'),
});
const racks = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 6 }), rack), { selector: ([id]) => id, maxLength: 5 })
  .map(entries => entries.map(([id, fields]): InventoryRecord => ({ id, ...fields })));

const tableOf = (text: string, base: readonly RecordFields[]) => {
  const table = readTable('racks', text, base);
  if ('problem' in table) throw new Error(table.problem.code);
  return table;
};
/** What a save would do, apart from where it stands in the text. */
const planOf = (text: string, base: readonly RecordFields[], current: readonly InventoryRecord[]) => {
  const { updates, deletes, creates, conflicts, gone } = planList({
    type: 'racks',
    base,
    items: readList(text).items,
    current,
  });
  return {
    updates: updates.map(({ id, changes }) => [id, changes]),
    deletes: deletes.map(({ id, isChangedMeanwhile }) => [id, isChangedMeanwhile]),
    creates: creates.map(({ fields }) => fields),
    conflicts: conflicts.flatMap(({ item, conflicts: fields }) => fields.map(field => [item.id, field])),
    gone: gone.map(({ id }) => id),
  };
};
/** Fields that the contract does not know cannot be changed here. */
const edited = (base: readonly InventoryRecord[], mine: readonly InventoryRecord[]) =>
  mine
    .map(({ id, ...fields }) => {
      const from = base.find(record => record.id === id);
      return from
        ? { ...fields, serial: from['serial'], updated_at: from['updated_at'], id }
        : { name: fields['name'], u_height: fields['u_height'], width: fields['width'] };
    })
    .map(fields => documentFields('racks', fields as InventoryRecord));

it('a table with what others did means the same plan, and is compared with what the manager has', () => {
  fc.assert(
    fc.property(racks, racks, racks, (base, mine, current) => {
      const from = base.map(record => documentFields('racks', record));
      const text = printFields(edited(base, mine));
      const before = planOf(text, from, current);
      const merge = tableMerge('racks', tableOf(text, from), { base: from, current }, () => true);
      const merged = mergedText('racks', text, merge);
      expect(planOf(merged, merge.base, current)).toEqual(before);
      expect(merge.conflicts.length).toBe(before.conflicts.length);

      // Once all is decided, nothing is left that two people changed.
      const table = tableOf(merged, merge.base);
      const again = tableMerge('racks', table, { base: merge.base, current }, () => true);
      expect(again).toMatchObject({ cells: [], deleted: [], created: [] });
      const decided = decidedBase(merge.base, again.conflicts);
      expect(planOf(merged, decided, current).conflicts).toEqual([]);
      const theirs = applyEdits(merged, tableEdit('racks', merged, takeTheirs(again.conflicts)));
      const left = planOf(theirs, decided, current);
      expect(left.conflicts).toEqual([]);
      const both = planOf(merged, decided, current);
      expect(both.updates.length).toBeGreaterThanOrEqual(left.updates.length);
    }),
    { numRuns: runs({ broad: 60, deep: 5000 }) },
  );
});

it('what is not the own list takes nothing in that others created, and what nobody changed is left as it is', () => {
  const records = [{ id: 1, name: 'A', u_height: 42, width: 19 }];
  const text = printRecords('racks', records);
  const current = [...records, { id: 2, name: 'B', u_height: 42, width: 19 }];
  const merge = tableMerge('racks', tableOf(text, records), { base: records, current }, () => false);
  expect(mergedText('racks', text, merge)).toBe(text);
  expect(merge.base).toEqual(records);

  // Both made it the same: nothing is left to be sent.
  const wide = [{ ...records[0]!, width: 23 }];
  const mine = printRecords('racks', wide);
  const same = tableMerge('racks', tableOf(mine, records), { base: records, current: wide }, () => false);
  expect(tableOf(mergedText('racks', mine, same), same.base).rows[0]).toMatchObject({ state: 'same' });
});
