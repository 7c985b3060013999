import { button } from './element.js';
import type { Session } from './session.js';
import { strings } from './strings.js';

/** Rows that a toolbar takes at most; with more it is folded into one. */
const mostRows = 2;

/**
 * Folds the toolbar of a result where there is no room for it, as beside a side bar: its options stand behind a button (`folded`),
 * and where that is not enough its views become a list (`narrow`). The style sheet does both.
 */
export class NarrowBar {
  /** Shows the options, or puts them away. */
  readonly opener = button(strings.options, () => this.toggle(), { className: 'opener' });
  private readonly sizes: ResizeObserver;
  private width = 0;
  /** The largest width at which it had to be folded. */
  private foldedAt = 0;

  constructor(
    private readonly bar: HTMLElement,
    private readonly session: Session,
  ) {
    this.sizes = new ResizeObserver(() => {
      // Folding changes its height, and that nothing.
      if (bar.clientWidth !== this.width) this.fold();
    });
    this.sizes.observe(bar);
  }

  dispose(): void {
    this.sizes.disconnect();
  }

  /** Takes the room that there is now for what stands in the bar now. It stays folded for a view that needs less. */
  fold(): void {
    const { bar } = this;
    this.width = bar.clientWidth;
    if (this.width <= this.foldedAt) return;
    bar.classList.remove('folded', 'narrow');
    this.showOptions(false);
    if (this.rows > mostRows) {
      this.foldedAt = this.width;
      bar.classList.add('folded');
      bar.classList.toggle('narrow', this.rows > 1);
    }
    this.showOptions(this.session.look.hasOptions);
  }

  /** Of buttons, while views are buttons. */
  private get rows(): number {
    const row = this.bar.querySelector<HTMLElement>('[role=radio]')?.offsetHeight ?? 1;
    // Less than another row lies between them.
    return Math.floor(this.bar.offsetHeight / row);
  }

  private toggle(): void {
    const { look } = this.session;
    this.showOptions((look.hasOptions = !look.hasOptions));
  }

  private showOptions(isOpen = false): void {
    this.opener.setAttribute('aria-expanded', String(isOpen));
  }
}
