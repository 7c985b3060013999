import { expect, it } from 'vitest';
import { RecordList } from '../../../../src/model/inventory/recordList.js';
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
    { read: cellReader('racks', () => undefined), lists: () => undefined },
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

it('replaces what references are called, and says what it makes of it', () => {
  const panels = [
    { id: 7, name: 'Panel A' },
    { id: 8, name: 'Panel B' },
  ];
  const lists = () => new RecordList('power_panels', panels, { readAt: 0 });
  const feeds = [{ power_panel_id: 7 }, { power_panel_id: 8 }, { power_panel_id: 9 }];
  const column = tableColumns('power_feeds', feeds).find(({ field }) => field === 'power_panel_id')!;
  const shown = feeds.map((fields, at) => ({ at, id: at, fields, state: 'same', changed: [] }) as const);
  const read = cellReader('power_feeds', lists);
  const plan = (find: string, replace: string) =>
    replacePlan(shown, column, { find, replace }, { read, lists });
  expect(plan('panel a', 'Panel B')).toEqual({
    action: { kind: 'set', cells: [{ row: 0, field: 'power_panel_id', value: 8 }] },
    changes: [{ before: 'Panel A', after: 'Panel B' }],
    misfits: [],
  });
  expect(plan('panel', 'Shelf').misfits.map(({ typed }) => typed)).toEqual(['Shelf A', 'Shelf B']);
});
