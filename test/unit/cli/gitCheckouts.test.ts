import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { readFolder } from '../../../src/folders/folderFiles.js';
import { folderProblems } from '../../../src/folders/folderProblems.js';
import { programOnPath } from '../../../src/folders/git.js';
import { StoredRecords } from '../changes/folders/storedRecords.js';
import { cliFolder, writing, type CliFolder } from './cliFolder.js';
import { useServedRecords } from './useServedRecords.js';

const rack = (id: number) => `inventory/racks/rack-${id}.json`;
let records: StoredRecords;
let folder: CliFolder;

const served = useServedRecords(() => records);
beforeEach(async () => {
  const racks = [1, 2].map(id => ({ id, name: `Rack ${id}`, u_height: 42, width: 19 }));
  records = new StoredRecords(new Map<InventoryType, InventoryRecord[]>([['racks', racks]]));
  folder = cliFolder(() => ({ NETSENSOR_URL: served.url, NETSENSOR_API_KEY: 'the-key' }));
  git('init', '-q', '-b', 'main');
  await folder.run('init');
  await folder.run('pull');
  commit('pulled');
  return () => {
    vi.unstubAllEnvs();
    folder.remove();
  };
});

const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-C', folder.root, '-c', 'user.name=N', '-c', 'user.email=n@e', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
const commit = (message: string) => {
  git('add', '-A');
  git('commit', '-qm', message);
};
const heights = () => records.lists.get('racks')?.map(each => each['u_height']);
/** Somebody changes racks with a browser. */
const onWeb = (change: (racks: InventoryRecord[]) => InventoryRecord[]) =>
  void records.lists.set('racks', change(records.lists.get('racks') ?? []));
const lower = (racks: InventoryRecord[]) =>
  racks.map(each => (each.id === 1 ? { ...each, u_height: 30 } : each));
const apply = (given = 'apply') => folder.run(given, { environment: writing });
const refused = { code: 1, errors: expect.stringContaining('not in these files any more') };

it.each([
  {
    lost: 'on another branch',
    lose: () => {
      commit('from the web');
      git('switch', '-q', 'main');
    },
  },
  { lost: 'by being discarded', lose: () => git('checkout', '-q', '--', '.') },
  { lost: 'by being stashed', lose: () => git('stash', '-q') },
])('takes back nothing of others where what was pulled is lost $lost', async ({ lose }) => {
  onWeb(lower);
  git('switch', '-qc', 'update');
  await folder.run('pull');
  lose();
  expect((await folder.run('plan')).output).not.toContain('30 → 42');
  expect(await apply()).toMatchObject(refused);
  expect((await folder.run('status')).output).toContain('not in these files any more');
  expect(heights()).toEqual([30, 42]);

  await folder.run('pull');
  folder.edit(rack(2), '42', '10');
  expect(await apply()).toMatchObject({ code: 0 });
  expect(heights()).toEqual([30, 10]);
});

it('deletes nothing that another branch has pulled, and creates nothing that it has removed', async () => {
  onWeb(([first]) => [first!, { id: 3, name: 'Rack 3', u_height: 42, width: 19 }]);
  git('switch', '-qc', 'update');
  await folder.run('pull');
  commit('from the web');
  git('switch', '-q', 'main');
  expect(await apply('apply --prune')).toMatchObject(refused);
  expect(records.lists.get('racks')?.map(({ id }) => id)).toEqual([1, 3]);
});

it('takes back what was applied before a commit where that is said', async () => {
  folder.edit(rack(1), '42', '24');
  expect(await apply()).toMatchObject({ code: 0 });
  folder.edit(rack(2), '42', '10');
  expect(await apply()).toMatchObject({ code: 0 });
  folder.edit(rack(1), '24', '42');
  expect(await apply()).toMatchObject(refused);
  expect(await apply(`apply --mine ${rack(1)}`)).toMatchObject({ code: 0 });
  expect(heights()).toEqual([42, 10]);
});

