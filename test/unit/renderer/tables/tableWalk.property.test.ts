import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { copiedFields, newRecordFields } from '../../../../src/model/inventory/recordDraft.js';
import type { RecordFields } from '../../../../src/model/inventory/recordText.js';
import type { TableAct, TableMessage, TableQuestion } from '../../../../src/model/tables/tableMessages.js';
import { cellAt, cellPlace, readTable, type TableText } from '../../../../src/model/tables/tableText.js';
import { isDeep, runs } from '../../../support/depth.js';
import type { EditorPlayed, PlayedRecords } from '../../tables/editorPlayed.js';
import { PageOfTable, usePageSizes } from './tableOnPage.js';

vi.mock('vscode', () => vi.importActual('../../tables/vscodeOfTables.js'));
vi.mock('../../../../src/tables/tableWebview.js', () => ({ loadTable: () => undefined }));
// Behind a name that the types of pages do not follow: what it imports has those of Node.js.
const { PlayedEditor } = await vi.importActual<{
  PlayedEditor: new (text: string, post: (message: TableMessage) => void) => EditorPlayed;
}>('../../tables/playedEditor.js');

/** The fields that are edited. */
const fields = ['name', 'power_panel_id', 'voltage', 'amperage'] as const;
type Field = (typeof fields)[number];

const begun: PlayedRecords = [1, 2, 3, 4, 5].map(id => ({
  id,
  name: `Feed ${id}`,
  power_panel_id: id,
  voltage: id % 2 ? 230 : null,
  amperage: 16 * id,
  serial: `"${id}" ]},{`,
  updated_at: '2026-01-01T00:00:00Z',
}));
const printed = (records: PlayedRecords): string => `${JSON.stringify(records, null, 2)}\n`;

/** A record of the text, as a person follows it with a finger, and what it has. */
interface Row {
  readonly tag: number;
  readonly fields: RecordFields;
}
type Rows = readonly Row[];

/** What the user did on the page, until the editor was asked to do it. */
interface Intent {
  /** What tells it from others: an act on records by their tags. */
  readonly key: string;
  readonly typed?: string;
  /** Of the record that was typed for. */
  readonly tag?: number;
  readonly apply: (rows: Rows) => Rows;
}

/** The page of a table as it is, the editor and what follows others behind it, a manager, and a model of what a person thinks of all. */
class WalkedTable extends PageOfTable {
  private readonly toEditor: TableQuestion[] = [];
  private readonly toPage: TableMessage[] = [];
  private readonly editor: EditorPlayed;
  /** The rows by the version of the text, and along its undo. */
  private readonly seen = new Map<number, Rows>();
  private readonly moments: Rows[] = [];
  private at = 0;
  private tags = 0;
  private count = 0;
  private intents: Intent[] = [];
  /** Whether the page may have dropped what was done and not typed. */
  private mayDrop = false;
  /** What the user typed or took from elsewhere, and the ids of what was deleted here. */
  private readonly own = new Set(['null', '""']);
  private readonly deleted = new Set<unknown>();
  /** The records that were gone for a moment, or had the number of another, while something that was typed for them was under way. */
  private readonly lostSight = new Set<number>();
  /** The records as they stand in the text. */
  private texts: readonly string[];
  private place: { at: number; field?: string | undefined } | undefined;
  /** What the manager has. */
  private stored: PlayedRecords = begun;

  constructor() {
    super();
    this.moments.push(begun.map(record => this.row(record)));
    this.editor = new PlayedEditor(printed(begun), message => this.toPage.push(message));
    this.seen.set(this.editor.version, this.rows);
    this.texts = recordTexts(this.editor.text);
    this.editor.ask({ type: 'ready' });
  }

  get rows(): Rows {
    return this.moments[this.at]!;
  }

  get length(): number {
    return this.page.grid?.model.count ?? 0;
  }

  close(): void {
    this.editor.close();
  }

  private row(record: RecordFields): Row {
    this.tags += 1;
    return { tag: this.tags, fields: record };
  }

  /** The record that the page shows in a row of its grid. */
  private tagAt(position: number): number {
    const shown = this.seen.get(this.page.data.version)!;
    return shown[this.page.rowAt(position)!.at]!.tag;
  }

