/**
 * Keeps the toolbar in one row: where it has no room, its sentences go first (class `tight`), and then tools, into a menu behind
 * it. Buttons go there before choices, which say what is shown.
 */
export class ToolOverflow {
  private readonly tools: readonly HTMLElement[];
  private readonly menu: HTMLElement;
  private folded = '';

  /** @param more the menu: its button, and the place for tools */
  constructor(
    private readonly bar: HTMLElement,
    private readonly row: HTMLElement,
    private readonly more: HTMLDetailsElement,
  ) {
    this.tools = [...row.children].filter(child => child instanceof HTMLElement);
    this.menu = more.querySelector('div')!;
  }

  /** Takes the width that there is now, and what is to be seen of the tools. */
  fold(): void {
    const now = `${this.bar.clientWidth} ${this.bar.innerText}`;
    if (now === this.folded) return;
    const { activeElement } = document;
    this.row.append(...this.tools);
    this.more.hidden = true;
    this.bar.classList.remove('tight');
    this.bar.classList.toggle('tight', this.isFull);
    const choices = this.tools.filter(tool => tool instanceof HTMLSelectElement);
    const buttons = this.tools.filter(tool => !choices.includes(tool as HTMLSelectElement));
    for (const tool of [...buttons, ...choices.toReversed()]) {
      if (!this.isFull) break;
      this.more.hidden = false;
      if (!tool.hidden) this.menu.append(tool);
    }
    this.folded = `${this.bar.clientWidth} ${this.bar.innerText}`;
    this.giveBack(activeElement);
  }

  /** Whether its last part reaches beyond its end. */
  private get isFull(): boolean {
    const end =
      this.bar.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(this.bar).paddingRight);
    return (this.bar.lastElementChild?.getBoundingClientRect().right ?? 0) > end + 0.5;
  }

  /** What had the keyboard keeps it; in the menu, its button has it. */
  private giveBack(active: Element | null): void {
    if (!(active instanceof HTMLElement) || !this.tools.includes(active)) return;
    if (this.menu.contains(active) && !this.more.open) this.more.querySelector('summary')?.focus();
    else active.focus();
  }
}
