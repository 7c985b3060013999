import { mkdirSync, readdirSync, renameSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { StoredRecords } from '../changes/folders/storedRecords.js';
import { cliFolder, writing, type CliFolder } from './cliFolder.js';
import { useServedRecords } from './useServedRecords.js';

const rackOne = 'inventory/racks/rack-1.json';
let records: StoredRecords;
let folder: CliFolder;

const served = useServedRecords(() => records);
beforeEach(() => {
  records = new StoredRecords(
    new Map<InventoryType, InventoryRecord[]>([
      ['racks', [1, 2].map(id => ({ id, name: `Rack ${id}`, u_height: 42, width: 19 }))],
      ['tags', [1, 2].map(id => ({ id, name: `Tag ${id}`, slug: `tag-${id}`, color: 'aa1409' }))],
    ]),
  );
  folder = cliFolder(() => ({ NETSENSOR_URL: served.url, NETSENSOR_API_KEY: 'the-key', ...writing }));
  return () => folder.remove();
});

const seen = () => records.seen.map(({ method, type }) => `${method} ${type}`);

it('keeps a second file of a record at a pull and names it, where nothing was agreed', async () => {
  folder.write({
    'inventory/racks/a.json': { name: 'Rack 1', u_height: 42 },
    'inventory/racks/b.json': { name: 'Rack 1', u_height: 20, comments: 'mine' },
  });
  expect(await folder.run('pull')).toMatchObject({
    code: 0,
    errors: expect.stringMatching(
      /b\.json: It is one record with inventory\/racks\/a\.json\. Remove \S+b\.json/,
    ),
  });
  expect(folder.read('inventory/racks/b.json')).toContain('mine');
  expect(folder.read('inventory/racks/a.json')).toContain('"u_height": 42');
});

it('keeps an edited copy of a file that was moved', async () => {
  await folder.run('pull');
  const text = folder.read(rackOne);
  folder.write({
    [rackOne]: undefined,
    'inventory/racks/x1.json': text,
    'inventory/racks/x2.json': text.replace('42', '12'),
  });
  expect(await folder.run('pull')).toMatchObject({ code: 0, errors: expect.stringContaining('x2.json') });
  expect(folder.read('inventory/racks/x2.json')).toContain('12');
  expect(folder.read('inventory/racks/x1.json')).toContain('42');
  expect(await folder.run('validate')).toMatchObject({ code: 1, output: expect.stringContaining('x2.json') });
});

it('knows what is left of a rename by what is agreed beside the files, too', async () => {
  await folder.run('pull');
  const old = folder.read(rackOne);
  await records.updateRecord('racks', 1, { changes: { name: 'Core' } });
  folder.write({ 'inventory/racks/core.json': old.replace('Rack 1', 'Core') });
  const said = /^inventory\/racks\/rack-1\.json: It is one record with inventory\/racks\/core\.json\. Remove/;
  expect(await folder.run('pull')).toMatchObject({ code: 0, errors: expect.stringMatching(said) });
  expect(await folder.run('validate')).toMatchObject({ code: 1, output: expect.stringMatching(said) });
});

it('counts one file and one record as one', async () => {
  records.lists.get('racks')!.pop();
  records.lists.set('tags', []);
  const said = async (command: string) => (await folder.run(command)).output.split('\n');
  expect(await said('pull --check')).toContain('1 file would change.');
  expect(await said('pull')).toEqual([expect.stringMatching(/^1 file from \S+: 1 written, 0 removed\.$/)]);
  expect(await said('status')).toEqual(
    expect.arrayContaining(['Agreed: 1 record', expect.stringMatching(/^There: 1 record; /)]),
  );
  folder.write({ [rackOne]: '{' });
  expect(await said('validate')).toContain('1 file is not right.');
});

describe('a file that somebody gave a name', () => {
  const own = 'inventory/racks/in the cellar.json';
  const there = () => readdirSync(join(folder.root, 'inventory/racks'));
  beforeEach(async () => {
    await folder.run('pull');
    folder.write({ [own]: folder.read(rackOne), [rackOne]: undefined });
  });

  it('stays where it is, whatever is pulled and applied, and so does a new one', async () => {
    folder.write({ 'inventory/racks/spare.json': { name: 'Rack 9', u_height: 1, width: 19 } });
    expect(await folder.run('apply')).toMatchObject({ code: 0 });
    await records.updateRecord('racks', 1, { changes: { u_height: 10 } });
    await folder.run('pull');
    folder.edit(own, '10', '11');
    expect(await folder.run('apply')).toMatchObject({ code: 0 });
    expect(await folder.run('pull --check')).toMatchObject({ code: 0 });
    expect(there()).toEqual(['in the cellar.json', 'rack-2.json', 'spare.json']);
  });

  it.each(['here', 'there'])('stays where its record is renamed, too: %s', async where => {
    await folder.run('pull');
    if (where === 'here') folder.edit(own, 'Rack 1', 'Core');
    else await records.updateRecord('racks', 1, { changes: { name: 'Core' } });
    expect(await folder.run('apply')).toMatchObject({ code: 0 });
    await folder.run('pull');
    expect(there()).toEqual(['in the cellar.json', 'rack-2.json']);
    expect(folder.read(own)).toContain('"Core"');
  });

  it('stays its record’s where a new file has the same name', async () => {
    await folder.run('pull');
    folder.edit(own, '42', '30');
    folder.write({ [rackOne]: { name: 'Rack 1', u_height: 10 } });
    const said =
      /rack-1\.json: It is one record with inventory\/racks\/in the cellar\.json\. Remove \S+rack-1\.json/;
    for (const command of ['plan', 'pull', 'plan'])
      expect(Object.values(await folder.run(command)).join('\n')).toMatch(said);
    folder.write({ [rackOne]: undefined });
    expect(await folder.run('apply')).toMatchObject({ code: 0 });
    expect(records.lists.get('racks')!.map(each => each['u_height'])).toEqual([30, 42]);
  });

  it('moves once others have its name, too', async () => {
    await folder.run('pull');
    records.lists.get('racks')!.push({ id: 7, name: 'Rack 1', u_height: 1, width: 19 });
    await folder.run('pull');
    expect(there()).toEqual(['rack-1.1.json', 'rack-1.7.json', 'rack-2.json']);
    records.lists.get('racks')!.pop();
    expect((await folder.run('pull')).errors).toBe('');
    expect(there()).toEqual(['rack-1.json', 'rack-2.json']);
  });
});

it.each(['apply', 'apply --mine all', 'pull --theirs all'])(
  'moves the file of a record that was renamed, once: %s',
  async how => {
    await folder.run('pull');
    folder.edit(rackOne, 'Rack 1', 'Core');
    if (how !== 'apply') await records.updateRecord('racks', 1, { changes: { name: 'Edge' } });
    expect(await folder.run(how)).toMatchObject({ code: 0 });
    // Others are applied before it is pulled.
    folder.edit('inventory/racks/rack-2.json', '42', '10');
    expect(await folder.run('apply')).toMatchObject({ code: 0 });
    await folder.run('pull');
    const name = how.startsWith('pull') ? 'edge' : 'core';
    expect(readdirSync(join(folder.root, 'inventory/racks'))).toEqual([`${name}.json`, 'rack-2.json']);
    expect(await folder.run('pull --check')).toMatchObject({ code: 0 });
  },
);

it('applies a saved plan to the records that it names, and to no other of the same number', async () => {
  records.lists.set('tags', [{ id: 1, name: 'Rack 1', slug: 'rack-1', color: 'aa1409' }]);
  await folder.run('pull');
  const tagOne = 'inventory/tags/rack-1.json';
  folder.edit(rackOne, 'Rack 1', 'Core A');
  await folder.run('plan -o plan.json');
  folder.edit(rackOne, 'Core A', 'Rack 1');
  folder.edit(tagOne, 'Rack 1', 'Core A');
  expect(await folder.run('apply plan.json')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('The plan is not what would be done now'),
  });
  expect(seen()).toEqual([]);
});

