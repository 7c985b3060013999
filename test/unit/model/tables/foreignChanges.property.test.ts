import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { applyEdits } from 'jsonc-parser';
import { planList } from '../../../../src/changes/lists/planList.js';
import { printRecords, readList } from '../../../../src/model/inventory/listDocument.js';
import { RecordList } from '../../../../src/model/inventory/recordList.js';
import { documentFields, type RecordFields } from '../../../../src/model/inventory/recordText.js';
import { movedBase, movesUnderSave, type BaseMove } from '../../../../src/model/tables/baseMoves.js';
import {
  decideList,
  mergeList,
  openConflicts,
  type MergedList,
  type MovedList,
} from '../../../../src/model/tables/foreignChanges.js';
import { tableEdit } from '../../../../src/model/tables/tableEdits.js';
import { readTable } from '../../../../src/model/tables/tableText.js';
import { runs } from '../../../support/depth.js';

const started: readonly InventoryRecord[] = [1, 2, 3].map(id => ({
  id,
  name: `Rack ${id}`,
  u_height: 42,
  width: 19,
}));

/** A list with its undo, a manager on which others write, and what is said of both. */
class FollowedList {
  current: readonly InventoryRecord[] = started;
  text = printRecords('racks', started);
  base: readonly RecordFields[] = started.map(record => documentFields('racks', record));
  /** Ids of the records whose names the user saved: ever, and as the last one. */
  readonly saved = new Set<unknown>();
  readonly own = new Set<unknown>();
  private moves: readonly BaseMove[] = [];
  private seen: Pick<MergedList, 'contested' | 'gone'> = { contested: [], gone: [] };
  private readonly past: string[] = [];
  private readonly future: string[] = [];
  private count = 0;

  get rows() {
    const table = readTable('racks', this.text, this.base);
    return 'problem' in table ? [] : table.rows;
  }

  get open() {
    return openConflicts('racks', { rows: this.rows, base: this.base }, this.seen);
  }

  get plan() {
    const { base, current } = this;
    return planList({ type: 'racks', base, items: readList(this.text).items, current });
  }

  edit(at: number): void {
    const { rows } = this;
    const row = rows[at % Math.max(rows.length, 1)];
    if (!row) return;
    const value = `mine ${(this.count += 1)}`;
    this.write(
      applyEdits(
        this.text,
        tableEdit('racks', this.text, { kind: 'set', cells: [{ row: row.at, field: 'name', value }] }),
      ),
    );
  }

  change(id: number): void {
    const name = `theirs ${(this.count += 1)}`;
    this.current = this.current.map(record => (record.id === id ? { ...record, name } : record));
    this.own.delete(id);
  }

  create(): void {
    const id = 10 + (this.count += 1);
    this.current = [...this.current, { id, name: `theirs ${id}`, u_height: 42, width: 19 }];
  }

  remove(id: number): void {
    this.current = this.current.filter(record => record.id !== id);
  }

  merge(): void {
    const merged = mergeList({ type: 'racks' }, this, new RecordList('racks', this.current, { readAt: 0 }))!;
    this.seen = merged;
    this.move(merged);
  }

  decide(side: 'mine' | 'theirs'): void {
    const { open } = this;
    if (open.cells.length + open.gone.length > 0) this.move(decideList('racks', this, open, side));
  }

  /** Saves what nobody has to be asked about. */
  save(): void {
    this.merge();
    const { conflicts, gone, updates, deletes, creates } = this.plan;
    if (conflicts.length + gone.length > 0) return;
    const changes = new Map<unknown, RecordFields>(updates.map(update => [update.id, update.changes]));
    const going = new Set<unknown>(deletes.map(({ id }) => id));
    const created = creates.map(({ fields }) => ({ ...fields, id: 100 + (this.count += 1) }));
    const kept = this.current.filter(({ id }) => !going.has(id));
    this.current = [...kept.map(record => ({ ...record, ...changes.get(record.id) })), ...created];
    for (const id of [...changes.keys(), ...created.map(each => each.id)]) {
      this.saved.add(id);
      this.own.add(id);
    }
    this.base = this.current.map(record => documentFields('racks', record));
    this.moves = movesUnderSave(this.base, this.moves);
    this.write(printRecords('racks', this.current));
  }