  /** One of the rows that are shown, the active one from now on. */
  private goTo(number: number, field: string): number {
    const row = number % this.length;
    this.hear({ type: 'go', place: { at: this.page.rowAt(row)!.at, field } });
    return row;
  }

  private intend(key: unknown, apply: Intent['apply'], typed?: { typed: string; tag: number }): void {
    this.intents.push({ key: JSON.stringify(key), apply, ...typed });
  }

  /** Lets everything arrive that was said, and looks at what came of it. */
  async quiesce(): Promise<void> {
    do {
      await this.deliver();
      await this.editor.settled();
    } while (this.toPage.length + this.toEditor.length + this.posted.length > 0);
    const tags = new Set(this.rows.map(({ tag }) => tag));
    // What was typed is lost for a record alone that is gone.
    const lost = this.intents.filter(({ tag, typed }) =>
      typed === undefined ? !this.mayDrop : tags.has(tag!) && !this.lostSight.has(tag!),
    );
    expect(lost).toEqual([]);
    this.intents = [];
    this.lostSight.clear();
    this.mayDrop = false;
    this.check();
  }

  /** Lets one thing arrive that was said. */
  async deliver(): Promise<void> {
    this.toEditor.push(...this.posted.splice(0));
    const message = this.toPage.shift();
    if (message) return this.hear(message);
    const question = this.toEditor.shift();
    if (question?.type === 'place') this.place = question.place;
    if (question?.type === 'act') await this.act(question);
    else if (question) this.editor.ask(question);
  }

  /** Each act is one that the user did, to the records that it was done to, in the order in which they were done. */
  private async act(question: TableQuestion & { type: 'act' }): Promise<void> {
    const shown = this.seen.get(question.version)!;
    const key = JSON.stringify(keyOf(question.act, at => shown[at]!.tag));
    const found = this.intents.findIndex(intent => intent.key === key);
    expect(`${found} ${key}`).not.toContain('-1 ');
    const [intent] = this.intents.splice(found, 1);
    const isLate = question.version !== this.editor.version;
    this.editor.ask(question);
    await this.editor.settled();
    this.mayDrop ||= isLate || !['set', 'fill', 'clear'].includes(question.act.kind);
    if (!isLate) return this.note(intent!.apply(this.rows));
    expect(this.seen.has(this.editor.version)).toBe(true);
    // What is typed is done once more.
    if (intent?.typed !== undefined) this.intents.unshift(intent);
  }

  /** The text says the same now. */
  private note(rows: Rows): void {
    const texts = recordTexts(this.editor.text);
    if (!this.seen.has(this.editor.version)) {
      this.moments.splice(this.at + 1);
      this.moments.push(asTold({ rows: this.rows, texts: this.texts }, { rows, texts }));
      this.at += 1;
    }
    this.texts = texts;
    this.seen.set(this.editor.version, this.rows);
    const ids = this.rows.map(row => row.fields['id']);
    const isTwin = (id: unknown) => id !== undefined && ids.indexOf(id) !== ids.lastIndexOf(id);
    const known = new Set(this.rows.flatMap(row => (isTwin(row.fields['id']) ? [] : row.tag)));
    for (const { tag } of this.intents) if (tag !== undefined && !known.has(tag)) this.lostSight.add(tag);
    expect(withoutNumbers(JSON.parse(this.editor.text) as PlayedRecords)).toEqual(
      withoutNumbers(rows.map(row => row.fields)),
    );
  }

  async step(step: 'undo' | 'redo'): Promise<void> {
    if (!this.editor.step(step)) return;
    this.at += step === 'undo' ? -1 : 1;
    this.seen.set(this.editor.version, this.rows);
    this.note(this.rows);
    await this.editor.settled();
  }

  edit(number: number, field: Field): void {
    const row = this.goTo(number, field);
    const tag = this.tagAt(row);
    this.count += 1;
    const { typed, value } = typedInto(field, this.count, this.cell(row, field).textContent !== '');
    this.own.add(JSON.stringify(value));
    this.press('F2');
    const box = this.find('.editing input') as HTMLInputElement;
    box.value = typed;
    box.dispatchEvent(new Event('input'));
    this.press('Enter');
    this.intend(['set', tag, field, typed], rows => withCells(rows, [[tag, field, value]]), { typed, tag });
  }