it('empties no other fields of a new record than a saved plan says', async () => {
  await folder.run('pull');
  const fields = { name: 'New', u_height: 1, width: 19 };
  folder.write({ 'inventory/racks/new.json': fields });
  await folder.run('plan -o plan.json');
  folder.write({ 'inventory/racks/new.json': { ...fields, comments: null } });
  expect(await folder.run('apply plan.json')).toMatchObject({ code: 1 });
  expect(seen()).toEqual([]);
});

const at = (path: string) => join(folder.root, path);

const moves = [
  {
    what: 'below its folder',
    move: () => {
      mkdirSync(at('inventory/racks/site'));
      renameSync(at(rackOne), at('inventory/racks/site/rack-1.json'));
    },
    names: 'inventory/racks/site',
  },
  {
    what: 'to another ending',
    move: () => renameSync(at(rackOne), at('inventory/racks/rack-1.JSON')),
    names: 'inventory/racks/rack-1.JSON',
  },
  {
    what: 'to a folder of no type',
    move: () => renameSync(at('inventory/racks'), at('inventory/rackz')),
    names: 'inventory/rackz',
  },
  {
    what: 'away, with a link in its place',
    move: () => {
      renameSync(at(rackOne), at('one.json'));
      symlinkSync(at('one.json'), at(rackOne));
    },
    names: rackOne,
  },
].filter(({ what }) => process.platform !== 'win32' || !what.includes('link'));
it.each(moves)(
  'deletes nothing while a file was moved $what, and validate names it',
  async ({ move, names }) => {
    await folder.run('pull');
    folder.write({ 'inventory/README.md': 'racks', 'inventory/tags/.gitkeep': '' });
    expect(await folder.run('validate')).toMatchObject({ code: 0 });
    move();
    expect(await folder.run('apply --prune --max-deletes 100')).toMatchObject({
      code: 1,
      errors: expect.stringContaining(`renamed: ${names}.`),
    });
    expect(seen()).toEqual([]);
    expect(await folder.run('validate')).toMatchObject({
      code: 1,
      output: expect.stringContaining(`${names} is no file of a record`),
    });
  },
);

