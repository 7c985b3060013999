import { describe, expect, it } from 'vitest';
import type { Backup } from '../../../../src/changes/backups/backup.js';
import { recreation } from '../../../../src/changes/backups/recreation.js';
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

describe('records that are created again', () => {
  it('are named in the plan as they were, although what they refer to is gone too', async () => {
    const client = {
      listRecords: async () => ({ rows: [], unread: [] }),
      createRecord: () => Promise.reject(new Error('Nobody agreed to this')),
    };
    const change = recreation({ name: 'A', client, secretsOf: async () => ({}) }, backup);
    const { question, lines, button } = change.word(await change.plan(new AbortController().signal));
    expect([question, ...lines.slice(0, 2), button]).toEqual([
      'Restore 1 rack and 1 rack reservation on A?',
      '• Rack One',
      '• Rack reservation One Tag 3 U1',
      'Restore',
    ]);
  });

  it('are sent with what the contract knows of them, and with the new numbers of what they refer to', async () => {
    const sent: RecordFields[] = [];
    let id = 100;
    const client = {
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
});
