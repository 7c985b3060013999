import type { TableColumn } from '../../model/tables/tableColumns.js';
import type { TableAct, TableMessage } from '../../model/tables/tableMessages.js';
import type { MenuEntry } from '../menu.js';
import { CellEditing, everywhere, type EditingEvents, type Step } from './cellEditing.js';
import { renumbered, shownRange, type ActedPage } from './actedPage.js';
import { RowWays } from './rowWays.js';
import { ColumnReplace } from './columnReplace.js';
import { TableClipboard } from './tableClipboard.js';
import type { KnownRow } from './tableData.js';
import { tableStrings } from './tableStrings.js';

/** An act that is to be sent. */
interface Pending {
  /** About records by their numbers, wherever they stand by then. */
  readonly act: TableAct;
  /** What was typed for them; it is not to be lost. */
  readonly typed?: string;
}

/** What the user does with the cells of a table: by keys, by its menu and its toolbar. One act is one edit of the text. */
export class TableActions {
  private editing: CellEditing | undefined;
  /** What is heard once nobody types. */
  private readonly held: TableMessage[] = [];
  /** Grows with each text that is checked, and each cell. */
  private question = 0;
  /** Acts that are not sent yet: each is about the text that the one before leaves. */
  private waiting: Pending[] = [];
  /** What is under way, and the text that it is about. */
  private sent: (Pending & { readonly version: number }) | undefined;
  /** Whether records stand elsewhere after the act that is under way. */
  private isMoving = false;

  readonly replacing: ColumnReplace;
  private readonly clipboard: TableClipboard;
  private readonly ways: RowWays;

  constructor(private readonly page: ActedPage) {
    this.ways = new RowWays(page);
    this.clipboard = new TableClipboard(page, { paste: act => this.act(act) });
    this.replacing = new ColumnReplace(page, act => this.act(act));
  }

  /** Keeps a message that would take away the box that is typed in, and what comes behind it, until that is left. */
  holds(message: TableMessage): boolean {
    const { editing, held } = this;
    const { type } = message;
    const isHeld = held.length > 0 ? type !== 'checked' : /^(table|broken|arrange)$/.test(type);
    if (editing && isHeld) held.push(message);
    return editing !== undefined && isHeld;
  }

  /** Lets keys edit the cells of a grid. */
  listen(grid: HTMLElement): void {
    this.ways.listen(grid);
    grid.addEventListener('keydown', event => this.onKey(event), { capture: true });
    grid.addEventListener('dblclick', () => this.begin());
    this.clipboard.listen(grid);
  }

  /** Goes on after an act. */
  done({ sentence }: TableMessage & { type: 'done' }): void {
    const { sent, waiting } = this;
    this.sent = undefined;
    this.page.data.edited = new Set();
    // What follows a refusal, or an act that moves records, was done in view of something else.
    if (sentence !== undefined || this.isMoving)
      this.waiting = waiting.filter(({ typed }) => typed !== undefined);
    const isDropped = this.waiting.length < waiting.length;
    const isLate = sentence !== undefined && sent?.version !== this.page.data.version;
    // Somebody else changed the text meanwhile; what is typed is for its record all the same.
    const isAgain = isLate && sent?.typed !== undefined;
    const said = (isAgain ? undefined : sentence) ?? (isDropped ? tableStrings.changedMeanwhile : undefined);
    // What was said of an act stays while those behind it are done.
    if (said !== undefined) this.page.tellFailure(said);
    const next = isAgain ? sent : this.waiting.shift();
    if (next) this.send(next);
    this.showTyped();
  }

  /** Says what is wrong with what is typed, unless it is typed on. */
  checked({ question, sentence }: TableMessage & { type: 'checked' }): void {
    if (question === this.question) this.editing?.say(sentence);
  }

  /** What can be done with what is selected. */
  entries(): MenuEntry[] {
    const entry = (label: string, run: () => void): MenuEntry => ({ label, run });
    const opened = this.ways.entries();
    const copies = this.clipboard.entries();
    if (this.page.isLocked) return opened.length > 0 ? [...opened, 'line', ...copies] : copies;
    return [
      ...opened,
      ...(opened.length > 0 ? (['line'] as const) : []),
      entry(tableStrings.edit, () => this.begin()),
      entry(tableStrings.fillDown, () => this.fillDown()),
      entry(tableStrings.fillSeries, () => this.fillSeries()),
      entry(tableStrings.fromAbove, () => this.fromAbove()),
      entry(tableStrings.clear, () => this.clear()),
      'line',
      ...copies,
      'line',
      entry(tableStrings.addBelow, () => this.add()),
      entry(tableStrings.duplicate, () => this.onRows('duplicate')),
      entry(tableStrings.deleteRows, () => this.onRows('delete')),
    ];
  }

