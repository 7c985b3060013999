import { describe, expect, it, vi } from 'vitest';
import { strings } from '../../../src/renderer/strings.js';
import { column, factsOfNames, many, settle, table, useRenderer, type ShownOutput } from './useRenderer.js';

const renderer = useRenderer();
const output = (rows = many(4), more: object = {}) => ({
  ...rows,
  id: 'result',
  facts: factsOfNames,
  ...more,
});

const point = (target: EventTarget | null | undefined, type: string, more: MouseEventInit = {}) => {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, ...more });
  target?.dispatchEvent(event);
  return event;
};
const selected = ({ cells }: ShownOutput) =>
  cells.filter(cell => cell.getAttribute('aria-selected') === 'true').map(({ id }) => id.slice(5));
const choose = (shown: ShownOutput, label: string) =>
  shown
    .all('menuitem')
    .find(({ textContent }) => textContent === label)
    ?.click();

describe('the mouse in a table', () => {
  it('selects whole rows by their numbers, and up to a cell or a number with Shift', () => {
    const shown = renderer.draw(output());
    const numbers = shown.all('rowheader');
    point(numbers[1], 'pointerdown');
    expect(selected(shown)).toEqual(['1-0', '1-1']);
    point(numbers[2], 'pointerdown', { shiftKey: true });
    expect(selected(shown)).toEqual(['1-0', '1-1', '2-0', '2-1']);
    point(shown.cells[0], 'pointerdown');
    point(shown.cells[4], 'pointerdown', { shiftKey: true });
    expect(selected(shown)).toEqual(['0-0', '1-0', '2-0']);
    point(shown.cells[7], 'pointerdown', { button: 1 });
    expect(selected(shown)).toEqual(['0-0', '1-0', '2-0']);
  });

  it('selects what it passes over until its button is let go', () => {
    const shown = renderer.draw(output());
    let under: Element | undefined;
    shown.root.elementFromPoint = () => under ?? null;
    const moveTo = (cell: Element | undefined) => {
      under = cell;
      point(shown.grid, 'pointermove');
    };
    point(shown.cells[0], 'pointerdown');
    moveTo(shown.cells[3]);
    moveTo(shown.all('columnheader')[1]);
    expect(selected(shown)).toEqual(['0-0', '0-1', '1-0', '1-1']);
    point(window, 'pointerup');
    moveTo(shown.cells[7]);
    expect(selected(shown)).toEqual(['0-0', '0-1', '1-0', '1-1']);
  });

  it('selects cells with Shift instead of text, and copies them although text is marked', () => {
    const shown = renderer.draw(output());
    point(shown.cells[0], 'pointerdown');
    expect(point(shown.cells[3], 'mousedown').defaultPrevented).toBe(false);
    expect(point(shown.cells[3], 'mousedown', { shiftKey: true }).defaultPrevented).toBe(true);
    point(shown.cells[3], 'pointerdown', { shiftKey: true });
    vi.spyOn(document, 'getSelection').mockReturnValue({ toString: () => 'marked' } as Selection);
    const copied: string[] = [];
    const clipboardData = { setData: (_type: string, text: string) => copied.push(text) };
    const event = Object.assign(new Event('copy', { bubbles: true, cancelable: true }), { clipboardData });
    shown.grid.dispatchEvent(event);
    expect(copied).toEqual([expect.stringContaining('row 0\t')]);
    vi.restoreAllMocks();
  });

  it('opens a menu for what is selected, or for another cell', () => {
    const shown = renderer.draw(output());
    point(shown.cells[0], 'pointerdown');
    point(shown.cells[2], 'pointerdown', { shiftKey: true });
    expect(point(shown.cells[0], 'contextmenu').defaultPrevented).toBe(true);
    expect(selected(shown)).toEqual(['0-0', '1-0']);
    choose(shown, strings.copy);
    point(shown.cells[5], 'contextmenu');
    expect(selected(shown)).toEqual(['2-1']);
    choose(shown, strings.copyWithHeaders);
    return vi.waitFor(() =>
      expect(renderer.posted()).toEqual([
        { type: 'copy', text: 'row 0\nrow 1', result: 'result' },
        { type: 'copy', text: 'bytes\n2000', result: 'result' },
      ]),
    );
  });

  it('makes a column wider by its edge, keeps the width, and fits it again', () => {
    const shown = renderer.draw(output());
    const edge = shown.all('columnheader')[1]!.querySelector<HTMLElement>('.resize')!;
    edge.setPointerCapture = () => undefined;
    const widths = () => shown.grid.style.getPropertyValue('--columns');
    point(edge, 'pointerdown', { button: 2, clientX: 100 });
    point(edge, 'pointermove', { clientX: 900 });
    expect(widths()).toBe('101px 125px 125px');
    point(edge, 'pointerdown', { clientX: 100 });
    point(edge, 'pointermove', { clientX: 130 });
    expect(widths()).toBe('101px 155px 125px');
    point(edge, 'lostpointercapture');
    const kept = (width?: number) => ({ type: 'settings', settings: { columns: [{ name: 'name', width }] } });
    expect(renderer.posted()).toMatchObject([kept(155)]);
    // A press on the edge does not sort.
    expect(shown.all('columnheader')[1]?.getAttribute('aria-sort')).toBeNull();
    shown.press('ArrowUp');
    shown.press('F10', { shiftKey: true });
    choose(shown, strings.fitColumn);
    expect(widths()).toBe('101px 125px 125px');
    expect(renderer.posted().at(-1)).toMatchObject(kept());
  });
});

