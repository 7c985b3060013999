import { applyEdits } from 'jsonc-parser';
import { describe, expect, it, vi } from 'vitest';
import { RecordList } from '../../../../src/model/inventory/recordList.js';
import { tableEdit } from '../../../../src/model/tables/tableEdits.js';
import type { TableQuestion } from '../../../../src/model/tables/tableMessages.js';
import type { TableType } from '../../../../src/model/tables/tableType.js';
import { actionOf, placeAfter, typedProblem } from '../../../../src/tables/tableActs.js';
import { replacementShown } from '../../../../src/tables/tableReplacing.js';
import { describeError } from '../../../../src/words/describeError.js';
import { TableOnPage, usePageSizes } from './tableOnPage.js';

const reservations = `[
  { "id": 1, "rack_id": 7, "units": [1, 2], "description": "First" }, // kept
  { "id": 2, "rack_id": null, "units": [3], "description": "Second" },
  { "id": 3, "rack_id": 8, "units": [4], "description": "Third" }
]
`;
const racks = new RecordList(
  'racks',
  [
    { id: 7, name: 'Möbius' },
    { id: 8, name: 'Twin' },
    { id: 9, name: 'Twin' },
  ],
  { readAt: 0 },
);

/** A table that is acted on as its editor does: each act is made of the text, and answered. */
class EditedTable extends TableOnPage {
  private heard = 0;

  constructor(
    public text = reservations,
    private readonly kind: TableType = 'rack_reservations',
  ) {
    super(kind, text, JSON.stringify(JSON.parse(text.replace(/\/\/.*/g, ''))));
    this.hear({ type: 'lock', isLocked: false });
    this.hear({ type: 'names', of: 'racks', names: racks.records.map(({ id, name }) => [id, String(name)]) });
  }

  /** Answers what the page has asked since. */
  answer(): void {
    while (this.heard < this.posted.length) this.answerOne(this.posted[this.heard++]!);
  }

  private answerOne(question: TableQuestion): void {
    const acted = { type: this.kind, table: this.table, lists: () => racks };
    if (question.type === 'check') {
      const sentence = typedProblem(acted, question);
      this.hear({ type: 'checked', question: question.question, sentence });
    }
    if (question.type === 'replacing') this.hear(replacementShown(acted, question));
    if (question.type !== 'act' || question.act.kind === 'decide') return;
    try {
      expect(question.version).toBe(this.table.version);
      this.text = applyEdits(
        this.text,
        tableEdit(this.kind, this.text, actionOf(acted, question.act).action),
      );
      this.show(this.text);
      this.hear({ type: 'done' });
    } catch (error) {
      this.hear({ type: 'done', sentence: describeError(error) });
    }
  }

  /** Says that what the page has asked for last is done, in view of another text. */
  finish(text: string): void {
    this.heard = this.posted.length;
    this.show((this.text = text));
    this.hear({ type: 'done' });
  }

  /** Refuses what the page has asked for last, in view of another text. */
  refuse(sentence: string, text: string): void {
    this.heard = this.posted.length;
    this.show((this.text = text));
    this.hear({ type: 'done', sentence });
  }

  get box(): HTMLInputElement | null {
    return this.root.querySelector('.editing input');
  }

  type(text: string): void {
    if (!this.box) this.press(text.slice(0, 1));
    this.box!.value = text;
    this.box!.dispatchEvent(new Event('input'));
    this.answer();
  }

  go(row: number, field: string): void {
    this.hear({ type: 'go', place: { at: row, field } });
  }

  acts(): unknown[] {
    return this.posted.flatMap(each => (each.type === 'act' ? [each.act] : []));
  }
}

it('goes to the first copy of the last rows that were duplicated, wherever the rows before them stand', () => {
  expect(placeAfter({ kind: 'duplicate', rows: [5, 0] }, 8)).toEqual({ at: 7 });
  expect(placeAfter({ kind: 'duplicate', rows: [0, 4, 5] }, 9)).toEqual({ at: 7 });
});

