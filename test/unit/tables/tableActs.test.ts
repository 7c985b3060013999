import { expect, it } from 'vitest';
import { applyEdits } from 'jsonc-parser';
import { tableEdit } from '../../../src/model/tables/tableEdits.js';
import { tableQuestion, type TableAct } from '../../../src/model/tables/tableMessages.js';
import { PageTable } from '../../../src/tables/pageTable.js';
import { actionOf, placeAfter } from '../../../src/tables/tableActs.js';

function tableOf(text: string): PageTable {
  const table = new PageTable('racks', () => undefined);
  table.show(text, { version: 1, baseText: text });
  return table;
}

it('goes to a copy and to no original, wherever the rows stand that are duplicated', () => {
  const text = JSON.stringify(Array.from({ length: 8 }, (_, id) => ({ id, name: `R${id}` })));
  for (const rows of [[2], [2, 3], [0, 5], [0, 2, 3, 6, 7]]) {
    const act: TableAct = { kind: 'duplicate', rows };
    const copied = JSON.parse(applyEdits(text, tableEdit('racks', text, act))) as { id?: number }[];
    expect(copied[placeAfter(act, copied.length)!.at]).not.toHaveProperty('id');
  }
  expect(placeAfter({ kind: 'duplicate', rows: [0, 5] }, 10)).toEqual({ at: 7 });
});

it('looks each of thousands of rows up at its place', () => {
  const table = tableOf(JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id, name: `R${id}` }))));
  let reads = 0;
  table.rows = table.rows.map((row, at) => ({
    ...row,
    get at() {
      reads += 1;
      return at;
    },
  }));
  const act = { kind: 'each', rows: table.rows.map((_, at) => at), fields: ['name'], typed: 'A' } as const;
  actionOf({ type: 'racks', table, lists: () => undefined }, { ...act, fields: [...act.fields] });
  expect(reads).toBeLessThan(2 * 500);
});

it('finds a row behind an element that is no record', () => {
  expect(tableOf('["lost", { "id": 4, "name": "R" }]').rowAt(1)?.fields).toMatchObject({ id: 4 });
});

it('understands no paste over more rows or columns than a table has', () => {
  const paste = (rows: number, columns: number) => {
    const act = { kind: 'paste', text: 'A', rows: [0], fields: ['name'], selected: { rows, columns } };
    return tableQuestion.safeParse({ type: 'act', version: 1, act }).success;
  };
  expect([paste(100_000, 1000), paste(1e9, 1), paste(1, 1e9)]).toEqual([true, false, false]);
});

it('counts an address on as long as it is one, and no MAC address or network', () => {
  const countedOn = (name: string) => {
    const acted = {
      type: 'racks',
      table: tableOf(JSON.stringify([{ id: 1, name }, { id: 2 }, { id: 3 }])),
      lists: () => undefined,
    } as const;
    const { action } = actionOf(acted, { kind: 'series', rows: [0, 1, 2], fields: ['name'] });
    return action.kind === 'set' && action.cells.map(({ value }) => value);
  };
  expect(countedOn('10.0.0.253')).toEqual(['10.0.0.254', '10.0.0.255']);
  expect(() => countedOn('10.0.0.254')).toThrow('past the last address');
  for (const name of ['00:1e:bd:4a:60:09', '10.0.0.0/24'])
    expect(() => countedOn(name)).toThrow('no number there');
});
