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

describe('what the cells of a table say', () => {
  usePageSizes();

  it('is how long ago a time was, and the exact time for who points at it, filters or copies it', () => {
    const exact = new Date(Date.now() - 3.5 * 86_400_000).toISOString();
    const shown = new TableOnPage(
      'racks',
      JSON.stringify([{ id: 1, name: 'A', created_at: exact, updated_at: 'odd' }]),
    );
    expect(shown.cell(0, 'created_at').textContent).toBe('3 days ago');
    expect(shown.cell(0, 'created_at').title).toBe(exact);
    expect(shown.cell(0, 'updated_at').textContent).toBe('odd');
    for (const text of ['3 days', exact.slice(0, 10)]) {
      shown.filter(text);
      expect(shown.column('id')).toEqual(['1']);
    }
  });

  it('is found as it is read: no reference as None, a reference by its name alone, a number of a list by itself', () => {
    const feeds = [
      { id: 1, name: 'A', power_panel_id: 3, power_feed_type_id: 2 },
      { id: 2, name: 'B', power_panel_id: null, power_feed_type_id: 1 },
    ];
    const shown = new TableOnPage('power_feeds', JSON.stringify(feeds));
    shown.hear({ type: 'names', of: 'power_panels', names: [[3, 'Panel North']] });
    const found = (text: string) => (shown.filter(text), shown.column('name'));
    expect(found('=panel north')).toEqual(['A']);
    expect(found('=Panel North|None')).toEqual(['A', 'B']);
    expect(found('none')).toEqual(['B']);
    expect(found('!=none')).toEqual(['A']);
    expect(found('=2')).toEqual(['A', 'B']);
    expect(found('redundant')).toEqual(['A']);
    expect(shown.status).toContain('1 of 2');
    const clear = shown.button('Clear filters');
    clear.click();
    expect(shown.column('name')).toEqual(['A', 'B']);
    expect([clear.hidden, shown.status]).toEqual([true, expect.stringContaining('2 records')]);
    expect(shown.find('.filters').textContent).not.toContain('redundant');
  });

  it('is how many records refer to one, once that column is shown, and never 0 while types are not read', () => {
    const shown = new TableOnPage('racks', racks);
    expect(shown.posted.filter(({ type }) => type === 'uses')).toEqual([]);
    shown.button('Columns…').click();
    shown.find('.chooser [data-column="used by"]').click();
    expect(shown.posted.filter(({ type }) => type === 'uses')).toEqual([{ type: 'uses' }]);
    const uses = () => shown.cell(0, 'used by');
    expect(uses().textContent).toBe('');
    shown.hear({ type: 'uses', counts: [], unread: ['Tags'] });
    expect([uses().textContent, uses().title]).toEqual(['?', 'Not read yet: Tags']);
    shown.hear({ type: 'uses', counts: [[1, 2]], unread: ['Tags'] });
    expect(uses().textContent).toBe('≥ 2');
    shown.hear({ type: 'uses', counts: [[1, 2]], unread: [] });
    expect([uses().textContent, uses().title]).toEqual(['2', '']);
    shown.hear({ type: 'uses', counts: [], unread: [] });
    expect(uses().textContent).toBe('0');
  });
});
