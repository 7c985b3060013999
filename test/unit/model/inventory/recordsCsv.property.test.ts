import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCsv } from 'netsensor-contract/text/csvText';
import { runs } from '../../../support/depth.js';
import { spreadsheetHabits, spreadsheetText } from '../../../support/spreadsheetText.js';
import { inventoryTypeNames } from 'netsensor-contract/inventory/inventoryTypes';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import {
  mergeRecords,
  printRecordsCsv,
  readRecordsCsv,
  unbentRecords,
} from '../../../../src/model/inventory/recordsCsv.js';

const texts = fc.oneof(
  fc.constantFrom('=1+1', '@SUM(A1)', '-2', '+49 30', "'=x", 'a,b', '"q"', ' padded ', 'null', '<img src=x>'),
  fc.string({ minLength: 1 }).filter(text => !/[\r]/.test(text) && text.trim() !== ''),
);

describe('records as CSV', () => {
  it('come back as they were, whatever stands in them', () => {
    const contacts = fc.uniqueArray(
      fc.record({ id: fc.integer({ min: 1, max: 1e6 }), name: texts, company: texts, phone: texts }),
      { selector: ({ id }) => id },
    );
    fc.assert(
      fc.property(contacts, records => {
        const csv = printRecordsCsv('contacts', records);
        const { items, problems } = readRecordsCsv('contacts', csv);
        expect(problems).toEqual([]);
        expect(items).toEqual(records);
      }),
    );
  });

  const anyText = fc.oneof(texts, fc.string({ unit: 'binary', minLength: 1 }));
  const lists = {
    contacts: fc.record({ id: fc.nat(), name: anyText, phone: fc.option(anyText), job_title: anyText }),
    tags: fc.record({
      id: fc.nat(),
      name: anyText,
      weight: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
      allowed_object_types: fc.array(anyText, { maxLength: 3 }),
    }),
    table_configs: fc.record({ id: fc.nat(), name: anyText, enabled: fc.boolean(), shared: fc.boolean() }),
  };

  it.each(['contacts', 'tags', 'table_configs'] as const)(
    'change nothing when a spreadsheet wrote the file again: %s',
    { timeout: 1_800_000 },
    type => {
      const record: fc.Arbitrary<InventoryRecord> = lists[type];
      const records = fc.uniqueArray(record, { selector: ({ id }) => id, maxLength: 8 });
      fc.assert(
        fc.property(records, spreadsheetHabits, (list, habits) => {
          const rows = parseCsv(printRecordsCsv(type, list)).map(({ cells }) => cells);
          const { items, problems } = readRecordsCsv(type, spreadsheetText(rows, habits));
          expect(problems).toEqual([]);
          expect(mergeRecords(list, unbentRecords(list, items))).toEqual(list);
        }),
        { numRuns: runs({ broad: 100, deep: 1_500 }) },
      );
    },
  );

  it.each([
    ['delimiters at the ends of lines', 'id;name;width;;\r\n1;A;19;;\r\n2;B;23;;\r\n;;;;\r\n'],
    ['its delimiter in the first line', 'sep=;\nid;name;width\n1;A;19\n2;B;23'],
    ['a column between that has no name', 'id,,name,width\n1,,A,19\n2,,B,23\n'],
    ['names as people write them', ' ID \tName\tWIDTH\n1\tA\t19\n2\tB\t23\n'],
    ['every cell as a text', `"id";"name";"width"\n"'1";"=""A""";"'19"\n2;="B";23\n`],
    ['lines above that are empty', '\n,,\nid,name,width\n\n1,A,19\n2,B,23\n'],
  ])('are read from a file with %s', (_what, text) => {
    expect(readRecordsCsv('racks', text)).toEqual({
      items: [
        { id: 1, name: 'A', width: 19 },
        { id: 2, name: 'B', width: 23 },
      ],
      problems: [],
    });
  });

  it.each([
    ['a cell beyond the header', 'id,name\n1,A, Inc.\n', ['unnamedCell', 2, '3']],
    ['a cell below no name', 'id;;name\n1;;A\n2;x;B\n', ['unnamedCell', 3, '2']],
    ['two columns of one name', 'id,name,Name\n1,A,B\n', ['duplicateColumn', 1, 'name']],
    ['two records of one id', 'id,name\n1,A\n2,B\n1,C\n', ['duplicateId', 4, '1']],
    ['an id that was rounded', 'sep=;\nid;name\n1,23E+12;A\n', ['spoilt', 3, 'id']],
    ['a name that was rounded', 'name;width\n3,46E+10;19\n', ['spoilt', 2, 'name']],
    ['a formula that failed', 'name,width\n#NAME?,19\n', ['spoilt', 2, 'name']],
    ['one or a thousand', 'name;width\nA;1.000\n', ['notNumber', 2, 'width']],
  ])('are refused for %s', (_what, text, [kind, line, subject]) => {
    expect(readRecordsCsv('racks', text).problems).toEqual([{ kind, line, subject }]);
  });

  it('hold nothing that a spreadsheet runs', () => {
    const csv = printRecordsCsv('contacts', [{ id: 1, name: '=HYPERLINK("http://x")', phone: '+1' }]);
    expect(csv).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(csv).toContain(`,'+1,`);
    const tag = { id: 2, name: 'A', color: '00ff00', allowed_object_types: ['=cmd', 'B'] };
    expect(printRecordsCsv('tags', [tag])).toMatch(/,"?'=cmd;B/);
    expect(readRecordsCsv('tags', `allowed_object_types\n'=cmd; ;B;\n`).items).toEqual([
      { allowed_object_types: ['=cmd', 'B'] },
    ]);
  });

  it('keep numbers, switches and lists what they are', () => {
    const config = {
      id: 3,
      name: 'Wide',
      inventory_type: 'DcimRack',
      column_order: 'name;width',
      enabled: false,
    };
    expect(readRecordsCsv('table_configs', printRecordsCsv('table_configs', [config])).items).toEqual([
      config,
    ]);
    const tag = {
      id: 4,
      name: 'A',
      color: '00ff00',
      weight: -5,
      allowed_object_types: ['DcimRack', 'RackRole'],
    };
    expect(readRecordsCsv('tags', printRecordsCsv('tags', [tag])).items).toEqual([tag]);
  });

  it('never hold a secret, and take none', () => {
    const csv = printRecordsCsv('account_keys', [{ id: 1, name: 'a', username: 'b', password: 'hunter2' }]);
    expect(csv).not.toMatch(/hunter2|password/);
    expect(readRecordsCsv('account_keys', 'name,password\na,b\n').problems).toEqual([
      { kind: 'unknownColumn', line: 1, subject: 'password' },
    ]);
  });

  it('say in which line and column a value does not fit', () => {
    const { problems } = readRecordsCsv('racks', 'name,u_height,width\nA,42,19\n"B\nC",tall,19\nD,1,wide\n');
    expect(problems).toEqual([
      { kind: 'notNumber', line: 3, subject: 'u_height' },
      { kind: 'notNumber', line: 5, subject: 'width' },
    ]);
    expect(readRecordsCsv('table_configs', 'name,shared\nA,perhaps\n').problems).toEqual([
      { kind: 'notBoolean', line: 2, subject: 'shared' },
    ]);
  });

  it('take switches as people and spreadsheets write them', () => {
    const { items } = readRecordsCsv('table_configs', 'shared\nTRUE\nFalse\n1\n0\n');
    expect(items.map(({ shared }) => shared)).toEqual([true, false, true, false]);
  });

  it('have columns of every type', () => {
    for (const type of inventoryTypeNames)
      expect(readRecordsCsv(type, printRecordsCsv(type, [])).problems).toEqual([]);
    expect(readRecordsCsv('racks', 'colour\nred\n').problems).toEqual([
      { kind: 'unknownColumn', line: 1, subject: 'colour' },
      { kind: 'noColumn', line: 1, subject: 'name' },
    ]);
  });
});

describe('records of a file put into a list', () => {
  it('change records of the same id, keep what an empty cell says nothing of, and add the rest', () => {
    const list = [
      { id: 1, name: 'A', u_height: 40, width: 19 },
      { id: 2, name: 'B', u_height: 42, width: 19 },
    ];
    const { items } = readRecordsCsv('racks', 'id,name,u_height,width\n2,B2,,\n,C,10,19\n9,D,,\n');
    expect(mergeRecords(list, items)).toEqual([
      list[0],
      { id: 2, name: 'B2', u_height: 42, width: 19 },
      { name: 'C', u_height: 10, width: 19 },
      { id: 9, name: 'D' },
    ]);
  });
});
