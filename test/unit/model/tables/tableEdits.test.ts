import { applyEdits, parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { printRecords } from '../../../../src/model/inventory/listDocument.js';
import { tableEdit, type TableAction } from '../../../../src/model/tables/tableEdits.js';

const written = `[
  // the first
  {
    "id": 1,
    "name": "A", // by the door
    "width": 19
  }, // its end
  { "id": 2, "name": "B", "serial": "x" },
  /* the last */
  {
    "id": 3,
    "name": "C"
  }
]
`;
const after = (action: TableAction, text = written) => applyEdits(text, tableEdit('racks', text, action));
const set = (row: number, field: string, value: unknown): TableAction => ({
  kind: 'set',
  cells: [{ row, field, value }],
});

describe('the edits of a table', () => {
  it('touch only what a cell says', () => {
    expect(tableEdit('racks', written, set(0, 'name', 'Aa'))).toEqual([
      { offset: written.indexOf('"A"'), length: 3, content: '"Aa"' },
    ]);
    expect(after(set(0, 'u_height', 42))).toBe(
      written.replace('"width": 19', '"width": 19,\n    "u_height": 42'),
    );
    expect(after(set(1, 'width', 23))).toBe(written.replace('"x" }', '"x", "width": 23 }'));
  });

  it('are one where there are more than VS Code makes quickly, and mean the same', () => {
    const rows = Array.from({ length: 600 }, (_, id) => ({ id, name: 'A', width: 19 }));
    const text = printRecords('racks', rows);
    const cells = rows.flatMap(({ id }) => [
      { row: id, field: 'name', value: `${id}` },
      { row: id, field: 'u_height', value: 42 },
    ]);
    expect(tableEdit('racks', text, { kind: 'set', cells })).toHaveLength(1);
    const few = { kind: 'set', cells: cells.slice(0, 800) } as const;
    expect(tableEdit('racks', text, few)).toHaveLength(800);
    expect(JSON.parse(after({ kind: 'set', cells }, text))).toEqual(
      rows.map(row => ({ ...row, name: `${row.id}`, u_height: 42 })),
    );
  });

  it('do nothing where a cell has its value already, or is empty and stays so', () => {
    expect(tableEdit('racks', written, set(0, 'width', 19))).toEqual([]);
    expect(tableEdit('racks', written, set(2, 'width', null))).toEqual([]);
    expect(tableEdit('racks', written, set(2, 'width', undefined))).toEqual([]);
  });

  it('take a field out that the record did not have', () => {
    expect(after(set(0, 'width', undefined))).toBe(
      written.replace('"A", // by the door\n    "width": 19', '"A" // by the door\n    '),
    );
    expect(after(set(1, 'name', undefined))).toBe(written.replace('"name": "B", ', ''));
    const instead = [
      { row: 2, field: 'name', value: undefined },
      { row: 2, field: 'width', value: 4 },
    ];
    expect(after({ kind: 'set', cells: instead })).toBe(written.replace('"name": "C"', '"width": 4'));
  });

  it('set many cells at once, of a field that stands there twice the one that counts', () => {
    const cells = [0, 1, 2].map(row => ({ row, field: 'name', value: `N${row}` }));
    const text = written.replace('"serial": "x"', '"name": "Bb"');
    const changed = after({ kind: 'set', cells }, text);
    expect((parse(changed) as { name: string }[]).map(({ name }) => name)).toEqual(['N0', 'N1', 'N2']);
    expect(changed).toContain('"name": "B", "name": "N1"');
  });

  it('add records laid out as the one before them', () => {
    const rows = [{ name: 'D', width: 4 }];
    const lines = '{\n    "name": "D",\n    "width": 4\n  }';
    expect(after({ kind: 'add', rows, after: 0 })).toBe(
      written.replace('// its end', `// its end\n  ${lines},`),
    );
    expect(after({ kind: 'add', rows, after: 1 })).toBe(
      written.replace('"x" },', '"x" },\n  { "name": "D", "width": 4 },'),
    );
    expect(after({ kind: 'add', rows })).toBe(written.replace('"C"\n  }', `"C"\n  },\n  ${lines}`));
  });

  it('make of an empty list what its document would be', () => {
    const rows = [
      { id: 1, name: 'A' },
      { id: 2, name: 'B' },
    ];
    expect(after({ kind: 'add', rows }, '[]\n')).toBe(printRecords('racks', rows));
    expect(after({ kind: 'delete', rows: [0, 1] }, printRecords('racks', rows))).toBe('[]\n');
    expect(after({ kind: 'add', rows: rows.slice(1) }, printRecords('racks', rows.slice(0, 1)))).toBe(
      printRecords('racks', rows),
    );
    expect(parse(after({ kind: 'add', rows }, '[ // none\n]'))).toEqual(rows);
  });

  it('delete records with their commas, and leave the comments around them', () => {
    const gone = (...rows: number[]) => after({ kind: 'delete', rows });
    expect(gone(1)).toBe(written.replace('{ "id": 2, "name": "B", "serial": "x" },', ''));
    expect(parse(gone(2))).toHaveLength(2);
    for (const rows of [[0], [1], [2], [0, 1], [1, 2], [0, 2], [0, 1, 2]]) {
      const text = gone(...rows);
      const left = [1, 2, 3].filter(id => !rows.includes(id - 1));
      expect((parse(text) as { id: number }[]).map(({ id }) => id)).toEqual(left);
      for (const comment of ['// the first', '// its end', '/* the last */']) expect(text).toContain(comment);
      // No comma too many.
      expect(() => JSON.parse(text.replace(/\/\/.*|\/\*.*\*\//g, '')) as unknown).not.toThrow();
    }
  });

  it('duplicate runs of records below them as new ones with names of their own', () => {
    const text = printRecords('racks', [
      { id: 1, name: 'A', u_height: 42, width: 19, created_at: 'then', serial: 'x' },
      { id: 2, name: 'a copy' },
      { id: 3, name: 'C' },
    ]);
    expect(parse(after({ kind: 'duplicate', rows: [2, 0] }, text))).toEqual([
      { id: 1, name: 'A', u_height: 42, width: 19, created_at: 'then', serial: 'x' },
      { name: 'A copy 2', u_height: 42, width: 19 },
      { id: 2, name: 'a copy' },
      { id: 3, name: 'C' },
      { name: 'C copy' },
    ]);
    const units = printRecords('rack_reservations', [{ id: 1, rack_id: 2, units: '1,2' }]);
    const edits = tableEdit('rack_reservations', units, { kind: 'duplicate', rows: [0] });
    expect(parse(applyEdits(units, edits))).toMatchObject([{ id: 1 }, { rack_id: 2, units: '1,2' }]);
  });

  it('say when a row is not there', () => {
    for (const action of [set(3, 'name', 'D'), { kind: 'delete', rows: [-1] } as const])
      expect(() => tableEdit('racks', written, action)).toThrow(RangeError);
    expect(() => tableEdit('racks', '{}', set(0, 'name', 'D'))).toThrow(RangeError);
  });
});
