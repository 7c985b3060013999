import fc from 'fast-check';
import { findNodeAtLocation, getNodeValue } from 'jsonc-parser';
import { expect, it } from 'vitest';
import { isRecord } from 'netsensor-contract/text/looseValues';
import type { RecordFields } from '../../../../src/model/inventory/recordText.js';
import { listTree, recordTree, wholeTree } from '../../../../src/model/tables/listPlaces.js';
import { tableKind } from '../../../../src/model/tables/tableKinds.js';
import { cellPlace, readTable, TableReader } from '../../../../src/model/tables/tableText.js';
import { runs } from '../../../support/depth.js';

const names = ['id', 'name', 'width', '"odd\\', '__proto__'];
const value = fc.oneof(
  fc.constantFrom(null, 1, '', '\\', '\\"', ']},{', '/* none */', [{ id: 1 }], { x: { y: '}' } }),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const fields = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...names), value), { selector: ([name]) => name, maxLength: 4 })
  .map(entries => Object.fromEntries(entries) as RecordFields);
const lists = fc.array(fields, { maxLength: 7 });
/** Tables whose list is the whole text, and a part of it. */
const types = fc.constantFrom('racks', 'access_points');
type ReadType = 'racks' | 'access_points';
const indents = fc.constantFrom(0, 2, '\t', '\r\n');

/** Something written over a part of a text, which may become no list, or no JSON at all. */
const edit = fc.record({
  at: fc.nat(400),
  length: fc.nat(12),
  text: fc.oneof(
    fc.constantFrom('', ',', '{}', ',{"id":2}', '"', '\\', '//\n', '/*', '*/', ']', '[', '}', '5,', ' \n'),
    fc.string({ maxLength: 4 }),
  ),
});

/** The elements of a text, read by nothing but the parser for JSON with comments. */
function elementsOf(type: ReadType, text: string): unknown[] | undefined {
  const { root, errors } = wholeTree(text, tableKind(type).path);
  return errors.length === 0 && root?.type === 'array' ? (getNodeValue(root) as unknown[]) : undefined;
}

function expectSameCells(type: ReadType, text: string, count: number): void {
  const { root } = wholeTree(text, tableKind(type).path);
  for (let at = 0; at < count; at += 1)
    for (const name of [undefined, ...names]) {
      const record = root?.children?.[at];
      const found = (record && name !== undefined && findNodeAtLocation(record, [name])) || record;
      const place = cellPlace(type, text, at, name);
      expect([place?.offset, place?.length]).toEqual([found?.offset, found?.length]);
    }
}

it('a text that changes is read as if it were read for the first time, and its records are where they stand', () => {
  fc.assert(
    fc.property(
      types,
      lists,
      indents,
      fc.array(edit, { maxLength: 6 }),
      lists,
      (type, list, indent, edits, base) => {
        const reader = new TableReader(type);
        let text = JSON.stringify(type === 'racks' ? list : { access_points: list }, null, indent);
        for (const next of [undefined, ...edits]) {
          if (next) text = text.slice(0, next.at) + next.text + text.slice(next.at + next.length);
          const read = reader.read(text, base);
          expect(read).toEqual(readTable(type, text, base));
          const elements = elementsOf(type, text);
          expect('rows' in read ? read.rows.map(({ at }) => at) : undefined).toEqual(
            elements?.flatMap((element, at) => (isRecord(element) ? [at] : [])),
          );
          if ('rows' in read)
            expect(JSON.stringify(read.rows.map(row => row.fields))).toBe(
              JSON.stringify(elements?.filter(isRecord)),
            );
          if (elements) expectSameCells(type, text, elements.length);
        }
      },
    ),
    { numRuns: runs({ broad: 50, deep: 2000 }) },
  );
});

it('of a record that stays as it is written, the fields stay the same object', () => {
  const reader = new TableReader('racks');
  const rows = (text: string) => {
    const read = reader.read(text, undefined);
    return 'rows' in read ? read.rows : [];
  };
  const before = rows('[{"id": 1}, {"id": 2}, {"id": 3}]');
  const after = rows('[{"id": 1}, {"id": 3}]');
  expect(after.map(({ at, id }) => [at, id])).toEqual([
    [0, 1],
    [1, 3],
  ]);
  expect(after[0]).toBe(before[0]);
  expect(after[1]?.fields).toBe(before[2]?.fields);
});

it('the tree of a list reads a record where it is looked into, with its places in the text', () => {
  const text = '\n[ {"id": 1}, {"name": "B", "width": [19]} ]\n';
  const { root } = listTree(text, []);
  const record = root?.children?.[1];
  expect(record?.children).toBeUndefined();
  const width = findNodeAtLocation(recordTree(text, record!).root!, ['width', 0]);
  expect(text.slice(width?.offset).startsWith('19]')).toBe(true);
  expect(text.slice(root?.offset, root!.offset + root!.length)).toBe(text.trim());
});
