import type { TableQuestion, TableState } from '../../model/tables/tableMessages.js';
import { button, element } from '../element.js';
import { tableStrings } from './tableStrings.js';

/** What a table can be done with: tools to edit it, or why nothing can be edited or saved and what helps. */
export class TableLock {
  readonly element = element('span', { className: 'lock' });
  private state: TableState = { isLocked: true };
  private drawn: string | undefined;

  constructor(
    private readonly post: (question: TableQuestion) => void,
    private readonly acts: { readonly add: () => void; readonly replace: () => void },
  ) {}

  get isLocked(): boolean {
    return this.state.isLocked;
  }

  /** Takes another state; what is typed beside it stays. @returns whether it is another */
  take(state: TableState): boolean {
    const { isLocked: was } = this;
    this.state = state;
    this.draw();
    return was !== state.isLocked;
  }

  draw(): void {
    const { state, acts } = this;
    const drawn = JSON.stringify(state);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const short = element('span', {
      text: tableStrings.readOnlyTable,
      attributes: { title: this.sentence },
    });
    const edit = [
      button(tableStrings.replace, acts.replace),
      button(tableStrings.add, acts.add),
      this.asking(tableStrings.save, 'save'),
    ];
    const tools = state.isLocked ? [short, ...this.help()] : edit;
    this.element.replaceChildren(...this.trouble(), ...tools);
  }

  /** Why nothing can be edited, and what would help. */
  refusal(): (string | Node)[] {
    return [this.sentence, ' ', ...this.help()];
  }

  private get sentence(): string {
    return this.state.isForGood ? tableStrings.shownOnly : tableStrings.locked;
  }

  private help(): Node[] {
    return this.state.isForGood ? [] : [this.asking(tableStrings.unlock, 'unlock')];
  }

  /** What is wrong with the connection, and what helps. */
  private trouble(): Node[] {
    const { trouble } = this.state;
    if (!trouble) return [];
    const { words, sentence, help, mayWorkLater } = trouble;
    return [
      element('span', { text: `⚠ ${words}`, attributes: { title: sentence, role: 'status' } }),
      ...(help === undefined ? [] : [this.asking(help, 'help')]),
      ...(mayWorkLater ? [this.asking(tableStrings.tryAgain, 'retry')] : []),
    ];
  }

  private asking(label: string, type: 'save' | 'unlock' | 'help' | 'retry'): HTMLElement {
    return button(label, () => this.post({ type }));
  }
}
