import { partsOf } from 'netsensor-contract/text/csvCells';
import type { TableColumn } from '../../model/tables/tableColumns.js';
import { element } from '../element.js';
import { CellBelow } from './cellBelow.js';
import { cellWords, colourOf, plainText, type NamesOf } from './cellLook.js';
import { PickList, type Choice } from './pickList.js';
import { tableStrings } from './tableStrings.js';

/** A cell that is to be edited. */
export interface EditedCell {
  readonly column: TableColumn;
  readonly value: unknown;
  /** The values of its column. */
  readonly used: readonly unknown[];
  /** What its record is called. */
  readonly name: string;
  /** Where it is drawn. */
  readonly cell: HTMLElement;
  /** What the box begins with in place of the value. */
  readonly begun?: string | undefined;
  /** How many cells get what is typed by Ctrl+Enter. */
  readonly selected: number;
}

/** What editing tells the page. */
export interface EditingEvents {
  readonly namesOf: NamesOf;
  /** Asks what is wrong with a text. */
  readonly check: (typed: string) => void;
  /** Takes a text, none where it is as before, and goes on to another cell; {@link everywhere} for all that are selected. */
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
/** The cell stays, and all others that are selected get the same. */
export const everywhere: Step = { rows: 0, columns: 0 };

/** A box over a cell, with what fits into it below: Enter and Tab take what is typed, Escape gives it up. */
export class CellEditing {
  readonly input: HTMLInputElement;
  private readonly box: HTMLElement;
  private readonly below: CellBelow;
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
    this.input = element('input', { attributes });
    this.input.value = begun ?? this.before;
    const choices = choicesOf(edited, events.namesOf);
    const pick = ({ typed }: Choice) => (this.isList ? this.toggle(typed) : this.take(typed, stay));
    const checked = () => (this.isList ? partsOf(this.input.value) : []);
    this.picks =
      choices.length > 0 ? new PickList(choices, this.input, { onPick: pick, checked }) : undefined;
    const hint = edited.selected > 1 ? tableStrings.fillsAll(edited.selected) : '';
    this.below = new CellBelow(this.input, grid, hint);
    this.box = element('div', { className: 'editing' }, this.input, this.below.element);
    if (this.picks) this.listPicks(this.picks);
    this.place(grid);
    this.input.addEventListener('keydown', event => this.onKey(event));
    this.input.addEventListener('input', () => this.onInput());
    // Nothing that is typed is lost by a press beside it: what is wrong with it is said in its cell then.
    this.input.addEventListener('blur', () => this.leave());
    this.input.focus();
    if (begun === undefined) this.input.select();
    if (begun === undefined) this.showColour();
    else this.onInput();
  }

  /** Says what is wrong with what is typed. */
  say(sentence: string | undefined): void {
    this.below.sentence = sentence ?? '';
    this.input.setAttribute('aria-invalid', String(sentence !== undefined));
  }

  /** Takes what is typed, right or not. */
  leave(): void {
    this.finish(stay);
  }

  /** Ends without taking anything. */
  giveUp(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.below.dispose();
    this.box.remove();
    this.events.end();
  }

  /** Whether the cell holds several values, each of which is chosen for itself. */
  private get isList(): boolean {
    return /^(texts|references)$/.test(this.edited.column.editor.kind);
  }

  /** Puts a value into the list that is typed, or takes it out. */
  private toggle(typed: string): void {
    const { input, picks } = this;
    const end = input.value.lastIndexOf(';') + 1;
    // What is searched for is no value yet.
    const last = partsOf(input.value.slice(end)).filter(part => picks?.has(part));
    const parts = [...partsOf(input.value.slice(0, end)), ...last];
    const others = parts.filter(part => part !== typed);
    input.value = (others.length < parts.length ? others : [...parts, typed]).join(';');
    picks?.find('', false);
    this.events.check(input.value);
  }

  private listPicks(picks: PickList): void {
    this.input.setAttribute('role', 'combobox');
    this.input.setAttribute('aria-controls', picks.element.id);
    this.input.setAttribute('aria-autocomplete', 'list');
    this.below.element.append(picks.element);
    picks.showAll(this.isList ? undefined : this.before);
  }

  /** Over its cell, within what scrolls. */
  private place(grid: HTMLElement): void {
    const cell = this.edited.cell.getBoundingClientRect();
    const around = grid.getBoundingClientRect();
    const { style } = this.box;
    style.left = `${cell.left - around.left - grid.clientLeft + grid.scrollLeft}px`;
    style.top = `${cell.top - around.top - grid.clientTop + grid.scrollTop}px`;
    style.setProperty('--cell-width', `${cell.width}px`);
    style.setProperty('--cell-height', `${cell.height}px`);
    grid.append(this.box);
    this.below.show();
  }

