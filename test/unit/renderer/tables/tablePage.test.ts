import { describe, expect, it, vi } from 'vitest';
import { cellAt } from '../../../../src/model/tables/tableText.js';
import { TablePage } from '../../../../src/renderer/tables/tablePage.js';
import { TableOnPage, usePageSizes } from './tableOnPage.js';

const racks = (...records: readonly object[]) => `${JSON.stringify(records, null, 2)}\n`;
const some = racks(
  { id: 10, name: 'Rack 10', status: 'active', rack_role_id: 3, u_height: 42 },
  { id: 2, name: 'Rack 9', status: null, rack_role_id: null, u_height: 1042 },
);

describe('the page of a table', () => {
  usePageSizes();

  it('shows the records of a list with the names of what they refer to, and None where they refer to nothing', () => {
    const shown = new TableOnPage('racks', some);
    expect(shown.column('id')).toEqual(['10', '2']);
    expect(shown.column('rack_role_id')).toEqual(['#3', 'None']);
    shown.hear({ type: 'names', of: 'rack_roles', names: [[3, 'Storage']] });
    expect(shown.column('rack_role_id')).toEqual(['Storage #3', 'None']);
    expect(shown.column('u_height')).toEqual(['42', '1042']);
    expect(shown.status).toContain('2 records');
  });

  it('shows a colour with a swatch of it, and a secret as dots alone', () => {
    const roles = new TableOnPage('rack_roles', racks({ id: 1, name: 'A', color: '00ff00' }));
    const swatch = roles.cell(0, 'color').querySelector<HTMLElement>('.colour');
    expect(swatch?.style.background).toBe('rgb(0, 255, 0)');
    const keys = new TableOnPage('account_keys', racks({ id: 1, name: 'A', password: '<stored>' }));
    expect(keys.cell(0, 'password').textContent).toBe('••••••');
  });

  it('sorts by a column, filters by any text that is read, and has both, and widths, remembered for its next tab', () => {
    const shown = new TableOnPage('racks', some);
    shown.hear({ type: 'names', of: 'rack_roles', names: [[3, 'Störage']] });
    const search = shown.find('.filters input') as HTMLInputElement;
    shown.page.grid?.sort({ column: 'name', isDescending: false });
    shown.page.grid?.widen(0, 100);
    const width = shown.posted.findLast(({ type }) => type === 'settings');
    expect(width).toMatchObject({ settings: { columns: [{ name: 'used by' }, { name: 'id', width: 225 }] } });
    expect(shown.column('name')).toEqual(['Rack 9', 'Rack 10']);
    search.value = 'storage';
    search.dispatchEvent(new Event('input'));
    expect(shown.column('name')).toEqual(['Rack 10']);
    expect(shown.status).toContain('1 of 2');
    shown.load();
    shown.table.forget();
    shown.show(some);
    shown.hear({ type: 'names', of: 'rack_roles', names: [[3, 'Störage']] });
    expect(shown.column('name')).toEqual(['Rack 10']);
  });

  it('follows its text: marks what a save changes, and counts it', () => {
    const shown = new TableOnPage('racks', some);
    shown.press('ArrowDown');
    shown.show(some.replace('Rack 9', 'Rack 8'));
    expect(shown.cell(1, 'name').textContent).toBe('Rack 8');
    expect(shown.cell(1, 'name').getAttribute('aria-description')).toBe('changed');
    expect(shown.cell(1, 'id').hasAttribute('aria-description')).toBe(false);
    expect(shown.active.id).toBe('cell-1-0');
    expect(shown.status).toContain('1 changed');
    shown.show(racks({ name: 'Rack 1' }));
    expect(shown.column('name')).toEqual(['Rack 1']);
    expect(shown.status).toContain('1 new, 2 to be deleted');
  });

  it('says what is wrong with a cell where it is', () => {
    const shown = new TableOnPage('racks', some);
    const problem = { at: 1, field: 'name', message: 'Two racks have this name.', isError: true };
    shown.hear({ type: 'problems', problems: [problem] });
    expect(shown.cell(1, 'name').getAttribute('aria-description')).toBe('problem: Two racks have this name.');
    expect(shown.cell(0, 'name').classList.contains('problem')).toBe(false);
    expect(shown.status).toContain('1 problem');
  });

  it('counts problems and warnings apart, and goes from one to the next with F8, and shows their rows alone by a press on the count', () => {
    const shown = new TableOnPage('racks', some);
    shown.hear({
      type: 'problems',
      problems: [
        { at: 1, field: 'name', message: 'Taken.', isError: true },
        { at: 0, field: 'u_height', message: 'Odd.', isError: false },
        { at: 1, field: undefined, message: 'Refused.', isError: true },
      ],
    });
    expect(shown.status).toContain('2 problems, 1 warning');
    expect(shown.cell(0, 'u_height').getAttribute('aria-description')).toBe('warning: Odd.');
    const way = (key: string, shiftKey = false) => {
      shown.press(key, { shiftKey });
      return `${shown.active.id} ${shown.find('.about').textContent}`;
    };
    const odd = `${shown.cell(0, 'u_height').id} Odd.`;
    const refused = `${shown.cell(1, 'id').id} Refused.`;
    const taken = `${shown.cell(1, 'name').id} Taken.`;
    expect([way('F8'), way('F8'), way('F8'), way('F8')]).toEqual([odd, refused, taken, odd]);
    expect(way('F8', true)).toBe(taken);
    shown.button('1 warning').click();
    expect(shown.active).toBe(shown.cell(0, 'u_height'));
    expect(shown.root.activeElement).toBe(shown.grid);
    expect([shown.column('name'), shown.status]).toEqual([['Rack 10'], expect.stringContaining('1 of 2')]);
    shown.button('2 problems').click();
    expect(shown.column('name')).toEqual(['Rack 9']);
    expect(shown.button('2 problems').getAttribute('aria-pressed')).toBe('true');
    shown.button('Clear filters').click();
    expect(shown.column('name')).toEqual(['Rack 10', 'Rack 9']);
    shown.show(some.replace('Rack 9', 'Other'));
    shown.button('1 changed').click();
    expect(shown.column('name')).toEqual(['Other']);
    shown.button('1 changed').click();
    expect(shown.column('name')).toEqual(['Rack 10', 'Other']);
    const search = shown.find('.filters input') as HTMLInputElement;
    search.value = 'Other';
    search.dispatchEvent(new Event('input'));
    shown.button('1 warning').click();
    expect(shown.status).toContain('filter hides');
    const gone = { at: -1, message: 'Rack 1 was not deleted.', isError: true };
    shown.hear({ type: 'problems', problems: [gone] });
    shown.button('1 problem').click();
    expect(shown.status).toContain('Rack 1 was not deleted.');
  });

  it('shows both values of a cell that two people changed, and lets its user decide, of what is selected or everywhere', () => {
    const shown = new TableOnPage('racks', some);
    shown.hear({ type: 'lock', isLocked: false });
    const conflicts = [
      { at: 0, field: 'u_height', base: 40, theirs: 47 },
      { at: 1, field: 'rack_role_id', base: 3, theirs: 4 },
      { at: 1 },
    ];
    shown.hear({ type: 'names', of: 'rack_roles', names: [[4, 'Compute']] });
    shown.hear({ type: 'conflicts', conflicts });
    expect(shown.status).toContain('3 conflicts');
    expect(shown.cell(0, 'u_height').textContent).toBe('42⇠ 47');
    expect(shown.cell(1, 'rack_role_id').textContent).toBe('None⇠ Compute #4');
    expect(shown.cell(1, 'id').getAttribute('aria-description')).toContain('Deleted on the manager');
    shown.press('F8');
    const sentence = '42 here, 47 on the manager now (it was 40)';
    expect(shown.active.getAttribute('aria-description')).toBe(`conflict: ${sentence}`);
    expect(shown.find('.about').textContent).toContain(sentence);
    shown.button('Take theirs').click();
    const decided = (side: string, cells: readonly object[]) => ({
      type: 'act',
      version: 1,
      act: { kind: 'decide', side, cells },
    });
    expect(shown.posted.at(-1)).toEqual(decided('theirs', [{ at: 0, field: 'u_height' }]));
    expect(shown.root.activeElement).toBe(shown.grid);
    shown.hear({ type: 'done' });
    shown.press('a', { ctrlKey: true });
    shown.press('F10', { shiftKey: true });
    shown.press('Enter');
    expect(shown.posted.at(-1)).toMatchObject({ act: { side: 'mine', cells: [{}, {}, { at: 1 }] } });
    shown.hear({ type: 'done' });
    shown.hear({ type: 'lock', isLocked: true });
    shown.press('F8');
    expect(shown.button('Keep mine')).toBeUndefined();
    shown.hear({ type: 'conflicts', conflicts: [] });
    expect(shown.cell(0, 'u_height').textContent).toBe('42');
    expect(shown.status).toContain('Nothing to save');
  });

  it('says what is wrong with the connection beside the lock, with the buttons that help, until nothing is', () => {
    const shown = new TableOnPage('racks', some);
    const trouble = {
      words: 'API key refused at 10:07',
      sentence: 'The manager did not accept this API key (401).',
    };
    const state = { type: 'lock', isLocked: false } as const;
    shown.hear({ ...state, trouble: { ...trouble, help: 'Enter API key', mayWorkLater: true } });
    expect(shown.find('.bar').textContent).toContain('API key refused at 10:07');
    expect(shown.find('.bar [role=status]').getAttribute('title')).toBe(trouble.sentence);
    for (const [label, asked] of [
      ['Enter API key', 'help'],
      ['Try again', 'retry'],
      ['Save…', 'save'],
    ] as const) {
      shown.button(label).click();
      expect(shown.posted.at(-1)).toEqual({ type: asked });
    }
    shown.hear({ ...state, isLocked: true, trouble: { ...trouble, mayWorkLater: false } });
    expect(shown.button('Enter API key')).toBeUndefined();
    expect(shown.button('Try again')).toBeUndefined();
    shown.button('Unlock').click();
    expect(shown.posted.at(-1)).toEqual({ type: 'unlock' });
    shown.hear(state);
    expect(shown.find('.bar').textContent).not.toContain('refused');
  });

  it('leads to the text where that is no list, and goes on once it is repaired', () => {
    const shown = new TableOnPage('racks', '[{]', some);
    shown.button('Open as Text').click();
    expect(shown.posted).toEqual([{ type: 'text' }]);
    shown.show(some);
    expect(shown.column('id')).toEqual(['10', '2']);
  });

  it('counts records as the text does, also once an element is gone that is none', () => {
    const shown = new TableOnPage('racks', `[{ "id": 10, "name": "A" }, 5, { "id": 2, "name": "B" }]`, some);
    shown.hear({ type: 'go', place: { at: 2, field: 'name' } });
    expect(shown.posted.at(-1)).toEqual({ type: 'place', place: { at: 2, field: 'name' } });
    shown.show(`[{ "id": 10, "name": "A" }, { "id": 2, "name": "B" }]`);
    shown.hear({ type: 'go', place: { at: 1, field: 'name' } });
    expect(shown.active.textContent).toBe('B');
  });

  it('leaves rows where they are while values change, and sorts and filters them again when asked', () => {
    const shown = new TableOnPage('racks', some);
    const again = shown.button('Sort and filter again');
    shown.page.grid?.sort({ column: 'name', isDescending: false });
    expect(again.hidden).toBe(true);
    shown.show(some.replace('Rack 9', 'Rack 11'));
    expect(shown.column('name')).toEqual(['Rack 11', 'Rack 10']);
    expect(again.hidden).toBe(false);
    again.click();
    expect(shown.column('name')).toEqual(['Rack 10', 'Rack 11']);
    expect(again.hidden).toBe(true);
  });

  it('lets one type a filter on while names, records and the lock of the connection change', () => {
    const shown = new TableOnPage('racks', some);
    const search = shown.find('.filters input') as HTMLInputElement;
    search.focus();
    search.value = 'rack 1';
    search.dispatchEvent(new Event('input'));
    shown.hear({ type: 'lock', isLocked: false });
    shown.hear({ type: 'names', of: 'rack_roles', names: [[3, 'Storage']] });
    shown.show(racks({ id: 2, name: 'Rack 9', status: null, rack_role_id: 3 }, { name: 'Rack 12' }));
    expect(shown.root.activeElement).toBe(search);
    expect(shown.column('name')).toEqual(['Rack 12']);
    expect(shown.status).toContain('1 of 2');
  });

  it('leaves the keys of VS Code to it in the box below a name, and what is typed to the box alone', () => {
    const shown = new TableOnPage('racks', some);
    const box = shown.find('.filtering input');
    const heard: string[] = [];
    shown.root.addEventListener('keydown', event => heard.push((event as KeyboardEvent).key));
    for (const key of ['F1', 'x', 'Enter'])
      box.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }));
    box.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'f', altKey: true, bubbles: true, composed: true }),
    );
    expect(heard).toEqual(['F1', 'f']);
  });

  it('has the columns of the layout that the manager keeps, and the others for who shows them', () => {
    const shown = new TableOnPage('racks', some);
    const names = () =>
      [...shown.root.querySelectorAll('[role=columnheader] .name')].map(each => each.textContent);
    shown.table.show(some, { version: 9, baseText: some, layout: ['name', 'width', 'id'] });
    expect(names()).toEqual(['name', 'width', 'id']);
    shown.press('ArrowUp');
    shown.press('F10', { shiftKey: true });
    const items = [...shown.root.querySelectorAll<HTMLElement>('[role=menuitem]')];
    items.find(({ textContent }) => textContent === 'Show all columns')!.click();
    expect(names()).toContain('u_height');
    expect(names().slice(0, 3)).toEqual(['name', 'width', 'id']);
    shown.table.show(some, { version: 10, baseText: some, layout: ['id', 'name'] });
    expect(names()).toContain('u_height');
  });

  it('says of a column what its field means, and shows a list without records', () => {
    const shown = new TableOnPage('racks', '[]');
    const header = [...shown.root.querySelectorAll('[role=columnheader]')].find(
      ({ textContent }) => textContent === 'u_height',
    );
    expect(header?.getAttribute('title')).toMatch(/^u_height: .+/);
    expect(shown.status).toContain('0 records');
  });

  it('goes to the cell that the cursor was at in the text, and tells which one is active', () => {
    const shown = new TableOnPage('racks', some);
    const place = cellAt('racks', some, some.indexOf('Rack 9'));
    expect(place).toEqual({ at: 1, field: 'name' });
    shown.hear({ type: 'go', place: place! });
    expect(shown.active).toBe(shown.cell(1, 'name'));
    expect(shown.posted.at(-1)).toEqual({ type: 'place', place });
  });

  it('shows what its document says until there is a table, and offers nothing for rows that are not there', () => {
    const root = document.body.appendChild(document.createElement('main')).attachShadow({ mode: 'open' });
    new TablePage(root, { kept: undefined, keep: () => undefined, post: () => undefined });
    expect(root.querySelector('.place > slot')).not.toBeNull();
    expect([...root.querySelectorAll<HTMLElement>('.status > button')].map(({ hidden }) => hidden)).toEqual([
      true,
      true,
    ]);
    const shown = new TableOnPage('racks', some);
    expect(shown.root.querySelector('slot')).toBeNull();
  });

  it('says how many cells are selected, and what their numbers come to', () => {
    const heights = racks({ id: 1, name: 'A', u_height: 40 }, { id: 2, name: 'B', u_height: 42 });
    const shown = new TableOnPage('racks', heights);
    shown.hear({ type: 'go', place: { at: 0, field: 'u_height' } });
    expect(shown.status).not.toContain('selected');
    shown.press('ArrowDown', { shiftKey: true });
    expect(shown.status).toContain('2 cells selected');
    expect(shown.status).toContain('Sum 82Average 41');
    shown.show(heights.replace('42', '44'));
    expect(shown.status).toContain('Sum 84');
    shown.press('ArrowDown');
    expect(shown.status).not.toMatch(/selected|Sum/);
  });

  it('measures its columns once, and not with each key that is typed into a filter', () => {
    const shown = new TableOnPage('racks', some);
    const measured = vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get');
    measured.mockClear();
    shown.filter('9');
    expect(shown.column('name')).toEqual(['Rack 9']);
    expect(measured).not.toHaveBeenCalled();
  });

  it('tells in red what has failed, and what is only to be known as everything else', () => {
    const shown = new TableOnPage('racks', some);
    shown.hear({ type: 'told', sentence: 'Somebody else changed this list.' });
    expect(shown.status).toContain('Somebody else');
    expect(shown.root.querySelector('.status .trouble')).toBeNull();
    shown.hear({ type: 'done', sentence: 'The connection is gone.' });
    shown.hear({ type: 'lock', isLocked: false });
    expect(shown.find('.status .trouble').textContent).toBe('The connection is gone.');
  });

  it('reads domains by their names, and finds them by these', () => {
    const points = ['7', '8'].map(uuid => ({
      mac_address: `00:00:00:00:00:0${uuid}`,
      organization_uuid: uuid,
    }));
    const shown = new TableOnPage('access_points', JSON.stringify({ access_points: points }));
    shown.hear({ type: 'names', of: 'nodes', names: [['7', 'Madrid']] });
    expect(shown.column('organization_uuid')).toEqual(['Madrid #7', '8']);
    shown.filter('=madrid');
    expect(shown.column('organization_uuid')).toEqual(['Madrid #7']);
    shown.hear({ type: 'lock', isLocked: false });
    shown.hear({ type: 'go', place: { at: 0, field: 'organization_uuid' } });
    shown.press('F2');
    expect((shown.find('.editing input') as HTMLInputElement).value).toBe('7');
    expect(shown.find('.picks').textContent).toBe('Madrid #78');
  });
});
