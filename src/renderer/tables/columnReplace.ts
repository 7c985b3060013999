import type { TableAct, TableMessage } from '../../model/tables/tableMessages.js';
import { button, element } from '../element.js';
import { shownCells, shownRange, type ActedPage } from './actedPage.js';
import { tableStrings } from './tableStrings.js';

/** Finds and replaces in a column, in the rows that are seen: two boxes, and below them what would become of which cells. */
export class ColumnReplace {
  readonly element = element('div', { className: 'replace', attributes: { role: 'group' } });
  private readonly column = element('span');
  private readonly find = element('input', { attributes: { type: 'text', spellcheck: 'false' } });
  private readonly replace = element('input', { attributes: { type: 'text', spellcheck: 'false' } });
  private readonly all: HTMLButtonElement;
  private readonly close: HTMLButtonElement;
  private readonly count = element('span', { attributes: { role: 'status' } });
  private readonly preview = element('ul');
  /** Grows with each question. */
  private question = 0;
  private field = '';

  /** @param act makes one act of it */
  constructor(
    private readonly page: ActedPage,
    private readonly act: (act: TableAct) => void,
  ) {
    const { column, find, replace, count, preview } = this;
    this.all = button('', () => this.run());
    this.close = button('', () => this.end());
    this.element.hidden = true;
    this.element.append(column, find, replace, this.all, this.close, count, preview);
    this.element.addEventListener('input', () => this.ask());
    this.element.addEventListener('keydown', event => this.onKey(event));
  }

  /**
   * Lets keys find and replace as they do in a text of VS Code, and lead from the filter to what it has found.
   * @param filters where rows are filtered by what is typed
   * @param find goes there
   */
  listen(table: HTMLElement, filters: HTMLElement, find: () => void): void {
    table.addEventListener('keydown', event => {
      const { target, key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
      const isFiltering = target instanceof HTMLInputElement && filters.contains(target);
      if (isFiltering && (key === 'Enter' || key === 'ArrowDown')) return this.page.grid?.element.focus();
      if (!(ctrlKey || metaKey) || shiftKey) return;
      const isReplace = altKey ? code === 'KeyF' : key === 'h';
      if (!isReplace && (altKey || key !== 'f')) return;
      event.preventDefault();
      event.stopPropagation();
      if (isReplace) this.open();
      else find();
    });
  }

  /** Opens the boxes for a column; without one, for that of the active cell. */
  open(field = this.page.columnAt(this.page.grid?.selection.active.column ?? 0)?.field ?? ''): void {
    const { page, find, replace } = this;
    const column = page.data.columns.find(each => each.field === field);
    if (page.isLocked) return page.refuse();
    if (column?.isReadOnly) return page.tell(tableStrings.readOnly(column));
    if (!column || column.editor.kind === 'secret') return;
    const words = tableStrings.replacing;
    this.field = field;
    this.column.textContent = words.column(field);
    this.all.textContent = words.all;
    this.close.textContent = words.close;
    for (const [box, label] of [
      [find, words.find],
      [replace, words.replace],
    ] as const) {
      box.placeholder = label;
      box.setAttribute('aria-label', label);
    }
    this.element.setAttribute('aria-label', words.column(field));
    this.element.hidden = false;
    find.focus();
    find.select();
    this.ask();
  }

  /** Asks again what would become of the cells that are seen now. */
  ask(): void {
    if (this.element.hidden) return;
    this.all.disabled = true;
    const wanted = this.wanted();
    this.question += 1;
    if (wanted) this.page.post({ type: 'replacing', question: this.question, ...wanted });
    else
      this.answer({
        type: 'replacing',
        question: this.question,
        count: 0,
        changes: [],
        misfitCount: 0,
        misfits: [],
      });
  }

  /** Shows what would become of them. */
  answer({ question, count, changes, misfitCount, misfits }: TableMessage & { type: 'replacing' }): void {
    if (question !== this.question) return;
    const words = tableStrings.replacing;
    const isBlank = this.find.value + this.replace.value === '';
    this.all.disabled = count === 0;
    this.count.textContent = isBlank ? words.hint : words.count(count, misfitCount);
    this.preview.replaceChildren(
      ...changes.map(({ before, after }) => element('li', { text: `${before || '∅'} → ${after || '∅'}` })),
      ...misfits.map(text => element('li', { className: 'trouble', text })),
    );
  }

  private wanted() {
    const { rows } = shownRange(this.page, shownCells(this.page));
    const { field, find, replace } = this;
    const isBlank = find.value + replace.value === '';
    return rows.length > 0 && !isBlank
      ? { rows, field, find: find.value, replace: replace.value }
      : undefined;
  }

  private run(): void {
    const wanted = this.wanted();
    if (wanted && !this.all.disabled) this.act({ kind: 'replace', ...wanted });
  }

  private end(): void {
    this.element.hidden = true;
    this.page.grid?.element.focus({ preventScroll: true });
  }

  private onKey(event: KeyboardEvent): void {
    const { key } = event;
    if (key !== 'Escape' && (key !== 'Enter' || event.target instanceof HTMLButtonElement)) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Enter') this.run();
    else this.end();
  }
}