  step(step: 'undo' | 'redo'): void {
    const [from, to] = step === 'undo' ? [this.past, this.future] : [this.future, this.past];
    const text = from.pop();
    if (text === undefined) return;
    to.push(this.text);
    const before = this.rows.map(({ fields }) => fields);
    this.text = text;
    this.base = movedBase(this.base, this.moves, {
      from: before,
      to: this.rows.map(({ fields }) => fields),
      step,
    });
  }

  private move({ text, base, moves }: MovedList): void {
    this.write(text);
    this.base = base;
    this.moves = [...this.moves, ...moves];
  }

  private write(text: string): void {
    if (text === this.text) return;
    this.past.push(this.text);
    this.future.length = 0;
    this.text = text;
  }
}

const acts: Readonly<Record<string, (list: FollowedList, id: number) => void>> = {
  edit: (list, id) => list.edit(id - 1),
  change: (list, id) => list.change(id),
  create: list => list.create(),
  remove: (list, id) => list.remove(id),
  merge: list => list.merge(),
  keepMine: list => list.decide('mine'),
  takeTheirs: list => list.decide('theirs'),
  undo: list => list.step('undo'),
  redo: list => list.step('redo'),
  save: list => list.save(),
};

describe('a list that others change while it is edited', () => {
  it('sends what its user typed, or led back from what was saved, and nothing else, whatever is merged, decided, undone and redone', () => {
    const act = fc.tuple(fc.constantFrom(...Object.keys(acts)), fc.integer({ min: 1, max: 3 }));
    fc.assert(
      fc.property(fc.array(act, { maxLength: 24 }), walk => {
        const list = new FollowedList();
        for (const [name, id] of walk) {
          acts[name]!(list, id);
          const { updates, deletes, creates } = list.plan;
          // What a save stored may be led back by an undo, and by nothing else.
          const sent = [
            ...updates.filter(update => !list.saved.has(update.id)).map(({ changes }) => changes['name']),
            ...(list.saved.size === 0 ? creates.map(({ fields }) => fields['name']) : []),
          ];
          expect(sent.filter(value => !String(value).startsWith('mine'))).toEqual([]);
          expect(deletes.filter(each => !list.saved.has(each.id))).toEqual([]);
          // Nothing is swallowed of what leads away from what the user saved.
          const asked = new Set<unknown>(updates.map(each => each.id));
          const names = new Map(list.current.map(record => [record.id as unknown, record['name']]));
          const led = list.rows.filter(
            ({ id, fields }) => list.own.has(id) && names.has(id) && names.get(id) !== fields['name'],
          );
          expect(led.filter(row => !asked.has(row.id))).toEqual([]);
        }
        // What is merged and decided leaves nothing to be asked about.
        list.merge();
        expect(list.open.cells.length).toBe(list.plan.conflicts.length);
        expect(list.open.gone.length).toBe(list.plan.gone.length);
        list.decide('mine');
        expect(list.plan).toMatchObject({ conflicts: [], gone: [] });
      }),
      { numRuns: runs({ broad: 40, deep: 20_000 }) },
    );
  });

  it('takes over what others did, and asks about what both changed', () => {
    const list = new FollowedList();
    list.edit(0);
    list.change(1);
    list.change(2);
    list.create();
    list.merge();
    const names = () => (JSON.parse(list.text) as RecordFields[]).map(({ name }) => name);
    expect(names()).toEqual(['mine 1', 'theirs 3', 'Rack 3', 'theirs 14']);
    expect(list.open.cells).toEqual([
      { at: 0, id: 1, field: 'name', base: 'Rack 1', mine: 'mine 1', theirs: 'theirs 2' },
    ]);
    list.decide('theirs');
    expect(names()[0]).toBe('theirs 2');
    expect(list.open.cells).toEqual([]);
    list.step('undo');
    expect(list.open.cells).toHaveLength(1);
    list.decide('mine');
    expect(list.plan.updates).toMatchObject([{ id: 1, changes: { name: 'mine 1' } }]);
  });
});
