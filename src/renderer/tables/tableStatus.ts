import type { TableCounts } from '../../model/tables/tableMessages.js';
import { button, element } from '../element.js';
import type { MenuEntry } from '../menu.js';
import type { CountedKind } from './shownOnly.js';
import { troubleKinds, type TroubleKind } from './tableData.js';
import { tableStrings } from './tableStrings.js';

/** What the line below a table says. */
export interface StatusOf {
  /** How many rows are shown, of how many. */
  readonly shown: number;
  readonly all: number;
  readonly counts: TableCounts;
  readonly troubles: Readonly<Record<TroubleKind, number>>;
  /** Whether rows may be left out by filters. */
  readonly isFiltered: boolean;
  /** Whether values have changed since the rows were sorted and filtered. */
  readonly isStale: boolean;
  /** What rows are shown alone for. */
  readonly only: CountedKind | undefined;
}

/** The line below a table: how many rows there are, what a save changes, and what has become of the last act. */
export class TableStatus {
  readonly caption = element('span', { attributes: { id: 'caption' } });
  readonly element: HTMLElement;
  private readonly again: HTMLButtonElement;
  private readonly clearFilters: HTMLButtonElement;
  private readonly changes = element('span', { attributes: { role: 'status' } });
  private readonly about = element('span', { className: 'about' });
  private readonly said = element('span', { attributes: { role: 'alert' } });
  private readonly selected = element('span');
  private statistics: HTMLElement = element('span');
  private shown = '';
  private buttons: ReadonlyMap<CountedKind, HTMLButtonElement> = new Map();

  /**
   * @param sortAgain sorts and filters the rows by the values that they have now
   * @param clearFilters shows all rows
   * @param showOnly shows the rows alone that a count is of, or all again
   */
  constructor(
    sortAgain: () => void,
    clearFilters: () => void,
    private readonly showOnly: (kind: CountedKind) => void,
  ) {
    this.again = button(tableStrings.again, sortAgain);
    this.clearFilters = button(tableStrings.clearFilters, clearFilters);
    const { caption, again, changes, about, said, selected, statistics } = this;
    this.element = element(
      'div',
      { className: 'status' },
      caption,
      this.clearFilters,
      again,
      changes,
      about,
      said,
      selected,
      statistics,
    );
    this.clear();
  }

  /**
   * Says what is wrong with the active cell, whose description says it to a screen reader.
   * @param entries what can be done about it
   */
  describe(sentence: string, entries: readonly MenuEntry[] = []): void {
    const buttons = entries.flatMap(entry => (entry === 'line' ? [] : [button(entry.label, entry.run)]));
    const key = [sentence, ...buttons.map(({ textContent }) => textContent)].join('\n');
    if (this.about.dataset['shown'] === key) return;
    this.about.dataset['shown'] = key;
    this.about.replaceChildren(sentence, ...buttons);
  }

  /** Says what has become of something, with what would help; nothing any more without words. */
  tell(...words: readonly (string | Node)[]): void {
    this.said.className = '';
    this.said.replaceChildren(...words);
  }

  /** Says why nothing can be edited, until that ends. */
  refuse(...words: readonly (string | Node)[]): void {
    this.tell(...words);
    this.said.className = 'refusal';
  }

  /** Nothing is refused any more. */
  endRefusal(): void {
    if (this.said.className === 'refusal') this.tell();
  }

  /** Says what has failed. */
  tellFailure(sentence: string): void {
    this.tell(sentence);
    this.said.className = 'trouble';
  }

  /** Says how many cells are selected, where it is more than one, with what their numbers come to. */
  select(cells: number, statistics: HTMLElement): void {
    this.selected.textContent = cells > 1 ? tableStrings.selected(cells) : '';
    if (statistics === this.statistics) return;
    this.statistics.replaceWith(statistics);
    this.statistics = statistics;
  }

  show({ shown, all, counts, troubles, isFiltered, isStale, only }: StatusOf): void {
    this.caption.textContent = tableStrings.rows(shown, all);
    this.clearFilters.hidden = !isFiltered;
    this.clearFilters.textContent = tableStrings.clearFilters;
    this.again.hidden = !isStale;
    this.again.textContent = tableStrings.again;
    this.showCounts(counts, troubles);
    for (const [kind, each] of this.buttons) each.setAttribute('aria-pressed', String(kind === only));
  }

  private showCounts(counts: TableCounts, troubles: StatusOf['troubles']): void {
    const { changes } = tableStrings;
    const numbers = { changed: counts.changed, added: counts.added, ...troubles };
    const kinds = (['changed', 'added', ...troubleKinds] as const).filter(kind => numbers[kind] > 0);
    const named = kinds.map(kind => changes[kind](numbers[kind]));
    const going = counts.going > 0 ? [changes.going(counts.going)] : [];
    const said = [...named, ...going].join(', ') || changes.nothing;
    // Who is about to press one of them, or hears it read, is not interrupted.
    if (said === this.shown) return;
    this.shown = said;
    this.buttons = new Map(
      kinds.map((kind, at) => {
        const key = kind === 'changed' || kind === 'added' ? '' : ' (F8)';
        const attributes = { title: `${tableStrings.onlyThese}${key}` };
        return [kind, button(named[at] ?? '', () => this.showOnly(kind), { className: 'count', attributes })];
      }),
    );
    const nodes = [...this.buttons.values(), ...going].flatMap((each, at) =>
      at > 0 ? [', ', each] : [each],
    );
    this.changes.replaceChildren(...(nodes.length > 0 ? nodes : [said]));
  }

  /** Says nothing of rows, where there are none to be read. */
  clear(): void {
    this.caption.textContent = '';
    this.changes.textContent = '';
    this.shown = '';
    this.selected.textContent = '';
    this.statistics.replaceChildren();
    this.describe('');
    this.again.hidden = true;
    this.clearFilters.hidden = true;
  }
}
