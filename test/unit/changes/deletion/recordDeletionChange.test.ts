import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/api/apiError.js';
import { recordDeletionChange } from '../../../../src/changes/deletion/recordDeletionChange.js';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import type { ListAnswer } from 'netsensor-contract/text/listAnswer';

const rack = (id: number) => ({ id, name: `R${id}`, u_height: 42, width: 19 });
const racks = [1, 2].map(rack);
const refused = new ApiError({ reason: 'forbidden', status: 403, method: 'DELETE', path: '/' });

const missing = new ApiError({ reason: 'notFound', status: 404, method: 'GET', path: '/' });
/** What is not there by itself either. */
const getRecord = () => Promise.reject(missing);

/** What is said of two racks, the first of which the manager refuses to delete, when it lists them so afterwards. */
async function receiptOf(
  after: Partial<ListAnswer<InventoryRecord>>,
  byItself: (type: InventoryType, id: number) => Promise<InventoryRecord> = getRecord,
): Promise<string> {
  let isSent = false;
  const client = {
    getRecord: byItself,
    listRecords: async (type: InventoryType) => ({
      rows: type === 'racks' && !isSent ? racks : [],
      unread: [],
      ...(type === 'racks' && isSent ? after : {}),
    }),
    deleteRecord: async (_: InventoryType, id: number) => {
      isSent = true;
      if (id === 1) throw refused;
      return 'done' as const;
    },
  };
  const chosen = racks.map(({ id, name }) => ({ type: 'racks' as const, recordId: id, name }));
  const change = recordDeletionChange({ name: 'Lab', client }, chosen);
  const { signal } = new AbortController();
  const plan = await change.plan(signal);
  const applied = await change.apply(plan, { signal, tell: () => undefined });
  return (await change.receive(plan, applied, { signal, tell: () => undefined })).message;
}

describe('the plan of deleted records', () => {
  const rows: Partial<Record<InventoryType, readonly InventoryRecord[]>> = {
    racks,
    rack_reservations: [{ id: 5, rack_id: 2, units: '3,1,2,7' }],
  };
  const client = {
    getRecord,
    listRecords: async (type: InventoryType) => ({ rows: rows[type] ?? [], unread: [] }),
    deleteRecord: async () => 'done' as const,
  };
  const nameOf = (type: InventoryType, id: number) => (type === 'racks' ? `R${id}` : undefined);
  const wordsOf = async (type: InventoryType, ...ids: readonly number[]) => {
    const chosen = ids.map(recordId => ({ type, recordId, name: '' }));
    const change = recordDeletionChange({ name: 'Lab', client, nameOf }, chosen);
    return change.word(await change.plan(new AbortController().signal));
  };

  it('calls reservations after their rack and their units', async () => {
    expect((await wordsOf('rack_reservations', 5)).question).toBe(
      'Delete Rack reservation R2 U1–3, 7 from Lab?',
    );
    expect((await wordsOf('racks', 2)).lines).toContain('• Rack reservation R2 U1–3, 7');
  });

  it('has two sides where several go, what goes along included, and none for one', async () => {
    const { sides } = await wordsOf('racks', 1, 2);
    const gone = JSON.parse(sides?.now ?? '[]') as { id: number }[];
    expect(gone.map(({ id }) => id)).toEqual([1, 2, 5]);
    expect(sides?.planned).toBe('[]\n');
    expect((await wordsOf('rack_reservations', 5)).sides).toBeUndefined();
  });

  it('counts in its question what its counts count, and apart what may go along', async () => {
    const counted = async (...ids: readonly number[]) => {
      const { question, sides } = await wordsOf('racks', ...ids);
      return [question, sides?.counts];
    };
    expect(await counted(1, 2)).toEqual([
      'Delete 2 racks and 1 that may go with them from Lab?',
      '2 deleted, 1 that may go with them',
    ]);
    expect(await counted(2)).toEqual([
      'Delete Rack R2 and 1 that may go with it from Lab?',
      '1 deleted, 1 that may go with it',
    ]);
    expect(await counted(1)).toEqual(['Delete Rack R1 from Lab?', undefined]);
  });

  it('has a button that leaves it, or them', async () => {
    expect((await wordsOf('racks', 2)).keep).toBe('Keep it');
    expect((await wordsOf('racks', 1, 2)).keep).toBe('Keep them');
  });
});

