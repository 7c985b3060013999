import { folded } from 'netsensor-contract/text/folded';
import { element } from '../element.js';

/** One of the values that a cell may have. */
export interface Choice {
  /** What is typed for it. */
  readonly typed: string;
  readonly label: string;
}

/** What is drawn of a long list; more typing finds the rest. */
const mostDrawn = 100;

/** A list of what fits into a cell, below the box that is typed into; the box keeps the focus. */
export class PickList {
  readonly element = element('div', { className: 'picks', attributes: { role: 'listbox', id: 'picks' } });
  private shown: readonly Choice[] = [];
  private active = -1;

  /**
   * @param choices all that there are
   * @param input the box that finds among them
   * @param onPick a choice is clicked
   */
  constructor(
    private readonly choices: readonly Choice[],
    private readonly input: HTMLInputElement,
    onPick: (choice: Choice) => void,
  ) {
    // The box would lose the focus, which ends editing.
    this.element.addEventListener('pointerdown', event => {
      event.preventDefault();
      const target = event.target instanceof Element ? event.target.closest('[role=option]') : null;
      const choice = this.shown[Number(target?.id.slice('pick-'.length) || -1)];
      if (choice) onPick(choice);
    });
  }

  /** The choice that is marked. */
  get chosen(): Choice | undefined {
    return this.shown[this.active];
  }

  /** Shows what holds all words of a text; what is meant by none of them stays as it is typed. */
  find(text: string, isFirstMeant: boolean): void {
    const words = folded(text).split(/\s+/).filter(Boolean);
    const fits = this.choices.filter(({ label }) => words.every(word => folded(label).includes(word)));
    this.shown = fits.slice(0, mostDrawn);
    this.mark(isFirstMeant && this.shown.length > 0 ? 0 : -1);
  }

  /** Shows all, with one of them marked. */
  showAll(current: string): void {
    this.shown = this.choices.slice(0, mostDrawn);
    this.mark(this.shown.findIndex(({ label, typed }) => label === current || typed === current));
  }

  /** Marks the next choice, or the one before. */
  move(step: 1 | -1): void {
    const { length } = this.shown;
    if (length > 0)
      this.mark(this.active < 0 && step < 0 ? length - 1 : (this.active + step + length) % length);
  }

  private mark(active: number): void {
    this.active = active;
    this.element.hidden = this.shown.length === 0;
    this.element.replaceChildren(
      ...this.shown.map(({ label }, at) =>
        element('div', {
          className: 'item',
          text: label,
          attributes: { role: 'option', id: `pick-${at}`, 'aria-selected': String(at === active) },
        }),
      ),
    );
    this.input.setAttribute('aria-expanded', String(!this.element.hidden));
    if (active < 0) this.input.removeAttribute('aria-activedescendant');
    else this.input.setAttribute('aria-activedescendant', `pick-${active}`);
    this.element.children[active]?.scrollIntoView?.({ block: 'nearest' });
  }
}
