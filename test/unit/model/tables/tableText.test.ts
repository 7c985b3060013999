import { describe, expect, it } from 'vitest';
import { printRecords } from '../../../../src/model/inventory/listDocument.js';
import type { RecordFields } from '../../../../src/model/inventory/recordText.js';
import { exactRecords } from '../../../../src/model/tables/exactValues.js';
import {
  cellAt,
  cellPlace,
  cellProblems,
  readTable,
  type TableText,
} from '../../../../src/model/tables/tableText.js';

const rack = (id: number, name: string) => ({ id, name, u_height: 42, width: 19, rack_role_id: 4 });
const base = [rack(1, 'A'), rack(2, 'B'), rack(3, 'C')];

function tableOf(text: string, from?: readonly RecordFields[]): TableText {
  const table = readTable('racks', text, from);
  if ('problem' in table) throw new Error(table.problem.code);
  return table;
}

describe('the text of a list as a table', () => {
  it('says which records are changed, new and going', () => {
    const edited = [rack(1, 'A'), { ...rack(3, 'C'), width: 23, u_height: '42' }, { name: 'D' }];
    const { rows, going } = tableOf(JSON.stringify(edited), base);
    expect(rows.map(({ at, id, state, changed }) => ({ at, id, state, changed }))).toEqual([
      { at: 0, id: 1, state: 'same', changed: [] },
      { at: 1, id: 3, state: 'changed', changed: ['width'] },
      { at: 2, id: undefined, state: 'new', changed: [] },
    ]);
    expect(going).toEqual([rack(2, 'B')]);
  });

  it('calls nothing changed where nobody knows what it began from, nor times that the manager sets', () => {
    const { rows, going } = tableOf(JSON.stringify([rack(7, 'A'), { name: 'B' }]));
    expect([rows.map(({ state }) => state), going]).toEqual([['same', 'new'], []]);
    const later = tableOf(JSON.stringify(base.map(fields => ({ ...fields, updated_at: 'now' }))), base);
    expect(later.rows.map(({ state }) => state)).toEqual(['same', 'same', 'same']);
  });

  it('has all digits of a number beyond those of JavaScript, with comments and without', () => {
    const text = '[{ "id": 1, "serial": 12345678901234567890, "deep": [-9007199254740993] }]';
    const fields = { id: 1, serial: '12345678901234567890', deep: ['-9007199254740993'] };
    for (const written of [text, text.replace(']', '/* ! */]')])
      expect(tableOf(written, exactRecords(text)).rows).toMatchObject([{ fields, state: 'same' }]);
    const [row] = tableOf(text.replace('7890,', '7891,'), exactRecords(text)).rows;
    expect(row?.changed).toEqual(['serial']);
  });

  it('reads past comments, a comma too many and what is no record, and says that a save does not', () => {
    const { rows, problems } = tableOf('[{"id": 1}, /* why */ 5, {"id": 2},]');
    expect(rows.map(({ at, id }) => [at, id])).toEqual([
      [0, 1],
      [2, 2],
    ]);
    expect(problems.map(({ code }) => code)).toEqual(['syntax', 'syntax', 'notObject']);
  });

  it.each([
    ['', 'syntax'],
    ['[{"id": 1}', 'syntax'],
    ['{"id": 1}', 'notList'],
  ])('is none for %j', (text, code) => {
    expect(readTable('racks', text, base)).toMatchObject({ problem: { code } });
  });

  it('has each problem in its cell', () => {
    const edited = [{ ...rack(1, ''), u_height: 0 }, rack(2, 'B'), rack(2, 'B'), { name: 'D', width: 19 }];
    const found = cellProblems('racks', tableOf(JSON.stringify(edited), base), base);
    expect(found.map(({ at, field, problem }) => [at, field, problem.code])).toEqual([
      [2, 'id', 'duplicateId'],
      [0, 'name', 'field'],
      [0, 'u_height', 'field'],
      [3, 'u_height', 'field'],
    ]);
  });
});

describe('a cell and its place in the text', () => {
  const text = printRecords('racks', base);

  it('lead to each other', () => {
    const place = cellPlace('racks', text, 1, 'name');
    expect(text.slice(place?.offset).startsWith('"B"')).toBe(true);
    expect(cellAt('racks', text, place?.offset ?? 0)).toEqual({ at: 1, field: 'name' });
    expect(cellAt('racks', text, text.indexOf('    "u_height"', place?.offset))).toEqual({
      at: 1,
      field: 'u_height',
    });
    expect(cellPlace('racks', text, 1, 'serial')).toEqual(cellPlace('racks', text, 1));
    expect(cellAt('racks', text, cellPlace('racks', text, 2)?.offset ?? 0)).toEqual({
      at: 2,
      field: undefined,
    });
    expect([cellPlace('racks', text, 3), cellAt('racks', text, 0)]).toEqual([undefined, undefined]);
  });
});
