import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { RecordFields } from '../../../../src/model/inventory/recordText.js';
import { cellReader } from '../../../../src/model/tables/cellValue.js';
import { tableColumns } from '../../../../src/model/tables/tableColumns.js';
import { copiedCells, copiedJson } from '../../../../src/model/tables/tableCopy.js';
import { pastePlan } from '../../../../src/model/tables/tablePaste.js';

const racks = [
  { id: 1, name: 'A', u_height: 42, width: 19 },
  { id: 2, name: 'B', u_height: 42, width: 19 },
];

function paste(
  text: string,
  {
    type = 'racks',
    records = racks,
    fields = ['name', 'u_height', 'width'],
    selected = { rows: 1, columns: 1 },
  }: {
    type?: InventoryType;
    records?: readonly RecordFields[];
    fields?: readonly string[];
    selected?: { rows: number; columns: number };
  } = {},
) {
  const rows = records.map(
    (record, at) => ({ at: at + 10, id: at, fields: record, state: 'same', changed: [] }) as const,
  );
  const target = { columns: tableColumns(type, records), fields, rows, selected };
  return pastePlan(
    text,
    target,
    cellReader(type, () => undefined),
  );
}

describe('cells of a spreadsheet', () => {
  it('go over the cells from a place on, and below the last row', () => {
    const { action, misfits } = paste('A\t44\nC\t45\r\n"D ""x""\nend"\t46\n');
    expect(misfits).toEqual([]);
    expect(action).toEqual({
      kind: 'paste',
      cells: [
        { row: 10, field: 'u_height', value: 44 },
        { row: 11, field: 'name', value: 'C' },
        { row: 11, field: 'u_height', value: 45 },
      ],
      rows: [{ name: 'D "x"\nend', u_height: 46 }],
    });
  });

  it('are left out where they do not fit, each with its reason', () => {
    const { action, misfits } = paste('A\ttall\t19\ty\n\t#NAME?\t0\n', {
      fields: ['name', 'u_height', 'id'],
    });
    expect(action).toMatchObject({ cells: [], rows: [] });
    expect(misfits.map(({ line, typed, problem: { code } }) => [line, typed, code])).toEqual([
      [1, 'tall', 'invalid'],
      [1, '19', 'readOnly'],
      [1, 'y', 'noColumn'],
      [2, '', 'invalid'],
      [2, '#NAME?', 'spoilt'],
      [2, '0', 'readOnly'],
    ]);
  });

  it('fill a selection that is a multiple of them', () => {
    const valuesOf = (selected: { rows: number; columns: number }) =>
      paste('7', { fields: ['u_height', 'width'], selected }).action.cells.map(({ row, field }) => [
        row,
        field,
      ]);
    expect(valuesOf({ rows: 2, columns: 2 })).toEqual([
      [10, 'u_height'],
      [10, 'width'],
      [11, 'u_height'],
      [11, 'width'],
    ]);
    const two = paste('7\n8', { fields: ['width'], selected: { rows: 3, columns: 1 } });
    expect(two.action.cells).toHaveLength(2);
  });

  it('go into the columns that a first line names', () => {
    const { action } = paste('width\tname\n23\tA2\n', { fields: ['u_height'] });
    expect(action.cells).toEqual([
      { row: 10, field: 'width', value: 23 },
      { row: 10, field: 'name', value: 'A2' },
    ]);
  });
});

describe('what is copied', () => {
  const texts = fc.oneof(
    fc.constantFrom('=1+1', '"', '"a', "'x", '#NAME?', 'a\tb', 'two\nlines', ' padded ', '-2', '0012', ''),
    fc.string({ unit: 'binary' }),
  );

  it('changes nothing when it is pasted where it was copied, and is the same below', () => {
    const record = fc.record({
      name: texts.filter(text => text.trim() !== ''),
      weight: fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
      allowed_object_types: fc.option(fc.array(texts, { maxLength: 3 })),
    });
    const columns = tableColumns('tags', []);
    const fields = ['name', 'weight', 'allowed_object_types'];
    const shown = columns.filter(({ field }) => fields.includes(field));
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 4 }), records => {
        const text = copiedCells(shown, records);
        const again = paste(text, { type: 'tags', records, fields });
        expect(again).toEqual({ action: { kind: 'paste', cells: [], rows: [] }, misfits: [] });
        const plain = (value: unknown) => JSON.stringify(value).replace(/\\r(\\n)?/g, '\\n');
        const below = paste(text, { type: 'tags', records: [], fields });
        const said = records.map(each =>
          Object.fromEntries(Object.entries(each).filter(([, value]) => value !== null)),
        );
        expect(plain(below.action.rows)).toBe(plain(said));
      }),
      { numRuns: 50 },
    );
  });

  it('runs in no spreadsheet, and is the same again', () => {
    const [name] = tableColumns('racks', []).filter(({ field }) => field === 'name');
    for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1']) {
      const copied = copiedCells([name!], [{ name: text }]);
      expect(copied).toMatch(/^"?'/);
      const [below] = paste(copied, { records: [], fields: ['name'] }).action.rows;
      expect(below).toEqual({ name: text.replace('\r', '\n') });
    }
  });

  it('is as JSON the fields of its columns, without secrets', () => {
    const columns = tableColumns('account_keys', []);
    const records = [{ id: 1, name: 'a', password: 'hunter2', description: null }];
    expect(JSON.parse(copiedJson(columns, records))).toEqual([{ id: 1, name: 'a', description: null }]);
  });
});
