import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { StoredRecords } from '../changes/folders/storedRecords.js';
import { cliFolder, writing, type CliFolder } from './cliFolder.js';
import { smallInventory, useServedRecords } from './useServedRecords.js';

const key = 'the-key-of-the-manager';
const rackOne = 'inventory/racks/rack-1.json';
let records: StoredRecords;
let folder: CliFolder;

const served = useServedRecords(() => records);
beforeEach(() => {
  records = smallInventory();
  folder = cliFolder(() => ({ NETSENSOR_URL: served.url, NETSENSOR_API_KEY: key }));
  return folder.remove;
});

const run = (given: string, environment: Readonly<Record<string, string>> = {}) =>
  folder.run(given, { environment });
const read = (path: string) => folder.read(path);
const edit = (path: string, from: string, to: string) => folder.edit(path, from, to);
const all = () => folder.all();

it('pulls, plans and applies what is edited, and sends nothing but that', async () => {
  expect(await run('pull')).toMatchObject({ code: 0, errors: '' });
  const first = all();
  await run('pull');
  expect(all()).toBe(first);
  expect(read('inventory/rack_reservations/rack-1-1-2.json')).toContain('"rack_id": "@racks/Rack 1"');
  edit(rackOne, '"u_height": 42', '"u_height": 24');
  edit(rackOne, 'Rack 1', 'Core A');
  const fields = { rack_id: '@racks/New', units: '3' };
  writeFileSync(join(folder.root, 'inventory/rack_reservations/new.json'), JSON.stringify(fields));
  writeFileSync(join(folder.root, 'inventory/racks/new.json'), '{"name": "New", "u_height": 1, "width": 19}');
  expect(await run('plan --detailed-exitcode')).toMatchObject({
    code: 2,
    output: expect.stringMatching(/^Racks: 1 new, 1 changed; Rack reservations: 1 new\n[^]*42 → 24$/),
  });
  expect(await run('apply')).toMatchObject({ code: 1, errors: expect.stringContaining('NETSENSOR_WRITE=1') });
  expect(records.seen).toEqual([]);
  expect(await run('apply', writing)).toMatchObject({ code: 0 });
  expect(records.seen.map(({ method, type }) => `${method} ${type}`)).toEqual([
    'PATCH racks',
    'POST racks',
    'POST rack_reservations',
  ]);
  expect(records.lists.get('racks')?.[0]).toMatchObject({ id: 1, name: 'Core A', u_height: 24 });
  expect(await run('plan --detailed-exitcode')).toMatchObject({ code: 0 });
  await run('pull');
  expect(read('inventory/racks/core-a.json')).toContain('Core A');
  expect(read('inventory/rack_reservations/core-a-1-2.json')).toContain('@racks/Core A');
});

it('names what both sides changed, writes the rest, and waits for a word whose it is', async () => {
  await run('pull');
  edit(rackOne, '42', '24');
  edit('inventory/racks/rack-2.json', '42', '10');
  await records.updateRecord('racks', 1, { changes: { u_height: 30 } });
  expect(await run('drift')).toMatchObject({ code: 2, output: expect.stringContaining('u_height: 42 → 30') });
  expect(await run('apply', writing)).toMatchObject({
    code: 4,
    output: expect.stringMatching(/rack-1.json: Changed here and on the manager: u_height/),
  });
  expect(records.lists.get('racks')?.map(each => each['u_height'])).toEqual([30, 10]);
  await run('pull');
  expect(read(rackOne)).toContain('24');
  expect(await run(`apply --mine ${rackOne}`, writing)).toMatchObject({ code: 0 });
  expect(records.lists.get('racks')?.map(each => each['u_height'])).toEqual([24, 10]);
  edit(rackOne, '24', '25');
  await records.updateRecord('racks', 1, { changes: { u_height: 31 } });
  await run(`pull --theirs ${rackOne}`);
  expect(read(rackOne)).toContain('31');
  expect(await run('apply', writing)).toMatchObject({ code: 0 });
  expect(records.lists.get('racks')?.[0]).toMatchObject({ u_height: 31 });
});

