import { describe, expect, it } from 'vitest';
import {
  comparableRecords,
  listDifferences,
  withDifferences,
  type ManagerRecords,
} from '../../../../src/model/inventory/compareLists.js';
import type { InventoryRecord } from '../../../../src/model/inventory/inventoryRecord.js';

const feeds = (records: readonly InventoryRecord[], panels: readonly InventoryRecord[]): ManagerRecords => ({
  records,
  referred: new Map([['power_panels', panels]]),
});

const here = feeds(
  [
    { id: 1, name: 'A', power_panel_id: 10, voltage: 230, created_at: 'then' },
    { id: 2, name: 'B', power_panel_id: 11, voltage: 110 },
    { id: 3, name: 'C', power_panel_id: 12, voltage: 110 },
  ],
  [
    { id: 10, name: 'North' },
    { id: 11, name: 'South' },
    { id: 12, name: 'West' },
  ],
);
const there = feeds(
  [
    { id: 71, name: 'B', power_panel_id: 91, voltage: 400 },
    { id: 70, name: 'A', power_panel_id: 90, voltage: 230, updated_at: 'now' },
  ],
  [
    { id: 90, name: 'North' },
    { id: 91, name: 'South' },
  ],
);

describe('a type of two managers', () => {
  it('is compared by name, with the names of what records refer to, and without what each manager keeps itself', () => {
    expect(comparableRecords('power_feeds', there)).toEqual([
      { name: 'A', power_panel_id: 'North', voltage: 230 },
      { name: 'B', power_panel_id: 'South', voltage: 400 },
    ]);
  });

  it('differs in what is missing and what has other values, with the ids of the other manager', () => {
    expect(listDifferences('power_feeds', here, there)).toEqual([
      { name: 'B', id: 71, fields: { name: 'B', power_panel_id: 91, voltage: 110 }, missingReferences: [] },
      { name: 'C', id: undefined, fields: { name: 'C', voltage: 110 }, missingReferences: ['West'] },
    ]);
    expect(listDifferences('power_feeds', here, here)).toEqual([]);
  });

  it('goes into the list of the other manager as changes and new records', () => {
    const differences = listDifferences('power_feeds', here, there);
    const list = withDifferences(there.records, differences);
    expect(list).toEqual([
      { id: 71, name: 'B', power_panel_id: 91, voltage: 110 },
      there.records[1],
      { name: 'C', voltage: 110 },
    ]);
  });

  it('never carries a secret', () => {
    const keys = { records: [{ id: 1, name: 'K', username: 'u', password: 'hunter2' }], referred: new Map() };
    const none = { records: [], referred: new Map() };
    expect(
      JSON.stringify([comparableRecords('account_keys', keys), listDifferences('account_keys', keys, none)]),
    ).not.toContain('hunter2');
  });

  it('takes equal names one by one', () => {
    const two = { records: [1, 2].map(id => ({ id, name: 'T', color: '00ff00' })), referred: new Map() };
    const one = { records: [{ id: 9, name: 'T', color: '00ff00' }], referred: new Map() };
    expect(listDifferences('tags', two, one).map(({ id }) => id)).toEqual([undefined]);
  });

  it('tells units of two racks apart, and takes an empty field for one that is not there', () => {
    const racks = [1, 2].map(id => ({ id, name: `Rack ${id}` }));
    const units = (...ids: readonly number[]): ManagerRecords => ({
      records: ids.map(rack_id => ({ id: 10 + rack_id, rack_id, units: '1,2', description: null })),
      referred: new Map([['racks', racks]]),
    });
    expect(listDifferences('rack_reservations', units(1, 2), units(2))).toMatchObject([
      { id: undefined, fields: { rack_id: 1 } },
    ]);
    const [unit] = units(1).records;
    const without = { ...units(1), records: [{ ...unit!, description: undefined }] };
    expect(listDifferences('rack_reservations', units(1), without)).toEqual([]);
  });
});
