import type { ViewName } from '../model/results/viewSettings.js';
import { button, element } from './element.js';
import { strings } from './strings.js';

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** The views to choose from: a radio group of the ARIA pattern, where arrow keys choose. */
export class ViewBar {
  readonly element = element('div', {
    className: 'views',
    attributes: { role: 'radiogroup', 'aria-label': strings.view },
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
    this.element.addEventListener('keydown', event => this.onKey(event));
  }

  /** Marks the view that is shown. */
  show(shown: ViewName): void {
    this.buttons.forEach((each, index) => {
      const isShown = this.views[index] === shown;
      each.setAttribute('aria-checked', String(isShown));
      each.tabIndex = isShown ? 0 : -1;
    });
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