  pasteOver(number: number): void {
    const top = this.goTo(number, 'voltage');
    const lines = Array.from({ length: Math.min(2, this.length - top) }, (_row, index) => {
      this.count += 2;
      return { tag: this.tagAt(top + index), written: [999 + this.count, 1000 + this.count] as const };
    });
    const text = lines.map(({ written }) => written.join('\t')).join('\r\n');
    const cells = lines.flatMap(({ tag, written: [voltage, amperage] }): Cell[] => [
      [tag, 'voltage', voltage],
      [tag, 'amperage', amperage],
    ]);
    for (const [, , value] of cells) this.own.add(JSON.stringify(value));
    this.paste(text);
    this.intend(['paste', text], rows => withCells(rows, cells));
  }

  /** Fills down from a row, or clears it and those below it. */
  overRange(number: number, field: Field, key: 'd' | 'Delete'): void {
    const top = this.goTo(number, field);
    const tags = Array.from({ length: Math.min(3, this.length - top) }, (_row, at) => this.tagAt(top + at));
    for (let down = 1; down < tags.length; down += 1) this.press('ArrowDown', { shiftKey: true });
    this.press(key, { ctrlKey: key === 'd' });
    // A row alone takes what is above it.
    const above = tags.length === 1 && top > 0 && key === 'd' ? [this.tagAt(top - 1)] : [];
    const all = [...above, ...tags];
    const cleared = field === 'name' ? '' : null;
    if (key === 'd' && all.length < 2) return;
    this.intend([key === 'd' ? 'fill' : 'clear', all, [field]], rows => {
      const from = rows.find(({ tag }) => tag === all[0])?.fields[field] ?? null;
      const value = key === 'd' ? from : cleared;
      this.own.add(JSON.stringify(value));
      const to = key === 'd' ? all.slice(1) : all;
      return withCells(
        rows,
        to.map(tag => [tag, field, value]),
      );
    });
  }

  add(number: number): void {
    const tag = this.tagAt(this.goTo(number, 'name'));
    this.button('Add').click();
    this.intend(['add', tag], rows => this.behind(rows, tag, newRecordFields(type)));
  }

  duplicate(number: number): void {
    const tag = this.tagAt(this.goTo(number, 'name'));
    this.choose('Duplicate');
    this.intend(['duplicate', [tag]], rows =>
      this.behind(rows, tag, copiedFields(type, rows.find(row => row.tag === tag)!.fields)),
    );
  }

  delete(number: number): void {
    const tag = this.tagAt(this.goTo(number, 'name'));
    this.choose('Delete');
    this.intend(['delete', [tag]], rows =>
      rows.filter(row => {
        if (row.tag === tag) this.deleted.add(row.fields['id']);
        return row.tag !== tag;
      }),
    );
  }

  /** Decides a conflict in its cell. */
  async decide(number: number): Promise<void> {
    await this.quiesce();
    this.filter('');
    const { conflicts } = this.page.data;
    const conflict = conflicts[number % Math.max(conflicts.length, 1)];
    if (!conflict || this.length === 0) return;
    const { at, field, theirs } = conflict;
    const { tag } = this.rows[at]!;
    const side = number % 2 ? 'mine' : 'theirs';
    this.hear({ type: 'go', place: { at, field } });
    this.choose(side === 'mine' ? 'Keep mine' : 'Take theirs');
    this.intend(['decide', side, [[tag, field ?? null]]], rows => {
      if (side === 'theirs' && field !== undefined) return withCells(rows, [[tag, field, theirs]]);
      if (side === 'theirs') return rows.filter(row => row.tag !== tag);
      return rows.map(row => (row.tag === tag && field === undefined ? without(row, 'id') : row));
    });
  }

  private behind(rows: Rows, tag: number, record: RecordFields): Rows {
    return rows.flatMap(row => (row.tag === tag ? [row, this.row(record)] : [row]));
  }

