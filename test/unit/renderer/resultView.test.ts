import { describe, expect, it } from 'vitest';
import type { ResultColumn, ResultValue } from '../../../src/model/query/queryResult.js';
import { strings } from '../../../src/renderer/strings.js';
import { column, many, table, useRenderer } from './useRenderer.js';

const renderer = useRenderer();

describe('a table', () => {
  it('names its columns and says how many rows it has', () => {
    const shown = renderer.draw(many(3));
    expect(shown.caption).toBe('3 rows');
    expect(shown.texts('columnheader')).toEqual(['#', 'name', 'bytes']);
    expect(shown.texts('rowheader')).toEqual(['1', '2', '3']);
    expect(shown.texts('gridcell')).toEqual(['row 0', '0', 'row 1', '1,000', 'row 2', '2,000']);
  });

  it('tells a screen reader its size and where each cell is', () => {
    const shown = renderer.draw(many(1000));
    expect(shown.grid.getAttribute('aria-rowcount')).toBe('1001');
    expect(shown.grid.getAttribute('aria-colcount')).toBe('3');
    expect(shown.grid.getAttribute('aria-labelledby')).toBe(shown.root.querySelector('.caption')?.id);
    expect(
      shown
        .all('row')
        .slice(0, 3)
        .map(row => row.getAttribute('aria-rowindex')),
    ).toEqual(['1', '2', '3']);
    expect(shown.cells.slice(0, 2).map(cell => cell.getAttribute('aria-colindex'))).toEqual(['2', '3']);
  });

  it('draws only the rows in sight', () => {
    const shown = renderer.draw(many(10_000));
    expect(shown.all('row').length).toBeLessThan(40);
    expect(shown.root.querySelector<HTMLElement>('.body')?.style.height).toBe('220000px');
  });

  it('says that it was cut', () => {
    expect(renderer.draw({ ...many(10_000), totalRows: 48_210 }).caption).toBe('First 10,000 of 48,210 rows');
  });

  it('says that there are no rows', () => {
    const shown = renderer.draw(table(column('timestamp', 'time')));
    expect(shown.caption).toBe(strings.noRows);
    expect(shown.grid).toBeNull();
  });

  it('says what is not among its rows, and opens it', () => {
    const notes = ['1 of 4 rows could not be read.'];
    const shown = renderer.draw({ ...many(3), id: 'result', notes, hasOddRows: true });
    expect(shown.root.querySelector('.note')?.textContent).toBe(notes[0]);
    expect(shown.caption).toBe('3 rows');
    [...shown.root.querySelectorAll('button')]
      .find(({ textContent }) => textContent === strings.openOddRows)
      ?.click();
    expect(renderer.posted()).toContainEqual({ type: 'oddRows', result: 'result' });
  });

  it('says which limit it has reached, with a button for each way on', () => {
    const limitActions = [
      { label: 'Raise to 1,000', limit: 1000 },
      { label: 'Remove the limit', limit: null },
    ];
    const shown = renderer.draw({ ...many(3), id: 'result', notes: ['The limit is reached'], limitActions });
    const buttons = [...shown.root.querySelectorAll('button')].slice(0, 2);
    expect(buttons.map(({ textContent }) => textContent)).toEqual(limitActions.map(({ label }) => label));
    buttons.forEach(button => button.click());
    const asked = limitActions.map(({ limit }) => ({ type: 'limit', limit, result: 'result' }));
    expect(renderer.posted()).toEqual(asked);
  });

  it('never says that nothing matches when rows came that could not be read', () => {
    const notes = ['1 of 1 rows could not be read.'];
    const shown = renderer.draw({
      ...table(column('timestamp', 'time')),
      id: 'result',
      notes,
      hasOddRows: true,
    });
    expect(shown.root.textContent).not.toContain(strings.noRows);
    expect(shown.root.querySelector('.note')?.textContent).toBe(notes[0]);
    expect(shown.root.querySelectorAll('button')).toHaveLength(1);
  });

  it('offers to open nothing where there is nobody to ask', () => {
    const shown = renderer.draw({ ...many(1), notes: ['a'], hasOddRows: true });
    expect(shown.root.textContent).not.toContain(strings.openOddRows);
  });
});

