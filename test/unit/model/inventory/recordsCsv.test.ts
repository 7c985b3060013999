import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inventoryTypeNames } from '../../../../src/model/inventory/inventoryTypes.js';
import { mergeRecords, printRecordsCsv, readRecordsCsv } from '../../../../src/model/inventory/recordsCsv.js';

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
