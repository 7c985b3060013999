import { button, element } from '../../element.js';
import { openMenu, type MenuEntry } from '../../menu.js';
import type { SeriesLook } from '../look.js';
import { swatch } from '../swatch.js';

/** What a legend says of a series. */
export interface LegendEntry {
  readonly id: string;
  readonly name: string;
  /** Whether the name is text of the result. */
  readonly isText: boolean;
  readonly look: SeriesLook;
  readonly isDrawn: boolean;
  /** What can be done with the value that the series stands for. */
  readonly menu: readonly MenuEntry[];
}

/** Names of the series with their values at the cursor; a press shows or hides one. */
export class Legend {
  readonly element = element('div', { className: 'legend', attributes: { role: 'group' } });
  private readonly time = element('span', { className: 'time' });
  private readonly values = new Map<string, HTMLElement>();

  constructor(
    entries: readonly LegendEntry[],
    private readonly options: { readonly isFilled: boolean; readonly toggle: (id: string) => void },
  ) {
    this.element.append(...entries.map(entry => this.entry(entry)), this.time);
  }

  /** Says what stands at the cursor, by the ids of the series; nothing without values. */
  read(time: string, values: ReadonlyMap<string, string>): void {
    this.time.textContent = time;
    for (const [id, shown] of this.values) shown.textContent = values.get(id) ?? '';
  }

  private entry({ id, name, isText, look, isDrawn, menu }: LegendEntry): HTMLElement {
    const value = element('span', { className: 'value' });
    this.values.set(id, value);
    const made = button('', () => this.options.toggle(id), {
      className: isDrawn ? 'entry' : 'entry off',
      attributes: { 'aria-pressed': String(isDrawn), title: name },
    });
    // Also the key for menus ends here.
    made.addEventListener('contextmenu', event => {
      if (menu.length === 0) return;
      event.preventDefault();
      event.stopPropagation();
      made.focus();
      const { left, bottom } = made.getBoundingClientRect();
      openMenu(this.element.getRootNode() as ShadowRoot, menu, { x: left, y: bottom });
    });
    made.append(
      swatch(look, this.options.isFilled),
      element('span', { className: isText ? 'name' : 'name null', text: name }),
      value,
    );
    return made;
  }
}
