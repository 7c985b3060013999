import { describe, expect, it } from 'vitest';
import type { Backup } from '../../../../src/changes/backup.js';
import { recreation, type RecreatingManager } from '../../../../src/changes/backups/recreation.js';
import { ApiError } from '../../../../src/api/apiError.js';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import type { RecordFields } from '../../../../src/model/inventory/recordText.js';

const backup: Backup = {
  netsensor_backup: 1,
  operation: 'delete',
  taken_at: '2026-11-20T12:15:03.123Z',
  connection: { id: 'c1', name: 'A', address: 'https://manager.example.net' },
  sensors: [],
  access_points: [],
  records: [
    { type: 'racks', record: { id: 1, name: 'One', u_height: 42, width: 19, rack_role_id: 7 } },
    { type: 'rack_reservations', record: { id: 2, units: '1', rack_id: 1, tag_id: 3, user: 'kim' } },
  ],
};

const missing = new ApiError({ reason: 'notFound', method: 'GET', path: '/' });
/** A manager that has none of the records by themselves. */
const getRecord = () => Promise.reject(missing);

describe('records that are created again', () => {
  it('are named in the plan as they were, although what they refer to is gone too', async () => {
    const client = {
      getRecord,
      listRecords: async () => ({ rows: [], unread: [] }),
      createRecord: () => Promise.reject(new Error('Nobody agreed to this')),
    };
    const change = recreation({ name: 'A', client, secretsOf: async () => ({}) }, backup);
    const { question, lines, button, sides } = change.word(await change.plan(new AbortController().signal));
    // The number of what is created again is not known yet; that of what nobody restores stays.
    expect(JSON.parse(sides?.planned ?? '')).toMatchObject([
      { name: 'One' },
      { units: '1', rack_id: '(new number of Rack One)' },
    ]);
    expect([question, ...lines.slice(0, 2), button]).toEqual([
      'Restore 1 rack and 1 rack reservation on A?',
      '• Rack One',
      '• Rack reservation One Tag 3 U1',
      'Restore',
    ]);
  });

  it.each<[string, object]>([
    ['has more', { total: 'more' }],
    ['has a row that cannot be read', { unread: [{ position: 1, reason: 'noRecord', raw: null }] }],
  ])('are none that is still there by itself, where the list of the manager %s', async (_, part) => {
    const rack = backup.records?.[0]?.record as InventoryRecord;
    const client = {
      getRecord: async (type: string) => (type === 'racks' ? rack : getRecord()),
      listRecords: async () => ({ rows: [], unread: [], ...part }),
      createRecord: () => Promise.reject(new Error('Nobody agreed to this')),
    };
    const change = recreation({ name: 'A', client, secretsOf: async () => ({}) }, backup);
    const { gone, kept, known } = await change.plan(new AbortController().signal);
    expect([gone, kept].map(all => all.map(({ type }) => type))).toEqual([['rack_reservations'], ['racks']]);
    expect(known).toContain('racks/1');
  });

  it('are sent with what the contract knows of them, and with the new numbers of what they refer to', async () => {
    const sent: RecordFields[] = [];
    let id = 100;
    const client = {
      getRecord,
      listRecords: async () => ({ rows: [], unread: [] }),
      createRecord: async (_type: unknown, fields: RecordFields) => {
        sent.push(fields);
        return { ...fields, id: (id += 1) };
      },
    };
    const change = recreation({ name: 'A', client, secretsOf: async () => ({}) }, backup);
    const { signal } = new AbortController();
    await change.apply(await change.plan(signal), { signal, tell: () => undefined });
    expect(sent).toEqual([
      { name: 'One', u_height: 42, width: 19 },
      { units: '1', rack_id: 101 },
    ]);
  });

  it('are looked for while the answer is lost, which is said and can be ended', async () => {
    const cancelling = new AbortController();
    const told: string[] = [];
    let looks = 0;
    const client = {
      getRecord,
      listRecords: async () => ((looks += 1), { rows: [], unread: [] }),
      createRecord: () => Promise.reject(new ApiError({ reason: 'timeout', method: 'POST', path: '/' })),
    };
    const change = recreation({ name: 'A', client, secretsOf: async () => ({}) }, backup);
    const plan = await change.plan(cancelling.signal);
    looks = 0;
    const tell = (message: string) => {
      told.push(message);
      if (message.startsWith('waiting')) cancelling.abort();
    };
    const outcomes = await change.apply(plan, { signal: cancelling.signal, tell });
    expect(outcomes.map(({ kind }) => kind)).toEqual(['failed', 'notSent']);
    expect([told, looks]).toEqual([['1 of 2', 'waiting until the manager shows it'], 1]);
  });

  describe('whose answer is lost', () => {
    const racks = (...names: readonly string[]): Backup => ({
      ...backup,
      records: names.map((name, index) => ({ type: 'racks', record: { id: index + 1, name, u_height: 42 } })),
    });
    const lost = () => Promise.reject(new ApiError({ reason: 'timeout', method: 'POST', path: '/' }));
    const restored = async (client: RecreatingManager['client'], names: readonly string[]) => {
      const change = recreation({ name: 'A', client, secretsOf: async () => ({}) }, racks(...names));
      const running = { signal: new AbortController().signal, tell: () => undefined };
      const plan = await change.plan(running.signal);
      return change.receive(plan, await change.apply(plan, running), running);
    };

    it('are no others of a like spelling that were there before: then nobody can tell', async () => {
      const client = {
        getRecord,
        listRecords: async () => ({ rows: [{ id: 50, name: 'Rack 11', u_height: 42 }], unread: [] }),
        createRecord: lost,
      };
      const { message } = await restored(client, ['Rack 1-1']);
      expect(message).toMatch(/^Rack Rack 1-1: It is not known whether it was restored\./);
    });

    it('are none that was created a moment ago', async () => {
      const rows: InventoryRecord[] = [];
      const client = {
        getRecord,
        listRecords: async () => ({ rows, unread: [] }),
        createRecord: async (_type: unknown, fields: RecordFields) => {
          if (rows.length > 0) return lost();
          rows.push({ ...fields, id: 50 });
          return { ...fields, id: 50 };
        },
      };
      const { message, renumbered } = await restored(client, ['Rack 11', 'Rack 1-1']);
      expect(renumbered).toEqual([{ type: 'racks', before: 1, now: 50 }]);
      expect(message).toMatch(/^Restored 1 rack\. Rack Rack 1-1: It is not known whether/);
    });

    it('are none of a part of a list, where nobody can tell which are new', async () => {
      let reads = 0;
      const client = {
        getRecord,
        listRecords: async () => ({
          rows: (reads += 1) === 1 ? [] : [{ id: 50, name: 'Rack 1-1', u_height: 42 }],
          unread: [],
          total: 'more' as const,
        }),
        createRecord: lost,
      };
      const { message } = await restored(client, ['Rack 1-1']);
      expect(message).toMatch(/^Rack Rack 1-1: It is not known whether it was restored\./);
    });

    it('are found in the spelling of the manager', async () => {
      const rows: InventoryRecord[] = [];
      const client = {
        getRecord,
        listRecords: async () => ({ rows, unread: [] }),
        createRecord: async (_type: unknown, fields: RecordFields) => {
          rows.push({ ...fields, id: 50, name: 'RACK 1-1' });
          return lost();
        },
      };
      expect((await restored(client, ['Rack 1-1'])).message).toBe('Restored 1 rack.');
    });
  });

  describe('that the manager answered that it created', () => {
    const restored = async (client: Partial<RecreatingManager['client']>) => {
      const whole = {
        getRecord,
        listRecords: async () => ({ rows: [], unread: [] }),
        createRecord: async (_: unknown, fields: RecordFields) => ({ ...fields, id: 50 }),
        ...client,
      };
      const racks = { ...backup, records: backup.records?.slice(0, 1) };
      const change = recreation({ name: 'A', client: whole, secretsOf: async () => ({}) }, racks);
      const running = { signal: new AbortController().signal, tell: () => undefined };
      const plan = await change.plan(running.signal);
      return change.receive(plan, await change.apply(plan, running), running);
    };
    const shown = { id: 50, name: 'One', u_height: 42, width: 19 };
    /** Lists that have the record from a read on. */
    const showing = (record: InventoryRecord, from = 2) => {
      let reads = 0;
      return async () => ({ rows: (reads += 1) < from ? [] : [record], unread: [] });
    };

    it('are restored once they show, in the list or by themselves', async () => {
      const renumbered = [{ type: 'racks', before: 1, now: 50 }];
      const restoredOne = { severity: 'info', message: 'Restored 1 rack.', renumbered };
      expect(await restored({ listRecords: showing(shown) })).toEqual(restoredOne);
      expect(await restored({ listRecords: showing(shown, 4) })).toEqual(restoredOne);
      expect(await restored({ getRecord: async () => shown })).toEqual(restoredOne);
    });

    it('are not called restored where they never show, or nobody can look', async () => {
      expect((await restored({})).message).toBe(
        'The manager answered that it created Rack One, but does not show it. It may still be at it. Look at the inventory before you restore it again.',
      );
      const refuse = () => Promise.reject(new ApiError({ reason: 'forbidden', method: 'GET', path: '/' }));
      expect((await restored({ getRecord: refuse })).message).toMatch(
        /^The manager answered that it created Rack One, but it could not be read again\. .+ Look at the inventory/,
      );
    });

    it('are named where the manager stored something else', async () => {
      expect(await restored({ listRecords: showing({ ...shown, width: 23 }) })).toEqual({
        severity: 'warning',
        renumbered: [{ type: 'racks', before: 1, now: 50 }],
        message: 'Restored 1 rack. These differ from the backup: Rack One.',
      });
    });

    it('are as in the backup although the manager shows their secret', async () => {
      const key = { id: 5, name: 'Core', username: 'kim', password: 'hunter2' };
      const client = {
        getRecord: async () => ({ ...key, id: 50 }),
        listRecords: async () => ({ rows: [], unread: [] }),
        createRecord: async (_: unknown, fields: RecordFields) => ({ ...fields, id: 50 }),
      };
      const keys: Backup = { ...backup, records: [{ type: 'account_keys', record: key }] };
      const secretsOf = async () => ({ password: 'hunter2' });
      const change = recreation({ name: 'A', client, secretsOf }, keys);
      const running = { signal: new AbortController().signal, tell: () => undefined };
      const plan = await change.plan(running.signal);
      const { message } = await change.receive(plan, await change.apply(plan, running), running);
      expect(message).toBe('Restored 1 account key.');
    });

    it('are none that were there before', async () => {
      const { message } = await restored({
        listRecords: async () => ({ rows: [{ ...shown, name: 'Other' }], unread: [] }),
      });
      expect(message).toMatch(/^Rack One: It is not known whether it was restored\./);
    });
  });
});
