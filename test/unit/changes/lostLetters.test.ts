import { describe, expect, it } from 'vitest';
import type { ManagerClient } from '../../../src/api/managerClient.js';
import type { Backup } from '../../../src/changes/backup.js';
import { recreation } from '../../../src/changes/backups/recreation.js';
import { overwrite } from '../../../src/changes/trees/overwrite.js';
import { compareLists } from '../../../src/model/inventory/compareLists.js';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import { checkItems, readList } from '../../../src/model/inventory/listDocument.js';
import { copiedFields, keptInTemplate } from '../../../src/model/inventory/recordDraft.js';
import { inventoryRules, planPatch } from '../../../src/model/inventory/recordRules.js';
import { documentFields, printFields, type RecordFields } from '../../../src/model/inventory/recordText.js';
import { fullWrite } from '../../../src/model/sensors/nodeDocument.js';
import { readSensorTree } from 'netsensor-contract/sensors/readRecords';

const contact: InventoryRecord = {
  id: 1,
  name: 'Caf\uFFFD',
  job_title: 'T\uFFFDcnico',
  company: 'NOC',
  phone: '1',
};
const base = documentFields('contacts', contact);
const { signal } = new AbortController();

const plan = (changes: RecordFields, before: RecordFields = base) =>
  planPatch({
    rules: inventoryRules('contacts'),
    base: before,
    edited: { ...before, ...changes },
    current: before,
  });

describe('a letter that the manager lost', () => {
  it('stays where it is when another field is saved', () => {
    expect(plan({ phone: '2' })).toMatchObject({ kind: 'patch', changes: { phone: '2' } });
  });

  it('is not sent with what was typed around it, and goes when it is typed anew', () => {
    expect(plan({ name: 'Caf\uFFFD 2' })).toEqual({
      kind: 'rejected',
      problems: [{ field: 'name', code: 'lostLetter' }],
    });
    expect(plan({ name: 'Café 2' })).toMatchObject({ kind: 'patch', changes: { name: 'Café 2' } });
  });

  it('is none where somebody typed it', () => {
    const typed = plan({ name: 'The sign \uFFFD' }, { ...base, name: 'The sign' });
    expect(typed).toMatchObject({ kind: 'patch', changes: { name: 'The sign \uFFFD' } });
  });

  it('is told of a write of all properties, unless it was typed just now', () => {
    const current = { name: 'Caf\uFFFD', ip: '10.0.0.1', description: '' };
    expect(fullWrite('flow', current, { ip: '10.0.0.2' }).lost).toEqual(['name']);
    expect(fullWrite('flow', current, { name: 'Café' }).lost).toEqual([]);
    expect(fullWrite('flow', { ...current, name: 'A' }, { name: '\uFFFD' }).lost).toEqual([]);
  });

  it('is not in a new record of a list that is a copy of another one', () => {
    const { id: _id, ...copy } = base;
    const check = (item: RecordFields) =>
      checkItems('contacts', readList(printFields([base, item])).items, [base]).map(({ problem }) => problem);
    expect(check({ ...copy, name: 'New' })).toEqual([{ field: 'job_title', code: 'lostLetter' }]);
    expect(check({ ...copy, name: 'Typed \uFFFD', job_title: 'New' })).toEqual([]);
  });

  it('is in no copy and no template', () => {
    expect(copiedFields('contacts', contact)).toEqual({ name: '', company: 'NOC', phone: '1' });
    expect(keptInTemplate('contacts', contact)).toEqual({ company: 'NOC', phone: '1' });
  });

  it('is not copied to another manager, and empties nothing there', () => {
    const lists = (...rows: InventoryRecord[]) => new Map([['contacts', { rows, unread: [] }]] as const);
    const there = { ...contact, name: 'A', job_title: 'Técnico', phone: '9' };
    const from = { ...contact, name: 'A' };
    expect(compareLists('contacts', lists(from), lists(there)).differences).toMatchObject([
      { fields: { company: 'NOC', phone: '1' } },
    ]);
    expect(compareLists('contacts', lists(from), lists(there)).differences[0]?.fields).not.toHaveProperty(
      'job_title',
    );
    expect(compareLists('contacts', lists(from), lists()).differences[0]?.fields).not.toHaveProperty(
      'job_title',
    );
    expect(compareLists('contacts', lists(from), lists({ ...there, phone: '1' })).differences).toEqual([]);
  });

  it('does not come back from a backup; the other records do', async () => {
    const sent: unknown[] = [];
    const backup = {
      records: [
        { type: 'contacts', record: contact },
        { type: 'contacts', record: { ...contact, id: 2, name: 'Good', job_title: 'T' } },
      ],
      sensors: [],
      access_points: [],
    } as unknown as Backup;
    const client = {
      getRecord: () => Promise.reject(new Error('Nobody asks')),
      listRecords: async () => ({ rows: [], unread: [] }),
      createRecord: async (_type: unknown, fields: RecordFields) => {
        sent.push(fields.name);
        return { ...fields, id: 9 };
      },
    };
    const change = recreation({ name: 'A', client, secretsOf: async () => ({}) }, backup);
    const planned = await change.plan(signal);
    const running = { signal, tell: () => undefined };
    const { message } = await change.receive(planned, await change.apply(planned, running), running);
    expect(sent).toEqual(['Good']);
    expect(message).toContain('name has � in place of a letter that was lost; type the letter first');
  });

  it('is not sent with a subtree, which is said before anything happens', async () => {
    const node = (uuid: string, name: string, children: object[] = []) => ({
      uuid,
      name,
      type: 1,
      domain_type: 1,
      children,
      access_points: [],
    });
    const of = (name: string) => node('1', 'Site', [node('2', name), node('3', 'Other')]);
    const planned = (now: string, body: object) => {
      const tree = readSensorTree(node('0', 'root', [of(now)]));
      const client = { sensors: { tree: async () => tree } } as unknown as ManagerClient;
      const manager = { name: 'Lab', client, keepMine: async () => true };
      return overwrite(manager, { uuid: '1', body: { sensor: body } as never, operation: 'overwrite' }).plan(
        signal,
      );
    };
    const renamed = (name: string) => node('1', 'Renamed', [node('2', name), node('3', 'Other')]);
    await expect(planned('Caf\uFFFD', renamed('Caf\uFFFD'))).rejects.toThrow(
      'In place of a letter that was lost, � stands in Caf�. Nothing was sent. Type the letters first.',
    );
    await expect(planned('Caf\uFFFD', renamed('Café'))).resolves.toBeDefined();
    await expect(planned('Cafe', renamed('Typed \uFFFD'))).resolves.toBeDefined();
  });
});
