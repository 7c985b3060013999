import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredRecords } from '../changes/folders/storedRecords.js';
import { runCli } from './runCli.js';
import { smallInventory, useServedRecords } from './useServedRecords.js';

let records: StoredRecords;
let root: string;

const served = useServedRecords(() => records);
beforeEach(() => {
  records = smallInventory();
  root = mkdtempSync(join(tmpdir(), 'netsensor-folder-'));
  return () => rmSync(root, { recursive: true });
});

const run = (args: string | readonly string[], host: Parameters<typeof runCli>[2] = {}, more = {}) =>
  runCli(
    ['-C', root, ...(typeof args === 'string' ? args.split(' ') : args)],
    { NETSENSOR_URL: served.url, NETSENSOR_API_KEY: 'the-key', ...more },
    host,
  );
const writing = { NETSENSOR_WRITE: '1' };
const path = (name: string) => join(root, 'inventory', name);
const edit = (name: string, from: string, to: string) =>
  writeFileSync(path(name), readFileSync(path(name), 'utf8').replace(from, to));
const backups = () => readdirSync(join(root, '.netsensor/backups')).sort();
const without = (fields: object) => ({ ...fields, id: undefined });

describe('restore', () => {
  it('puts back what an apply changed and deleted, with its references, and asks before', async () => {
    await run('pull');
    const before = structuredClone(new Map(records.lists));
    edit('racks/rack-2.json', '42', '24');
    edit('racks/rack-2.json', 'Rack 2', 'Core B');
    rmSync(path('racks/rack-1.json'));
    rmSync(path('rack_reservations/rack-1-1-2.json'));
    expect(await run('apply --prune', {}, writing)).toMatchObject({ code: 0 });
    expect(await run('drift')).toMatchObject({ code: 0 });
    const [name = ''] = backups();
    const list = await run('restore');
    expect(list).toMatchObject({ code: 0, errors: '' });
    expect(list.output).toContain(name);
    expect(list.output).toContain('before files were applied');
    const seen = records.seen.length;
    expect(await run(['restore', name])).toMatchObject({
      code: 1,
      errors: expect.stringContaining('NETSENSOR_WRITE=1'),
    });
    const questions: string[] = [];
    const ask = (answer: boolean) => (question: string) => {
      questions.push(question);
      return Promise.resolve(answer);
    };
    expect(await run(['restore', name], { ask: ask(false) }, writing)).toMatchObject({ code: 5 });
    expect(records.seen).toHaveLength(seen);
    const made = await run(['restore', name], { ask: ask(true) }, writing);
    expect(made).toMatchObject({ code: 0, errors: '' });
    expect(made.output).toMatch(/^Racks: 1 new, 1 changed; Rack reservations: 1 new\n[^]*24 → 42/);
    expect(made.output).toContain('3 of 3 records written');
    expect(questions).toHaveLength(2);
    const racks = records.lists.get('racks')!;
    expect(racks.map(({ name: called }) => called).sort()).toEqual(['Rack 1', 'Rack 2']);
    const [again] = racks.filter(({ name: called }) => called === 'Rack 1');
    expect(without(again!)).toMatchObject(without(before.get('racks')![0]!));
    expect(records.lists.get('rack_reservations')?.[0]).toMatchObject({ rack_id: again?.id, units: '1,2' });
    expect(backups()).toHaveLength(2);
    expect(readFileSync(join(root, '.netsensor/backups', backups()[1]!), 'utf8')).toContain('"restore"');
    expect(await run(['restore', name], {}, writing)).toMatchObject({
      code: 0,
      output: expect.stringContaining('Nothing to do'),
    });
    await run('pull');
    expect(readFileSync(path('racks/rack-1.json'), 'utf8')).toContain('Rack 1');
  });

  it('leads a reference back to where it led, although that was not backed up', async () => {
    await run('pull');
    edit('rack_reservations/rack-1-1-2.json', '@racks/Rack 1', '@racks/Rack 2');
    await run('apply', {}, writing);
    expect(records.lists.get('rack_reservations')?.[0]).toMatchObject({ rack_id: 2 });
    expect(await run(['restore', backups()[0]!], {}, writing)).toMatchObject({ code: 0, errors: '' });
    expect(records.lists.get('rack_reservations')?.[0]).toMatchObject({ rack_id: 1 });
  });

  it('takes what somebody has created again by hand for what is gone, and creates nothing twice', async () => {
    await run('pull');
    rmSync(path('racks/rack-1.json'));
    rmSync(path('rack_reservations/rack-1-1-2.json'));
    await run('apply --prune', {}, writing);
    await records.createRecord('racks', { name: 'Rack 1', u_height: 1, width: 19 });
    const id = records.lists.get('racks')?.at(-1)?.id;
    expect(await run(['restore', backups()[0]!], {}, writing)).toMatchObject({ code: 0, errors: '' });
    expect(records.lists.get('racks')).toHaveLength(2);
    expect(records.lists.get('racks')?.at(-1)).toMatchObject({ id, u_height: 42 });
    expect(records.lists.get('rack_reservations')?.[0]).toMatchObject({ rack_id: id });
  });

  it('names what it cannot put back, and takes a secret from where the files say', async () => {
    await run('pull');
    rmSync(path('account_keys/switches-netops.json'));
    await run('apply --prune', {}, writing);
    const [name = ''] = backups();
    expect(await run(['restore', name], {}, writing)).toMatchObject({
      output: expect.stringMatching(/switches-netops.json: .*password/),
    });
    expect(records.lists.get('account_keys')).toEqual([]);
    const fields = { name: 'Switches', username: 'netops', password: 'env:SWITCHES' };
    writeFileSync(path('account_keys/mine.json'), JSON.stringify(fields));
    const secret = { ...writing, SWITCHES: 'geheim' };
    const made = await run(['restore', name], {}, secret);
    expect(made).toMatchObject({ code: 0 });
    expect(made.output).not.toContain('geheim');
    expect(records.lists.get('account_keys')?.[0]).toMatchObject({ password: 'geheim' });
  });

  it('says what became of each record, and ends with 4 where one was not written', async () => {
    await run('pull');
    edit('racks/rack-1.json', '42', '24');
    edit('racks/rack-2.json', '42', '24');
    await run('apply', {}, writing);
    await records.deleteRecord('racks', 2);
    await records.createRecord('racks', { name: 'Rack 2', u_height: 7, width: 19 });
    await records.createRecord('racks', { name: 'Rack 2', u_height: 8, width: 19 });
    expect(await run(['restore', backups()[0]!], {}, writing)).toMatchObject({
      code: 4,
      output: expect.stringContaining('Nobody can tell it from'),
    });
    expect(records.lists.get('racks')?.map(each => each['u_height'])).toEqual([42, 7, 8]);
  });

  it('sends nothing of a backup of another manager, of what is no backup, and of one that is not there', async () => {
    await run('pull');
    const file = join(root, 'other.json');
    const backup = {
      netsensor_backup: 1,
      operation: 'apply',
      taken_at: '2026-11-29T12:00:00Z',
      connection: { id: 'b', name: 'b', address: 'https://b.example.net' },
      sensors: [],
      access_points: [],
      records: [{ type: 'racks', record: { id: 9, name: 'Rack 9', u_height: 1, width: 19 } }],
    };
    const refused = async (text: string, words: string) => {
      writeFileSync(file, text);
      expect(await run('restore other.json', {}, writing)).toMatchObject({
        code: 1,
        errors: expect.stringContaining(words),
      });
    };
    await refused(JSON.stringify(backup), 'b.example.net');
    const own = { ...backup, connection: { ...backup.connection, address: served.url }, records: undefined };
    await refused(JSON.stringify(own), 'editor');
    await refused('{}', 'not a backup');
    expect(await run('restore none.json', {}, writing)).toMatchObject({ code: 1 });
    expect(records.seen).toEqual([]);
  });
});

