import { folded } from 'netsensor-contract/text/folded';
import { element } from '../element.js';
import { swatch } from './cellLook.js';

/** One of the values that a cell may have. */
export interface Choice {
  /** What is typed for it. */
  readonly typed: string;
  readonly label: string;
  /** Drawn before the label. */
  readonly colour?: string | undefined;
}

/** What a list of choices is for. */
interface PickEvents {
  /** A choice is clicked. */
  readonly onPick: (choice: Choice) => void;
  /** What is chosen so far, where several can be; it stands first. */
  readonly checked: () => readonly string[];
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
   */
  constructor(
    private readonly choices: readonly Choice[],
    private readonly input: HTMLInputElement,
    private readonly events: PickEvents,
  ) {
    // The box would lose the focus, which ends editing.
    this.element.addEventListener('pointerdown', event => {
      event.preventDefault();
      const target = event.target instanceof Element ? event.target.closest('[role=option]') : null;
      const choice = this.shown[Number(target?.id.slice('pick-'.length) || -1)];
      if (choice) events.onPick(choice);
    });
  }

  /** The choice that is marked. */
  get chosen(): Choice | undefined {
    return this.shown[this.active];
  }

  /** Whether a text stands for a choice. */
  has(typed: string): boolean {
    return this.choices.some(choice => choice.typed === typed);
  }

  /** Shows what holds all words of a text; what is meant by none of them stays as it is typed. */
  find(text: string, isFirstMeant: boolean): void {
    const words = folded(text).split(/\s+/).filter(Boolean);
    const fits = this.choices.filter(({ label }) => words.every(word => folded(label).includes(word)));
    this.shown = this.sorted(fits);
    this.mark(isFirstMeant && this.shown.length > 0 ? 0 : -1);
  }

  /** Shows all, with one of them marked. */
  showAll(current?: string): void {
    this.shown = this.sorted(this.choices);
    this.mark(this.shown.findIndex(({ label, typed }) => label === current || typed === current));
  }

  /** Marks the next choice, or the one before. */
  move(step: 1 | -1): void {
    const { length } = this.shown;
    if (length > 0)
      this.mark(this.active < 0 && step < 0 ? length - 1 : (this.active + step + length) % length);
  }

  /** What is chosen stands first. */
  private sorted(choices: readonly Choice[]): Choice[] {
    const checked = this.events.checked();
    const isChecked = ({ typed }: Choice) => checked.includes(typed);
    const first = this.choices.filter(isChecked);
    return [...first, ...choices.filter(choice => !isChecked(choice))].slice(0, mostDrawn);
  }

  private mark(active: number): void {
    const checked = this.events.checked();
    this.active = active;
    this.element.hidden = this.shown.length === 0;
    this.element.replaceChildren(
      ...this.shown.map(({ label, typed, colour }, at) => {
        const isChecked = checked.includes(typed);
        const attributes = {
          role: 'option',
          id: `pick-${at}`,
          'aria-selected': String(at === active),
          'aria-checked': isChecked ? 'true' : undefined,
        };
        const parts = colour === undefined ? [] : [swatch(colour)];
        return element('div', { className: 'item', attributes }, ...parts, new Text(label));
      }),
    );
    this.input.setAttribute('aria-expanded', String(!this.element.hidden));
    if (active < 0) this.input.removeAttribute('aria-activedescendant');
    else this.input.setAttribute('aria-activedescendant', `pick-${active}`);
    this.element.children[active]?.scrollIntoView?.({ block: 'nearest' });
  }
}