describe('a value', () => {
  const shownAs = (value: ResultValue, kind: ResultColumn['kind'] = 'value', ...others: ResultValue[]) => {
    const [cell] = renderer.draw(table(column('x', kind, value, ...others))).cells;
    return [cell?.textContent, cell?.className.replace('cell ', '').replace(' active', '')];
  };

  it.each<[string, ResultValue, string, string]>([
    ['null', null, 'null', 'right null'],
    ['a number that is not finite', 'Infinity', 'Infinity', 'right notFinite'],
    ['a large whole number, exactly', 9_007_199_254_740_991, '9,007,199,254,740,991', 'right plain'],
    ['a fraction, with every digit', 461180.40444406576, '461,180.40444406576', 'right plain'],
    ['a negative number', -1234567, '-1,234,567', 'right plain'],
    ['a huge number', 1e21, '1e+21', 'right plain'],
  ])('shows %s', (_name, value, text, className) => {
    expect(shownAs(value, 'value', 1)).toEqual([text, className]);
  });

  it('shows empty text as two quotes', () => {
    expect(shownAs('', 'dimension')).toEqual(['""', 'empty']);
  });

  it('shows the word null in a text as a text', () => {
    expect(shownAs('null', 'dimension')).toEqual(['null', 'plain']);
    expect(shownAs('Infinity', 'dimension')).toEqual(['Infinity', 'plain']);
  });

  it('shows times and digits in dimensions as they were sent', () => {
    expect(shownAs('2026-11-20T09:00:00.000+01:00', 'time')).toEqual([
      '2026-11-20T09:00:00.000+01:00',
      'plain',
    ]);
    expect(shownAs('44300', 'dimension')).toEqual(['44300', 'plain']);
  });

  it('warns when a number has more digits than can be right', () => {
    expect(renderer.draw(table(column('x', 'value', 2 ** 60, 1))).cells[0]?.title).toBe(strings.tooLong);
  });

  it('never becomes markup, and neither does a name', () => {
    const hostile = '<img src=x onerror="globalThis.hacked=1">';
    const shown = renderer.draw(
      table(
        column(hostile, 'dimension', hostile, '</style><script>globalThis.hacked=1</script>', '__proto__'),
      ),
    );
    expect(shown.root.querySelector('img, script')).toBeNull();
    expect(shown.texts('columnheader')[1]).toBe(hostile);
    expect(shown.cells[0]?.textContent).toBe(hostile);
    expect(shown.cells[2]?.textContent).toBe('__proto__');
    expect(globalThis).not.toHaveProperty('hacked');
  });
});

describe('an output', () => {
  it.each([
    null,
    'text',
    [],
    {},
    { columns: [], rowCount: -1, totalRows: 0 },
    { columns: [{}], rowCount: 0, totalRows: 0 },
    { columns: [{ name: 'a', kind: 'value', values: [1] }], rowCount: 2, totalRows: 2 },
    { columns: [{ name: 'a', kind: 'value', values: [{}] }], rowCount: 1, totalRows: 1 },
    { columns: [{ name: 'a', kind: 'odd', values: [] }], rowCount: 0, totalRows: 0 },
    { columns: [{ name: 'a', kind: 'value', values: [1] }], rowCount: 1, totalRows: 0 },
  ])('that is not a result is a sentence: %j', value => {
    expect(renderer.draw(value).caption).toBe(strings.unreadable);
  });

  it('that is not even JSON is a sentence', () => {
    expect(renderer.draw(undefined).caption).toBe(strings.unreadable);
  });

  it('stands beside others without touching them', () => {
    const one = renderer.draw(many(2), { id: 'one' });
    const other = renderer.draw(many(3), { id: 'other' });
    one.press('ArrowDown');
    expect([one.active?.textContent, other.active?.textContent]).toEqual(['row 1', 'row 0']);
    renderer.dispose('one');
    expect([one.grid, other.caption]).toEqual([null, '3 rows']);
  });

  it('is drawn again in the same element when the cell runs again', () => {
    const { element } = renderer.draw(many(2));
    expect(renderer.draw(many(5), { element }).caption).toBe('5 rows');
    expect(element.shadowRoot?.querySelectorAll('[role=grid]')).toHaveLength(1);
  });

  it('keeps the keys that press its buttons, and what is typed, from the editor', () => {
    const { element, root } = renderer.draw(many(2));
    const heard: string[] = [];
    element.addEventListener('keydown', ({ key }) => heard.push(key));
    const view = root.querySelector('[role=radio]');
    for (const key of ['Enter', ' ', 'Escape'])
      view?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }));
    const input = root.querySelector('input');
    for (const key of ['v', 'c', 's'])
      input?.dispatchEvent(
        new KeyboardEvent('keydown', { key, ctrlKey: key !== 'v', bubbles: true, composed: true }),
      );
    expect(heard).toEqual(['Escape', 's']);
  });

  it('speaks the language that the extension has texts for', () => {
    const drawn = renderer.draw(many(2));
    const texts = { Table: 'Tabelle', '{0} rows': '{0} Zeilen' };
    renderer.answer({ type: 'texts', texts });
    expect([drawn.caption, drawn.texts('radio')[0]]).toEqual(['2 Zeilen', 'Tabelle']);
    expect(renderer.draw(many(3), { id: 'other' }).caption).toBe('3 Zeilen');
    renderer.answer({ type: 'texts', texts: {} });
    expect(drawn.caption).toBe('2 rows');
  });

  it('stops observing when it is disposed', () => {
    const { root, grid } = renderer.draw(many(100));
    const own = [...renderer.observed()].filter(observed => root.contains(observed));
    expect(own).toContain(grid);
    renderer.dispose('item');
    // What other tests drew may still be observed.
    expect(own.filter(observed => renderer.observed().has(observed))).toEqual([]);
  });
});
