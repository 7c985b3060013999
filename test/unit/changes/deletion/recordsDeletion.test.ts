import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/api/apiError.js';
import { recordsDeletion } from '../../../../src/changes/deletion/recordsDeletion.js';
import type { InventoryType } from '../../../../src/model/inventory/inventoryTypes.js';
import type { InventoryRecord } from '../../../../src/model/inventory/inventoryRecord.js';
import type { ListAnswer } from '../../../../src/model/text/looseValues.js';

const rack = (id: number) => ({ id, name: `R${id}`, u_height: 42, width: 19 });
const racks = [1, 2].map(rack);
const refused = new ApiError({ reason: 'forbidden', status: 403, method: 'DELETE', path: '/' });

/** What is said of two racks, the first of which the manager refuses to delete, when it lists them so afterwards. */
async function receiptOf(after: Partial<ListAnswer<InventoryRecord>>): Promise<string> {
  let isSent = false;
  const client = {
    listRecords: async (type: InventoryType) => ({
      rows: type === 'racks' && !isSent ? racks : [],
      unread: [],
      ...(type === 'racks' && isSent ? after : {}),
    }),
    deleteRecord: async (_: InventoryType, id: number) => {
      isSent = true;
      if (id === 1) throw refused;
    },
  };
  const chosen = racks.map(({ id, name }) => ({ type: 'racks' as const, recordId: id, name }));
  const change = recordsDeletion({ name: 'Lab', client }, chosen);
  const { signal } = new AbortController();
  const plan = await change.plan(signal);
  const applied = await change.apply(plan, { signal, tell: () => undefined });
  return (await change.receive(plan, applied, signal)).message;
}

describe('the plan of deleted records', () => {
  const rows: Partial<Record<InventoryType, readonly InventoryRecord[]>> = {
    racks,
    rack_reservations: [{ id: 5, rack_id: 2, units: '3,1,2,7' }],
  };
  const client = {
    listRecords: async (type: InventoryType) => ({ rows: rows[type] ?? [], unread: [] }),
    deleteRecord: async () => undefined,
  };
  const nameOf = (type: InventoryType, id: number) => (type === 'racks' ? `R${id}` : undefined);
  const wordsOf = async (type: InventoryType, recordId: number) => {
    const change = recordsDeletion({ name: 'Lab', client, nameOf }, [{ type, recordId, name: '' }]);
    return change.word(await change.plan(new AbortController().signal));
  };

  it('calls reservations after their rack and their units', async () => {
    expect((await wordsOf('rack_reservations', 5)).question).toBe(
      'Delete Rack reservation R2 U1–3, 7 from Lab?',
    );
    expect((await wordsOf('racks', 2)).lines).toContain('• Rack reservation R2 U1–3, 7');
  });
});

describe('the receipt of deleted records', () => {
  const refusal = 'Deleted 1 rack. Still there: Rack R1. Rack R1: The API key may not do this.';

  it.each<[string, Partial<ListAnswer<InventoryRecord>>]>([
    ['that shows it', { rows: racks.slice(0, 1) }],
    ['of which only a part was sent', { total: 'more' }],
    ['in which its row cannot be read', { unread: [{ position: 1, reason: 'noRecord', raw: null }] }],
  ])('does not call a refused one deleted after a list %s', async (_name, after) => {
    expect(await receiptOf(after)).toBe(refusal);
  });

  it('calls one deleted that a whole list has no more, whatever was said', async () => {
    expect(await receiptOf({})).toBe('Deleted 2 racks.');
  });
});

it('deletes no further records when the manager says that there were too many requests', async () => {
  const many = Array.from({ length: 20 }, (_, index) => rack(index + 1));
  let sent = 0;
  const client = {
    listRecords: async (type: InventoryType) => ({ rows: type === 'racks' ? many : [], unread: [] }),
    deleteRecord: async () => {
      sent += 1;
      throw new ApiError({ reason: 'rateLimited', status: 429, method: 'DELETE', path: '/' });
    },
  };
  const chosen = many.map(({ id, name }) => ({ type: 'racks' as const, recordId: id, name }));
  const change = recordsDeletion({ name: 'Lab', client }, chosen);
  const { signal } = new AbortController();
  const plan = await change.plan(signal);
  const applied = await change.apply(plan, { signal, tell: () => undefined });
  expect(sent).toBeLessThan(5);
  const { message } = await change.receive(plan, applied, signal);
  expect(message).toContain('Nothing was deleted.');
  expect(message).toContain('Not tried: Rack R5');
});