describe('editing in a table', () => {
  usePageSizes();

  it('begins with F2, with Enter or by typing, goes on with Enter and Tab, and Escape gives up', () => {
    const table = new EditedTable();
    table.go(0, 'description');
    table.press('F2');
    expect(table.box?.value).toBe('First');
    table.type('Begun');
    table.press('Escape');
    expect(table.acts()).toEqual([]);
    expect(table.root.activeElement).toBe(table.grid);
    table.type('One');
    table.press('Enter');
    table.press('Enter');
    table.type('Two');
    table.press('Tab', { shiftKey: true });
    table.answer();
    expect(table.text).toBe(reservations.replace('First', 'One').replace('Second', 'Two'));
    expect(table.active.id.startsWith('cell-1-')).toBe(true);
    expect(table.status).toContain('2 changed');
  });

  it('sends what is done quickly one after the other, each about the text that the one before leaves', () => {
    const table = new EditedTable();
    table.go(0, 'description');
    for (const text of ['One', 'Two', 'Three']) {
      table.press('F2');
      table.box!.value = text;
      table.press('Enter');
    }
    expect(table.acts()).toHaveLength(1);
    table.answer();
    expect(table.column('description')).toEqual(['One', 'Two', 'Three']);
  });

  it('shows what was typed from Enter on, however late it arrives in the text, or else what is there', () => {
    const table = new EditedTable();
    table.go(0, 'description');
    table.type('One');
    table.press('Enter');
    expect(table.column('description')).toEqual(['One', 'Second', 'Third']);
    expect(table.cell(0, 'description')?.getAttribute('aria-busy')).toBe('true');
    table.hear({ type: 'done', sentence: 'Refused.' });
    expect(table.column('description')).toEqual(['First', 'Second', 'Third']);
    table.go(1, 'description');
    table.finish(table.text);
    table.type('Two');
    table.press('Enter');
    table.answer();
    expect(table.column('description')).toEqual(['First', 'Two', 'Third']);
    expect(table.cell(1, 'description')?.getAttribute('aria-busy')).toBeNull();
  });

  it('puts what is typed into its record, wherever that stands meanwhile, and into no other', () => {
    const table = new EditedTable();
    table.go(1, 'description');
    table.type('Late');
    table.text = table.text.replace(/^.*First.*\n/m, '');
    table.show(table.text);
    table.press('Enter');
    table.answer();
    expect(table.column('description')).toEqual(['Late', 'Third']);
    table.go(0, 'description');
    table.type('Too late');
    table.show(`[${table.text.slice(table.text.indexOf('{ "id": 3'))}`);
    table.press('Enter');
    expect(table.acts()).toHaveLength(1);
    expect(table.status).toContain('Too late');
  });

  it('keeps the box that is typed in while others add a field or break the text, and draws the table anew behind it', () => {
    const table = new EditedTable();
    table.go(0, 'description');
    table.type('Typed');
    table.text = table.text.replace('"Third"', '"Third", "extra": 1');
    table.show(table.text);
    expect(table.box?.value).toBe('Typed');
    table.press('Enter');
    table.answer();
    expect(table.column('description')).toEqual(['Typed', 'Second', 'Third']);
    expect(table.column('extra')).toEqual(['', '', '1']);
    expect(table.active).toBe(table.cell(1, 'description'));
    table.type('Lost?');
    table.show('[');
    expect(table.box?.value).toBe('Lost?');
    table.press('Enter');
    expect(table.find('.broken')).not.toBeNull();
    expect(table.status).toContain('Lost?');
    expect(table.acts()).toHaveLength(1);
  });

  it('leaves the keys to an input method that puts a word together', () => {
    const table = new EditedTable();
    table.go(0, 'description');
    table.press('a', { isComposing: true });
    expect(table.box).toBeNull();
    table.type('かな');
    table.press('Enter', { isComposing: true });
    expect(table.box?.value).toBe('かな');
    expect(table.acts()).toEqual([]);
  });

  it('says nothing late of another cell at the one that is edited by then', () => {
    const table = new EditedTable();
    table.go(0, 'rack_id');
    table.press('Q');
    table.press('Tab');
    table.press('F2');
    expect(table.posted.filter(({ type }) => type === 'check')).toHaveLength(1);
    table.answer();
    expect(table.box).not.toBeNull();
    expect(table.find('.wrong').textContent).toBe('');
  });

  it('enters what is typed once more where somebody changed the text at that moment, and drops what is no typing', () => {
    const table = new EditedTable();
    table.go(1, 'description');
    table.type('Late');
    table.press('Enter');
    table.go(2, 'description');
    table.press('Delete');
    table.text = table.text.replace(/^.*First.*\n/m, '');
    table.refuse('The text has changed meanwhile.', table.text);
    table.answer();
    expect(table.column('description')).toEqual(['Late', 'Third']);
    expect(table.acts()).toHaveLength(2);
    table.press('Delete');
    table.refuse('The text has changed meanwhile.', `${table.text} `);
    expect(table.status).toContain('changed meanwhile');
  });

  it('puts what is typed into the record whose row it is, also where another one has the same key', () => {
    const table = new EditedTable(reservations.replace('"id": 2', '"id": 1'));
    for (const row of [1, 0]) {
      table.go(row, 'description');
      table.type(`Row ${row}`);
      table.press('Enter');
      table.answer();
    }
    expect(table.column('description')).toEqual(['Row 0', 'Row 1', 'Third']);
  });

  const queued: [name: string, act: (table: EditedTable) => void, sent: object][] = [
    ['Delete', table => table.press('Delete'), { kind: 'clear', rows: [1, 2] }],
    ['Ctrl+D', table => table.press('d', { ctrlKey: true }), { kind: 'fill', rows: [1, 2] }],
    ['the menu that duplicates', table => table.choose('Duplicate'), { kind: 'duplicate', rows: [1, 2] }],
    ['the menu that deletes', table => table.choose('Delete'), { kind: 'delete', rows: [1, 2] }],
    ['Add', table => table.button('Add').click(), { kind: 'add', after: 2 }],
    ['a paste', table => table.paste('A\tB'), { kind: 'paste', rows: [1, 2] }],
    [
      'Ctrl+Enter',
      table => {
        table.press('F2');
        expect(table.find('.hint').textContent).toBe('Ctrl+Enter fills all 2 cells');
        table.box!.value = 'All';
        table.press('Enter', { ctrlKey: true });
      },
      { kind: 'each', rows: [1, 2] },
    ],
    [
      'a decision',
      table => table.choose('Take theirs'),
      { kind: 'decide', side: 'theirs', cells: [{ at: 2, field: 'description' }] },
    ],
  ];
  it.each(queued)('does what waits for another act to its own records: %s', (_name, act, sent) => {
    const four = reservations.replace(' }\n]', ' },\n  { "id": 4, "description": "Fourth" }\n]');
    const table = new EditedTable(four);
    const conflicts = [{ at: 3, field: 'description', base: 'Fourth', theirs: 'Other' }];
    table.hear({ type: 'conflicts', conflicts });
    table.go(1, 'description');
    table.type('Typed');
    table.press('Enter');
    table.press('ArrowDown', { shiftKey: true });
    act(table);
    expect(table.acts()).toHaveLength(1);
    const changed = four.replace('Second', 'Typed').replace('Third', 'Changed elsewhere');
    table.finish(changed.replace(/^.*First.*\n/m, ''));
    expect(table.acts()[1]).toMatchObject(sent);
  });

  it('says that it did nothing of what waited, where a record of it is gone or the act before moved records', () => {
    const table = new EditedTable();
    const without = table.text.replace(/^.*Second.*\n/m, '');
    table.go(0, 'description');
    table.type('Typed');
    table.press('Enter');
    table.press('Delete');
    table.finish(without);
    expect(table.acts()).toHaveLength(1);
    expect(table.status).toContain('changed meanwhile');
    table.button('Add').click();
    expect(table.status).not.toContain('changed meanwhile');
    table.press('Delete');
    table.press('F2');
    table.box!.value = 'Kept';
    table.press('Enter');
    table.answer();
    expect(table.acts()).toHaveLength(3);
    expect(table.column('description')).toContain('Kept');
    expect(table.status).toContain('changed meanwhile');
  });

  it('edits a row on while its MAC address, by which it is known, becomes another', () => {
    const points = [
      { mac_address: 'aa:aa:aa:aa:aa:01', name: 'One' },
      { mac_address: 'aa:aa:aa:aa:aa:02', name: 'Two' },
    ];
    const table = new EditedTable(JSON.stringify({ access_points: points }, null, 2), 'access_points');
    for (const [row, mac] of ['aa:aa:aa:aa:aa:03', 'aa:aa:aa:aa:aa:03'].entries()) {
      for (const [field, text] of Object.entries({ mac_address: mac, name: `Name ${row}` })) {
        table.go(row, field);
        table.press('F2');
        table.box!.value = text;
        table.press('Enter');
      }
      table.answer();
    }
    expect(table.column('name')).toEqual(['Name 0', 'Name 1']);
    expect(table.column('mac_address')).toEqual(['aa:aa:aa:aa:aa:03', 'aa:aa:aa:aa:aa:03']);
  });

  it('keeps the cursor on its record, and selects no other one, where rows move', () => {
    const table = new EditedTable();
    table.go(1, 'description');
    table.press('ArrowDown', { shiftKey: true });
    table.show(table.text.replace(/^.*First.*\n/m, '').replace('Third', 'Changed elsewhere'));
    expect(table.active.textContent).toBe('Changed elsewhere');
    table.press('Delete');
    expect(table.acts()).toMatchObject([{ kind: 'clear', rows: [1] }]);
  });

  it('keeps it where it stands at the other end of what is selected, too', () => {
    const table = new EditedTable();
    table.go(2, 'description');
    table.press('ArrowUp', { shiftKey: true });
    table.show(table.text.replace(/^.*First.*\n/m, '').replace('Second', 'Changed elsewhere'));
    expect(table.active.textContent).toBe('Changed elsewhere');
    table.press('Delete');
    expect(table.acts()).toMatchObject([{ kind: 'clear', rows: [0] }]);
  });

  it('shows no late answer at another cell, and takes no Enter that ends the composition of a word', () => {
    const table = new EditedTable();
    table.go(0, 'rack_id');
    table.press('N');
    table.press('Tab');
    table.press('F2');
    table.answer();
    expect(table.find('.wrong').textContent).toBe('');
    table.press('Escape');
    const acts = table.acts().length;
    table.go(0, 'description');
    table.press('F2');
    table.box!.value = 'Half';
    table.press('Enter', { isComposing: true });
    expect(table.box?.value).toBe('Half');
    expect(table.acts()).toHaveLength(acts);
  });

  it('picks a record by words of its name, and takes names and numbers that are typed', () => {
    const table = new EditedTable();
    table.go(1, 'rack_id');
    table.type('mobi');
    expect(table.find('[aria-selected=true][role=option]').textContent).toBe('Möbius #7');
    table.press('Enter');
    table.answer();
    expect(table.cell(1, 'rack_id').textContent).toBe('Möbius #7');
    table.type('twin');
    table.press('ArrowDown');
    table.press('Enter');
    table.answer();
    expect(JSON.parse(table.text.replace('// kept', ''))).toMatchObject([{}, {}, { rack_id: 9 }]);
  });

  it('says what is wrong while it is typed, and takes nothing of it', () => {
    const table = new EditedTable();
    table.go(0, 'rack_id');
    table.type('Nowhere');
    expect(table.find('.wrong').textContent).toBe('None of the racks is called Nowhere.');
    table.press('Enter');
    expect(table.box).not.toBeNull();
    table.press('Escape');
    table.go(0, 'units');
    table.type('one');
    expect(table.find('.wrong').textContent).toContain('units');
    table.press('Escape');
    table.answer();
    expect(table.text).toBe(reservations);
  });

  it('loses nothing that is typed and left with the mouse: it stands in its cell, with what is wrong', () => {
    const table = new EditedTable();
    table.go(1, 'rack_id');
    table.type('Nowhere');
    table.box!.blur();
    table.answer();
    expect(table.cell(1, 'rack_id').textContent).toBe('Nowhere');
    expect(table.text).toContain('"rack_id": "Nowhere"');
    table.go(1, 'rack_id');
    table.press('F2');
    expect(table.box?.value).toBe('Nowhere');
    table.press('Escape');
    table.go(2, 'id');
    table.press('4');
    expect(table.box).toBeNull();
  });

  it('leaves undo and redo to VS Code, whose history the text has, and to the box while it is open', () => {
    const table = new EditedTable();
    const reached: string[] = [];
    const hear = ({ key, defaultPrevented }: KeyboardEvent) => reached.push(defaultPrevented ? '' : key);
    document.addEventListener('keydown', hear);
    table.go(0, 'description');
    for (const key of ['z', 'y']) table.press(key, { ctrlKey: true, composed: true });
    table.press('F2');
    for (const key of ['z', 'y'])
      expect(table.press(key, { ctrlKey: true, composed: true }).defaultPrevented).toBe(false);
    document.removeEventListener('keydown', hear);
    expect(reached).toEqual(['z', 'y']);
    expect(table.acts()).toEqual([]);
  });

  it('fills down and clears what is selected as one act each', () => {
    const table = new EditedTable();
    table.go(0, 'rack_id');
    table.press('ArrowDown', { shiftKey: true });
    table.press('ArrowDown', { shiftKey: true });
    // With Caps Lock.
    table.press('D', { ctrlKey: true });
    table.answer();
    expect(table.column('rack_id')).toEqual(['Möbius #7', 'Möbius #7', 'Möbius #7']);
    table.go(2, 'rack_id');
    table.press('Delete');
    table.answer();
    expect(table.text).toBe(reservations.replace('null', '7').replace('"rack_id": 8', '"rack_id": null'));
    expect(table.acts()).toHaveLength(2);
  });

  it('counts on from the first of the selected cells, by the last number in it, and says where there is none', () => {
    const table = new EditedTable(
      reservations.replace('[1, 2]', '"Units 08, 09!"').replace('[3]', '"3"').replace('[4]', '"4"'),
    );
    table.go(0, 'units');
    table.press('D', { ctrlKey: true, shiftKey: true });
    expect(table.status).toContain('Select several rows');
    table.press(' ', { ctrlKey: true });
    table.press('D', { ctrlKey: true, shiftKey: true });
    table.answer();
    expect(table.column('units')).toEqual(['Units 08, 09!', 'Units 08, 10!', 'Units 08, 11!']);
    expect(table.acts()).toHaveLength(1);
    table.go(0, 'description');
    table.press(' ', { ctrlKey: true });
    table.choose('Fill series');
    table.answer();
    expect(table.status).toContain('no number there');
  });

  it('puts what is typed into all cells that are selected, takes what is above, and opens the list with Alt+Down', () => {
    const table = new EditedTable();
    table.go(0, 'rack_id');
    table.press(' ', { ctrlKey: true });
    table.type('twin');
    table.press('ArrowDown');
    table.press('Enter', { ctrlKey: true });
    table.answer();
    expect(table.column('rack_id')).toEqual(['Twin #9', 'Twin #9', 'Twin #9']);
    expect(table.acts()).toHaveLength(1);
    table.press('F2');
    table.press('Enter', { ctrlKey: true });
    expect(table.acts()).toHaveLength(2);
    table.answer();
    for (const [key, row] of [
      ['d', 1],
      ["'", 2],
    ] as const) {
      table.go(row, 'description');
      table.press(key, { ctrlKey: true });
      table.answer();
    }
    expect(table.column('description')).toEqual(['First', 'First', 'First']);
    table.go(0, 'description');
    table.press("'", { ctrlKey: true });
    expect(table.status).toContain('nothing above');
    table.go(0, 'rack_id');
    table.press('ArrowDown', { altKey: true });
    expect(table.box?.value).toBe('Twin #9');
  });

  it('gives none of the selected cells a value that one of them cannot have', () => {
    const table = new EditedTable();
    table.go(0, 'units');
    table.press('ArrowLeft', { shiftKey: true });
    table.type('Möbius');
    table.press('Enter', { ctrlKey: true });
    table.answer();
    expect(table.text).toBe(reservations);
    expect(table.status).toContain('units');
  });

  it('adds, duplicates and deletes records', () => {
    const table = new EditedTable();
    table.go(0, 'description');
    table.button('Add').click();
    table.answer();
    expect(table.column('id')).toEqual(['1', '', '2', '3']);
    table.go(1, 'description');
    table.choose('Delete');
    table.answer();
    expect(table.text).toBe(reservations);
    table.go(2, 'description');
    table.choose('Duplicate');
    table.answer();
    expect(table.column('description')).toEqual(['First', 'Second', 'Third', 'Third']);
    expect(table.status).toContain('1 new');
  });

  it('copies cells as they can be typed, and pastes what a spreadsheet copied over them and below the last row', () => {
    const table = new EditedTable();
    const clipboard = (type: 'copy' | 'paste', data: object) => {
      const event = new Event(type, { bubbles: true, cancelable: true });
      table.grid.dispatchEvent(Object.assign(event, { clipboardData: data }));
      table.answer();
    };
    let copied = '';
    table.go(0, 'rack_id');
    table.press('ArrowRight', { shiftKey: true });
    clipboard('copy', { setData: (_type: string, text: string) => (copied = text) });
    expect(copied).toContain('7\t');
    table.go(2, 'rack_id');
    clipboard('paste', { getData: () => 'Möbius\t5\tPasted\n8\t6\tBelow' });
    expect(table.column('rack_id')).toEqual(['Möbius #7', 'None', 'Möbius #7', 'Twin #8']);
    expect(table.column('description')).toEqual(['First', 'Second', 'Pasted', 'Below']);
    expect(table.acts()).toHaveLength(1);
  });

  it('copies what is selected from the menu: with the names of fields, and as JSON', async () => {
    const table = new EditedTable();
    table.hear({ type: 'lock', isLocked: true });
    let copied = '';
    const writeText = (text: string) => Promise.resolve((copied = text));
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    table.go(0, 'rack_id');
    table.press('ArrowRight', { shiftKey: true });
    const copy = (label: string) => {
      table.press('F10', { shiftKey: true });
      const items = [...table.root.querySelectorAll<HTMLElement>('[role=menuitem]')];
      items.find(({ textContent }) => textContent === label)!.click();
      return copied;
    };
    expect(copy('Copy with headers')).toBe('rack_id\tunits\n7\t[1,2]');
    expect(JSON.parse(copy('Copy as JSON'))).toEqual([{ rack_id: 7, units: [1, 2] }]);
  });

  it('finds and replaces in a column, in the rows that are seen, and says before what becomes of which cells', () => {
    const table = new EditedTable();
    table.go(0, 'rack_id');
    table.press('f', { ctrlKey: true });
    const filter = table.root.activeElement as HTMLInputElement;
    filter.value = 'rst';
    filter.dispatchEvent(new Event('input'));
    table.press('h', { ctrlKey: true });
    const boxes = table.root.querySelectorAll<HTMLInputElement>('.replace input');
    const find = boxes[0]!;
    const replace = boxes[1]!;
    expect(table.root.activeElement).toBe(find);
    const enter = (box: HTMLInputElement, text: string) => {
      box.value = text;
      box.dispatchEvent(new Event('input', { bubbles: true }));
      table.answer();
    };
    const said = () => table.find('.replace').textContent;
    enter(find, 'bius');
    enter(replace, 'xx');
    expect(said()).toContain('0 cells change, 1 stay');
    expect(said()).toContain('None of the racks is called Möxx.');
    table.press('Enter');
    expect(table.acts()).toEqual([]);
    enter(find, 'möbius');
    enter(replace, '#8');
    expect(said()).toContain('1 cell changesMöbius → #8');
    find.focus();
    table.press('Enter');
    table.answer();
    expect(table.text).toBe(reservations.replace('7', '8'));
    expect(table.acts()).toHaveLength(1);
    expect(said()).toContain('0 cells change');
    table.press('Escape');
    expect(table.find('.replace').hidden).toBe(true);
    expect(table.root.activeElement).toBe(table.grid);
  });

  it('exports what is seen: rows in their order and filter, columns as they are shown, names beside numbers', () => {
    const table = new EditedTable();
    table.page.hear({ type: 'lock', isLocked: true });
    table.go(0, 'id');
    table.press('f', { ctrlKey: true });
    const filter = table.root.activeElement as HTMLInputElement;
    filter.value = 'second';
    filter.dispatchEvent(new Event('input'));
    table.button('Export CSV…').click();
    const asked = table.posted.findLast(({ type }) => type === 'export');
    expect(asked).toMatchObject({
      columns: [
        { name: 'id', values: [2] },
        { name: 'rack_id', values: [null] },
        { name: 'units', values: ['3'] },
        { name: 'description', values: ['Second'] },
        { name: 'created_at' },
        { name: 'updated_at' },
      ],
    });
  });

  it('edits nothing that the manager sets, and nothing on a read-only connection', () => {
    const table = new EditedTable();
    table.go(0, 'id');
    table.press('5');
    expect(table.box).toBeNull();
    expect(table.status).toContain('The manager sets id');
    table.hear({ type: 'lock', isLocked: true });
    table.go(0, 'description');
    table.press('F2');
    table.press('Delete');
    expect(table.box).toBeNull();
    expect(table.status).toContain('Read-only');
    expect(table.acts()).toEqual([]);
  });

  it('turns switches with Space, and says why it does not turn what nobody knows', () => {
    const configs = [
      { id: 1, name: 'A', enabled: true, shared: null, is_new: false },
      { id: 2, name: 'B', enabled: false, shared: null, is_new: false },
    ];
    const table = new TableOnPage('table_configs', JSON.stringify(configs));
    table.hear({ type: 'lock', isLocked: false });
    table.hear({ type: 'go', place: { at: 0, field: 'enabled' } });
    table.press(' ', { ctrlKey: true });
    table.press(' ');
    expect(table.posted.at(-1)).toMatchObject({
      act: { kind: 'each', rows: [0, 1], fields: ['enabled'], typed: 'true' },
    });
    table.hear({ type: 'go', place: { at: 0, field: 'is_new' } });
    table.press(' ');
    expect(table.status).toContain('is_new is not a field that Netsensor knows');
  });

  it('chooses several values from a list: what is searched for, what is checked first', () => {
    const table = new TableOnPage('tags', '[{ "id": 1, "allowed_object_types": ["Mine", "RackRole"] }]');
    table.hear({ type: 'lock', isLocked: false });
    table.hear({ type: 'go', place: { at: 0, field: 'allowed_object_types' } });
    table.press('F2');
    const box = table.find('.editing input') as HTMLInputElement;
    const options = () => [...table.root.querySelectorAll('[role=option]')];
    const checked = () => options().filter(each => each.getAttribute('aria-checked') === 'true');
    expect(checked().map(({ textContent }) => textContent)).toEqual(['RackRole', 'Mine']);
    expect(options().slice(0, 2)).toEqual(checked());
    box.value += ';dcim';
    box.dispatchEvent(new Event('input'));
    table.press('ArrowUp');
    table.press(' ');
    expect(box.value).toBe('Mine;RackRole;DcimRack');
    checked()[1]!.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    table.press('Enter');
    const act = table.posted.findLast(({ type }) => type === 'act');
    expect(act).toMatchObject({ act: { kind: 'set', typed: 'Mine;DcimRack' } });
  });

  it('offers colours to look at, those of the column first, and shows the one that is typed', () => {
    const table = new TableOnPage('rack_roles', '[{ "id": 1, "name": "A", "color": "ff8800" }]');
    table.hear({ type: 'lock', isLocked: false });
    table.hear({ type: 'go', place: { at: 0, field: 'color' } });
    table.press('F2');
    expect(table.find('[role=option] .colour').style.background).toBe('rgb(255, 136, 0)');
    const box = table.find('.editing input') as HTMLInputElement;
    box.value = '#0000ff';
    box.dispatchEvent(new Event('input'));
    expect(box.style.borderLeft).toContain('rgb(0, 0, 255)');
  });

  it('asks VS Code for a secret, and never shows a box for one', () => {
    const shown = new TableOnPage('account_keys', '[{ "id": 1, "name": "A", "password": "x" }]');
    shown.hear({ type: 'lock', isLocked: false });
    shown.hear({ type: 'go', place: { at: 0, field: 'password' } });
    shown.press('a');
    expect(shown.root.querySelector('.editing')).toBeNull();
    expect(shown.posted.at(-1)).toEqual({ type: 'secret', version: 1, at: 0 });
  });
});