  /** Somebody writes a record into the text for a second time. */
  async twin(number: number): Promise<void> {
    const row = this.rows[number % Math.max(this.rows.length, 1)];
    if (!row) return;
    const rows = this.behind(this.rows, row.tag, row.fields);
    const written = JSON.parse(this.editor.text) as PlayedRecords;
    const at = this.rows.indexOf(row);
    this.editor.write(printed(written.toSpliced(at, 0, written[at]!)));
    this.note(rows);
    await this.editor.settled();
  }

  /** Somebody else changes a field of a record, deletes one or creates one. */
  async changeElsewhere(number: number, field: Field | 'serial'): Promise<void> {
    this.count += 1;
    const at = number % (this.stored.length + 1);
    const record = this.stored[at];
    const ids = this.rows.map(row => row.fields['id']);
    const isTwin = (id: unknown) => ids.filter(each => each === id).length > 1;
    const value = field === 'name' || field === 'serial' ? `Other ${this.count}` : 9000 + this.count;
    this.stored = !record
      ? [...this.stored, { ...begun[0], id: 1000 + this.count, name: `Other ${this.count}` }]
      : number % 4 === 0 && !isTwin(record['id'])
        ? this.stored.toSpliced(at, 1)
        : this.stored.with(at, { ...record, [field]: value });
    const base = JSON.parse(this.editor.base) as PlayedRecords;
    this.editor.others(this.stored);
    await this.editor.settled();
    const text = JSON.parse(this.editor.text) as PlayedRecords;
    const merged = mergedRows(this.rows, base, this.stored).map((row, index) =>
      // Which of two is meant nobody can say.
      isTwin(row.fields['id']) ? { ...row, fields: text[index]! } : row,
    );
    const added = this.stored.filter(({ id }) => !ids.includes(id) && !base.some(from => from['id'] === id));
    this.note([...merged, ...added.map(fields => this.row(fields))]);
  }

  async sort(isDescending: boolean): Promise<void> {
    await this.quiesce();
    this.page.grid!.sort({ column: 'amperage', isDescending });
    const shown = Array.from(
      { length: this.length },
      (_, row) => this.rows[this.page.rowAt(row)!.at]!.fields['amperage'] ?? null,
    );
    const numbers = shown.filter(value => value !== null).map(Number);
    expect(numbers).toEqual(numbers.toSorted((one, other) => (isDescending ? other - one : one - other)));
    expect(shown.slice(0, numbers.length)).not.toContain(null);
  }

  async filterBy(text: string): Promise<void> {
    await this.quiesce();
    this.filter(text);
    const shown = Array.from({ length: this.length }, (_, row) => this.page.rowAt(row)!.at);
    const found = [...this.rows.keys()].filter(at =>
      String(this.rows[at]!.fields['name']).toLowerCase().includes(text),
    );
    expect(shown.toSorted((one, other) => one - other)).toEqual(found);
  }

  /** Opens the text and the table again, at the same cell. */
  async switchToText(): Promise<void> {
    await this.quiesce();
    const { place } = this;
    const { text } = this.editor;
    const offset = place && cellPlace(type, text, place.at, place.field)?.offset;
    this.editor.open();
    await this.reload();
    const back = offset === undefined ? undefined : cellAt(type, text, offset);
    if (place && this.rows[place.at] && back) expect(back.at).toBe(place.at);
  }

  async reload(): Promise<void> {
    await this.quiesce();
    this.load();
    this.editor.ask({ type: 'ready' });
    await this.quiesce();
  }

  private read(): TableText {
    const read = readTable(type, this.editor.text, JSON.parse(this.editor.base) as RecordFields[]);
    if ('problem' in read) throw new Error(read.problem.code);
    return read;
  }

