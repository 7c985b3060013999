import { expect, it } from 'vitest';
import { placedReports } from '../../../../src/model/inventory/placedReports.js';
import { printFields, type RecordFields } from '../../../../src/model/inventory/recordText.js';

const records: readonly RecordFields[] = [
  { id: 1, name: 'A' },
  { id: 2, name: 'B', width: 19 },
  { name: 'C' },
];
const reports = [
  { record: records[1], at: 1, field: 'name' },
  { record: records[2], at: 2, field: 'name' },
  { record: records[0], at: 0, field: undefined },
  { record: undefined, at: 0, field: undefined },
];
/** What is pointed at in a text. */
const shown = (changed: readonly RecordFields[]) => {
  const text = printFields(changed);
  return placedReports(text, reports).map(({ offset, length }) => text.slice(offset, offset + length));
};

it('keeps what is said of a record at its value, wherever that stands, until it is changed', () => {
  const [first, second, created] = records as [RecordFields, RecordFields, RecordFields];
  expect(shown(records)).toEqual(['"B"', '"C"', '{', '[']);
  expect(shown([created, second, first])).toEqual(['"B"', '"C"', '{', '[']);
  expect(shown([first, { ...second, width: 21 }, { ...created, width: 21 }])).toEqual([
    '"B"',
    '"C"',
    '{',
    '[',
  ]);
  expect(shown([{ ...first, width: 21 }, { ...second, name: 'X' }, { name: 'Y' }])).toEqual(['[']);
  expect(shown([])).toEqual(['[]']);
});
