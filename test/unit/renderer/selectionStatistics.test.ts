import { describe, expect, it, vi } from 'vitest';
import { strings } from '../../../src/renderer/strings.js';
import { column, factsOfNames, many, table, useRenderer, type ShownOutput } from './useRenderer.js';

const renderer = useRenderer();
const measures = [
  { name: 'bytes', unit: 'bytes', isSum: true },
  { name: 'clients', unit: 'number', isSum: false },
];
const facts = { ...factsOfNames, measures };
const output = (more: object) => ({ id: 'result', facts, ...more });
const traffic = () =>
  table(
    column('name', 'dimension', 'a', 'b', 'c', 'd'),
    column('bytes', 'value', 1000, 3000, null, 'Infinity'),
    column('clients', 'value', 7, 5, 6, 2),
  );
const line = ({ root }: ShownOutput) => root.querySelector<HTMLElement>('.statistics');
const said = (shown: ShownOutput) =>
  [...(line(shown)?.children ?? [])].map(part =>
    [...part.children].map(({ textContent }) => textContent).join(' '),
  );

describe('what is said below a table of the selected cells', () => {
  it('is what the numbers of a column come to, in its unit, with all digits in the tooltip', () => {
    const shown = renderer.draw(output(traffic()));
    expect(said(shown)).toEqual([]);
    shown.press('ArrowRight');
    expect(said(shown)).toEqual([]);
    shown.press(' ', { ctrlKey: true });
    expect(said(shown)).toEqual(['Count 2 Sum 4 kB Average 2 kB Min 1 kB Max 3 kB']);
    expect([...line(shown)!.querySelectorAll<HTMLElement>('[title]')].map(({ title }) => title)).toEqual([
      '4,000 B',
      '2,000 B',
      '1,000 B',
      '3,000 B',
    ]);
    shown.press('ArrowUp');
    expect(said(shown)).toEqual([]);
  });

  it('is of each column by itself, and no sum of what cannot be added up', () => {
    const shown = renderer.draw(output(traffic()));
    shown.press('ArrowDown', { shiftKey: true });
    expect(said(shown)).toEqual([]);
    shown.press('a', { ctrlKey: true });
    expect(said(shown)).toEqual([
      'bytes Count 2 Sum 4 kB Average 2 kB Min 1 kB Max 3 kB',
      'clients Count 4 Average 5 Min 2 Max 7',
    ]);
  });

  it('is of the first three columns of many, and follows what is filtered and sorted', () => {
    const numbers = ['p', 'q', 'r', 's', 't'].map(name => column(name, 'value', 1, 2));
    const settings = { columns: [{ name: 'p', filter: '>1' }] };
    const shown = renderer.draw(output({ ...table(...numbers), settings }));
    shown.press('a', { ctrlKey: true });
    expect(line(shown)?.textContent).toMatch(/^pCount 1Sum 2.*rCount 1.*and 2 more columns$/);
    expect(said(shown)).toHaveLength(4);
  });

  it('counts rows that have not come once they are there, or says that they are gone', async () => {
    const first = { ...many(4), totalRows: 6 };
    const select = (shown: ShownOutput) => {
      shown.press('ArrowRight');
      shown.press(' ', { ctrlKey: true });
    };
    const shown = renderer.draw(output(first));
    select(shown);
    expect(line(shown)?.textContent).toBe(strings.loadingRows);
    renderer.answer({
      type: 'rows',
      result: 'result',
      from: 4,
      columns: [
        ['e', 'f'],
        [4000, 5000],
      ],
    });
    await vi.waitFor(() => expect(said(shown)[0]).toMatch(/^Count 6 Sum 15 kB/));
    const other = renderer.draw({ ...output(first), id: 'other' }, { id: 'other' });
    select(other);
    renderer.answer({ type: 'gone', result: 'other' });
    await vi.waitFor(() => expect(line(other)?.textContent).toBe(strings.gone));
  });

  it('has no room where there are no numbers', () => {
    const shown = renderer.draw(output(table(column('name', 'dimension', 'a', 'b'))));
    expect(line(shown)?.hidden).toBe(true);
  });
});
