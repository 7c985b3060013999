import { describe, expect, it } from 'vitest';
import { planCells, withUsers } from '../../../../src/model/notebook/runPlan.js';

const cell = (name: string, ...uses: string[]) => ({ cell: name, name, uses });
type Cells = readonly ReturnType<typeof cell>[];
const plan = (wanted: string[], cells: Cells, results: string[] = []) =>
  planCells(wanted, cells, name => results.includes(name));
const order = (...asked: Parameters<typeof plan>) => plan(...asked).map(planned => planned.cell);

describe('the order of cells', () => {
  it('is from top to bottom unless one uses the result of another', () => {
    expect(order(['a', 'b', 'c'], [cell('a', 'c'), cell('b'), cell('c')])).toEqual(['c', 'a', 'b']);
  });

  it('has the cells that are used and have no result yet', () => {
    const cells = [cell('a'), cell('b', 'a'), cell('c', 'b')];
    expect(order(['c'], cells)).toEqual(['a', 'b', 'c']);
    expect(order(['c'], cells, ['b'])).toEqual(['c']);
    expect(order(['c', 'b'], cells, ['a', 'b'])).toEqual(['b', 'c']);
  });

  it('leaves a name that no cell has to whoever fills it in', () => {
    expect(plan(['a'], [cell('a', 'nobody')])).toEqual([{ cell: 'a', needs: [], cycle: [] }]);
  });

  it('says whose result a cell uses, the upper one of two with the same name', () => {
    const cells = [
      { cell: 1, name: 'a', uses: [] },
      { cell: 2, name: 'a', uses: [] },
      { cell: 3, name: undefined, uses: ['a'] },
    ];
    expect(planCells([3], cells, () => true)).toEqual([{ cell: 3, needs: [1], cycle: [] }]);
  });

  it.each<[Cells, Record<string, string[]>]>([
    [[cell('a', 'b'), cell('b', 'a')], { a: ['a', 'b', 'a'], b: ['b', 'a', 'b'] }],
    [[cell('a', 'a'), cell('b')], { a: ['a', 'a'], b: [] }],
    [
      [cell('a', 'b'), cell('b', 'c'), cell('c', 'b'), cell('d', 'a')],
      { a: [], b: ['b', 'c', 'b'], c: ['c', 'b', 'c'], d: [] },
    ],
  ])('marks the cells that need each other, and no other', (cells, cycles) => {
    const names = cells.map(({ name }) => name);
    for (const results of [[], names]) {
      const found = plan(names, cells, results).map(planned => [planned.cell, planned.cycle]);
      expect(Object.fromEntries(found)).toEqual(cycles);
    }
  });

  it('has each cell once, after what it uses, however they are entangled', () => {
    const names = Array.from({ length: 60 }, (_none, index) => `n${index}`);
    const cells = names.map((name, index) => cell(name, ...names.slice(index + 1)));
    expect(order(names, cells)).toEqual(names.toReversed());
  });
});

describe('what follows from cells', () => {
  it('is every cell that uses their results, directly or not', () => {
    const cells = [cell('a'), cell('c', 'b'), cell('b', 'a'), cell('d')];
    expect([...withUsers(['a'], cells)].sort()).toEqual(['a', 'b', 'c']);
    expect([...withUsers([], cells)]).toEqual([]);
  });
});
