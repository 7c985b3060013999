import type { PageRow, TableAct, TableMessage, TableQuestion } from '../../model/tables/tableMessages.js';
import type { TableColumn } from '../../model/tables/tableColumns.js';
import { copiedCells } from '../../model/tables/tableCopy.js';
import { strings } from '../strings.js';
import type { MenuEntry } from '../menu.js';
import { CellEditing, type Step } from './cellEditing.js';
import { plainText } from './cellLook.js';
import type { TableData } from './tableData.js';
import type { TableGrid } from './tableGrid.js';
import { tableStrings } from './tableStrings.js';

/** What is acted on. */
export interface ActedPage {
  readonly data: TableData;
  readonly grid: TableGrid | undefined;
  readonly isLocked: boolean;
  rowAt(position: number): PageRow | undefined;
  columnAt(position: number): TableColumn | undefined;
  post(message: TableQuestion): void;
  /** Says something to a screen reader. */
  say(sentence: string): void;
  /** Says something in the status line; nothing any more without a sentence. */
  tell(sentence?: string): void;
}

interface Range {
  readonly rows: number[];
  readonly fields: string[];
}

/** An act that is to be sent. */
interface Pending {
  readonly act: TableAct;
  /** The record that it is about, wherever that stands by then. */
  readonly row?: PageRow;
}

/** What the user does with the cells of a table: by keys, by its menu and its toolbar. One act is one edit of the text. */
export class TableActions {
  private editing: CellEditing | undefined;
  /** Grows with each text that is checked. */
  private question = 0;
  /** Acts that are not sent yet: each is about the text that the one before leaves. */
  private waiting: Pending[] = [];
  /** What is under way, and the text that it is about. */
  private sent: (Pending & { readonly version: number }) | undefined;
  /** Whether records stand elsewhere after the act that is under way. */
  private isMoving = false;

  constructor(private readonly page: ActedPage) {}

  /** Whether a cell is being edited. */
  get isEditing(): boolean {
    return this.editing !== undefined;
  }

  /** Lets keys edit the cells of a grid. */
  listen(grid: HTMLElement): void {
    grid.addEventListener('keydown', event => this.onKey(event), { capture: true });
    grid.addEventListener('dblclick', () => this.begin());
    grid.addEventListener('paste', event => this.onPaste(event));
    // Before the grid copies what is read: what is copied here can be pasted again.
    grid.addEventListener('copy', event => this.onCopy(event), { capture: true });
  }

  /** Goes on after an act. */
  done({ sentence }: TableMessage & { type: 'done' }): void {
    const { sent } = this;
    this.sent = undefined;
    // What follows a refusal, or an act that moves records, was done in view of something else.
    if (sentence !== undefined || this.isMoving) this.waiting = this.waiting.filter(({ row }) => row);
    const isLate = sentence !== undefined && sent?.version !== this.page.data.version;
    // Somebody else changed the text meanwhile; what is typed is for its record all the same.
    if (isLate && sent?.row) return this.send(sent);
    this.page.tell(sentence);
    const next = this.waiting.shift();
    if (next) this.send(next);
  }

  /** Says what is wrong with what is typed, unless it is typed on. */
  checked({ question, sentence }: TableMessage & { type: 'checked' }): void {
    if (question === this.question) this.editing?.say(sentence);
  }

  /** What can be done with what is selected. */
  entries(): MenuEntry[] {
    const entry = (label: string, run: () => void): MenuEntry => ({ label, run });
    const { id, referred } = this.documents();
    const opened = [
      ...(referred ? [entry(tableStrings.goToReference, () => this.page.post(referred))] : []),
      ...(id ? [entry(tableStrings.openRecord, () => this.page.post(id))] : []),
    ];
    if (this.page.isLocked) return opened;
    return [
      ...opened,
      ...(opened.length > 0 ? (['line'] as const) : []),
      entry(tableStrings.edit, () => this.begin()),
      entry(tableStrings.fillDown, () => this.fillDown()),
      entry(tableStrings.clear, () => this.clear()),
      'line',
      entry(tableStrings.addBelow, () => this.add()),
      entry(tableStrings.duplicate, () => this.onRows('duplicate')),
      entry(tableStrings.deleteRows, () => this.onRows('delete')),
    ];
  }

  /** What the active cell leads to: the record that it refers to, and its own. */
  private documents(): Record<'id' | 'referred', TableQuestion | undefined> {
    const { page } = this;
    const { row: position, column: at } = page.grid?.selection.active ?? { row: -1, column: 0 };
    const row = page.rowAt(position);
    const column = page.columnAt(at);
    const fields = row && page.data.fieldsOf(row.at);
    const id = fields?.['id'];
    const value = column && fields?.[column.field];
    const isReference = column?.editor.kind === 'reference' && typeof value === 'number';
    return {
      id: typeof id === 'number' ? { type: 'open', id } : undefined,
      referred:
        isReference && 'to' in column.editor ? { type: 'open', of: column.editor.to, id: value } : undefined,
    };
  }

  /** Adds a record below the active one. */
  add(): void {
    const row = this.page.rowAt(this.page.grid?.selection.active.row ?? -1);
    this.act(row ? { kind: 'add', after: row.at } : { kind: 'add' });
  }

  private act(act: TableAct, row?: PageRow): void {
    const pending = { act, ...(row ? { row } : {}) };
    this.page.tell();
    if (this.sent) this.waiting.push(pending);
    else this.send(pending);
  }