it('goes on from what was pulled and is in no commit, whatever is edited then', async () => {
  onWeb(lower);
  await folder.run('pull');
  folder.edit(rack(1), '30', '31');
  folder.edit(rack(2), '42', '10');
  expect(await apply()).toMatchObject({ code: 0, errors: '' });
  commit('all of it');
  folder.edit(rack(1), '31', '42');
  expect(await apply()).toMatchObject({ code: 0, errors: '' });
  expect(heights()).toEqual([42, 10]);
});

it('works in a folder of a repository', async () => {
  mkdirSync(join(folder.root, 'network'));
  const below = cliFolder(
    () => ({ NETSENSOR_URL: served.url, NETSENSOR_API_KEY: 'the-key' }),
    join(folder.root, 'network'),
  );
  await below.run('pull');
  commit('below');
  onWeb(lower);
  below.edit(rack(2), '42', '10');
  expect(await below.run('plan')).toMatchObject({ code: 0, output: expect.not.stringContaining('30') });
  expect(await below.run('apply', { environment: writing })).toMatchObject({ code: 0, errors: '' });
  expect(heights()).toEqual([30, 10]);
});

it('goes on from what was agreed before the folder came into a repository', async () => {
  const outside = cliFolder(() => ({ NETSENSOR_URL: served.url, NETSENSOR_API_KEY: 'the-key' }));
  await outside.run('init');
  await outside.run('pull');
  execFileSync('git', ['init', '-q', outside.root]);
  onWeb(lower);
  outside.edit(rack(2), '42', '10');
  const { output } = await outside.run('plan');
  expect(output).toContain('42 → 10');
  expect(output).not.toContain('Not agreed');
  expect(await outside.run('apply', { environment: writing })).toMatchObject({ code: 0, errors: '' });
  expect(heights()).toEqual([30, 10]);
  expect(readdirSync(join(outside.root, '.netsensor/base'))).toEqual([]);
  expect((await outside.run('status')).output).toContain('Agreed: 2 records');
  outside.remove();
});

it('changes nothing in a checkout with the line ends of Windows', async () => {
  expect(folder.read('.gitattributes')).toContain('inventory/** text eol=lf');
  git('rm', '-q', '.gitattributes');
  commit('without attributes');
  const windows = join(folder.root, 'windows');
  git('clone', '-q', '-c', 'core.autocrlf=true', folder.root, windows);
  const clone = cliFolder(() => ({ NETSENSOR_URL: served.url, NETSENSOR_API_KEY: 'the-key' }), windows);
  expect(clone.read(rack(1))).toContain('\r\n');
  expect(await clone.run('pull --check')).toMatchObject({ code: 0 });
});

const agreed = () => git('for-each-ref', '--format=%(objectname)', 'refs/netsensor');
const appliedFrom = () =>
  git('log', '-1', '--format=%(trailers:key=Netsensor-From,valueonly,separator=)', agreed());

it('agrees nothing anew by a pull that changes nothing', async () => {
  const before = agreed();
  expect(await folder.run('pull')).toMatchObject({ code: 0 });
  expect(agreed()).toBe(before);
  expect(git('for-each-ref', 'refs/netsensor-draft')).toBe('');
});

it.each(['untracked', 'ignored'])(
  'takes no commit for what was applied that lacks a file, which is %s',
  async why => {
    if (why === 'ignored') folder.write({ '.git/info/exclude': 'new.json\n' });
    else git('config', 'status.showUntrackedFiles', 'no');
    folder.write({ 'inventory/racks/new.json': { name: 'New', u_height: 1, width: 19 } });
    expect(await apply()).toMatchObject({ code: 0 });
    expect(appliedFrom()).toBe('none');
    folder.write({ '.git/info/exclude': '' });
    commit('new');
    folder.edit(rack(1), '42', '24');
    commit('lower');
    expect(await apply()).toMatchObject({ code: 0, errors: '' });
    expect(appliedFrom()).toBe(git('rev-parse', 'HEAD'));
  },
);

it('keeps what was pulled from one manager while another one is pulled into the same folder', async () => {
  folder.write({ 'netsensor.json': '{}' });
  onWeb(lower);
  await folder.run('pull');
  const environment = { ...writing, NETSENSOR_URL: served.url.replace('127.0.0.1', 'localhost') };
  expect(await folder.run('pull', { environment })).toMatchObject({ code: 0 });
  folder.edit(rack(2), '42', '10');
  expect(await apply()).toMatchObject({ code: 0, errors: '' });
  expect(heights()).toEqual([30, 10]);
});

