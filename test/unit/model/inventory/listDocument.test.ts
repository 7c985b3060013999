import { secretPlaceholder } from 'netsensor-contract/text/secretNames';
import { describe, expect, it } from 'vitest';
import {
  checkItems,
  creationFields,
  isSamePart,
  listPath,
  listQuery,
  parseListAddress,
  printRecords,
  readList,
} from '../../../../src/model/inventory/listDocument.js';
import { inventoryTypeNames } from 'netsensor-contract/inventory/inventoryTypes';

const rack = (id: number, name: string) => ({ id, name, u_height: 42, width: 19 });

describe('the address of a list', () => {
  it('says its type and, for a part, its ids', () => {
    for (const type of inventoryTypeNames) {
      const part = { type, ids: [3, 17] };
      expect(parseListAddress({ path: listPath({ type }), query: '' })).toEqual({ type });
      expect(parseListAddress({ path: listPath(part), query: listQuery(part.ids) })).toEqual(part);
    }
  });

  it('stays that of its part in another order, and of no other part', () => {
    const isSame = [[3, 17], [3, 17, 17], [3], [3, 17, 18], [3, 18]].map(shown => isSamePart([17, 3], shown));
    expect(isSame).toEqual([true, true, false, false, false]);
  });

  it('is not anything else', () => {
    expect(parseListAddress({ path: '/lists/planets/Planets.json', query: '' })).toBeUndefined();
    expect(parseListAddress({ path: '/inventory/racks/A.1.json', query: '' })).toBeUndefined();
    expect(parseListAddress({ path: listPath({ type: 'racks' }), query: 'ids=a' })).toBeUndefined();
    expect(parseListAddress({ path: listPath({ type: 'racks' }), query: 'id=1' })).toBeUndefined();
  });
});

describe('the text of a list', () => {
  it('holds the records with the places where they stand', () => {
    const text = printRecords('racks', [rack(1, 'A'), rack(2, 'B')]);
    const { items, problems } = readList(text);
    expect(problems).toEqual([]);
    expect(items.map(({ id, fields }) => [id, fields['name']])).toEqual([
      [1, 'A'],
      [2, 'B'],
    ]);
    for (const { offset, length, fields } of items)
      expect(JSON.parse(text.slice(offset, offset + length))).toEqual(fields);
  });

  it('never holds a secret', () => {
    const text = printRecords('account_keys', [{ id: 1, name: 'a', username: 'b', password: 'hunter2' }]);
    expect(text).not.toContain('hunter2');
    expect(text).toContain(secretPlaceholder);
  });

  it.each([
    ['[', 'syntax'],
    ['{"name": "A"}', 'notList'],
    ['[1]', 'notObject'],
    ['[{"id": "x"}]', 'wrongId'],
    ['[{"id": 1.5}]', 'wrongId'],
    ['[{"id": 1}, {"id": 1}]', 'duplicateId'],
  ])('is refused: %s', (text, code) => {
    expect(readList(text).problems.map(problem => problem.code)).toContain(code);
  });

  it('says for each record what the manager would refuse', () => {
    const base = [rack(1, 'A'), rack(2, 'B')];
    const check = (items: object[]) =>
      checkItems('racks', readList(JSON.stringify(items)).items, base).map(({ code, subject, problem }) =>
        [code, subject, problem?.code].filter(Boolean).join(' '),
      );
    expect(check([{ ...rack(1, 'A2') }, { name: 'C', u_height: 1, width: 19 }])).toEqual([]);
    expect(check([{ ...rack(1, 'A'), updated_at: 'by an undo' }])).toEqual([]);
    expect(check([rack(7, 'Z')])).toEqual(['unknownId 7']);
    expect(check([{ id: 1, name: 'A', u_height: 42 }])).toEqual(['field width removed']);
    expect(check([{ name: 'C' }])).toEqual(['field u_height missing', 'field width missing']);
    expect(check([{ ...rack(1, ''), colour: 'red' }])).toEqual([
      'field name invalid',
      'field colour unknown',
    ]);
  });

  it('sends of a copied record nothing that the manager sets', () => {
    const copied = { ...rack(1, 'A'), created_at: 'x', updated_at: 'x', description: null };
    expect(creationFields('racks', copied)).toEqual({ name: 'A', u_height: 42, width: 19 });
    const key = { name: 'a', username: 'b', password: secretPlaceholder };
    expect(creationFields('account_keys', key)).toEqual({ name: 'a', username: 'b' });
  });

  it('takes a copied record as a new one, but no written secret', () => {
    const copied = {
      name: 'a',
      username: 'b',
      password: secretPlaceholder,
      created_at: 'x',
      description: null,
    };
    const check = (item: object) => checkItems('account_keys', readList(JSON.stringify([item])).items, []);
    expect(check(copied)).toEqual([]);
    expect(check({ ...copied, password: 'hunter2' }).map(({ problem }) => problem?.code)).toEqual(['secret']);
  });
});
