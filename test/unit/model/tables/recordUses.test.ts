import { describe, expect, it } from 'vitest';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { referringTypes } from 'netsensor-contract/inventory/references';
import { UsesCounter } from '../../../../src/model/tables/recordUses.js';

const counted = (type: InventoryType, lists: Partial<Record<InventoryType, readonly InventoryRecord[]>>) => {
  const { counts, unread } = new UsesCounter(type).count(of => lists[of]);
  return { counts: Object.fromEntries(counts), unread };
};

describe('how many records refer to one', () => {
  it('counts records of all types, each once, also by fields that the contract does not know', () => {
    const { counts } = counted('racks', {
      rack_reservations: [
        { id: 1, rack_id: 7 },
        { id: 2, rack_id: 7 },
        { id: 3, rack_id: null },
      ],
      contacts: [{ id: 4, rack_id: 8, rack_ids: [7, 8, 8, 'x'] }],
      racks: [{ id: 7, name: 'rack_id' }],
    });
    expect(counts).toEqual({ 7: 3, 8: 1 });
  });

  it('follows lists that change', () => {
    const counter = new UsesCounter('racks');
    let records: readonly InventoryRecord[] = [{ id: 1, rack_id: 7 }];
    const counts = () => [...counter.count(of => (of === 'rack_reservations' ? records : [])).counts];
    expect(counts()).toEqual([[7, 1]]);
    records = [...records, { id: 2, rack_id: 7 }];
    expect(counts()).toEqual([[7, 2]]);
  });

  it('names the types that are not known, and does not look into those that hold credentials', () => {
    const lists = Object.fromEntries(referringTypes.map(type => [type, []]));
    expect(counted('racks', lists)).toEqual({ counts: {}, unread: [] });
    expect(counted('racks', { ...lists, tags: undefined, contacts: undefined }).unread.toSorted()).toEqual([
      'contacts',
      'tags',
    ]);
    const keys = { ...lists, account_keys: [{ id: 1, rack_id: 7 }] };
    expect(counted('racks', keys).counts).toEqual({});
  });
});