it('ends as an undisturbed apply does after it was killed while it kept what is agreed', async () => {
  onWeb(lower);
  await folder.run('pull');
  const before = agreed();
  const own = readdirSync(join(folder.root, '.netsensor')).find(name => name.startsWith('base-commit'));
  folder.edit(rack(2), '42', '10');
  // What it writes last of all has not moved.
  const ref = git('for-each-ref', '--format=%(refname)', 'refs/netsensor');
  await apply();
  git('update-ref', ref, before);
  expect(folder.read(`.netsensor/${own}`).split('\n')).toHaveLength(3);
  expect(await apply()).toMatchObject({ code: 0, errors: '' });
  expect(await folder.run('plan --detailed-exitcode')).toMatchObject({ code: 0, errors: '' });
});

it('reads no file whose name no commit can say, and names it', async () => {
  folder.write({ 'inventory/racks/a\nb.json': { name: 'Odd', u_height: 1, width: 19 } });
  expect(await apply()).toMatchObject({ code: 0 });
  expect(heights()).toHaveLength(2);
  expect(await folder.run('validate')).toMatchObject({
    code: 1,
    output: expect.stringContaining('a b.json is no file of a record'),
  });
});

it('leaves nothing half written among the files, also where one cannot be written', async () => {
  onWeb(racks => racks.map(each => ({ ...each, u_height: 30 })));
  folder.write({ [rack(1)]: undefined, [`${rack(1)}/in`]: '' });
  commit('a folder in place of a file');
  onWeb(racks => [...racks, { id: 3, name: 'Rack 1', u_height: 1, width: 19 }]);
  await folder.run('pull');
  expect(readdirSync(join(folder.root, 'inventory/racks')).filter(name => name.includes('tmp'))).toEqual([]);
  expect(git('status', '--porcelain', '--untracked-files=all')).not.toContain('tmp');
});

const core = 'inventory/racks/core.json';
const racksThere = () => readdirSync(join(folder.root, 'inventory/racks'));

it.each([
  { left: 'was put back', begin: () => undefined },
  { left: 'has the new name in a commit', begin: () => commit('renamed') },
])(
  'makes one file of a record that was renamed, and says which to remove where the old one $left',
  async ({ begin }) => {
    folder.edit(rack(1), 'Rack 1', 'Core');
    begin();
    expect(await apply()).toMatchObject({ code: 0 });
    await folder.run('pull');
    git('checkout', '-q', '--', 'inventory');
    expect(racksThere()).toEqual(['core.json', 'rack-1.json', 'rack-2.json']);

    const remove = expect.stringContaining(`It is one record with ${core}. Remove ${rack(1)}`);
    expect((await folder.run('plan')).output).toEqual(remove);
    for (const _ of [1, 2]) expect(await folder.run('pull')).toMatchObject({ code: 0, errors: remove });
    expect(racksThere()).toEqual(['core.json', 'rack-1.json', 'rack-2.json']);
    expect(await folder.run('plan')).toMatchObject({ errors: '', output: remove });
    expect(await folder.run('validate')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^\S+rack-1\.json: It is one record[^\n]+\n1 of 3 files is not right\.$/),
    });
    expect(await folder.run('drift')).toMatchObject({ code: 0 });

    folder.write({ [rack(1)]: undefined });
    folder.edit(core, '42', '10');
    expect(await apply()).toMatchObject({ code: 0, errors: '' });
    expect(await folder.run('pull')).toMatchObject({ code: 0, errors: '' });
    expect(racksThere()).toEqual(['core.json', 'rack-2.json']);
    expect(records.lists.get('racks')).toMatchObject([{ name: 'Core', u_height: 10 }, { name: 'Rack 2' }]);
  },
);