  /** What is drawn is what the text says, and a save would send what was done and nothing else. */
  private check(): void {
    this.note(this.rows);
    const { rows } = this.read();
    expect(this.page.data.rows).toHaveLength(rows.length);
    const names = [...this.root.querySelectorAll('[role=columnheader] .name')].map(each => each.textContent);
    for (const drawn of this.root.querySelectorAll('.body [role=row]')) {
      const row = Number(drawn.getAttribute('aria-rowindex')) - 2;
      const record = rows[this.page.rowAt(row)!.at]!;
      for (const field of rows.some(({ fields: all }) => 'serial' in all) ? [...fields, 'serial'] : fields) {
        // The first cell is the number of the row.
        const cell = drawn.children[names.indexOf(field) + 1]!;
        const value = record.fields[field] ?? null;
        const shown = field === 'power_panel_id' ? (value === null ? 'None' : `#${String(value)}`) : value;
        expect([field, cell.firstChild?.textContent ?? '']).toEqual([field, String(shown ?? '')]);
        expect(cell.classList.contains('changed')).toBe(record.changed.includes(field));
      }
    }
    const plan = this.editor.plan(this.stored);
    for (const { id, changes } of plan?.updates ?? []) {
      const row = rows.find(each => each.id === id);
      for (const [field, value] of Object.entries(changes)) {
        const isOwn = this.own.has(withoutNumber(JSON.stringify(value)));
        expect([field, value, isOwn]).toEqual([field, value, true]);
        expect(row?.changed).toContain(field);
      }
    }
    expect(plan?.deletes.filter(({ id }) => !this.deleted.has(id)) ?? []).toEqual([]);
  }
}

const type = 'power_feeds';

/** What is typed into a field, and what it means there; what a save will refuse stands in the text, too. */
function typedInto(field: Field, number: number, isFilled: boolean) {
  if (field === 'name') return { typed: `Own ${number}`, value: `Own ${number}` };
  if (field === 'power_panel_id') return { typed: `#${number + 100}`, value: number + 100 };
  if (field === 'voltage' && number % 5 === 0) return { typed: `many ${number}`, value: `many ${number}` };
  return number % 7 === 0 && isFilled
    ? { typed: '', value: null }
    : { typed: String(1000 + number), value: 1000 + number };
}

/** What an act is to its user: its kind, the records by their tags, and what was typed. */
function keyOf(act: TableAct, tagOf: (at: number) => number): unknown {
  switch (act.kind) {
    case 'set':
      return [act.kind, tagOf(act.at), act.field, act.typed];
    case 'paste':
      return [act.kind, act.text];
    case 'add':
      return [act.kind, act.after === undefined ? undefined : tagOf(act.after)];
    case 'decide':
      return [act.kind, act.side, act.cells.map(({ at, field }) => [tagOf(at), field ?? null])];
    case 'fill':
    case 'clear':
    case 'each':
    case 'series':
      return [act.kind, act.rows.map(tagOf), act.fields];
    case 'replace':
    case 'duplicate':
    case 'delete':
      return [act.kind, act.rows.map(tagOf)];
  }
}

type Cell = readonly [tag: number, field: string, value: unknown];

/** Records with other values in some cells; a field that is not there stays away while it is empty. */
const withCells = (rows: Rows, cells: readonly Cell[]): Rows =>
  rows.map(row => {
    const put = cells.filter(
      ([tag, field, value]) => tag === row.tag && (value !== null || Object.hasOwn(row.fields, field)),
    );
    return {
      ...row,
      fields: { ...row.fields, ...Object.fromEntries(put.map(([, field, value]) => [field, value])) },
    };
  });

const without = ({ tag, fields: { ...left } }: Row, field: string): Row => {
  Reflect.deleteProperty(left, field);
  return { tag, fields: left };
};

/** The rows with what others did where the user did nothing. */
const mergedRows = (rows: Rows, base: PlayedRecords, stored: PlayedRecords): Rows =>
  rows.flatMap(row => {
    const { id } = row.fields;
    const from = id === undefined ? undefined : base.find(each => each['id'] === id);
    const now = stored.find(each => each['id'] === id);
    if (!from) return [row];
    const isMine = (field: string) => row.fields[field] !== from[field];
    if (!now) return Object.keys({ ...row.fields, ...from }).some(isMine) ? [row] : [];
    const theirs = Object.entries(now).filter(([field, value]) => value !== from[field] && !isMine(field));
    return [{ ...row, fields: { ...row.fields, ...Object.fromEntries(theirs) } }];
  });

const recordTexts = (text: string): string[] =>
  (JSON.parse(text) as PlayedRecords).map(record => JSON.stringify(record));

interface WrittenRows {
  readonly rows: Rows;
  readonly texts: readonly string[];
}

