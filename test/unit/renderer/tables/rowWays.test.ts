import { describe, expect, it } from 'vitest';
import { inventoryTypeNames } from 'netsensor-contract/inventory/inventoryTypes';
import { TableOnPage, usePageSizes } from './tableOnPage.js';

const reservations = `[
  { "id": 1, "rack_id": 7, "units": [1, 2], "description": "First" },
  { "id": 3, "rack_id": null, "units": [4], "description": "Third" },
  { "rack_id": 8, "units": [4], "description": "New" }
]`;

function menuOf(table: TableOnPage): HTMLElement[] {
  table.press('F10', { shiftKey: true });
  return [...table.root.querySelectorAll<HTMLElement>('[role=menuitem]')];
}

const labels = (items: readonly HTMLElement[]) => items.map(({ textContent }) => textContent);

describe('where the rows of a table lead', () => {
  usePageSizes();

  it('to what a cell refers to with F12, else to the document of its row, also by Ctrl and a click', () => {
    const table = new TableOnPage('rack_reservations', reservations);
    table.hear({ type: 'lock', isLocked: false });
    const go = (at: number, field: string) => table.hear({ type: 'go', place: { at, field } });
    go(0, 'rack_id');
    table.press('F12');
    expect(table.posted.at(-1)).toEqual({ type: 'open', at: 0, field: 'rack_id' });
    go(1, 'rack_id');
    table.press('F12');
    expect(table.posted.at(-1)).toEqual({ type: 'open', at: 1 });
    go(0, 'rack_id');
    table.cell(0, 'rack_id').dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: true }));
    expect(table.posted.at(-1)).toEqual({ type: 'open', at: 0, field: 'rack_id' });
    go(2, 'description');
    const before = table.posted.length;
    table.press('F12');
    expect(table.posted.slice(before)).toEqual([]);
  });

  it('to its picture, its uses and the tree by the menu, for all rows that are selected', () => {
    const table = new TableOnPage('rack_reservations', reservations);
    table.hear({ type: 'go', place: { at: 0, field: 'description' } });
    table.press('ArrowDown', { shiftKey: true });
    menuOf(table)
      .find(({ textContent }) => textContent === 'Show in Picture')!
      .click();
    expect(table.posted.at(-1)).toEqual({ type: 'lead', to: 'picture', rows: [0, 1] });
  });

  it.each(inventoryTypeNames)('of %s: to their documents, uses and places in the tree', type => {
    const table = new TableOnPage(type, '[{ "id": 1 }]');
    table.hear({ type: 'go', place: { at: 0, field: 'id' } });
    const found = labels(menuOf(table)).filter(label => label !== 'Show in Picture');
    expect(found.slice(0, 3)).toEqual(['Open record', 'Find Records That Use It', 'Reveal in Tree']);
  });

  it('to the document of a row with Enter where nothing can be edited, which offers to unlock and says so', () => {
    const table = new TableOnPage('rack_reservations', reservations);
    table.hear({ type: 'lock', isLocked: true });
    table.hear({ type: 'go', place: { at: 1, field: 'description' } });
    table.press('Enter');
    expect(table.posted.at(-1)).toEqual({ type: 'open', at: 1 });
    table.press('F2');
    expect(table.status).toContain('Read-only');
    expect(table.find('.status .trouble')).toBeNull();
    table.find('.status [role=alert] button').click();
    expect(table.posted.at(-1)).toEqual({ type: 'unlock' });
    table.hear({ type: 'lock', isLocked: false });
    expect(table.status).not.toContain('Read-only');
  });

  it('of users to their documents alone, and nothing is offered that would let them be edited', () => {
    const table = new TableOnPage('users', '[{ "id": 5, "login": "jdoe" }]');
    table.hear({ type: 'lock', isLocked: true, isForGood: true });
    table.hear({ type: 'go', place: { at: 0, field: 'login' } });
    expect(labels(menuOf(table))[0]).toBe('Open record');
    table.press('Escape');
    table.press('F2');
    expect(table.status).toContain('Nothing is edited here.');
    expect([...table.root.querySelectorAll('button')].map(each => each.textContent)).not.toContain('Unlock');
  });

  it('says which part of its type it shows, and leads to all of it', () => {
    const table = new TableOnPage('racks', '[{ "id": 1 }]');
    table.hear({ type: 'part', sentence: 'Only what the filter of the tree shows: core' });
    expect(table.find('.bar').textContent).toContain('core');
    [...table.root.querySelectorAll<HTMLElement>('.bar button')]
      .find(({ textContent }) => textContent === 'Show All')!
      .click();
    expect(table.posted.at(-1)).toEqual({ type: 'all' });
  });
});
