import { expect, it, vi } from 'vitest';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { referringTypes } from 'netsensor-contract/inventory/references';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { TableMessage } from '../../../src/model/tables/tableMessages.js';
import { PageTable } from '../../../src/tables/pageTable.js';
import { ShownUses } from '../../../src/tables/shownUses.js';
import { Emitter } from '../../../src/ui/lifetimes.js';

it('how many records refer to one is told once the page asks, and again as lists are read; what cannot be read, or not in full, is named', async () => {
  const changed = new Emitter<{ connectionId: string; type: InventoryType }>();
  const read = new Map<InventoryType, readonly InventoryRecord[]>();
  const totals = new Map<InventoryType, number>();
  const lists = {
    get: (_id: string, type: InventoryType) =>
      read.has(type) && { records: read.get(type), remainder: { unread: [], total: totals.get(type) } },
    read: async (connectionId: string, type: InventoryType) => {
      if (type === 'tags') throw new Error('refused');
      read.set(type, type === 'rack_reservations' ? [{ id: 1, rack_id: 7 }] : []);
      changed.fire({ connectionId, type });
    },
    onDidChange: changed.event,
  };
  const told: (TableMessage & { type: 'uses' })[] = [];
  const parts = { lists } as unknown as ConstructorParameters<typeof ShownUses>[0];
  const uses = new ShownUses(parts, { connectionId: 'lab', type: 'racks' }, message => {
    if (message.type === 'uses') told.push(message);
  });
  changed.fire({ connectionId: 'lab', type: 'racks' });
  await new Promise(setImmediate);
  expect(told).toEqual([]);
  await uses.want();
  expect(told[0]?.unread.length).toBe(referringTypes.length);
  await vi.waitFor(() => expect(told.at(-1)).toEqual({ type: 'uses', counts: [[7, 1]], unread: ['Tags'] }));
  totals.set('rack_reservations', 900);
  changed.fire({ connectionId: 'lab', type: 'rack_reservations' });
  await vi.waitFor(() => expect(told.at(-1)?.unread).toEqual(['Tags', 'Rack reservations (in part)']));
  uses.dispose();
  const { length } = told;
  changed.fire({ connectionId: 'lab', type: 'racks' });
  await new Promise(setImmediate);
  expect(told.length).toBe(length);
});

it('records alone have a column for that: nothing refers to access points', () => {
  const columnsOf = (type: 'racks' | 'access_points', text: string) => {
    let names: readonly string[] = [];
    const table = new PageTable(type, message => {
      if (message.type === 'table') names = message.columns.map(({ field }) => field);
    });
    table.show(text, { version: 1, baseText: text });
    return names;
  };
  expect(columnsOf('racks', '[]')).toContain('used by');
  const points = columnsOf('access_points', '{ "access_points": [] }');
  expect(points).toContain('mac_address');
  expect(points).not.toContain('used by');
});
