import { button, element } from '../element.js';
import type { Session } from '../session.js';
import { strings } from '../strings.js';

/** Which rows the table shows: a column, a text, and the filters that are set. */
export class FilterBar {
  readonly element = element('div', {
    className: 'filters',
    attributes: { role: 'group', 'aria-label': strings.filters },
  });
  private readonly column = element('select', { attributes: { 'aria-label': strings.filterBy } });
  private readonly text = element('input', {
    attributes: {
      type: 'text',
      placeholder: strings.filterHint,
      title: strings.filterText,
      'aria-label': strings.filterText,
    },
  });
  private readonly chips = element('span', { className: 'chips' });

  /** @param onDidChange called when other rows pass */
  constructor(
    private readonly session: Session,
    private readonly onDidChange: () => void,
  ) {
    const names = [strings.allColumns, ...session.columns.map(({ name }) => name)];
    this.column.append(...names.map(text => element('option', { text })));
    this.column.addEventListener('change', () => this.readFilter());
    this.text.addEventListener('input', () => this.set(this.chosen(), this.text.value));
    this.text.addEventListener('keydown', event => {
      if (event.key === 'Escape') this.set(this.chosen(), (this.text.value = ''));
    });
    this.readFilter();
    this.element.append(this.column, this.text, this.chips);
    this.drawChips();
  }

  /** Goes to the filter of a column; without one, to that of all. */
  edit(column?: string): void {
    this.choose(column);
    this.text.focus();
    this.text.select();
  }

  /** Takes all filters away. */
  clear(): void {
    const { session } = this;
    const columns = (session.settings.columns ?? []).map(({ filter: _filter, ...column }) => column);
    session.change({ search: undefined, columns });
    this.show();
    this.onDidChange();
  }

  /** @param column undefined for all of them */
  private choose(column: string | undefined): void {
    this.column.selectedIndex = this.session.columns.findIndex(({ name }) => name === column) + 1;
    this.readFilter();
  }

  /** The column to filter by; undefined for all of them. */
  private chosen(): string | undefined {
    return this.session.columns[this.column.selectedIndex - 1]?.name;
  }

  private readFilter(): void {
    const { session } = this;
    const column = this.chosen();
    const text = column === undefined ? session.settings.search : session.columnSettings(column).filter;
    this.text.value = text ?? '';
  }

  private set(column: string | undefined, typed: string): void {
    const text = typed || undefined;
    if (column === undefined) this.session.change({ search: text });
    else this.session.changeColumn(column, { filter: text });
    this.drawChips();
    this.onDidChange();
  }

  /** Shows the filters that are set elsewhere, too. */
  show(): void {
    this.readFilter();
    this.drawChips();
  }

  private drawChips(): void {
    const { filtered, settings } = this.session;
    this.chips.replaceChildren(
      ...(settings.search ? [this.chip(undefined, settings.search)] : []),
      ...filtered.map(({ name, filter = '' }) => this.chip(name, filter)),
    );
  }

  private chip(column: string | undefined, text: string): HTMLElement {
    const name = column ?? strings.allColumns;
    return button(`${name} ${text} ×`, () => this.remove(column), {
      className: 'chip',
      attributes: { 'aria-label': strings.removeFilter(name, text) },
    });
  }

  private remove(column: string | undefined): void {
    this.set(column, '');
    this.readFilter();
    this.text.focus();
  }
}