describe('the receipt of deleted records', () => {
  const refusal = 'Deleted 1 rack. Still there: Rack R1. The API key may not do this.';

  it.each<[string, Partial<ListAnswer<InventoryRecord>>]>([
    ['that shows it', { rows: racks.slice(0, 1) }],
    ['of which only a part was sent', { total: 'more' }],
    ['in which its row cannot be read', { unread: [{ position: 1, reason: 'noRecord', raw: null }] }],
  ])('does not call a refused one deleted after a list %s', async (_name, after) => {
    expect(await receiptOf(after)).toBe(refusal);
  });

  it('does not call one deleted that a part of a list lacks, and that is there by itself', async () => {
    const byItself = async (_: InventoryType, id: number) => rack(id);
    expect(await receiptOf({ total: 'more' }, byItself)).toMatch(
      /^Still there: Rack R1, Rack R2\. .* it may still be at it, or the API key may not manage it/,
    );
  });

  it('calls one deleted that a whole list has no more, whatever was said', async () => {
    expect(await receiptOf({})).toBe('Deleted 2 racks.');
  });
});

it('deletes no further records when the manager says that there were too many requests', async () => {
  const many = Array.from({ length: 20 }, (_, index) => rack(index + 1));
  let sent = 0;
  const client = {
    getRecord,
    listRecords: async (type: InventoryType) => ({ rows: type === 'racks' ? many : [], unread: [] }),
    deleteRecord: async () => {
      sent += 1;
      throw new ApiError({ reason: 'rateLimited', status: 429, method: 'DELETE', path: '/' });
    },
  };
  const chosen = many.map(({ id, name }) => ({ type: 'racks' as const, recordId: id, name }));
  const change = recordDeletionChange({ name: 'Lab', client }, chosen);
  const { signal } = new AbortController();
  const plan = await change.plan(signal);
  const applied = await change.apply(plan, { signal, tell: () => undefined });
  expect(sent).toBeLessThan(5);
  const { message } = await change.receive(plan, applied, { signal, tell: () => undefined });
  expect(message).toMatch(
    /^Nothing was deleted\. Still there: Rack R1, Rack R2, Rack R3 and 1 more\. .* Not tried: Rack R5/,
  );
});

describe('records that a manager deletes late', () => {
  const lost = new ApiError({ reason: 'timeout', status: 504, method: 'DELETE', path: '/' });

  /** What is said of a rack whose deletion was taken so, when it is listed so often afterwards. */
  async function lateReceipt(took: 'done' | 'accepted' | ApiError, shown: number) {
    let left = Infinity;
    const client = {
      getRecord,
      listRecords: async (type: InventoryType) => {
        if (type !== 'racks') return { rows: [], unread: [] };
        left -= 1;
        return { rows: left >= 0 ? racks.slice(0, 1) : [], unread: [] };
      },
      deleteRecord: async () => {
        left = shown;
        if (took instanceof ApiError) throw took;
        return took;
      },
    };
    const change = recordDeletionChange({ name: 'Lab', client }, [
      { type: 'racks', recordId: 1, name: 'R1' },
    ]);
    const { signal } = new AbortController();
    const plan = await change.plan(signal);
    const applied = await change.apply(plan, { signal, tell: () => undefined });
    const told: string[] = [];
    const receipt = await change.receive(plan, applied, { signal, tell: words => told.push(words) });
    return { ...receipt, told };
  }

  it.each([lost, 'accepted', 'done'] as const)('are deleted when they are gone at last: %s', async took => {
    const { message, next, told } = await lateReceipt(took, 3);
    expect(message).toBe('Deleted 1 rack.');
    expect(next).toBe('undo');
    expect(told).toEqual(Array.from({ length: 3 }, () => 'waiting until it is gone'));
  });

  it.each([lost, 'accepted'] as const)('are not called left when they are not yet: %s', async took => {
    const { message, next } = await lateReceipt(took, 4);
    expect(message).toMatch(/^Still there: Rack R1\. .*The manager may still be at it\./);
    expect(next).toBe('look');
  });

  it('may be late or were skipped when the manager said that it has deleted them', async () => {
    const { message, next } = await lateReceipt('done', 4);
    expect(message).toMatch(/^Still there: .* it may still be at it, or the API key may not manage it/);
    expect(next).toBe('look');
  });
});

