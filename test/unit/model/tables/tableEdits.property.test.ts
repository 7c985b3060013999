import fc from 'fast-check';
import { applyEdits, getNodeValue, parseTree, type ParseError } from 'jsonc-parser';
import { expect, it } from 'vitest';
import { copiedFields } from '../../../../src/model/inventory/recordDraft.js';
import type { RecordFields } from '../../../../src/model/inventory/recordText.js';
import { tableEdit, type TableAction } from '../../../../src/model/tables/tableEdits.js';
import { runs } from '../../../support/depth.js';

type Records = Record<string, unknown>[];

const names = ['id', 'name', 'u_height', 'width', 'serial', '"odd"', '__proto__'];
const value = fc.oneof(
  fc.constantFrom(null, 1, -1.5, true, '', ',', '// no comment', ']}', ['DcimRack'], { x: [1, { y: 2 }] }),
  fc.string({ unit: 'binary' }),
);
const fields = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...names), value), { selector: ([name]) => name, maxLength: 6 })
  .map(entries => Object.fromEntries(entries) as RecordFields);
const lists = fc.array(fields, { maxLength: 6 });

/** Numbers to choose with. */
const dice = fc.array(fc.nat(1e6), { minLength: 1, maxLength: 300 });

/** A list as a person or a formatter may have laid it out, with comments that are numbered. */
function written(list: readonly RecordFields[], rolls: readonly number[]): string {
  let rolled = 0;
  const roll = (below: number) => (rolls[rolled++ % rolls.length] ?? 0) % below;
  let comments = 0;
  const gap = () => {
    const eol = roll(9) === 0 ? '\r\n' : '\n';
    const rooms = [
      '',
      ' ',
      `${eol}  `,
      `${eol}    `,
      eol,
      ` /* ${comments},] */ `,
      ` // ${comments},]${eol}`,
    ];
    const room = rooms[roll(rooms.length)] ?? '';
    if (/\/[/*]/.test(room)) comments += 1;
    return room;
  };
  const between = (parts: readonly string[]) => parts.map(part => `${gap()}${part}${gap()}`).join(',');
  const records = list.map(record =>
    Object.entries(record).map(([name, one]) => `${JSON.stringify(name)}:${gap()}${JSON.stringify(one)}`),
  );
  const comma = list.length > 0 && roll(7) === 0 ? ',' : '';
  return `${gap()}[${between(records.map(parts => `{${between(parts)}${gap()}}`))}${comma}${gap()}]${gap()}`;
}

const commentsOf = (text: string) =>
  [...text.replace(/"(?:[^"\\]|\\.)*"/g, '""').matchAll(/\/\/ (\d+),]|\/\* (\d+),] \*\//g)].map(
    ([all]) => all,
  );

/** What an action means, on records instead of a text. */
function applied(list: Records, action: TableAction): Records {
  switch (action.kind) {
    case 'set':
    case 'paste': {
      const changed = structuredClone(list);
      for (const { row, field, value: cell } of action.cells) setField(changed[row]!, field, cell);
      return action.kind === 'paste' ? [...changed, ...action.rows] : changed;
    }
    case 'add':
      return list.toSpliced((action.after ?? list.length - 1) + 1, 0, ...action.rows);
    case 'delete':
      return list.filter((_row, at) => !action.rows.includes(at));
    case 'duplicate':
      return list.flatMap((record, at) => {
        let from = at;
        while (action.rows.includes(from - 1)) from -= 1;
        const isEnd = action.rows.includes(at) && !action.rows.includes(at + 1);
        return isEnd ? [record, ...list.slice(from, at + 1).map(copy)] : [record];
      });
  }
}

function setField(record: Record<string, unknown>, field: string, cell: unknown): void {
  if (cell === undefined) delete record[field];
  else if (cell !== null || Object.hasOwn(record, field))
    Object.defineProperty(record, field, {
      value: cell,
      enumerable: true,
      configurable: true,
      writable: true,
    });
}

const copy = (record: RecordFields) => ({ ...copiedFields('racks', record) });

/** Copies of one name are numbered; on records they are not. */
const withoutNumber = (list: Records) => JSON.stringify(list).replace(/ copy \d+"/g, ' copy"');

const mostRows = 6;
const action = ((): fc.Arbitrary<TableAction> => {
  const rows = fc.array(fields, { maxLength: 3 });
  const row = fc.nat(mostRows - 1);
  const field = fc.constantFrom(...names, 'new', 'new too');
  const cell = fc.record({ row, field, value: fc.option(value, { nil: undefined, freq: 3 }) });
  const cells = fc.array(cell, { maxLength: 8 });
  const some = fc.array(row, { minLength: 1, maxLength: mostRows });
  return fc.oneof<fc.Arbitrary<TableAction>[]>(
    fc.record({ kind: fc.constant('add' as const), rows }),
    fc.record({ kind: fc.constant('set' as const), cells }),
    fc.record({ kind: fc.constant('add' as const), rows, after: row }),
    fc.record({ kind: fc.constant('paste' as const), cells, rows }),
    fc.record({ kind: fc.constant('delete' as const), rows: some }),
    fc.record({ kind: fc.constant('duplicate' as const), rows: some }),
  );
})();

/** The same on a list of so many records, each cell once. */
function fitted(meant: TableAction, count: number): TableAction {
  const at = (row: number) => row % count;
  if (count === 0) return { kind: 'add', rows: 'cells' in meant ? [{ name: 'A' }] : [{}] };
  if (meant.kind === 'delete' || meant.kind === 'duplicate')
    return { kind: meant.kind, rows: [...new Set(meant.rows.map(at))] };
  if (meant.kind === 'add') return meant.after === undefined ? meant : { ...meant, after: at(meant.after) };
  const cells = new Map(
    meant.cells.map(cell => [`${at(cell.row)} ${cell.field}`, { ...cell, row: at(cell.row) }]),
  );
  return { ...meant, cells: [...cells.values()] };
}

function recordsIn(text: string): Records {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  expect(errors).toEqual([]);
  const records = root ? (getNodeValue(root) as Records) : [];
  return records.map(record => Object.fromEntries(Object.entries(record)));
}

/** @returns the text after an action that meant the same on it as on its records */
function agreed(text: string, meant: TableAction): string {
  const before = recordsIn(text);
  const act = fitted(meant, before.length);
  const edits = tableEdit('racks', text, act);
  for (const [index, { offset }] of edits.entries()) {
    const last = edits[index - 1];
    if (last) expect(last.offset + last.length).toBeLessThanOrEqual(offset);
  }
  const changed = applyEdits(text, edits);
  const expected = applied(before, act);
  if (act.kind === 'duplicate') expect(withoutNumber(recordsIn(changed))).toEqual(withoutNumber(expected));
  else expect(recordsIn(changed)).toEqual(expected);
  // What is said within a field goes with it.
  const takesOut =
    act.kind === 'delete' || ('cells' in act && act.cells.some(cell => cell.value === undefined));
  if (!takesOut) expect(commentsOf(changed)).toEqual(commentsOf(text));
  return changed;
}

it('actions mean the same on the text of a list as on its records, and leave comments alone', () => {
  const acts = fc.array(fc.option(action, { freq: 5 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(lists, dice, acts, (list, rolls, meant) => {
      const texts = [written(list, rolls)];
      for (const each of meant) {
        // Nothing means that the last one is undone.
        if (each) texts.push(agreed(texts.at(-1) ?? '', each));
        else if (texts.length > 1) texts.pop();
      }
    }),
    { numRuns: runs({ broad: 60, deep: 5000 }) },
  );
});