it('says whether it deletes, and applies that of a saved plan', async () => {
  await folder.run('pull');
  folder.write({ [rackOne]: undefined });
  expect((await folder.run('plan')).output).toMatch(/1 in no file\n- .*: it stays without --prune\./);
  await folder.run('plan --prune -o plan.json');
  expect((await folder.run('plan --show plan.json')).output).toMatch(/^Racks: 1 deleted\n- [^:]*$/);
  expect(await folder.run('apply plan.json')).toMatchObject({ code: 0 });
  expect(seen()).toEqual(['DELETE racks']);
});

it('takes files with the line ends of Windows for what they say', async () => {
  await folder.run('pull');
  folder.write({ [rackOne]: folder.read(rackOne).replaceAll('\n', '\r\n') });
  expect(await folder.run('pull --check')).toMatchObject({ code: 0 });
  await folder.run('pull');
  expect(folder.read(rackOne)).toContain('\r\n');
});

it('says what changed on the manager whatever stands in the files', async () => {
  await folder.run('pull');
  folder.write({ 'inventory/racks/broken.json': '{ no' });
  expect(await folder.run('drift')).toMatchObject({ code: 0, errors: '' });
  await records.updateRecord('racks', 1, { changes: { u_height: 30 } });
  expect(await folder.run('drift')).toMatchObject({ code: 2, output: expect.stringContaining('42 → 30') });
});

it('takes a path in every spelling, and none that is no file', async () => {
  await folder.run('pull');
  await records.updateRecord('racks', 1, { changes: { u_height: 30 } });
  folder.edit(rackOne, '42', '24');
  const wrong = 'inventory/racks/rack1.json';
  for (const given of [`apply --mine ${wrong}`, `plan --recreate ${wrong}`, `pull --theirs ${wrong}`])
    expect(await folder.run(given), given).toMatchObject({
      code: 1,
      errors: expect.stringContaining(`There is no file ${wrong}.`),
    });
  for (const path of [`./${rackOne}`, rackOne.replaceAll('/', '\\'), at(rackOne), relative('.', at(rackOne))])
    expect((await folder.run(`plan --mine ${path}`)).output, path).toContain('30 → 24');
});