describe('apply in a terminal', () => {
  it('asks once it has shown the plan, not where --yes or no right to write says the answer', async () => {
    await run('pull');
    edit('racks/rack-1.json', '42', '24');
    let asked = 0;
    const no = { ask: () => Promise.resolve((asked += 1) < 0) };
    expect(await run('apply', no)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('NETSENSOR_WRITE'),
    });
    expect(asked).toBe(0);
    expect(await run('apply', no, writing)).toMatchObject({
      code: 5,
      output: expect.stringContaining('42 → 24'),
    });
    expect(asked).toBe(1);
    expect(records.seen).toEqual([]);
    expect(await run('apply --yes', no, writing)).toMatchObject({ code: 0 });
    expect(asked).toBe(1);
  });
});

it('says nothing of its progress and asks nothing as a program whose output and input are no terminal', async () => {
  await run('pull');
  edit('racks/rack-1.json', '42', '24');
  const env = {
    PATH: process.env['PATH'],
    NETSENSOR_URL: served.url,
    NETSENSOR_API_KEY: 'the-key',
    ...writing,
  };
  const program = promisify(execFile)(process.execPath, ['out/cli/netsensor.js', '-C', root, 'apply'], {
    env,
  });
  program.child.stdin?.end();
  const { stdout, stderr } = await program;
  expect(stderr).toBe('');
  expect(stdout).toContain('1 of 1 record written');
  expect(stdout).not.toMatch(/\p{Cc}(?<!\n)/u);
});

describe('status', () => {
  it('says what is there, what is agreed, and what changed on both sides', async () => {
    const first = await run('status');
    expect(first).toMatchObject({ code: 0, errors: '' });
    expect(first.output.split('\n')).toEqual([
      'Files: 0',
      `Manager: ${served.url}, only read`,
      'Agreed: nothing yet. Run netsensor pull.',
      'There: 4 records; nothing is agreed to compare it with',
      'Backups: none',
    ]);
    await run('pull');
    expect((await run('status')).output).toContain('Here: as agreed');
    edit('racks/rack-1.json', '42', '24');
    await run('apply', {}, writing);
    edit('racks/rack-1.json', '24', '10');
    rmSync(path('racks/rack-2.json'));
    writeFileSync(path('racks/wrong.json'), '{');
    await records.updateRecord('racks', 1, { changes: { width: 23 } });
    await records.createRecord('racks', { name: 'Rack 3', u_height: 1, width: 19 });
    await records.deleteRecord('rack_reservations', 1);
    expect((await run('status', {}, writing)).output.split('\n')).toEqual([
      'Files: 3, Racks 1, Rack reservations 1, Account keys 1, 1 cannot be read: run netsensor validate',
      `Manager: ${served.url}, may be written to`,
      'Agreed: 4 records',
      'Here: 0 new, 1 changed, 1 gone',
      'There: 4 records; 1 new, 1 changed, 1 gone',
      expect.stringMatching(/^Backups: 1 in .*apply Rack 1/),
    ]);
  });

  it('ends with an error where no manager is meant or it does not answer, and says the rest', async () => {
    await run('pull');
    const none = await runCli(['-C', root, 'status'], {});
    expect(none).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^Files: 4[^]*NETSENSOR_URL[^]*Backups: none$/),
    });
    const gone = await run('status', {}, { NETSENSOR_URL: 'http://127.0.0.1:9' });
    expect(gone).toMatchObject({ code: 1, output: expect.stringContaining('Backups: none') });
  });
});