/** Renames a rack, pulls its file to its new name, and has another branch on which it has the old one. */
async function renamedLongAgo(): Promise<void> {
  git('switch', '-qc', 'side');
  folder.edit(rack(1), '42', '10');
  commit('lower');
  git('switch', '-q', 'main');
  folder.edit(rack(1), 'Rack 1', 'Core');
  commit('renamed');
  await apply();
  await folder.run('pull');
  commit('moved');
}
const namesThere = () => records.lists.get('racks')?.map(({ name }) => name);

it.each([
  { from: 'an older commit', bring: () => git('checkout', '-q', 'main~2', '--', rack(1)) },
  {
    from: 'a branch that was merged',
    bring: () => {
      git('merge', '-q', '-s', 'ours', '--no-commit', 'side');
      git('checkout', '-q', 'side', '--', rack(1));
      commit('merged');
    },
  },
])(
  'creates no second record of a file under an old name from $from, and says what to do',
  async ({ bring }) => {
    await renamedLongAgo();
    bring();
    expect(racksThere()).toEqual(['core.json', 'rack-1.json', 'rack-2.json']);
    const remove = expect.stringContaining(`It is one record with ${core}. Remove ${rack(1)}`);
    expect(await apply()).toMatchObject({ code: 4, output: remove });
    expect(namesThere()).toEqual(['Core', 'Rack 2']);
    await folder.run('pull');
    expect(await folder.run('validate')).toMatchObject({ code: 1, output: remove });
  },
);

it('renames a record back where the commits that renamed it are reverted', async () => {
  await renamedLongAgo();
  git('revert', '--no-edit', 'HEAD', 'HEAD~1');
  expect(await folder.run('plan')).toMatchObject({
    output: expect.stringMatching(/^Racks: 1 changed\n[^+]*"Core" → "Rack 1"$/),
  });
  expect(await apply('apply --prune')).toMatchObject({ code: 0, errors: '' });
  expect(namesThere()).toEqual(['Rack 1', 'Rack 2']);
  expect(await folder.run('plan --detailed-exitcode')).toMatchObject({ code: 0, errors: '' });
});

it('takes a new file with the name that a record had long ago for a new record', async () => {
  await renamedLongAgo();
  folder.write({ [rack(1)]: { name: 'Rack 1', u_height: 1, width: 19 } });
  commit('new');
  expect(await apply()).toMatchObject({ code: 0, errors: '' });
  expect(namesThere()).toEqual(['Core', 'Rack 2', 'Rack 1']);
});

it('takes what is left of a rename for a new record once it has a name of its own', async () => {
  folder.edit(rack(1), 'Rack 1', 'Core');
  await apply();
  await folder.run('pull');
  git('checkout', '-q', '--', 'inventory');
  await folder.run('pull');
  folder.edit(rack(1), 'Rack 1', 'Rack 9');
  expect(await apply()).toMatchObject({ code: 0, errors: '' });
  expect(records.lists.get('racks')?.map(({ name }) => name)).toEqual(['Core', 'Rack 2', 'Rack 9']);
});

it('takes a new file for a new record where what was left of a rename was removed before a pull', async () => {
  folder.edit(rack(1), 'Rack 1', 'Core');
  await apply();
  await folder.run('pull');
  git('checkout', '-q', '--', 'inventory');
  await folder.run('pull');
  folder.write({ [rack(1)]: undefined });
  await folder.run('pull');
  commit('renamed');
  await folder.run('pull');
  folder.write({ [rack(1)]: { name: 'Rack 1', u_height: 1, width: 19 } });
  expect(await folder.run('validate')).toMatchObject({ code: 0 });
  expect(await apply()).toMatchObject({ code: 0, errors: '' });
  expect(records.lists.get('racks')?.map(({ name }) => name)).toEqual(['Core', 'Rack 2', 'Rack 1']);
});

it('creates a record with the name that another file gives up in the same change', async () => {
  folder.edit(rack(1), 'Rack 1', 'Core');
  folder.write({ 'inventory/racks/next.json': { name: 'Rack 1', u_height: 1, width: 19 } });
  expect(await apply()).toMatchObject({ code: 0, errors: '' });
  expect(records.lists.get('racks')?.map(({ name }) => name)).toEqual(['Core', 'Rack 2', 'Rack 1']);
});

