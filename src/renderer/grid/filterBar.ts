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
    attributes: { type: 'text', placeholder: strings.filterText, 'aria-label': strings.filterText },
  });
  private readonly chips = element('span', { className: 'chips' });

  /** @param onDidChange called when other rows pass */
  constructor(
    private readonly session: Session,
    private readonly onDidChange: () => void,
  ) {
    this.column.append(...session.columns.map(({ name }) => element('option', { text: name })));
    this.column.addEventListener('change', () => this.readFilter());
    this.text.addEventListener('input', () => this.set(this.column.value, this.text.value));
    this.text.addEventListener('keydown', event => {
      if (event.key === 'Escape') this.set(this.column.value, (this.text.value = ''));
    });
    this.element.append(this.column, this.text, this.chips);
    this.drawChips();
  }

  /** Goes to the filter of a column. */
  edit(column: string): void {
    this.column.value = column;
    this.readFilter();
    this.text.focus();
  }

  private readFilter(): void {
    this.text.value = this.session.columnSettings(this.column.value).filter ?? '';
  }

  private set(column: string, text: string): void {
    this.session.changeColumn(column, { filter: text || undefined });
    this.drawChips();
    this.onDidChange();
  }

  private drawChips(): void {
    this.chips.replaceChildren(
      ...this.session.filtered.map(({ name, filter = '' }) =>
        button(`${name} ${filter} ×`, () => this.remove(name), {
          className: 'chip',
          attributes: { 'aria-label': strings.removeFilter(name, filter) },
        }),
      ),
    );
  }

  private remove(name: string): void {
    this.set(name, '');
    this.readFilter();
    this.text.focus();
  }
}
