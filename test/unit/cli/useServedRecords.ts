import type { Server } from 'node:http';
import { afterAll, beforeAll } from 'vitest';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { serveRecords } from '../../support/serveRecords.js';
import { StoredRecords } from '../changes/folders/storedRecords.js';

/** Serves records to the tests of a file. @param stored what there is at each request */
export function useServedRecords(stored: () => StoredRecords): {
  readonly url: string;
  readonly server: Server;
} {
  let served: Awaited<ReturnType<typeof serveRecords>>;
  beforeAll(async () => {
    served = await serveRecords(stored);
  });
  afterAll(() => void served.server.close());
  return {
    get url() {
      return served.url;
    },
    get server() {
      return served.server;
    },
  };
}

/** Two racks, a reservation in one of them, and an account key. */
export const smallInventory = (): StoredRecords =>
  new StoredRecords(
    new Map<InventoryType, InventoryRecord[]>([
      ['racks', [1, 2].map(id => ({ id, name: `Rack ${id}`, u_height: 42, width: 19 }))],
      ['rack_reservations', [{ id: 1, rack_id: 1, units: '1,2', description: null }]],
      ['account_keys', [{ id: 1, name: 'Switches', username: 'netops', password: 'stored' }]],
    ]),
  );
