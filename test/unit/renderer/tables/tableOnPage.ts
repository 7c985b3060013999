import { afterEach, beforeEach, vi } from 'vitest';
import type { TableMessage, TableQuestion } from '../../../../src/model/tables/tableMessages.js';
import { TablePage, type KeptTable } from '../../../../src/renderer/tables/tablePage.js';
import { PageTable } from '../../../../src/tables/pageTable.js';
import type { TableType } from '../../../../src/model/tables/tableType.js';

/** jsdom has none. */
class Observer {
  observe = (): void => undefined;
  disconnect = (): void => undefined;
}

/** The page of a table, as its user and its editor reach it. */
export class PageOfTable {
  readonly posted: TableQuestion[] = [];
  kept: KeptTable | undefined;
  readonly root = document.body.appendChild(document.createElement('main')).attachShadow({ mode: 'open' });
  page = this.load();

  /** Loads the page again, with what it kept and what is remembered of its list. */
  load(): TablePage {
    this.root.replaceChildren();
    this.page = new TablePage(this.root, {
      kept: this.kept,
      keep: state => (this.kept = state),
      post: message => this.posted.push(message),
    });
    const settings = this.posted.flatMap(each => (each.type === 'settings' ? [each.settings] : [])).at(-1);
    if (settings) this.hear({ type: 'settings', settings });
    return this.page;
  }

  hear(message: TableMessage): void {
    this.page.hear(message);
  }

  find(selector: string): HTMLElement {
    return this.root.querySelector<HTMLElement>(selector)!;
  }

  get grid(): HTMLElement {
    return this.find('[role=grid]');
  }

  get active(): HTMLElement {
    return this.root.getElementById(this.grid.getAttribute('aria-activedescendant') ?? '')!;
  }

  /** The cell of a field in a row of the grid, from 0. */
  cell(row: number, field: string): HTMLElement {
    const names = [...this.root.querySelectorAll('[role=columnheader] .name')].map(each => each.textContent);
    return this.find(`#cell-${row}-${names.indexOf(field)}`);
  }

  column(field: string): (string | null)[] {
    const rows = this.root.querySelectorAll('.body [role=row]');
    return [...rows].map((_, row) => this.cell(row, field).textContent);
  }

  /** Filters rows by what any column has. */
  filter(text: string): void {
    const box = this.find('.filters input') as HTMLInputElement;
    box.value = text;
    box.dispatchEvent(new Event('input'));
  }

  get status(): string {
    return this.find('.status').textContent;
  }

  press(key: string, modifiers: KeyboardEventInit = {}): KeyboardEvent {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers });
    (this.root.activeElement ?? this.grid).dispatchEvent(event);
    return event;
  }

  button(text: string): HTMLElement {
    return [...this.root.querySelectorAll('button')].find(each => each.textContent === text)!;
  }

  /** Chooses from the menu of the active cell. */
  choose(label: string): void {
    this.press('F10', { shiftKey: true });
    const items = [...this.root.querySelectorAll<HTMLElement>('[role=menuitem]')];
    items.find(({ textContent }) => textContent === label)!.click();
  }

  paste(text: string): void {
    const event = new Event('paste', { bubbles: true, cancelable: true });
    this.grid.dispatchEvent(Object.assign(event, { clipboardData: { getData: () => text } }));
  }
}

/** The page of a table with the text behind it, as the editor has them. */
export class TableOnPage extends PageOfTable {
  readonly table: PageTable;
  private version = 0;

  constructor(
    type: TableType,
    text: string,
    private readonly baseText = text,
  ) {
    super();
    this.table = new PageTable(type, message => this.hear(message));
    this.show(text);
  }

  /** Shows another text. @param layout the fields whose columns are shown, all without it */
  show(text: string, layout?: readonly string[]): void {
    this.version += 1;
    this.table.show(text, { version: this.version, baseText: this.baseText, layout });
  }
}

/** Gives what is on a page a size: jsdom lays nothing out. */
export function usePageSizes(): void {
  beforeEach(() => {
    vi.stubGlobal('ResizeObserver', Observer);
    const sizes = { offsetHeight: 22, offsetWidth: 100, clientHeight: 242, clientWidth: 300 } as const;
    for (const [name, size] of Object.entries(sizes))
      vi.spyOn(HTMLElement.prototype, name as keyof typeof sizes, 'get').mockReturnValue(size);
  });
  afterEach(() => {
    document.body.replaceChildren();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
}