describe('the names of columns', () => {
  const press = (shown: ShownOutput, at: number, more: MouseEventInit = {}) => {
    point(shown.all('columnheader')[at], 'pointerdown', more);
    point(shown.grid, 'pointerup', more);
    return settle();
  };
  const sorts = () => {
    const last = renderer.posted().at(-1);
    return last?.type === 'settings' ? last.settings.sort : undefined;
  };

  it('sort by what is pressed, and with Shift by several, in the order of their numbers', async () => {
    const names = ['b 10', 'a', 'b 9', 'a'];
    const rows = table(column('name', 'dimension', ...names), column('bytes', 'value', 1, 2, 3, 4));
    const shown = renderer.draw(output(rows));
    const texts = () => shown.cells.filter((_, at) => at % 2 > 0).map(({ textContent }) => textContent);
    await press(shown, 1);
    expect(shown.texts('columnheader')).toEqual(['#', 'name ↑', 'bytes']);
    expect(texts()).toEqual(['2', '4', '3', '1']);
    await press(shown, 2, { shiftKey: true });
    expect(shown.texts('columnheader')).toEqual(['#', 'name ↑1', 'bytes ↓2']);
    expect(texts()).toEqual(['4', '2', '3', '1']);
    expect(shown.root.querySelector('[aria-live]')?.textContent).toBe(
      'Sorted by name, ascending, Sorted by bytes, descending',
    );
    await press(shown, 1, { shiftKey: true });
    expect(sorts()).toEqual({
      column: 'name',
      isDescending: true,
      then: [{ column: 'bytes', isDescending: true }],
    });
    await press(shown, 1, { shiftKey: true });
    expect(sorts()).toEqual({ column: 'bytes', isDescending: true });
    await press(shown, 1);
    expect(sorts()).toEqual({ column: 'name', isDescending: false });
  });

  it('are dragged to another place, which is shown before they are let go, and do not sort then', async () => {
    const shown = renderer.draw(output());
    shown.root.elementFromPoint = () => shown.all('columnheader')[2]!;
    point(shown.all('columnheader')[1], 'pointerdown', { clientX: 50 });
    point(shown.grid, 'pointermove', { clientX: 52 });
    expect(shown.root.querySelector('.target')).toBeNull();
    point(shown.grid, 'pointermove', { clientX: 90 });
    expect(shown.all('columnheader')[2]?.className).toBe('cell right target after');
    point(shown.grid, 'pointerup', { clientX: 90 });
    await settle();
    expect(shown.texts('columnheader')).toEqual(['#', 'bytes', 'name']);
    expect(sorts()).toBeUndefined();
    expect(shown.active?.textContent).toBe('name');
    point(shown.all('columnheader')[1], 'pointerdown', { clientX: 50 });
    point(shown.grid, 'pointermove', { clientX: 90 });
    shown.press('Escape');
    point(shown.grid, 'pointerup', { clientX: 90 });
    expect(shown.texts('columnheader')).toEqual(['#', 'bytes', 'name']);
    expect(shown.root.querySelector('.dragged')).toBeNull();
  });

  it('move by keys and by their menu, past what is hidden', async () => {
    const columns = ['a', 'b', 'c', 'd'].map(name => column(name, 'dimension', 'x'));
    const settings = { columns: [{ name: 'b', isHidden: true }] };
    const shown = renderer.draw(output(table(...columns), { settings }));
    shown.press('ArrowUp');
    shown.press('ArrowRight', { ctrlKey: true, shiftKey: true });
    expect(shown.texts('columnheader')).toEqual(['#', 'c', 'a', 'd']);
    expect(shown.root.querySelector('[aria-live]')?.textContent).toBe('a is column 2 of 3');
    shown.press('F10', { shiftKey: true });
    choose(shown, strings.moveRight);
    shown.press('ArrowRight', { ctrlKey: true, shiftKey: true });
    expect(shown.texts('columnheader')).toEqual(['#', 'c', 'd', 'a']);
    expect(renderer.posted().at(-1)).toMatchObject({ settings: { order: ['b', 'c', 'd', 'a'] } });
    shown.press('F10', { shiftKey: true });
    choose(shown, strings.thenDescending);
    shown.press('F10', { shiftKey: true });
    choose(shown, strings.sortAscending);
    await settle();
    expect(sorts()).toEqual({ column: 'a', isDescending: false });
  });
});

