import type { TableQuestion } from '../../model/tables/tableMessages.js';
import type { RowLead } from '../../model/tables/tableType.js';
import type { MenuEntry } from '../menu.js';
import { positionOf } from '../grid/gridRow.js';
import { shownRange, type ActedPage } from './actedPage.js';
import { tableStrings } from './tableStrings.js';

/** Where the active row and its cells lead: by F12 and Ctrl+click as in a text, and by the menu. */
export class RowWays {
  constructor(private readonly page: ActedPage) {}

  /** Lets keys and clicks follow what cells refer to. */
  listen(grid: HTMLElement): void {
    grid.addEventListener('keydown', event => this.onKey(event, grid), { capture: true });
    // The press has made the cell the active one.
    grid.addEventListener('click', event => {
      if ((event.ctrlKey || event.metaKey) && (positionOf(event.target)?.row ?? -1) >= 0) this.go();
    });
  }

  /** F12, and Enter where it edits nothing. */
  private onKey(event: KeyboardEvent, grid: HTMLElement): void {
    const { isLocked } = this.page;
    const isEnter = event.key === 'Enter' && isLocked && !event.shiftKey;
    if (event.target !== grid || (event.key !== 'F12' && !isEnter)) return;
    if (event.altKey || event.ctrlKey || event.metaKey || !this.go()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  entries(): MenuEntry[] {
    const { page } = this;
    const { referred, own } = this.documents();
    const open = (label: string, question: TableQuestion | undefined): MenuEntry[] =>
      question ? [{ label, run: () => page.post(question) }] : [];
    const names: Readonly<Record<RowLead, string>> = tableStrings.leads;
    return [
      ...open(tableStrings.goToReference, referred),
      ...open(tableStrings.openRecord, own),
      ...(own ? page.data.leads : []).map((to): MenuEntry => ({
        label: names[to],
        run: () => page.post({ type: 'lead', to, rows: shownRange(page).rows }),
      })),
    ];
  }

  /** Opens what the active cell refers to, else the document of its row. @returns whether there is one */
  private go(): boolean {
    const { referred, own } = this.documents();
    const question = referred ?? own;
    if (question) this.page.post(question);
    return question !== undefined;
  }

  private documents(): Record<'referred' | 'own', (TableQuestion & { type: 'open' }) | undefined> {
    const { page } = this;
    const { row: position, column: at } = page.grid?.selection.active ?? { row: -1, column: 0 };
    const row = page.rowAt(position);
    const column = page.columnAt(at);
    if (!row || !column) return { referred: undefined, own: undefined };
    const { editor, field } = column;
    const value = page.data.fieldsOf(row.at)[field];
    const isReference = 'to' in editor || editor.kind === 'node';
    const isEmpty = value === null || value === undefined || value === '' || [value].flat().length === 0;
    return {
      referred: isReference && !isEmpty ? { type: 'open', at: row.at, field } : undefined,
      own: row.state === 'new' ? undefined : { type: 'open', at: row.at },
    };
  }
}
