// @vitest-environment jsdom
import '../pageFeatures.js';
import fc from 'fast-check';
import { applyEdits } from 'jsonc-parser';
import { expect, it } from 'vitest';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { copiedFields, newRecordFields } from '../../../../src/model/inventory/recordDraft.js';
import type { RecordFields } from '../../../../src/model/inventory/recordText.js';
import { tableEdit } from '../../../../src/model/tables/tableEdits.js';
import { mergedText, tableMerge } from '../../../../src/model/tables/tableMerge.js';
import type { TableQuestion } from '../../../../src/model/tables/tableMessages.js';
import { cellAt, cellPlace, readTable, type TableText } from '../../../../src/model/tables/tableText.js';
import { actionOf } from '../../../../src/tables/tableActs.js';
import { isDeep, runs } from '../../../support/depth.js';
import { TableOnPage, usePageSizes } from './tableOnPage.js';

const type = 'power_feeds';
type Records = readonly RecordFields[];

const printed = (records: Records): string => `${JSON.stringify(records, null, 2)}\n`;
const begun: Records = [1, 2, 3, 4, 5].map(id => ({
  id,
  name: `Feed ${id}`,
  power_panel_id: id,
  voltage: id % 2 ? 230 : null,
  amperage: 16 * id,
  serial: `"${id}" ]},{`,
  updated_at: '2026-01-01T00:00:00Z',
}));

/** The fields that are edited. */
const fields = ['name', 'power_panel_id', 'voltage', 'amperage'] as const;

/** What is typed into a field, and what it means there; what a save will refuse stands in the text, too. */
function typedInto(field: (typeof fields)[number], number: number) {
  if (field === 'name') return { typed: `Feed ${number}`, value: `Feed ${number}` };
  if (field === 'power_panel_id') return { typed: `#${number + 1}`, value: number + 1 };
  if (field === 'voltage' && number % 5 === 0) return { typed: 'many', value: 'many' };
  return number % 7 === 0 ? { typed: '', value: null } : { typed: String(number), value: number };
}

/** What stands in a document at one time: its text, what that began from, and both as a person thinks of them. */
interface Moment {
  readonly text: string;
  readonly base: Records;
  readonly model: Records;
}

/** The table of a list with its document, its undo and its manager, each beside a model of it. */
class WalkedTable extends TableOnPage {
  private moments: Moment[] = [{ text: printed(begun), base: begun, model: begun }];
  private at = 0;
  private heard = 0;
  private place: { at: number; field?: string | undefined } | undefined;
  /** What the manager has. */
  private stored: Records = begun;

  constructor() {
    super(type, printed(begun));
    this.hear({ type: 'lock', isLocked: false });
  }

  get now(): Moment {
    return this.moments[this.at]!;
  }

  get count(): number {
    return this.page.grid!.model.count;
  }

  /** The record that is shown in a row of the grid, by its place in the list. */
  recordAt(row: number): number {
    return this.page.rowAt(row)!.at;
  }

  /** One of the rows that are shown, the active one from now on. */
  goTo(number: number, field: string): number {
    const row = number % this.count;
    this.hear({ type: 'go', place: { at: this.recordAt(row), field } });
    return row;
  }

  /** Answers what the page asked; whoever acts says what has to come of it. */
  answer(model: Records = this.now.model): void {
    while (this.heard < this.posted.length) this.answerOne(this.posted[this.heard++]!, model);
  }

  private answerOne(question: TableQuestion, model: Records): void {
    if (question.type === 'place') this.place = question.place;
    if (question.type !== 'act') return;
    const acted = { type, table: this.table, lists: () => undefined } as const;
    const { act, version } = question;
    if (act.kind === 'decide') return;
    expect(version).toBe(this.table.version);
    const edits = tableEdit(type, this.now.text, actionOf(acted, act).action);
    if (edits.length > 0) this.push({ ...this.now, text: applyEdits(this.now.text, edits), model });
    this.draw();
    if (act.kind === 'add') this.hear({ type: 'go', place: { at: (act.after ?? -2) + 1 } });
    this.hear({ type: 'done' });
  }

  private push(moment: Moment): void {
    this.moments = [...this.moments.slice(0, this.at + 1), moment];
    this.at += 1;
  }

  private draw(): void {
    this.table.show(this.now.text, {
      version: this.table.version + 1,
      baseText: JSON.stringify(this.now.base),
    });
  }

  step(by: 1 | -1): void {
    this.at = Math.min(Math.max(this.at + by, 0), this.moments.length - 1);
    this.draw();
  }

  edit(number: number, field: (typeof fields)[number]): void {
    const row = this.goTo(number, field);
    const at = this.recordAt(row);
    const { typed, value } = typedInto(field, number);
    this.press('F2');
    const box = this.find('.editing input') as HTMLInputElement;
    box.value = typed;
    box.dispatchEvent(new Event('input'));
    this.press('Enter');
    this.answer(withCells(this.now.model, [[at, field, value]]));
  }

