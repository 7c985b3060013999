import { describe, expect, it } from 'vitest';
import { TableOnPage, usePageSizes } from './tableOnPage.js';

const racks = JSON.stringify([
  { id: 1, name: 'Rack 1', status: 'active', u_height: 42, serial: 'A', tenant: 'B', weight: 3 },
]);

/** The page of a table whose columns a layout names. */
const withLayout = (layout: readonly string[]) => {
  const shown = new TableOnPage('racks', racks);
  shown.show(racks, layout);
  return shown;
};
const names = ({ root }: TableOnPage) =>
  [...root.querySelectorAll('[role=columnheader] .name')].map(({ textContent }) => textContent);
const choose = (shown: TableOnPage, label: string) =>
  [...shown.root.querySelectorAll<HTMLElement>('[role=menuitem]')]
    .find(({ textContent }) => textContent === label)!
    .click();
const headerMenu = (shown: TableOnPage, label: string) => {
  shown.grid.focus();
  shown.press('ArrowUp');
  shown.press('F10', { shiftKey: true });
  choose(shown, label);
};

describe('the columns of a table', () => {
  usePageSizes();

  it('follow their layout, whatever their widths, until the user arranges them, and then over a reload too', () => {
    const shown = withLayout(['u_height', 'name']);
    expect(names(shown)).toEqual(['u_height', 'name']);
    headerMenu(shown, 'Wider');
    shown.show(racks, ['status', 'u_height', 'name']);
    expect(names(shown)).toEqual(['status', 'u_height', 'name']);
    headerMenu(shown, 'Hide column');
    expect(names(shown)).toEqual(['u_height', 'name']);
    shown.show(racks, ['id', 'status']);
    expect(names(shown)).toEqual(['u_height', 'name']);
    shown.load();
    shown.table.forget();
    shown.show(racks, ['id', 'status']);
    expect(names(shown)).toEqual(['u_height', 'name']);
    shown.hear({ type: 'arrange' });
    expect(names(shown)).toEqual(['id', 'status']);
  });

  it('are redrawn for a layout that has the same order and other columns', () => {
    const shown = withLayout(['id', 'name']);
    shown.show(racks, ['id', 'name', 'status']);
    expect(names(shown)).toEqual(['id', 'name', 'status']);
  });

  it('are shown and hidden in a list that is searched, but for the last one', () => {
    const shown = withLayout(['name', 'status']);
    shown.button('Columns…').click();
    const box = (name: string) => shown.find(`.chooser [data-column=${name}]`) as HTMLInputElement;
    expect([box('name').checked, box('u_height').checked]).toEqual([true, false]);
    const search = shown.find('.chooser input[type=text]') as HTMLInputElement;
    search.value = 'HEIGHT';
    search.dispatchEvent(new Event('input'));
    expect(shown.find('.chooser .choices').textContent).toBe('u_height');
    box('u_height').click();
    expect(names(shown)).toEqual(['name', 'status', 'u_height']);
    search.value = '';
    search.dispatchEvent(new Event('input'));
    box('u_height').click();
    box('status').click();
    expect(names(shown)).toEqual(['name']);
    expect(box('name').disabled).toBe(true);
  });

  it('are asked for as a layout in the order in which they are shown', () => {
    const shown = withLayout(['name', 'status']);
    shown.grid.focus();
    shown.press('ArrowUp');
    shown.press('ArrowRight', { ctrlKey: true, shiftKey: true });
    shown.button('Layout…').click();
    expect(shown.posted.at(-1)).toEqual({ type: 'layout', fields: ['status', 'name'] });
  });
});
