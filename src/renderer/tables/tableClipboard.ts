import type { TableAct } from '../../model/tables/tableMessages.js';
import { copiedCells, copiedJson, copiedNamedCells } from '../../model/tables/tableCopy.js';
import type { MenuEntry } from '../menu.js';
import { strings } from '../strings.js';
import { shownCells, shownRange, type ActedPage } from './actedPage.js';
import { tableStrings } from './tableStrings.js';

/** What is copied of the cells of a table, so that it means the same when it is pasted again, and what is pasted over them. */
export class TableClipboard {
  /** @param acts takes what is pasted */
  constructor(
    private readonly page: ActedPage,
    private readonly acts: { readonly paste: (act: TableAct) => void },
  ) {}

  listen(grid: HTMLElement): void {
    grid.addEventListener('paste', event => this.onPaste(event));
    // Before the grid copies what is read.
    grid.addEventListener('copy', event => this.onCopy(event), { capture: true });
  }

  /** The ways to copy what is selected. */
  entries(): MenuEntry[] {
    const entry = (label: string, print: typeof copiedCells) => ({ label, run: () => void this.copy(print) });
    return [
      entry(strings.copy, copiedCells),
      entry(strings.copyWithHeaders, copiedNamedCells),
      entry(tableStrings.copyJson, copiedJson),
    ];
  }

  private onPaste(event: ClipboardEvent): void {
    const { page } = this;
    const { grid, isLocked } = page;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!grid || isTyping(event) || text === '') return;
    event.preventDefault();
    if (isLocked) return page.refuse();
    const { top, bottom, left, right } = grid.selection.rectangle;
    const from = Math.max(top, 0);
    const range = shownRange(page, { ...shownCells(page), top: from, left });
    const selected = { rows: Math.max(bottom - from + 1, 1), columns: right - left + 1 };
    this.acts.paste({ kind: 'paste', text, ...range, selected });
  }

  private onCopy(event: ClipboardEvent): void {
    const { grid } = this.page;
    if (!grid || isTyping(event) || grid.selection.active.row < 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData?.setData('text/plain', this.printed(copiedCells));
  }

  private async copy(print: typeof copiedCells): Promise<void> {
    await navigator.clipboard.writeText(this.printed(print));
  }

  private printed(print: typeof copiedCells): string {
    const { page } = this;
    const { rows, fields } = shownRange(page);
    const columns = fields.flatMap(field => page.data.columns.find(column => column.field === field) ?? []);
    page.say(strings.copied(rows.length * fields.length));
    return print(
      columns,
      rows.map(at => page.data.fieldsOf(at)),
    );
  }
}

/** Asks for a file with all cells that are shown, as they are read; secrets are not in it. */
export function exportShown(page: ActedPage): void {
  const { grid, data } = page;
  const columns =
    grid?.model.columns.filter(({ index }) => data.columns[index]?.editor.kind !== 'secret') ?? [];
  const positions = Array.from({ length: grid?.model.count ?? 0 }, (_, position) => position);
  page.post({
    type: 'export',
    columns: columns.map(column => ({
      name: column.name,
      values: positions.map(position => grid?.model.value(position, column) ?? null),
    })),
  });
}

/** The box over a cell has a clipboard of its own. */
const isTyping = ({ target }: Event): boolean => target instanceof HTMLInputElement;