  paste(number: number): void {
    const top = this.goTo(number, 'voltage');
    const rows = Math.min(2, this.count - top);
    const cells = Array.from({ length: rows }, (_row, index): Cell[] => [
      [this.recordAt(top + index), 'voltage', number + index],
      [this.recordAt(top + index), 'amperage', number * 2 + index],
    ]);
    const text = cells.map(line => line.map(cell => cell[2]).join('\t')).join('\r\n');
    const event = new Event('paste', { bubbles: true, cancelable: true });
    this.grid.dispatchEvent(Object.assign(event, { clipboardData: { getData: () => text } }));
    this.answer(withCells(this.now.model, cells.flat()));
  }

  /** Fills down from a row, or clears it and those below it. */
  overRange(number: number, field: (typeof fields)[number], key: 'd' | 'Delete'): void {
    const top = this.goTo(number, field);
    const records = Array.from({ length: Math.min(3, this.count - top) }, (_row, at) =>
      this.recordAt(top + at),
    );
    for (let down = 1; down < records.length; down += 1) this.press('ArrowDown', { shiftKey: true });
    const { model } = this.now;
    // A row alone takes what is above it.
    const from = records.length === 1 && top > 0 ? this.recordAt(top - 1) : records[0]!;
    const value = key === 'd' ? (model[from]?.[field] ?? null) : field === 'name' ? '' : null;
    this.press(key, { ctrlKey: key === 'd' });
    this.answer(
      withCells(
        model,
        records.map(at => [at, field, value]),
      ),
    );
  }

  add(number: number): void {
    const at = this.recordAt(this.goTo(number, 'name'));
    this.button('Add').click();
    this.answer(this.now.model.toSpliced(at + 1, 0, newRecordFields(type)));
  }

  onRow(number: number, label: 'Duplicate' | 'Delete'): void {
    const at = this.recordAt(this.goTo(number, 'name'));
    const { model } = this.now;
    this.press('F10', { shiftKey: true });
    const items = [...this.root.querySelectorAll<HTMLElement>('[role=menuitem]')];
    items.find(({ textContent }) => textContent === label)!.click();
    this.answer(
      label === 'Delete'
        ? model.toSpliced(at, 1)
        : model.toSpliced(at + 1, 0, copiedFields(type, model[at]!)),
    );
  }

  sort(isDescending: boolean): void {
    this.page.grid!.sort({ column: 'amperage', isDescending });
    const { model } = this.now;
    const shown = Array.from(
      { length: this.count },
      (_, row) => model[this.recordAt(row)]?.['amperage'] ?? null,
    );
    const numbers = shown.filter(value => value !== null).map(Number);
    expect(numbers).toEqual(numbers.toSorted((one, other) => (isDescending ? other - one : one - other)));
    expect(shown.slice(0, numbers.length)).not.toContain(null);
  }

  override filter(text: string): void {
    super.filter(text);
    const { model } = this.now;
    const shown = Array.from({ length: this.count }, (_, row) => this.recordAt(row));
    const found = [...model.keys()].filter(at => String(model[at]!['name']).toLowerCase().includes(text));
    expect(shown.toSorted((one, other) => one - other)).toEqual(found);
  }

  /** Somebody else changes a field of a record, deletes one or creates one. */
  changeElsewhere(number: number): void {
    const at = number % (this.stored.length + 1);
    const record = this.stored[at];
    this.stored = record
      ? number % 4 === 0
        ? this.stored.toSpliced(at, 1)
        : withCells(this.stored, [[at, 'serial', `Other ${number}`]])
      : [...this.stored, { ...begun[0], id: 1000 + number, name: `Feed ${number}` }];
    const { text, base, model } = this.now;
    const merge = tableMerge(
      type,
      this.read(),
      { base, current: this.stored as InventoryRecord[] },
      () => true,
    );
    const mine = planOf(model, base);
    const ids = new Set(this.stored.map(({ id }) => id));
    const isLost = ({ id }: RecordFields) =>
      id !== undefined &&
      base.some(each => each['id'] === id) &&
      !ids.has(id) &&
      !(String(id) in mine.changed);
    const expected = [
      ...model
        .filter(each => !isLost(each))
        .map(each => {
          const theirs = this.stored.find(({ id }) => id === each['id'] && id !== undefined);
          return theirs ? { ...each, serial: theirs['serial'] } : each;
        }),
      ...this.stored.filter(({ id }) => ![...base, ...model].some(each => each['id'] === id)),
    ];
    this.push({ text: mergedText(type, text, merge), base: merge.base, model: expected });
    this.draw();
  }

  /** Opens the text and the table again, at the same cell. */
  switchToText(): void {
    const place = this.place;
    const offset = place && cellPlace(type, this.now.text, place.at, place.field)?.offset;
    this.reload();
    const back = offset === undefined ? undefined : cellAt(type, this.now.text, offset);
    if (place && this.now.model[place.at] && back) expect(back.at).toBe(place.at);
  }

  reload(): void {
    this.load();
    this.table.forget();
    this.hear({ type: 'lock', isLocked: false });
    this.draw();
  }