  /** What can be done with a column. */
  columnEntries(field: string): MenuEntry[] {
    const column = this.page.data.columns.find(each => each.field === field);
    if (this.page.isLocked || !column || column.isReadOnly || column.editor.kind === 'secret') return [];
    return ['line', { label: tableStrings.replaceIn(field), run: () => this.replacing.open(field) }];
  }

  /** Adds a record below the active one. */
  add(): void {
    const row = this.page.rowAt(this.page.grid?.selection.active.row ?? -1);
    this.act(row ? { kind: 'add', after: row.at } : { kind: 'add' });
  }

  /** Does something once what is under way is done, with the records that stand at these places now. */
  act(act: TableAct): void {
    const { data } = this.page;
    this.queue({ act: renumbered(act, at => data.rowOf(at)?.record ?? 0) });
  }

  private queue(pending: Pending): void {
    this.page.tell();
    if (this.sent) this.waiting.push(pending);
    else this.send(pending);
    this.showTyped();
  }

  /** Shows what was typed until it is in the text, which may take a moment. */
  private showTyped(): void {
    const { data, grid } = this.page;
    const before = data.typed.size;
    data.typed = typedCells([...(this.sent ? [this.sent] : []), ...this.waiting]);
    if (before + data.typed.size > 0) grid?.showLoaded();
  }

  private send(pending: Pending): void {
    const { data } = this.page;
    const { version } = data;
    const places = data.places();
    const edited = new Set<number>();
    const act = renumbered(pending.act, record => {
      edited.add(record);
      return places.get(record) ?? -1;
    });
    this.isMoving = !['set', 'each', 'fill', 'series', 'clear', 'replace'].includes(act.kind);
    if ([...edited].some(record => !places.has(record))) {
      const { typed } = pending;
      const sentence = typed === undefined ? tableStrings.changedMeanwhile : tableStrings.gone(typed);
      return this.done({ type: 'done', sentence });
    }
    data.edited = edited;
    this.sent = { ...pending, version };
    this.page.post({ type: 'act', version, act });
  }