  private send(pending: Pending): void {
    const { act, row } = pending;
    const { version } = this.page.data;
    const at = row && this.page.data.placeOf(row);
    this.isMoving = !['set', 'fill', 'clear'].includes(act.kind);
    if (row && at === undefined)
      return this.done({ type: 'done', sentence: tableStrings.gone('typed' in act ? act.typed : '') });
    this.sent = { ...pending, version };
    this.page.post({
      type: 'act',
      version,
      act: at !== undefined && act.kind === 'set' ? { ...act, at } : act,
    });
  }

  private onKey(event: KeyboardEvent): void {
    const { grid, isLocked } = this.page;
    if (!grid || event.target !== grid.element || grid.selection.active.row < 0) return;
    const { key, ctrlKey, metaKey, altKey } = event;
    const isControl = ctrlKey || metaKey;
    const isTyped = key.length === 1 && key !== ' ' && !isControl && !altKey;
    const acts: Readonly<Record<string, () => void>> = {
      F2: () => this.begin(),
      Enter: () => this.begin(),
      Delete: () => this.clear(),
      Backspace: () => this.clear(),
    };
    const { referred } = this.documents();
    // As in a text.
    if (key === 'F12' && referred) return this.page.post(referred);
    const run = isTyped ? () => this.begin(key) : isControl ? this.controlKey(key) : acts[key];
    if (!run || altKey) return;
    // VS Code has commands of its own for these keys.
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isLocked) this.page.tell(tableStrings.locked);
    else run();
  }

  private controlKey(key: string): (() => void) | undefined {
    return key.toLowerCase() === 'd' ? () => this.fillDown() : undefined;
  }

  /** Edits the active cell. @param begun what is typed in place of its value */
  private begin(begun?: string): void {
    const { page } = this;
    const { grid, data } = page;
    const { row: position, column: at } = grid?.selection.active ?? { row: -1, column: 0 };
    const row = page.rowAt(position);
    const column = page.columnAt(at);
    if (!grid || !row || !column) return;
    if (page.isLocked) return page.tell(tableStrings.locked);
    if (column.isReadOnly) return page.tell(tableStrings.readOnly);
    if (column.editor.kind === 'secret') return page.post({ type: 'secret', at: row.at });
    grid.select({ row: position, column: at });
    const cell = grid.activeElement();
    if (!cell) return;
    page.tell();
    const { field } = column;
    const value = row.cells[data.columns.indexOf(column)];
    const name =
      plainText(row.cells[data.columns.findIndex(each => each.field === 'name')]) || `#${row.at + 1}`;
    this.editing = new CellEditing(
      grid.element,
      { column, value, name, cell, begun },
      {
        namesOf: data.namesOf,
        check: typed => {
          this.question += 1;
          page.post({ type: 'check', question: this.question, at: row.at, field, typed });
        },
        commit: (typed, step) => {
          if (typed !== undefined) this.act({ kind: 'set', at: row.at, field, typed }, row);
          this.go(step);
        },
        end: () => {
          this.editing = undefined;
          grid.element.focus({ preventScroll: true });
        },
      },
    );
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

  private fillDown(): void {
    const { rows, fields } = this.range();
    if (rows.length < 2) return this.page.tell(tableStrings.selectToFill);
    if (fields.length > 0) this.act({ kind: 'fill', rows, fields });
  }

  private clear(): void {
    const { rows, fields } = this.range();
    if (rows.length > 0 && fields.length > 0) this.act({ kind: 'clear', rows, fields });
  }

  private onRows(kind: 'duplicate' | 'delete'): void {
    const { rows } = this.range();
    if (rows.length > 0) this.act({ kind, rows: rows.toSorted((one, other) => one - other) });
  }

  private onPaste(event: ClipboardEvent): void {
    const { grid, isLocked } = this.page;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!grid || this.isEditing || text === '') return;
    event.preventDefault();
    if (isLocked) return this.page.tell(tableStrings.locked);
    const { top, bottom, left, right } = grid.selection.rectangle;
    const from = Math.max(top, 0);
    const { rows, fields } = this.range({
      top: from,
      bottom: grid.model.count - 1,
      left,
      right: grid.model.columns.length - 1,
    });
    const selected = { rows: Math.max(bottom - from + 1, 1), columns: right - left + 1 };
    this.act({ kind: 'paste', text, rows, fields, selected });
  }

  private onCopy(event: ClipboardEvent): void {
    const { grid, data } = this.page;
    if (!grid || this.isEditing || grid.selection.active.row < 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { rows, fields } = this.range();
    const columns = fields.flatMap(field => data.columns.find(column => column.field === field) ?? []);
    const records = rows.map(at => data.fieldsOf(at));
    event.clipboardData?.setData('text/plain', copiedCells(columns, records));
    this.page.say(strings.copied(rows.length * fields.length));
  }

  /** The records and the fields that are selected, in the order in which they are shown. */
  private range(rectangle = this.page.grid?.selection.rectangle): Range {
    const { page } = this;
    const { top, bottom, left, right } = rectangle ?? { top: 0, bottom: -1, left: 0, right: -1 };
    const upTo = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => from + index);
    return {
      rows: upTo(Math.max(top, 0), bottom).flatMap(position => page.rowAt(position)?.at ?? []),
      fields: upTo(left, right).flatMap(position => page.columnAt(position)?.field ?? []),
    };
  }
}
