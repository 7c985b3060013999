import { describe, expect, it } from 'vitest';
import { secretPlaceholder } from 'netsensor-contract/text/secretNames';
import { importedRecords } from '../../../../src/changes/lists/importedRecords.js';

describe('the records of a file', () => {
  const one = { id: 1, name: 'One', u_height: 42, width: 19 };
  const two = { id: 2, name: 'Two ', u_height: 42, width: 19 };

  it('change what they name in the records of a list, and are added to them', () => {
    const { items, into } = importedRecords('racks', '\n[{"id": 2, "name": "Two"}, {"name": "Three"}]');
    expect(items).toHaveLength(2);
    expect(into([one, two])).toEqual([one, { ...two, name: 'Two' }, { name: 'Three' }]);
  });

  it('are not changed by the spaces that a spreadsheet took away', () => {
    expect(importedRecords('racks', 'id,name,u_height\n2,Two,30\n').into([one, two])).toEqual([
      one,
      { ...two, u_height: 30 },
    ]);
  });

  it('bring no secret along', () => {
    const { items } = importedRecords('account_keys', '[{"name": "Door", "password": "hunter2"}]');
    expect(items).toEqual([{ name: 'Door', password: secretPlaceholder }]);
  });

  it.each([
    ['[{"name": "One"},\n 7]', 'Line 2: Each element of the list must be a record: { … }. Nothing was sent.'],
    ['name,u_height\nOne,1.5\n', 'Line 2: u_height must be a whole number. Nothing was imported.'],
    ['{"name": "One"}', 'Nothing was imported.'],
  ])('say what is wrong with %s', (text, sentence) => {
    expect(() => importedRecords('racks', text)).toThrow(sentence);
  });
});
