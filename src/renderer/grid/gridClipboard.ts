import type { cellsAsText } from '../gridCopy.js';
import { cellsWithHeaders, plainValue } from '../gridCopy.js';
import type { GridModel } from './gridModel.js';
import type { GridSelection } from './gridSelection.js';
import { strings } from '../strings.js';

/** Copies what is selected in a grid. */
export class GridClipboard {
  constructor(
    private readonly model: GridModel,
    private readonly selection: GridSelection,
    private readonly announce: (sentence: string) => void,
  ) {}

  /** The answer to the keys for copying: one cell as it was sent, several with the names of their columns. */
  onCopy(event: ClipboardEvent): void {
    if (document.getSelection()?.toString()) return;
    event.preventDefault();
    event.stopPropagation();
    const { selection, model } = this;
    const { row, column } = selection.active;
    // Rows that have not come yet cannot be put on the clipboard while the key is pressed.
    if (!selection.isOneCell && !model.session.rows.isComplete) return void this.copy(cellsWithHeaders);
    const text = selection.isOneCell
      ? plainValue(model, row, column)
      : cellsWithHeaders(model, selection.rectangle);
    event.clipboardData?.setData('text/plain', text);
    this.announceCopy();
  }

  /** Copies through the editor. */
  async copy(print: typeof cellsAsText): Promise<void> {
    const { session } = this.model;
    const { rectangle } = this.selection;
    if (!(await session.rows.loadAll())) return this.announce(strings.gone);
    const text = print(this.model, rectangle);
    if (session.isConnected) session.post({ type: 'copy', text });
    else await navigator.clipboard.writeText(text);
    this.announceCopy();
  }

  private announceCopy(): void {
    const { top, bottom, left, right } = this.selection.rectangle;
    this.announce(strings.copied((bottom - top + 1) * (right - left + 1)));
  }
}
