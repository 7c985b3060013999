import { describe, expect, it } from 'vitest';
import type { ResultTable } from '../../../src/model/query/queryResult.js';
import { rowOrder } from '../../../src/model/charts/rowOrder.js';
import { strings } from '../../../src/renderer/strings.js';
import { column, factsOfNames, many, settle, table, useRenderer, type ShownOutput } from './useRenderer.js';

const renderer = useRenderer();
const output = (result: ResultTable, more: object = {}) => ({
  ...result,
  id: 'result',
  facts: factsOfNames,
  ...more,
});
const names = (shown: ShownOutput) =>
  shown.cells.filter((_, index) => index % 2 === 0).map(cell => cell.textContent);
/** What the keys for copying put on the clipboard at once. */
const copy = (shown: ShownOutput) => {
  const copied: Record<string, string> = {};
  const event = Object.assign(new Event('copy', { bubbles: true, cancelable: true }), {
    clipboardData: { setData: (type: string, text: string) => (copied[type] = text) },
  });
  shown.grid.dispatchEvent(event);
  return copied['text/plain'];
};

/** Chooses from the menu of what has the keyboard. */
function choose(shown: ShownOutput, label: string): void {
  shown.press('F10', { shiftKey: true });
  shown
    .all('menuitem')
    .find(({ textContent }) => textContent === label)
    ?.click();
}

describe('sorting and filtering', () => {
  const unsorted = () =>
    output(table(column('name', 'dimension', 'b', 'a', 'c', null), column('bytes', 'value', 2, 10, null, 3)));

  it('begins with the largest of numbers, goes on to the smallest and then to none with Enter on a name, and says so', async () => {
    const shown = renderer.draw(unsorted());
    shown.press('ArrowUp');
    shown.press('ArrowRight');
    const orders: unknown[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      shown.press('Enter');
      await settle();
      orders.push([names(shown), shown.all('columnheader')[2]?.getAttribute('aria-sort')]);
    }
    expect(orders).toEqual([
      [['a', 'null', 'b', 'c'], 'descending'],
      [['b', 'null', 'a', 'c'], 'ascending'],
      [['b', 'a', 'c', 'null'], null],
    ]);
    expect(renderer.posted().map(message => message.type)).toEqual(['settings', 'settings', 'settings']);
    shown.press('ArrowLeft');
    shown.press('Enter');
    await settle();
    expect(names(shown)).toEqual(['a', 'b', 'c', 'null']);
  });

  it('takes what the cell remembers', async () => {
    const columns = [{ name: 'bytes', filter: '>=3' }];
    const sort = { column: 'name', isDescending: true };
    const shown = renderer.draw({ ...unsorted(), settings: { columns, sort } });
    await settle();
    expect(names(shown)).toEqual(['a', 'null']);
    expect(shown.caption).toBe('2 of 4 rows');
  });

  it('keeps the width of a column that is filtered, and the filter of one that gets wider', () => {
    const shown = renderer.draw({ ...unsorted(), settings: { columns: [{ name: 'bytes', width: 200 }] } });
    shown.press('End');
    shown.press('ArrowUp');
    choose(shown, strings.filterColumn);
    const input = shown.root.querySelector<HTMLInputElement>('.filters input')!;
    input.value = '>=3';
    input.dispatchEvent(new Event('input'));
    choose(shown, strings.wider);
    expect(renderer.posted()).toMatchObject([
      { settings: { columns: [{ name: 'bytes', width: 200, filter: '>=3' }] } },
      { settings: { columns: [{ name: 'bytes', width: 240, filter: '>=3' }] } },
    ]);
  });

  it('searches all columns, also hidden ones, beside the filters of columns, and takes that back', async () => {
    const columns = [
      { name: 'name', isHidden: true },
      { name: 'bytes', filter: '>2' },
    ];
    const shown = renderer.draw({ ...unsorted(), settings: { columns } });
    const input = shown.root.querySelector<HTMLInputElement>('.filters input')!;
    expect(input.value).toBe('');
    input.value = 'A';
    input.dispatchEvent(new Event('input'));
    await settle();
    expect([shown.texts('gridcell'), shown.caption]).toEqual([['10'], '1 of 4 rows']);
    expect(renderer.posted().at(-1)).toMatchObject({ settings: { search: 'A', columns } });
    const chips = [...shown.root.querySelectorAll<HTMLElement>('.chip')];
    expect(chips.map(({ textContent }) => textContent)).toEqual(['All columns A ×', 'bytes >2 ×']);
    chips[0]?.click();
    await settle();
    expect([shown.texts('gridcell'), input.value]).toEqual([['10', '3'], '']);
  });

  it('does not draw a column that is hidden, keeps that in the cell, and shows all again', () => {
    const shown = renderer.draw(unsorted());
    shown.press('ArrowUp');
    choose(shown, strings.hideColumn);
    expect(shown.texts('columnheader')).toEqual(['#', 'bytes']);
    choose(shown, strings.showAllColumns);
    expect(shown.texts('columnheader')).toEqual(['#', 'name', 'bytes']);
    expect(renderer.posted()).toMatchObject([
      { settings: { columns: [{ name: 'name', isHidden: true }] } },
      { settings: { columns: [{ name: 'name', isHidden: false }] } },
    ]);
    const again = { ...unsorted(), id: 'kept', settings: { columns: [{ name: 'name', isHidden: true }] } };
    expect(renderer.draw(again, { id: 'other' }).texts('columnheader')).toEqual(['#', 'bytes']);
  });

  it('tells integers apart that are the same to 53 bits, and puts what has no value last', () => {
    const values = ['9007199254740993', null, 9007199254740991, '9007199254740992', 'NaN'];
    const numbers = { name: 'n', kind: 'value', values, isNumeric: true } as const;
    const sorted = (isDescending: boolean) => [
      ...rowOrder({
        count: 5,
        filters: [],
        sorts: [{ column: { ...numbers, values: [...values] }, isDescending }],
      })!,
    ];
    expect(sorted(false)).toEqual([2, 3, 0, 1, 4]);
    expect(sorted(true)).toEqual([0, 3, 2, 1, 4]);
  });

  it.each([
    ['>2', [1, 3]],
    ['!= 2', [1, 3]],
    ['=10', [1]],
    ['0', [1]],
    ['null', [2]],
  ])('numbers pass %s', (text, rows) => {
    const values = [2, 10, null, 3];
    const numbers = { name: 'n', kind: 'value', values, isNumeric: true } as const;
    expect([...rowOrder({ count: 4, filters: [{ columns: [numbers], text }] })!]).toEqual(rows);
  });
});

