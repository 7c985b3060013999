import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findRecords,
  matchingRecords,
  RecordList,
  sortedRecords,
} from '../../../../src/model/inventory/recordList.js';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { recordTitle } from '../../../../src/words/recordDetail.js';

const group = (id: number, name: string, parent_id?: number | null) => ({ id, name, parent_id });
const groups = (...records: ReturnType<typeof group>[]) =>
  new RecordList('contact_groups', records, { readAt: 0 });
const ids = (records: readonly { id: number }[]) => records.map(({ id }) => id);

describe('a list of records', () => {
  it('nests what has a parent, and puts what has none that is listed at the top', () => {
    const list = groups(group(1, 'A'), group(2, 'B', 1), group(3, 'C', 99), group(4, 'D', null));
    expect(ids(list.children())).toEqual([1, 3, 4]);
    expect(ids(list.children(1))).toEqual([2]);
  });

  it('shows every record exactly once, whatever the parents are', () => {
    const parents = fc.array(fc.option(fc.integer({ min: 1, max: 12 })), { maxLength: 12 });
    fc.assert(
      fc.property(parents, values => {
        const list = groups(...values.map((parent, index) => group(index + 1, 'x', parent)));
        const walk = (id: number): number[] =>
          list.children(id).flatMap(child => [child.id, ...walk(child.id)]);
        expect(walk(0).sort((a, b) => a - b)).toEqual(values.map((_, index) => index + 1));
      }),
    );
  });

  it('knows which records stand below themselves, and not those that only hang on them', () => {
    const list = groups(
      group(1, 'A', 2),
      group(2, 'B', 1),
      group(3, 'C', 2),
      group(4, 'D', 4),
      group(5, 'E'),
    );
    expect([1, 2, 3, 4, 5].filter(id => list.isInRing(id))).toEqual([1, 2, 4]);
  });

  it('tells the way back to a record, were another its parent', () => {
    const list = groups(
      group(1, 'A'),
      group(2, 'B', 1),
      group(3, 'C', 2),
      group(4, 'D', 5),
      group(5, 'E', 4),
    );
    expect(list.ringThrough(1, 3)).toEqual([1, 3, 2, 1]);
    expect(list.ringThrough(3, 1)).toBeUndefined();
    expect(list.ringThrough(1, 1)).toEqual([1, 1]);
    expect(list.ringThrough(1, 4)).toBeUndefined();
  });

  it('takes a stored record in its place, a new one at the end, and lets go of a deleted one', () => {
    const list = groups(group(2, 'B'), group(1, 'A'));
    expect(list.with(group(2, 'Bee')).records).toEqual([group(2, 'Bee'), group(1, 'A')]);
    expect(ids(list.with(group(3, 'C')).records)).toEqual([2, 1, 3]);
    expect(ids(list.without(2).records)).toEqual([1]);
    expect(list.name(2)).toBe('B');
  });

  it('never holds a secret', () => {
    const list = new RecordList('account_keys', [{ id: 1, name: 'K', password: 'hunter2' }], { readAt: 0 });
    expect(JSON.stringify([list, list.with({ id: 2, name: 'L', password: 'hunter3' })])).not.toMatch(
      /hunter/,
    );
  });

  it('is sorted as people read names, by number, or not at all', () => {
    const { records } = groups(group(3, 'rack 10'), group(1, 'Rack 2'), group(2, 'ärmel'));
    expect(ids(sortedRecords('contact_groups', records, 'name'))).toEqual([2, 1, 3]);
    expect(ids(sortedRecords('contact_groups', records, 'number'))).toEqual([1, 2, 3]);
    expect(ids(sortedRecords('contact_groups', records, 'manager'))).toEqual([3, 1, 2]);
  });

  it('is filtered by words in any field, all of which must match', () => {
    const list = new RecordList(
      'racks',
      [
        { id: 1, name: 'Core rack', u_height: 42, updated_at: '2026-11-24T24:24:24Z' },
        { id: 2, name: 'Edge rack', u_height: 24 },
        { id: 3, name: 'Ma\u0301laga Straße', u_height: 9 },
      ],
      { readAt: 0 },
    );
    expect([...matchingRecords(list, 'RACK 42')]).toEqual([1]);
    expect([...matchingRecords(list, 'rack')]).toEqual([1, 2]);
    expect([...matchingRecords(list, 'rack nothing')]).toEqual([]);
    expect([...matchingRecords(list, '24')]).toEqual([2]);
    expect([...matchingRecords(list, '#1')]).toEqual([1]);
    expect([...matchingRecords(list, 'MALAGA strasse')]).toEqual([3]);
    expect(ids(findRecords(list, 'málaga', 9))).toEqual([3]);
  });

  it('is filtered by what people read of a record, too', () => {
    const units = { id: 7, rack_id: 3, units: '1,2,3' };
    const list = new RecordList('rack_reservations', [units, { ...units, id: 8, rack_id: 4 }], { readAt: 0 });
    const title = (record: InventoryRecord) => [
      recordTitle('rack_reservations', record, (_, id) => (id === 3 ? 'LIS rack 2' : undefined)),
    ];
    expect([...matchingRecords(list, 'lis u1–3', title)]).toEqual([7]);
    expect([...matchingRecords(list, 'lis')]).toEqual([]);
  });

  it('is searched by number and name, the best first', () => {
    const list = groups(group(7, 'Team 12'), group(12, 'Zeta'), group(3, '12 apostles'), group(120, '0ther'));
    expect(ids(findRecords(list, ' 12', 9))).toEqual([12, 3, 120, 7]);
    expect(ids(findRecords(list, '12', 2))).toEqual([12, 3]);
  });
});