  read(): TableText {
    const read = readTable(type, this.now.text, this.now.base);
    if ('problem' in read) throw new Error(read.problem.code);
    return read;
  }

  /** What is drawn is what the text says, the text what the model says, and a save would send what was done and nothing else. */
  check(): void {
    const { text, base, model } = this.now;
    const records = JSON.parse(text) as Records;
    expect(withoutNumbers(records)).toBe(withoutNumbers(model));
    const { rows, going } = this.read();
    const changed = rows.filter(({ state }) => state === 'changed');
    expect({
      changed: Object.fromEntries(changed.map(({ id, changed: names }) => [id, names.toSorted()])),
      added: rows.filter(({ state }) => state === 'new').length,
      going: going.map(({ id }) => id),
    }).toEqual(planOf(model, base));
    for (const drawn of this.root.querySelectorAll('.body [role=row]')) {
      const row = Number(drawn.getAttribute('aria-rowindex')) - 2;
      const record = rows[this.recordAt(row)]!;
      for (const field of rows.some(({ fields: all }) => 'serial' in all) ? [...fields, 'serial'] : fields) {
        const cell = this.cell(row, field);
        const value = record.fields[field] ?? null;
        const shown = field === 'power_panel_id' ? (value === null ? 'None' : `#${String(value)}`) : value;
        expect([field, cell.textContent]).toEqual([field, String(shown ?? '')]);
        expect(cell.classList.contains('changed')).toBe(record.changed.includes(field));
      }
    }
  }
}

type Cell = readonly [at: number, field: string, value: unknown];

/** Records with other values in some cells; a field that is not there stays away while it is empty. */
const withCells = (records: Records, cells: readonly Cell[]): Records =>
  records.map((record, row) =>
    cells
      .filter(([at, field, value]) => at === row && (value !== null || Object.hasOwn(record, field)))
      .reduce<RecordFields>((changed, [, field, value]) => ({ ...changed, [field]: value }), record),
  );

/** Copies of one name are numbered in the text. */
const withoutNumbers = (records: Records): string => JSON.stringify(records).replace(/ copy \d+/g, ' copy');

/** What a save sends of records. */
function planOf(records: Records, base: Records) {
  const known = new Map(base.map(record => [record['id'], record]));
  const changed = records.flatMap(record => {
    const from = record['id'] === undefined ? undefined : known.get(record['id']);
    const names = from ? Object.keys(record).filter(name => record[name] !== from[name]) : [];
    return names.length > 0 ? [[String(record['id']), names.toSorted()] as const] : [];
  });
  const ids = new Set(records.map(({ id }) => id));
  return {
    changed: Object.fromEntries(changed),
    added: records.filter(({ id }) => id === undefined || !known.has(id)).length,
    going: base.flatMap(({ id }) => (ids.has(id) ? [] : [id])),
  };
}

const acts: Readonly<
  Record<string, (table: WalkedTable, number: number, field: (typeof fields)[number]) => void>
> = {
  edit: (table, number, field) => table.edit(number, field),
  paste: (table, number) => table.paste(number),
  fill: (table, number, field) => table.overRange(number, field, 'd'),
  clear: (table, number, field) => table.overRange(number, field, 'Delete'),
  add: (table, number) => table.add(number),
  duplicate: (table, number) => table.onRow(number, 'Duplicate'),
  delete: (table, number) => table.onRow(number, 'Delete'),
};
const looks: Readonly<Record<string, (table: WalkedTable, number: number) => void>> = {
  sort: (table, number) => table.sort(number % 2 === 0),
  filter: (table, number) => table.filter(['feed', '', 'feed 1', 'copy'][number % 4]!),
  undo: table => table.step(-1),
  redo: table => table.step(1),
  text: table => table.switchToText(),
  reload: table => table.reload(),
  foreign: (table, number) => table.changeElsewhere(number),
};

usePageSizes();

/** Of each walk; so many walks make 2,000 actions where a run goes for depth. */
const steps = 25;

it(
  'a table, its text and a model of both agree after whatever is done, and a save sends what was done alone',
  () => {
    const action = fc.record({
      kind: fc.constantFrom(...Object.keys(acts), ...Object.keys(acts), ...Object.keys(looks)),
      number: fc.nat(200),
      field: fc.constantFrom(...fields),
    });
    fc.assert(
      fc.property(fc.array(action, { minLength: steps, maxLength: steps, size: 'max' }), walk => {
        document.body.replaceChildren();
        const table = new WalkedTable();
        for (const { kind, number, field } of walk) {
          if (kind in acts && table.count === 0) table.filter('');
          if (kind in acts && table.count > 0) acts[kind]!(table, number, field);
          else looks[kind]?.(table, number);
          table.check();
        }
      }),
      // Where a run goes for depth, each takes other ways.
      { numRuns: runs({ broad: 1, deep: 80 }), endOnFailure: true, ...(isDeep ? {} : { seed: 46 }) },
    );
  },
  runs({ broad: 60_000, deep: 1_200_000 }),
);
