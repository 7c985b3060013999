import { expect, it } from 'vitest';
import { cellReader } from '../../../../src/model/tables/cellValue.js';
import { tableColumns } from '../../../../src/model/tables/tableColumns.js';
import { replacePlan } from '../../../../src/model/tables/tableReplace.js';

const racks = [
  { name: 'Rack A-1', u_height: 42 },
  { name: 'rack a-1 (a-1)', u_height: 47 },
  { name: 'B', u_height: null },
];
const rows = racks.map((fields, at) => ({ at: at + 5, id: at, fields, state: 'same', changed: [] }) as const);
const replaced = (field: string, find: string, replace: string) => {
  const column = tableColumns('racks', racks).find(each => each.field === field)!;
  const { action, misfits } = replacePlan(
    rows,
    column,
    { find, replace },
    cellReader('racks', () => undefined),
  );
  return {
    cells: action.cells.map(({ row, value }) => [row, value]),
    misfits: misfits.map(({ line, typed, problem: { code } }) => [line, typed, code]),
  };
};

it('replaces a part of the values of a column, in any case and as it is written', () => {
  expect(replaced('name', 'A-1', '$&.2')).toEqual({
    cells: [
      [5, 'Rack $&.2'],
      [6, 'rack $&.2 ($&.2)'],
    ],
    misfits: [],
  });
  expect(replaced('name', '.', 'x').cells).toEqual([]);
  expect(replaced('u_height', '4', '1').cells).toEqual([
    [5, 12],
    [6, 17],
  ]);
});

it('fills what is empty, and leaves out what would not fit', () => {
  expect(replaced('u_height', '', '42')).toEqual({ cells: [[7, 42]], misfits: [] });
  expect(replaced('u_height', '7', 'x')).toEqual({ cells: [], misfits: [[2, '4x', 'invalid']] });
  expect(replaced('name', 'B', '').misfits).toEqual([[3, '', 'invalid']]);
});
