import { element } from '../element.js';
import { gridElement } from '../grid/gridRow.js';
import type { Session } from '../session.js';
import { strings } from '../strings.js';
import { tableStrings } from './tableStrings.js';

/** What boxes for filters tell the grid. */
interface FilterEvents {
  /** Other rows pass. */
  readonly onDidChange: () => void;
  /** Keys are for the cells again. */
  readonly leave: () => void;
}

/** A box below the name of each column, for what the rows have in it that are shown. */
export class HeaderFilters {
  readonly element = gridElement('row', 'row filtering');
  private readonly boxes = new Map<string, HTMLInputElement>();

  constructor(
    private readonly session: Session,
    private readonly events: FilterEvents,
  ) {
    this.element.addEventListener('keydown', event => this.onKey(event));
  }

  /** Shows the boxes of these columns; one that is typed into stays, with the cursor in it. */
  show(names: readonly string[]): void {
    const { boxes, element: row, session } = this;
    if (names.join('\n') !== [...boxes.keys()].join('\n')) {
      const before = new Map(boxes);
      boxes.clear();
      for (const name of names) boxes.set(name, before.get(name) ?? this.box(name));
      const cells = [...boxes.values()].map(box => gridElement('gridcell', 'cell', {}, box));
      row.replaceChildren(gridElement('gridcell', 'cell number'), ...cells);
    }
    for (const [name, box] of boxes) {
      const filter = session.columnSettings(name).filter ?? '';
      if (box.value !== filter) box.value = filter;
    }
  }

  /** Goes to the box of a column. */
  focus(name: string): void {
    this.boxes.get(name)?.focus();
  }

  private box(name: string): HTMLInputElement {
    const label = tableStrings.filterOf(name);
    const attributes = { type: 'text', tabindex: '-1', 'aria-label': label, title: strings.filterText };
    const box = element('input', { attributes });
    box.addEventListener('input', () => {
      this.session.changeColumn(name, { filter: box.value || undefined });
      this.events.onDidChange();
    });
    return box;
  }

  private onKey(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    // Saving, the palette and the like are VS Code's.
    if (!ctrlKey && !metaKey && !altKey && !/^F\d+$/.test(key)) event.stopPropagation();
    const boxes = [...this.boxes.values()];
    const box = boxes.find(each => each === event.target);
    const next = key === 'Tab' && box ? boxes[boxes.indexOf(box) + (shiftKey ? -1 : 1)] : undefined;
    if (next) next.focus();
    else if (key === 'Escape' && box?.value) {
      box.value = '';
      box.dispatchEvent(new Event('input'));
    } else if (['Escape', 'Enter', 'ArrowDown'].includes(key)) this.events.leave();
    else return;
    event.preventDefault();
  }
}
