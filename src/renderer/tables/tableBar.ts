import { button, element } from '../element.js';
import type { ActedPage } from './actedPage.js';
import { columnButtons } from './columnChooser.js';
import { exportShown } from './tableClipboard.js';
import { TableLock } from './tableLock.js';
import { tableStrings } from './tableStrings.js';

/** The bar above a table: which part of its type it shows, its filters, and what can be done with all of it. */
export class TableBar {
  readonly element = element('div', { className: 'bar' });
  readonly lock: TableLock;
  private readonly part = element('span', { className: 'lock' });

  constructor(
    private readonly page: ActedPage,
    acts: ConstructorParameters<typeof TableLock>[1],
  ) {
    this.lock = new TableLock(question => page.post(question), acts);
  }

  /** Draws it for a grid. @param filters of that */
  draw(filters: HTMLElement): void {
    const { page, lock, part } = this;
    const csv = button(tableStrings.exportCsv, () => exportShown(page));
    const room = element('span', { className: 'room' });
    this.element.replaceChildren(
      part,
      filters,
      room,
      ...columnButtons(page),
      lock.element,
      csv,
      this.openText(),
    );
    lock.draw();
  }

  /** The way to the text. */
  openText(): HTMLElement {
    return button(tableStrings.openText, () => this.page.post({ type: 'text' }));
  }

  /** Says which part of its type the table is of, and leads to all of it. */
  showPart(sentence: string): void {
    const all = button(tableStrings.showAll, () => this.page.post({ type: 'all' }));
    this.part.replaceChildren(element('span', { text: sentence }), all);
  }

  /** There is no table any more. */
  clear(): void {
    this.element.replaceChildren();
  }
}