  private onInput(): void {
    const { input, picks, edited, events } = this;
    const sought = this.isList ? input.value.slice(input.value.lastIndexOf(';') + 1) : input.value;
    picks?.find(sought, sought !== '' && isMeantByWords(edited.column));
    this.showColour();
    // A choice is right; what is typed besides may be one, too.
    if (picks?.chosen && !this.isList) this.say(undefined);
    else events.check(input.value);
  }

  /** Shows the colour that is typed beside it. */
  private showColour(): void {
    const { input, edited } = this;
    if (edited.column.editor.kind !== 'colour') return;
    const colour = colourOf(input.value.trim());
    input.style.borderLeft = colour === undefined ? '' : `14px solid ${colour}`;
  }

  private onKey(event: KeyboardEvent): void {
    // What is composed is no key yet: its Enter says that a word is right.
    if (event.isComposing) return event.stopPropagation();
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const isControl = ctrlKey || metaKey;
    // Saving and the like are VS Code's; the box has an undo of its own while it is open.
    if (!isControl || /^([acvxyz]|Arrow.*|Home|End|Backspace|Delete|Enter)$/i.test(key))
      event.stopPropagation();
    const back = shiftKey ? -1 : 1;
    if (key === 'Escape') this.giveUp();
    else if (key === 'Enter' && isControl) this.finish(everywhere);
    else if (key === ' ' && this.isList && this.picks?.chosen) this.toggle(this.picks.chosen.typed);
    else if (key === 'Enter' && !altKey) this.finish({ rows: back, columns: 0 });
    else if (key === 'Tab') this.finish({ rows: 0, columns: back });
    else if (this.picks && (key === 'ArrowDown' || key === 'ArrowUp'))
      this.picks.move(key === 'ArrowDown' ? 1 : -1);
    else return;
    event.preventDefault();
  }

  /** Takes what is marked or typed; who would go on with the keys has it mended first. */
  private finish(step: Step): void {
    if (this.hasEnded || (this.below.sentence && step !== stay)) return;
    const { input, picks, before } = this;
    const chosen = this.isList ? undefined : picks?.chosen;
    const isSame = input.value === before && (!chosen || [chosen.label, chosen.typed].includes(before));
    // What this cell has may be new to others.
    this.take(isSame && step !== everywhere ? undefined : (chosen?.typed ?? input.value), step);
  }

  private take(typed: string | undefined, step: Step): void {
    this.giveUp();
    this.events.commit(typed, step);
  }
}

/** Whether words stand for what they are found in; a text is what it is. */
const isMeantByWords = ({ editor }: TableColumn): boolean =>
  editor.kind === 'reference' || editor.kind === 'choice' || editor.kind === 'boolean';

/** What fits into a cell, as far as it is known. */
function choicesOf({ column, used }: EditedCell, namesOf: NamesOf): Choice[] {
  const { editor, isRequired, suggestions } = column;
  const none = isRequired ? [] : [{ typed: '', label: tableStrings.none }];
  const alike = (typed: string): Choice => ({ typed, label: typed });
  const distinct = (values: readonly unknown[]) => [...new Set(values.map(plainText).filter(Boolean))];
  switch (editor.kind) {
    case 'reference':
    case 'references': {
      const names = [...(namesOf(editor.to) ?? [])];
      const hash = editor.kind === 'reference' ? '#' : '';
      const choices = names.map(([id, name]) => ({ typed: `${hash}${id}`, label: `${name} #${id}` }));
      return hash ? [...none, ...choices] : choices;
    }
    case 'choice':
      return [
        ...none,
        ...editor.likely.map((word, at) => ({ typed: String(at + 1), label: `${at + 1} ${word}?` })),
      ];
    case 'boolean':
      return [...none, ...['true', 'false'].map(alike)];
    case 'colour':
      return distinct([...used, ...suggestions, ...palette]).map(typed => ({
        ...alike(typed),
        colour: colourOf(typed),
      }));
    case 'texts':
      return distinct([...suggestions, ...used.flat()]).map(alike);
    case 'text':
    case 'number':
      return suggestions.map(String).map(alike);
    case 'node':
      return distinct([...used]).map(typed => ({
        typed,
        label: String(cellWords(typed, column, namesOf)),
      }));
    case 'json':
    case 'uses':
    case 'secret':
    case 'time':
      return [];
  }
}

/** Colours all around the wheel, bright and dark, and greys. */
const palette = [
  'f44336',
  'ff9800',
  'ffeb3b',
  '8bc34a',
  '4caf50',
  '009688',
  '03a9f4',
  '3f51b5',
  '9c27b0',
  'e91e63',
  '795548',
  '607d8b',
  '9e9e9e',
  '111111',
];