it('deletes nothing unasked, no large part of a type, and keeps what it deletes', async () => {
  for (let id = 3; id <= 12; id += 1)
    records.lists.get('racks')?.push({ id, name: `Rack ${id}`, u_height: 1, width: 19 });
  await run('pull');
  rmSync(join(folder.root, rackOne));
  rmSync(join(folder.root, 'inventory/rack_reservations'), { recursive: true });
  expect(await run('apply', writing)).toMatchObject({
    code: 0,
    output: expect.stringContaining('1 in no file'),
  });
  expect(await run('apply --prune --max-deletes 5', writing)).toMatchObject({ code: 1 });
  expect(records.seen).toEqual([]);
  await records.updateRecord('racks', 1, { changes: { width: 23 } });
  expect(await run('apply --prune', writing)).toMatchObject({
    code: 4,
    output: expect.stringContaining('changed on the manager since: width'),
  });
  expect(records.lists.get('racks')).toHaveLength(12);
  await run('pull');
  expect(await run('apply --prune', writing)).toMatchObject({ code: 0 });
  const deleted = records.seen.filter(({ method }) => method === 'DELETE');
  expect(deleted.map(({ method, type }) => `${method} ${type}`)).toEqual([
    'DELETE rack_reservations',
    'DELETE racks',
  ]);
  expect(all()).toContain('"name": "Rack 1"');
});

it('applies a saved plan as long as it is what would be done', async () => {
  await run('pull');
  edit(rackOne, '42', '24');
  await run('plan -o plan.json');
  edit('inventory/racks/rack-2.json', '42', '10');
  expect(await run('apply plan.json', writing)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('Plan again'),
  });
  expect(records.seen).toEqual([]);
  await run('plan -o plan.json');
  expect(await run('apply plan.json', writing)).toMatchObject({ code: 0 });
});

it('sends a secret from the environment once, and writes it nowhere', async () => {
  await run('pull');
  const path = 'inventory/account_keys/switches-netops.json';
  edit(path, '(kept)', 'env:NEW_PASSWORD');
  expect(await run('apply', writing)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('NEW_PASSWORD'),
  });
  expect(records.seen).toEqual([]);
  const secret = { ...writing, NEW_PASSWORD: 'geheim' };
  const { output, errors } = await run('apply', secret);
  expect(records.lists.get('account_keys')?.[0]).toMatchObject({ password: 'geheim' });
  expect(await run('plan --detailed-exitcode', secret)).toMatchObject({ code: 0 });
  expect([all(), output, errors].join()).not.toMatch(/geheim|stored|the-key-of/);
  edit(path, 'env:NEW_PASSWORD', 'hunter2');
  expect(await run('validate')).toMatchObject({ code: 1, output: expect.stringContaining('password') });
});

it('sends no variable of its own as a secret, such as the key of the manager', async () => {
  await run('pull');
  const path = 'inventory/account_keys/switches-netops.json';
  for (const [before, name] of [
    ['(kept)', 'NETSENSOR_API_KEY'],
    ['NETSENSOR_API_KEY', 'netsensor_token#2'],
  ] as const) {
    edit(path, before, before === '(kept)' ? `env:${name}` : name);
    const said = expect.stringMatching(/password is a secret.*NETSENSOR_\.$/m);
    expect(await run('validate')).toMatchObject({ code: 1, output: said });
    const environment = { ...writing, netsensor_token: 'hunter2' };
    expect(await run('apply', environment)).toMatchObject({ code: 4, output: said });
  }
  expect(records.seen).toEqual([]);
  expect(records.lists.get('account_keys')?.[0]).toMatchObject({ password: 'stored' });
});

