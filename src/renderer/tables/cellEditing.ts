import type { TableColumn } from '../../model/tables/tableColumns.js';
import { element } from '../element.js';
import { cellWords, plainText, type NamesOf } from './cellLook.js';
import { PickList, type Choice } from './pickList.js';
import { tableStrings } from './tableStrings.js';

/** A cell that is to be edited. */
export interface EditedCell {
  readonly column: TableColumn;
  readonly value: unknown;
  /** What its record is called. */
  readonly name: string;
  /** Where it is drawn. */
  readonly cell: HTMLElement;
  /** What the box begins with in place of the value. */
  readonly begun?: string | undefined;
}

/** What editing tells the page. */
export interface EditingEvents {
  readonly namesOf: NamesOf;
  /** Asks what is wrong with a text. */
  readonly check: (typed: string) => void;
  /** Takes a text, none where it is as before, and goes on to another cell. */
  readonly commit: (typed: string | undefined, step: Step) => void;
  /** Editing has ended. */
  readonly end: () => void;
}

/** How many cells further one goes. */
export interface Step {
  readonly rows: number;
  readonly columns: number;
}

const stay: Step = { rows: 0, columns: 0 };

/** A box over a cell, with what fits into it below: Enter and Tab take what is typed, Escape gives it up. */
export class CellEditing {
  readonly input: HTMLInputElement;
  private readonly box: HTMLElement;
  private readonly wrong = element('div', { className: 'wrong', attributes: { role: 'alert', id: 'wrong' } });
  private readonly picks: PickList | undefined;
  private readonly before: string;
  private hasEnded = false;

  constructor(
    grid: HTMLElement,
    private readonly edited: EditedCell,
    private readonly events: EditingEvents,
  ) {
    const { column, value, name, begun } = edited;
    const words = 'to' in column.editor && column.editor.kind === 'reference';
    this.before = words ? String(cellWords(value, column, events.namesOf) ?? '') : plainText(value);
    const attributes = { type: 'text', spellcheck: 'false', 'aria-label': `${name}, ${column.field}` };
    this.input = element('input', { attributes: { ...attributes, 'aria-describedby': 'wrong' } });
    this.input.value = begun ?? this.before;
    const choices = choicesOf(column, events.namesOf);
    this.picks =
      choices.length > 0
        ? new PickList(choices, this.input, choice => this.take(choice.typed, stay))
        : undefined;
    this.box = element('div', { className: 'editing' }, this.input, this.wrong);
    if (this.picks) this.listPicks(this.picks);
    this.place(grid);
    this.input.addEventListener('keydown', event => this.onKey(event));
    this.input.addEventListener('input', () => this.onInput());
    // Nothing that is typed is lost by a press beside it: what is wrong with it is said in its cell then.
    this.input.addEventListener('blur', () => this.finish(stay));
    this.input.focus();
    if (begun === undefined) this.input.select();
    else this.onInput();
  }

  /** Says what is wrong with what is typed. */
  say(sentence: string | undefined): void {
    this.wrong.textContent = sentence ?? '';
    this.input.setAttribute('aria-invalid', String(sentence !== undefined));
  }

  /** Ends without taking anything. */
  giveUp(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.box.remove();
    this.events.end();
  }

  private listPicks(picks: PickList): void {
    this.input.setAttribute('role', 'combobox');
    this.input.setAttribute('aria-controls', picks.element.id);
    this.input.setAttribute('aria-autocomplete', 'list');
    this.box.append(picks.element);
    picks.showAll(this.before);
  }

  /** Over its cell, within what scrolls; what is below it opens upwards where there is more room. */
  private place(grid: HTMLElement): void {
    const cell = this.edited.cell.getBoundingClientRect();
    const around = grid.getBoundingClientRect();
    const { style } = this.box;
    style.left = `${cell.left - around.left - grid.clientLeft + grid.scrollLeft}px`;
    style.top = `${cell.top - around.top - grid.clientTop + grid.scrollTop}px`;
    style.setProperty('--cell-width', `${cell.width}px`);
    style.setProperty('--cell-height', `${cell.height}px`);
    this.box.classList.toggle('up', around.bottom - cell.bottom < cell.top - around.top);
    grid.append(this.box);
  }

  private onInput(): void {
    const { input, picks, edited, events } = this;
    picks?.find(input.value, input.value !== '' && isMeantByWords(edited.column));
    // A choice is right; what is typed besides may be one, too.
    if (picks?.chosen) this.say(undefined);
    else events.check(input.value);
  }

  private onKey(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const isControl = ctrlKey || metaKey;
    // Saving and the like are VS Code's; the box has an undo of its own while it is open.
    if (!isControl || /^([acvxyz]|Arrow.*|Home|End|Backspace|Delete)$/i.test(key)) event.stopPropagation();
    const back = shiftKey ? -1 : 1;
    if (key === 'Escape') this.giveUp();
    else if (key === 'Enter' && !altKey) this.finish({ rows: back, columns: 0 });
    else if (key === 'Tab') this.finish({ rows: 0, columns: back });
    else if (this.picks && (key === 'ArrowDown' || key === 'ArrowUp'))
      this.picks.move(key === 'ArrowDown' ? 1 : -1);
    else return;
    event.preventDefault();
  }

  /** Takes what is marked or typed; who would go on with the keys has it mended first. */
  private finish(step: Step): void {
    if (this.hasEnded || (this.wrong.textContent && step !== stay)) return;
    const { input, picks, before } = this;
    const chosen = picks?.chosen;
    const isSame = input.value === before && (chosen === undefined || chosen.label === before);
    this.take(isSame ? undefined : (chosen?.typed ?? input.value), step);
  }

  private take(typed: string | undefined, step: Step): void {
    this.giveUp();
    this.events.commit(typed, step);
  }
}

/** Whether words stand for what they are found in; a text is what it is. */
const isMeantByWords = ({ editor }: TableColumn): boolean =>
  editor.kind === 'reference' || editor.kind === 'choice' || editor.kind === 'boolean';

/** What fits into the cells of a column, as far as it is known. */
function choicesOf(column: TableColumn, namesOf: NamesOf): Choice[] {
  const { editor, isRequired, suggestions } = column;
  const none = isRequired ? [] : [{ typed: '', label: tableStrings.none }];
  if (editor.kind === 'reference') {
    const names = [...(namesOf(editor.to) ?? [])];
    return [...none, ...names.map(([id, name]) => ({ typed: `#${id}`, label: `${name} #${id}` }))];
  }
  if (editor.kind === 'choice')
    return [
      ...none,
      ...editor.likely.map((word, at) => ({ typed: String(at + 1), label: `${at + 1} ${word}?` })),
    ];
  if (editor.kind === 'boolean')
    return [...none, ...['true', 'false'].map(typed => ({ typed, label: typed }))];
  if (editor.kind === 'text' || editor.kind === 'number')
    return suggestions.map(value => ({ typed: String(value), label: String(value) }));
  return [];
}