  private onKey(event: KeyboardEvent): void {
    const { grid, isLocked } = this.page;
    if (!grid || event.target !== grid.element || event.isComposing || grid.selection.active.row < 0) return;
    const run = this.actOfKey(event);
    if (!run) return;
    // VS Code has commands of its own for these keys.
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isLocked) this.page.refuse();
    else run();
  }

  /** What a key does in the cells; undefined for the keys of others. */
  private actOfKey(event: KeyboardEvent): (() => void) | undefined {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const isControl = ctrlKey || metaKey;
    const isSign = event.getModifierState('AltGraph') || (!isControl && !altKey);
    if (key.length === 1 && key !== ' ' && isSign) return () => this.begin(key);
    if (altKey) return key === 'ArrowDown' ? () => this.begin() : undefined;
    if (isControl) return this.controlKey(event);
    const { editor } = this.page.columnAt(this.page.grid?.selection.active.column ?? -1) ?? {};
    if (key === ' ' && !shiftKey && editor?.kind === 'boolean') return () => this.toggle();
    const acts: Readonly<Record<string, () => void>> = {
      F2: () => this.begin(),
      Enter: () => this.begin(),
      Delete: () => this.clear(),
      Backspace: () => this.clear(),
    };
    return acts[key];
  }

  /** Caps Lock turns the case of a letter, not what its key does. */
  private controlKey({ key, shiftKey }: KeyboardEvent): (() => void) | undefined {
    if (key === "'") return () => this.fromAbove();
    if (key.toLowerCase() !== 'd') return undefined;
    return () => (shiftKey ? this.fillSeries() : this.fillDown());
  }

  /** Edits the active cell; what else is selected stays so. @param begun what is typed in place of its value */
  private begin(begun?: string): void {
    const { page } = this;
    const { grid, data } = page;
    const { row: position, column: at } = grid?.selection.active ?? { row: -1, column: 0 };
    const row = page.rowAt(position);
    const column = page.columnAt(at);
    if (!grid || !row || !column) return;
    if (page.isLocked) return page.refuse();
    if (column.isReadOnly) return page.tell(tableStrings.readOnly(column));
    if (column.editor.kind === 'secret')
      return page.post({ type: 'secret', version: data.version, at: row.at });
    const cell = grid.showActive();
    if (!cell) return;
    page.tell();
    const index = data.columns.indexOf(column);
    const name = data.nameOf(row);
    const used = data.rows.map(({ cells }) => cells[index]);
    // What is asked still is of another cell.
    this.question += 1;
    this.editing = new CellEditing(
      grid.element,
      { column, value: row.cells[index], used, name, cell, begun, selected: this.filled() },
      {
        namesOf: data.namesOf,
        check: typed => {
          this.question += 1;
          const at = data.places().get(row.record) ?? row.at;
          page.post({ type: 'check', question: this.question, at, field: column.field, typed });
        },
        commit: this.committing(row, column.field),
        end: () => {
          this.editing = undefined;
          grid.element.focus({ preventScroll: true });
          for (const message of this.held.splice(0)) page.hear(message);
        },
      },
    );
  }

  /** How many of the selected cells can be filled. */
  private filled(): number {
    const { rows, fields } = shownRange(this.page);
    const { columns } = this.page.data;
    const isFilled = ({ field, isReadOnly, editor }: TableColumn) =>
      fields.includes(field) && !isReadOnly && editor.kind !== 'secret';
    return rows.length * columns.filter(isFilled).length;
  }

  /** What takes a text for a cell, or for all that are selected, wherever their records stand by then. */
  private committing({ record }: KnownRow, field: string): EditingEvents['commit'] {
    const { data } = this.page;
    const { rows, fields } = shownRange(this.page);
    const records = rows.flatMap(at => data.rowOf(at)?.record ?? []);
    return (typed, step) => {
      if (typed !== undefined && !this.page.grid) return this.page.tellFailure(tableStrings.gone(typed));
      if (typed !== undefined && step === everywhere)
        this.queue({ act: { kind: 'each', rows: records, fields, typed }, typed });
      else if (typed !== undefined) this.queue({ act: { kind: 'set', at: record, field, typed }, typed });
      this.go(step);
    };
  }

  /** Goes on to another cell, from the end of a row to the next one. */
  private go({ rows, columns }: Step): void {
    const { grid } = this.page;
    if (!grid || (rows === 0 && columns === 0)) return;
    const { row, column } = grid.selection.active;
    const width = grid.model.columns.length;
    const to = column + columns;
    const turned = to < 0 ? -1 : to >= width ? 1 : 0;
    grid.select({
      row: Math.min(Math.max(row + rows + turned, 0), grid.model.count - 1),
      column: (to + width) % width,
    });
  }

  /** What the first of the selected rows has, in those below it; what is above a cell alone. */
  private fillDown(): void {
    const { rows, fields } = shownRange(this.page);
    if (rows.length < 2) return this.fromAbove();
    this.act({ kind: 'fill', rows, fields });
  }

  /** Counts on from what the first of the selected rows has, in those below it. */
  private fillSeries(): void {
    const { rows, fields } = shownRange(this.page);
    if (rows.length < 2) return this.page.tell(tableStrings.oneRow);
    this.act({ kind: 'series', rows, fields });
  }

  private fromAbove(): void {
    const { page } = this;
    const { rows, fields } = shownRange(page);
    const above = page.rowAt((page.grid?.selection.rectangle.top ?? 0) - 1);
    if (!above) return page.tell(tableStrings.nothingAbove);
    this.act({ kind: 'fill', rows: [above.at, ...rows], fields });
  }

  /** Turns the switches that are selected to what the active one is not. */
  private toggle(): void {
    const { page } = this;
    const { row, column: at } = page.grid?.selection.active ?? { row: -1, column: 0 };
    const column = page.columnAt(at);
    const cells = page.rowAt(row)?.cells;
    if (!column || !cells) return;
    if (column.isReadOnly) return page.tell(tableStrings.readOnly(column));
    const { rows } = shownRange(page);
    const typed = String(cells[page.data.columns.indexOf(column)] !== true);
    this.act({ kind: 'each', rows, fields: [column.field], typed });
  }

  private clear(): void {
    const { rows, fields } = shownRange(this.page);
    if (rows.length > 0 && fields.length > 0) this.act({ kind: 'clear', rows, fields });
  }

  private onRows(kind: 'duplicate' | 'delete'): void {
    const { rows } = shownRange(this.page);
    if (rows.length > 0) this.act({ kind, rows });
  }
}

/** What is typed for cells by acts that are under way, by record and field. */
function typedCells(pending: readonly Pending[]): Map<number, Map<string, string>> {
  const cells = new Map<number, Map<string, string>>();
  for (const { act, typed } of pending) {
    if (typed === undefined) continue;
    const records = act.kind === 'set' ? [act.at] : act.kind === 'each' ? act.rows : [];
    const fields = act.kind === 'set' ? [act.field] : act.kind === 'each' ? act.fields : [];
    for (const record of records)
      for (const field of fields)
        cells.set(record, (cells.get(record) ?? new Map<string, string>()).set(field, typed));
  }
  return cells;
}
