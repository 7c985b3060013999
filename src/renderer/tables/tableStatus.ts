import type { TableCounts } from '../../model/tables/tableMessages.js';
import { button, element } from '../element.js';
import { tableStrings } from './tableStrings.js';

/** What the line below a table says. */
export interface StatusOf {
  /** How many rows are shown, of how many. */
  readonly shown: number;
  readonly all: number;
  readonly counts: TableCounts;
  readonly problems: number;
  /** Whether values have changed since the rows were sorted and filtered. */
  readonly isStale: boolean;
}

/** The line below a table: how many rows there are, what a save changes, and what has become of the last act. */
export class TableStatus {
  readonly caption = element('span', { attributes: { id: 'caption' } });
  readonly element: HTMLElement;
  private readonly again: HTMLButtonElement;
  private readonly changes = element('span', { attributes: { role: 'status' } });
  private readonly said = element('span', { className: 'trouble', attributes: { role: 'alert' } });

  /** @param sortAgain sorts and filters the rows by the values that they have now */
  constructor(sortAgain: () => void) {
    this.again = button(tableStrings.again, sortAgain);
    const { caption, again, changes, said } = this;
    this.element = element('div', { className: 'status' }, caption, again, changes, said);
  }

  /** Says what has become of something; nothing any more without a sentence. */
  tell(sentence = ''): void {
    this.said.textContent = sentence;
  }

  show({ shown, all, counts, problems, isStale }: StatusOf): void {
    this.caption.textContent = tableStrings.rows(shown, all);
    this.again.hidden = !isStale;
    this.again.textContent = tableStrings.again;
    const { changes } = tableStrings;
    const parts = [
      counts.changed > 0 ? changes.changed(counts.changed) : '',
      counts.added > 0 ? changes.added(counts.added) : '',
      counts.going > 0 ? changes.going(counts.going) : '',
      problems > 0 ? changes.problems(problems) : '',
    ].filter(Boolean);
    this.changes.textContent = parts.join(', ') || changes.nothing;
  }

  /** Says nothing of rows, where there are none to be read. */
  clear(): void {
    this.caption.textContent = '';
    this.changes.textContent = '';
    this.again.hidden = true;
  }
}