describe('selecting and copying', () => {
  it('extends with Shift, and copies with the names of the columns', () => {
    const shown = renderer.draw(output(many(3)));
    shown.press('ArrowDown', { shiftKey: true });
    shown.press('ArrowRight', { shiftKey: true });
    expect(copy(shown)).toBe('name\tbytes\nrow 0\t0\nrow 1\t1000');
    const selected = shown.cells.map(cell => cell.getAttribute('aria-selected'));
    expect(selected).toEqual(['true', 'true', 'true', 'true', 'false', 'false']);
    expect(shown.root.querySelector('[aria-live]')?.textContent).toBe('Copied 4 cells');
  });

  it('copies nothing that a spreadsheet runs, whatever cell or row it makes of it', () => {
    const formulas = column('@name', 'dimension', '=1+1', '-5', '+a\t=b', '＝c', "a\n=1\n-2\n'-x", null);
    const shown = renderer.draw(output(table(formulas, column('bytes', 'value', -1, 0, 1, 2, 3, 4))));
    const copied = Array.from({ length: 6 }, () => {
      const text = copy(shown);
      shown.press('ArrowDown');
      return text;
    });
    expect(copied).toEqual(["'=1+1", '-5', "'+a\t'=b", "'＝c", "a\n'=1\n-2\n''-x", 'null']);
    shown.press('a', { ctrlKey: true });
    expect(copy(shown)).toBe(
      ["'@name\tbytes", "'=1+1\t-1", '-5\t0', "'+a =b\t1", "'＝c\t2", "a =1 -2 '-x\t3", '\t4'].join('\n'),
    );
  });

  it('is marked also in rows that come into sight', () => {
    const { grid } = renderer.draw(many(1000));
    grid.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', ctrlKey: true }));
    grid.scrollTop = 22 * 500;
    grid.dispatchEvent(new Event('scroll'));
    const drawn = [...grid.querySelectorAll('[role=gridcell]')];
    expect(drawn.some(cell => cell.id === 'cell-500-1')).toBe(true);
    expect(drawn.every(cell => cell.matches('.selected[aria-selected=true]'))).toBe(true);
  });

  it('takes whole rows, whole columns and everything', () => {
    const shown = renderer.draw(output(many(2)));
    shown.press(' ', { shiftKey: true });
    expect(copy(shown)).toBe('name\tbytes\nrow 0\t0');
    shown.press('ArrowDown');
    shown.press(' ', { ctrlKey: true });
    expect(copy(shown)).toBe('name\nrow 0\nrow 1');
    shown.press('a', { ctrlKey: true });
    expect(copy(shown)).toBe('name\tbytes\nrow 0\t0\nrow 1\t1000');
  });
});

describe('the menu of a value', () => {
  it('asks the extension for what is chosen, and gives the focus back', () => {
    const shown = renderer.draw(output(many(3)));
    shown.grid.focus();
    shown.press('ArrowDown');
    shown.press('F10', { shiftKey: true });
    const items = shown.all('menuitem');
    expect(items.map(item => item.textContent)).toEqual([
      strings.filterTo,
      strings.exclude,
      strings.drillDown,
      strings.reveal,
      strings.copyFilter,
      strings.copy,
      strings.copyWithHeaders,
    ]);
    items[1]?.click();
    expect(renderer.posted()).toEqual([
      { type: 'value', action: 'exclude', column: 'name', value: 'row 1', result: 'result' },
    ]);
    expect(shown.all('menu')).toEqual([]);
    expect(shown.root.activeElement).toBe(shown.grid);
  });

  it('tells of the time of its row', () => {
    const times = column('timestamp', 'time', '2026-11-20T08:00:00.000Z', '2026-11-20T09:00:00.000Z');
    const shown = renderer.draw(output(table(times, column('name', 'dimension', 'a', 'b'))));
    for (const key of ['ArrowDown', 'ArrowRight', 'Enter']) shown.press(key);
    shown.all('menuitem')[2]?.click();
    const [asked] = renderer.posted();
    expect(asked).toMatchObject({ action: 'drillDown', value: 'b', time: '2026-11-20T09:00:00.000Z' });
  });

  it('offers only copying for a number', () => {
    const shown = renderer.draw(output(many(3)));
    shown.press('End');
    shown.press('Enter');
    expect(shown.texts('menuitem')).toEqual([strings.copy, strings.copyWithHeaders]);
  });
});

