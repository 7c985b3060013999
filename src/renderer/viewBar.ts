import type { ViewName } from '../model/results/viewSettings.js';
import { button, element } from './element.js';
import { strings } from './strings.js';

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** The views to choose from: a radio group of the ARIA pattern, where arrow keys choose; in a folded toolbar a list. */
export class ViewBar {
  readonly element = element('div', {
    className: 'views',
    attributes: { role: 'radiogroup', 'aria-label': strings.view },
  });
  readonly list = element('select', {
    className: 'view',
    attributes: { 'aria-label': strings.view },
  });
  private readonly buttons: readonly HTMLButtonElement[];

  constructor(
    private readonly views: readonly ViewName[],
    private readonly choose: (view: ViewName) => void,
  ) {
    this.buttons = views.map(view =>
      button(strings.views[view], () => choose(view), { attributes: { role: 'radio', title: strings.view } }),
    );
    this.element.append(...this.buttons);
    this.list.append(...views.map(view => element('option', { text: strings.views[view] })));
    this.list.addEventListener('change', () => {
      const chosen = views[this.list.selectedIndex];
      if (chosen) choose(chosen);
    });
    this.element.addEventListener('keydown', event => this.onKey(event));
  }

  /** Marks the view that is shown. */
  show(shown: ViewName): void {
    this.list.selectedIndex = this.views.indexOf(shown);
    this.buttons.forEach((each, index) => {
      const isShown = this.views[index] === shown;
      each.setAttribute('aria-checked', String(isShown));
      each.tabIndex = isShown ? 0 : -1;
    });
  }

  /** Gives the keyboard to the view that is shown. */
  focus(): void {
    const isFolded = this.element.closest('.narrow') !== null;
    (isFolded ? this.list : this.buttons.find(each => each.tabIndex === 0))?.focus();
  }

  private onKey(event: KeyboardEvent): void {
    const step = steps[event.key];
    if (step === undefined) return;
    const at = this.buttons.findIndex(each => each.tabIndex === 0);
    const next = (at + step + this.views.length) % this.views.length;
    const view = this.views[next];
    if (view === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.choose(view);
    this.buttons[next]?.focus();
  }
}