describe('records of lists that are a part', () => {
  const lost = new ApiError({ reason: 'timeout', status: 504, method: 'DELETE', path: '/' });
  const reservation = { id: 5, rack_id: 1, units: '1' };

  /** What is said of a rack that goes with its reservation, which the manager lists no more, and how often it was asked. */
  async function partReceipt(byItself: (type: InventoryType) => Promise<InventoryRecord>) {
    let isSent = false;
    const asked: string[] = [];
    const rows: Partial<Record<InventoryType, InventoryRecord>> = {
      racks: rack(1),
      rack_reservations: reservation,
    };
    const client = {
      getRecord: (type: InventoryType, id: number) => (asked.push(`${type}/${id}`), byItself(type)),
      listRecords: async (type: InventoryType) => ({
        rows: isSent ? [] : [rows[type] ?? []].flat(),
        unread: [],
        total: 'more' as const,
      }),
      deleteRecord: async () => {
        isSent = true;
        throw lost;
      },
    };
    const change = recordDeletionChange({ name: 'Lab', client }, [
      { type: 'racks', recordId: 1, name: 'R1' },
    ]);
    const { signal } = new AbortController();
    const plan = await change.plan(signal);
    const applied = await change.apply(plan, { signal, tell: () => undefined });
    const { message } = await change.receive(plan, applied, { signal, tell: () => undefined });
    return { message, asked };
  }

  it('are gone where they are not there by themselves, at the first look', async () => {
    const { message, asked } = await partReceipt(getRecord);
    expect(message).toMatch(/^Deleted 1 rack\. The manager deleted 1 rack reservation with it\./);
    expect(asked).toEqual(['racks/1', 'rack_reservations/5']);
  });

  it.each<[string, () => Promise<InventoryRecord>]>([
    ['are there by themselves', async () => reservation],
    ['nobody can ask for', () => Promise.reject(refused)],
  ])('are not deleted with others where they %s', async (_, ask) => {
    const { message } = await partReceipt(type => (type === 'racks' ? getRecord() : ask()));
    expect(message).toMatch(/^Deleted 1 rack\./);
    expect(message).not.toContain('reservation');
  });

  it('are deleted although they stand in what was not sent', async () => {
    const client = {
      getRecord: async () => rack(2),
      listRecords: async (type: InventoryType) => ({
        rows: type === 'racks' ? [rack(1)] : [],
        unread: [],
        total: 7,
      }),
      deleteRecord: async () => 'done' as const,
    };
    const change = recordDeletionChange({ name: 'Lab', client }, [
      { type: 'racks', recordId: 2, name: 'R2' },
    ]);
    const { chosen, parts } = await change.plan(new AbortController().signal);
    expect(chosen).toEqual([{ type: 'racks', record: rack(2) }]);
    expect(parts[0]).toBe('The manager sent 1 of 7 racks.');
  });
});

it('says where to look for records whose connection was signed out in the middle', async () => {
  let isClosed = false;
  const client = {
    getRecord,
    listRecords: async (type: InventoryType) => {
      if (isClosed)
        throw new ApiError({
          reason: 'unreachable',
          stage: 'closed',
          neverSent: true,
          method: 'GET',
          path: '/',
        });
      return { rows: type === 'racks' ? racks : [], unread: [] };
    },
    deleteRecord: async () => {
      isClosed = true;
      return 'done' as const;
    },
  };
  const change = recordDeletionChange({ name: 'Lab', client }, [{ type: 'racks', recordId: 1, name: 'R1' }]);
  const { signal } = new AbortController();
  const plan = await change.plan(signal);
  const applied = await change.apply(plan, { signal, tell: () => undefined });
  const { message } = await change.receive(plan, applied, { signal, tell: () => undefined });
  expect(message).toMatch(/Sign in and look at the inventory before you repeat this\.$/);
});