describe('rows that come later', () => {
  const later = (from: number, count: number) => ({
    type: 'rows' as const,
    result: 'result',
    from,
    columns: [
      Array.from({ length: count }, (_, row) => `row ${from + row}`),
      Array.from({ length: count }, (_, row) => from + row),
    ],
  });

  it('are asked for when they come into sight, and drawn when they come', () => {
    const shown = renderer.draw(output({ ...many(20), totalRows: 15_020 }));
    expect(shown.grid.getAttribute('aria-rowcount')).toBe('15021');
    shown.press('End', { ctrlKey: true });
    shown.grid.dispatchEvent(new Event('scroll'));
    expect(renderer.posted().filter(({ type }) => type === 'rows')).toContainEqual({
      type: 'rows',
      from: 10_020,
      count: 5000,
      result: 'result',
    });
    expect(shown.active?.textContent).toBe('…');
    renderer.answer(later(10_020, 5000));
    expect(shown.active?.textContent).toBe('15,019');
  });

  it('come before everything is copied', async () => {
    const shown = renderer.draw(output({ ...many(20), totalRows: 40 }));
    shown.press('a', { ctrlKey: true });
    expect(copy(shown)).toBeUndefined();
    expect(renderer.posted().map(({ type }) => type)).toEqual(['rows']);
    renderer.answer(later(20, 20));
    await settle();
    const lines = renderer.posted().flatMap(message => (message.type === 'copy' ? message.text : []));
    expect(lines.join().split('\n')).toHaveLength(41);
    expect(lines.join()).toMatch(/\nrow 39\t39$/);
  });

  it('come before anything is sorted', async () => {
    const sort = { column: 'bytes', isDescending: true };
    const shown = renderer.draw(output({ ...many(20), totalRows: 40 }, { settings: { sort } }));
    expect(names(shown)[0]).toBe('row 0');
    renderer.answer(later(20, 20));
    await settle();
    expect(names(shown)[0]).toBe('row 19');
  });

  it('are not missed when all are there, though the extension knows the result no more', () => {
    const shown = renderer.draw(output(many(3)));
    renderer.answer({ type: 'gone', result: 'result' });
    expect(shown.caption).toBe('3 rows');
  });

  it('are given up when the extension has them no more', async () => {
    const sort = { column: 'bytes', isDescending: true };
    const shown = renderer.draw(output({ ...many(20), totalRows: 40 }, { settings: { sort } }));
    renderer.answer({ type: 'gone', result: 'result' });
    await settle();
    expect(names(shown)[0]).toBe('row 0');
    const said = [shown.caption, shown.root.querySelector('[aria-live]')?.textContent];
    expect(said).toEqual([strings.gone, strings.gone]);
    // Nothing is copied that is not there, nor asked for again.
    shown.press('a', { ctrlKey: true });
    expect(copy(shown)).toBeUndefined();
    shown.press('End', { ctrlKey: true });
    shown.grid.dispatchEvent(new Event('scroll'));
    await settle();
    expect(renderer.posted().map(({ type }) => type)).toEqual(['rows']);
    expect(shown.root.querySelector('[aria-live]')?.textContent).toBe(strings.gone);
  });
});

describe('the view', () => {
  const times = ['2026-11-20T08:00:00.000Z', '2026-11-20T09:00:00.000Z'];
  const overTime = () => table(column('timestamp', 'time', ...times), column('bytes', 'value', 1, 2));

  it('changes with V, and is kept in the cell and by the page', async () => {
    const shown = renderer.draw(output(overTime(), { settings: { view: 'heat' } }));
    shown.root
      .querySelector<HTMLElement>('[role=radio]')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'v', bubbles: true }));
    await settle();
    expect(shown.grid).not.toBeNull();
    expect(renderer.posted()).toEqual([{ type: 'settings', settings: { view: 'table' }, result: 'result' }]);
    const again = renderer.draw(output(overTime(), { settings: { view: 'heat' } }), { id: 'other' });
    expect(again.root.querySelector('[aria-checked=true]')?.textContent).toBe(strings.views.table);
  });

  it('shows times in the zone that is chosen', () => {
    const shown = renderer.draw(output(overTime(), { settings: { view: 'table', zone: 'Europe/Madrid' } }));
    expect(shown.cells[0]?.textContent).toBe('2026-11-20 09:00:00 +01:00');
    expect(shown.cells[0]?.title).toBe(times[0]);
  });
});