/** Rows with the tags that a change of the text tells of them: of equal ones beside each other nobody knows which is new, or went. */
function asTold(before: WrittenRows, after: WrittenRows): Rows {
  const { texts: were } = before;
  const { texts: are } = after;
  const fewest = Math.min(were.length, are.length);
  let start = 0;
  while (start < fewest && were[start] === are[start]) start += 1;
  let end = 0;
  while (end < fewest - start && were.at(-1 - end) === are.at(-1 - end)) end += 1;
  const last = are.length - end;
  const moved = before.rows.length - after.rows.length;
  const stays = (at: number) =>
    at < start ? before.rows[at] : at < last ? undefined : before.rows[at + moved];
  const kept = after.rows.map((_row, at) => stays(at)?.tag);
  const others = after.rows.flatMap(({ tag }, at) =>
    at < start || at >= last || kept.includes(tag) ? [] : tag,
  );
  const free = after.rows.flatMap(({ tag }) => (kept.includes(tag) || others.includes(tag) ? [] : tag));
  return after.rows.map((row, at) => {
    const tag = kept[at] ?? (kept.includes(row.tag) ? free.shift() : row.tag);
    return { ...row, tag: tag ?? row.tag };
  });
}

/** Copies of one name are numbered in the text. */
const withoutNumber = (text: string): string => text.replaceAll(/ copy \d+/g, ' copy');
const withoutNumbers = (records: PlayedRecords): unknown =>
  JSON.parse(withoutNumber(JSON.stringify(records)));

const acts: Readonly<Record<string, (table: WalkedTable, number: number, field: Field) => void>> = {
  edit: (table, number, field) => table.edit(number, field),
  paste: (table, number) => table.pasteOver(number),
  fill: (table, number, field) => table.overRange(number, field, 'd'),
  clear: (table, number, field) => table.overRange(number, field, 'Delete'),
  add: (table, number) => table.add(number),
  duplicate: (table, number) => table.duplicate(number),
  delete: (table, number) => table.delete(number),
};
const others: Readonly<
  Record<string, (table: WalkedTable, number: number, field: Field) => Promise<unknown>>
> = {
  sort: (table, number) => table.sort(number % 2 === 0),
  filter: (table, number) => table.filterBy(['feed', '', 'feed 1', 'copy'][number % 4]!),
  undo: table => table.step('undo'),
  redo: table => table.step('redo'),
  decide: (table, number) => table.decide(number),
  twin: (table, number) => table.twin(number),
  text: table => table.switchToText(),
  reload: table => table.reload(),
  foreign: (table, number, field) => table.changeElsewhere(number, number % 3 ? field : 'serial'),
};

usePageSizes();
let walked: WalkedTable | undefined;
afterEach(() => walked?.close());

/** Of each walk; so many walks make 2,000 actions where a run goes for depth. */
const steps = 25;

it(
  'a table, its text and a model of both agree after whatever is done, however late it arrives, and a save sends what was done alone',
  async () => {
    const action = fc.record({
      kind: fc.constantFrom(...Object.keys(acts), ...Object.keys(acts), ...Object.keys(others)),
      number: fc.nat(200),
      field: fc.constantFrom(...fields),
      /** How much arrives before the next action; everything where it is nothing. */
      arriving: fc.constantFrom(undefined, undefined, 0, 1, 3),
    });
    const walk = fc.array(action, { minLength: steps, maxLength: steps, size: 'max' });
    await fc.assert(
      fc.asyncProperty(walk, async taken => {
        walked?.close();
        document.body.replaceChildren();
        const table = (walked = new WalkedTable());
        await table.quiesce();
        for (const { kind, number, field, arriving } of taken) {
          if (kind in acts && table.length === 0) await table.filterBy('');
          if (kind in acts && table.length > 0) acts[kind]!(table, number, field);
          else await others[kind]?.(table, number, field);
          if (arriving === undefined) await table.quiesce();
          for (let count = 0; count < (arriving ?? 0); count += 1) await table.deliver();
        }
        await table.quiesce();
      }),
      // Where a run goes for depth, each takes other ways.
      {
        numRuns: runs({ broad: 1, deep: 80 }),
        endOnFailure: true,
        ...(isDeep ? {} : { seed: 46 }),
      },
    );
  },
  runs({ broad: 60_000, deep: 1_200_000 }),
);