describe('the menus of a table', () => {
  const open = (shown: ShownOutput) => void shown.press('F10', { shiftKey: true });

  it('go round with the arrow keys, and close with Escape and when the focus leaves', () => {
    const shown = renderer.draw(output());
    shown.grid.focus();
    open(shown);
    const heard: string[] = [];
    shown.element.addEventListener('keydown', ({ key }) => heard.push(key));
    const press = (key: string) => {
      const { activeElement } = shown.root;
      activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }));
      return shown.root.activeElement?.textContent;
    };
    expect(['ArrowUp', 'ArrowDown', 'ArrowDown', 'Home', 'End'].map(press)).toEqual([
      strings.copyWithHeaders,
      strings.filterTo,
      strings.exclude,
      strings.filterTo,
      strings.copyWithHeaders,
    ]);
    press('Escape');
    expect([shown.all('menu').length, shown.root.activeElement]).toEqual([0, shown.grid]);
    open(shown);
    shown.root.querySelector<HTMLElement>('[role=radio]')?.focus();
    expect(shown.all('menu')).toEqual([]);
    expect(heard).toEqual([]);
  });

  it('are about the row that is shown there, in a table that is sorted', async () => {
    const settings = { sort: { column: 'bytes', isDescending: true } };
    const shown = renderer.draw(output(many(4), { settings }));
    await settle();
    open(shown);
    choose(shown, strings.reveal);
    expect(renderer.posted()).toEqual([
      { type: 'value', action: 'reveal', column: 'name', value: 'row 3', result: 'result' },
    ]);
  });

  it('reveal no row without a value, and filter by it as null', () => {
    const shown = renderer.draw(output(table(column('name', 'dimension', null))));
    open(shown);
    expect(shown.texts('menuitem')).not.toContain(strings.reveal);
    choose(shown, strings.filterTo);
    expect(renderer.posted()).toMatchObject([{ action: 'filter', value: null }]);
  });

  it('sort by the name that they are opened on, and by none', async () => {
    const shown = renderer.draw(output(many(1000)));
    shown.grid.scrollTop = 2200;
    shown.press('ArrowUp');
    for (const label of [strings.sortDescending, strings.sortAscending, strings.sortNone]) {
      open(shown);
      choose(shown, label);
      await settle();
    }
    expect(renderer.posted().map(message => message.type === 'settings' && message.settings.sort)).toEqual([
      { column: 'name', isDescending: true },
      { column: 'name', isDescending: false },
      undefined,
    ]);
    expect(shown.root.querySelector('[aria-live]')?.textContent).toBe(strings.unsorted);
    expect(shown.grid.scrollTop).toBe(0);
  });

  it('hide every column but the last one, and show them again as they were', () => {
    const columns = [{ name: 'bytes', width: 90, filter: '>=0' }];
    const shown = renderer.draw(output(many(4), { settings: { columns } }));
    shown.press('End');
    shown.press('ArrowUp');
    open(shown);
    choose(shown, strings.hideColumn);
    expect(shown.texts('columnheader')).toEqual(['#', 'name']);
    shown.press('Home');
    open(shown);
    expect(shown.texts('menuitem')).not.toContain(strings.hideColumn);
    choose(shown, strings.showAllColumns);
    expect(shown.texts('columnheader').length).toBe(3);
    expect(shown.grid.style.getPropertyValue('--columns')).toMatch(/ 90px$/);
    expect(renderer.posted().at(-1)).toMatchObject({
      settings: { columns: [{ ...columns[0], isHidden: false }] },
    });
  });

  it('offer only copying where nobody takes what is asked', () => {
    const shown = renderer.draw(output(many(1), { id: '' }));
    open(shown);
    expect(shown.texts('menuitem')).toEqual([strings.copy, strings.copyWithHeaders]);
    expect([...shown.root.querySelectorAll('button')].map(({ textContent }) => textContent)).not.toContain(
      strings.export,
    );
  });
});