it('keeps a file that was moved by hand to the name of its record', async () => {
  onWeb(racks => racks.map(each => (each.id === 1 ? { ...each, name: 'Core' } : each)));
  folder.write({ [core]: folder.read(rack(1)).replace('Rack 1', 'Core'), [rack(1)]: undefined });
  await folder.run('pull');
  expect(racksThere()).toEqual(['core.json', 'rack-2.json']);
});

it.skipIf(process.platform === 'win32')(
  'has its hook refuse what validate refuses, by what is agreed in the repository and beside the files',
  async () => {
    const bin = join(folder.root, '.git/bin');
    const program = `#!/bin/sh\nexec "${process.execPath}" "${join(process.cwd(), 'out/cli/netsensor.js')}" "$@"\n`;
    mkdirSync(bin);
    writeFileSync(join(bin, 'netsensor'), program, { mode: 0o755 });
    writeFileSync(join(folder.root, '.git/hooks/pre-commit'), folder.read('pipelines/pre-commit'), {
      mode: 0o755,
    });
    vi.stubEnv('PATH', `${bin}:${process.env['PATH']}`);
    folder.edit(rack(1), '"u_height": 42,', '');
    commit('a record that is there may lack a field');
    folder.write({ 'inventory/racks/new.json': { name: 'New' } });
    const said = expect.stringContaining('racks/new.json: ');
    expect(await folder.run('validate')).toMatchObject({ code: 1, output: said });
    expect(() => commit('one that is new may not')).toThrow();
    git('for-each-ref', '--format=delete %(refname)', 'refs/netsensor')
      .split('\n')
      .forEach(line => git('update-ref', '-d', line.slice('delete '.length)));
    expect(await folder.run('validate')).toMatchObject({ code: 0 });
    commit('where nothing was agreed nobody knows');
  },
);

it('says with which address was agreed what another one of the same name finds', async () => {
  const environment = { NETSENSOR_URL: served.url.replace('http:', 'https:') };
  expect(await folder.run('plan', { environment })).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^refs\S+ was agreed with http:\S+, and https:\S+ is asked now\./),
  });
});

it('tells of a hook that was copied from an older version, wherever git has it, and how to renew it', async () => {
  const hook = folder.read('pipelines/pre-commit');
  const older = hook.replace(/^# netsensor hook .*\n/m, '');
  const told = {
    code: 0,
    errors: expect.stringMatching(/^The hook \S+pre-commit is of an older netsensor.*run netsensor init/),
  };
  folder.write({ '.git/hooks/pre-commit': older });
  expect(await folder.run('validate')).toMatchObject(told);
  expect(await folder.run('status')).toMatchObject(told);
  git('config', 'core.hooksPath', '.husky');
  expect(await folder.run('validate')).toMatchObject({ code: 0, errors: '' });
  folder.write({ '.husky/pre-commit': older });
  expect(await folder.run('validate')).toMatchObject(told);
  for (const text of [hook, '#!/bin/sh\nnetsensor validate\n']) {
    folder.write({ '.husky/pre-commit': text });
    expect(await folder.run('validate')).toMatchObject({ code: 0, errors: '' });
  }
});

it.skipIf(process.platform === 'win32')(
  'starts git once for a look at files while nothing new is agreed',
  async () => {
    const started = join(folder.root, '.git/started');
    mkdirSync(join(folder.root, '.git/bin'));
    const counting = `#!/bin/sh\necho "$1" >> '${started}'\nexec '${programOnPath('git')}' "$@"\n`;
    writeFileSync(join(folder.root, '.git/bin/git'), counting, { mode: 0o755 });
    vi.stubEnv('PATH', `${join(folder.root, '.git/bin')}:${process.env['PATH']}`);
    const { signal } = new AbortController();
    const look = () => folderProblems(folder.root, readFolder(folder.root), { signal, timeout: 60_000 });
    expect(await look()).toEqual([]);
    writeFileSync(started, '');
    expect(await look()).toEqual([]);
    expect(readFileSync(started, 'utf8')).toBe('for-each-ref\n');
  },
);
