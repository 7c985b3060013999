import type { TableMessage, TableQuestion } from '../../model/tables/tableMessages.js';
import { button, element } from '../element.js';
import { tableStrings } from './tableStrings.js';

/** What a table can be done with: tools to edit it, or why nothing can be edited and what helps. */
export class TableLock {
  readonly element = element('span', { className: 'lock' });
  isLocked = true;
  /** Whether no lock is to blame for that. */
  private isForGood = false;
  private drawn: string | undefined;

  constructor(
    private readonly post: (question: TableQuestion) => void,
    private readonly acts: { readonly add: () => void; readonly replace: () => void },
  ) {}

  /** Takes another state; what is typed beside it stays. @returns whether it is another */
  take({ isLocked, isForGood = false }: TableMessage & { type: 'lock' }): boolean {
    const { isLocked: was } = this;
    this.isLocked = isLocked;
    this.isForGood = isForGood;
    this.draw();
    return was !== isLocked;
  }

  draw(): void {
    const { post, isLocked } = this;
    const state = JSON.stringify([isLocked, this.isForGood]);
    if (state === this.drawn) return;
    this.drawn = state;
    const sentence = this.isForGood ? tableStrings.shownOnly : tableStrings.locked;
    const short = element('span', { text: tableStrings.readOnlyTable, attributes: { title: sentence } });
    const edit = [
      button(tableStrings.replace, () => this.acts.replace()),
      button(tableStrings.add, () => this.acts.add()),
      button(tableStrings.save, () => post({ type: 'save' })),
    ];
    const tools = isLocked ? [short, ...this.help()] : edit;
    this.element.replaceChildren(...tools);
  }

  /** Why nothing can be edited, and what would help. */
  refusal(): (string | Node)[] {
    return [this.isForGood ? tableStrings.shownOnly : tableStrings.locked, ' ', ...this.help()];
  }

  private help(): Node[] {
    if (this.isForGood) return [];
    return [button(tableStrings.unlock, () => this.post({ type: 'unlock' }))];
  }
}