it('sends nothing to another host than the folder is for, and takes wrong options for an error', async () => {
  mkdirSync(folder.root, { recursive: true });
  writeFileSync(join(folder.root, 'netsensor.json'), '{"host": "elsewhere.example.net"}');
  let asked = 0;
  served.server.on('request', () => (asked += 1));
  expect(await run('pull')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('elsewhere.example.net'),
  });
  expect(await run('plan --nope')).toMatchObject({ code: 1 });
  expect(asked).toBe(0);
});

it('compares a checkout of git with what was agreed from it: a branch that is behind takes nothing back', async () => {
  const git = async (...args: readonly string[]) =>
    (
      await promisify(execFile)('git', [
        '-C',
        folder.root,
        '-c',
        'user.name=N',
        '-c',
        'user.email=n@e',
        ...args,
      ])
    ).stdout;
  const commit = async (message: string) => (await git('add', '-A'), git('commit', '-qm', message));
  await git('init', '-q');
  await run('init');
  await run('pull');
  edit(rackOne, '42', '24');
  expect(await run('plan --detailed-exitcode')).toMatchObject({ code: 2 });
  edit(rackOne, '24', '42');
  await commit('pulled');
  edit(rackOne, '42', '24');
  await commit('lower');
  expect(await run('apply', writing)).toMatchObject({ code: 0, errors: '' });
  expect(await git('status', '--porcelain')).toBe('');
  await git('checkout', '-q', 'HEAD~1');
  expect(await run('plan --detailed-exitcode')).toMatchObject({ code: 0 });
  expect(await run('apply', writing)).toMatchObject({ code: 1, errors: expect.stringContaining('Merge') });
  expect(records.lists.get('racks')?.[0]).toMatchObject({ u_height: 24 });
  await git('checkout', '-q', '-');
  await records.updateRecord('racks', 1, { changes: { width: 23 } });
  expect(await run('drift')).toMatchObject({ code: 2, output: expect.stringContaining('width: 19 → 23') });
  await run('pull');
  expect(await git('diff', '--stat')).toContain('1 insertion');
  expect(await run('drift')).toMatchObject({ code: 0 });
});

it('takes a folder that is not there for an error, but where one begins with it', async () => {
  for (const command of ['validate', 'plan', 'apply --prune', 'status', 'drift'])
    expect(await run(`-C ${join(folder.root, 'nosuch')} ${command}`, writing)).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^There is no folder .*nosuch/),
    });
  expect(records.seen).toEqual([]);
  expect(await run(`-C ${join(folder.root, 'new')} pull`)).toMatchObject({ code: 0 });
});

it.each(['apply inventory', 'plan --show inventory', 'query inventory', 'plan -o inventory'])(
  'says that a folder is no file: %s',
  async given => {
    await run('pull');
    expect(await run(given, writing)).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^\S*inventory is a folder\. Name a file\.$/),
    });
  },
);

it('says that a file is no folder to work in, also where one begins with it', async () => {
  await run('pull');
  for (const command of ['validate', 'pull', 'init'])
    expect(await run(`-C ${join(folder.root, rackOne)} ${command}`)).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^There is no folder .*rack-1/),
    });
});

it('says what is wrong with NETSENSOR_URL where it is set and no address', async () => {
  expect(await run('plan', { NETSENSOR_URL: 'ftp://manager.example.net' })).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^NETSENSOR_URL is no address of a manager: .*ftp:\/\/manager.example.net/),
  });
});

it('calls no file right where there is none, as in a folder that is not meant', async () => {
  const { code, output } = await run('validate');
  expect({ code, output }).toEqual({
    code: 0,
    output: expect.stringMatching(/^There is no file of a record in /),
  });
});

it('says of a file in which a merge of git has stopped what it is', async () => {
  await run('pull');
  const text = read(rackOne);
  folder.write({ [rackOne]: `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> side\n` });
  for (const command of ['validate', 'plan'])
    expect(Object.values(await run(command)).join()).toContain(
      `${rackOne}:1:1 A merge of git has stopped here.`,
    );
});

it('runs as a program, whose help ends fine', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['out/cli/netsensor.js', '--help']);
  expect(stdout).toContain('netsensor plan');
});
