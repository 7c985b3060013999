import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { FaultyProxy } from '../../../packages/manager/test/faultyProxy.js';
import { isWrite } from '../../support/requestFailures.js';
import { programOnPath } from '../../../src/folders/git.js';
import { serveRecords } from '../../support/serveRecords.js';
import { StoredRecords } from '../changes/folders/storedRecords.js';
import { cliFolder, writing, type CliFolder } from './cliFolder.js';
import type { Ended } from './runCli.js';

const rack = (id: number) => `inventory/racks/rack-${id}.json`;
let records: StoredRecords;
let server: Server;
let url: string;
let proxy: FaultyProxy;
let world: string;

beforeAll(async () => {
  ({ server, url } = await serveRecords(() => records));
  proxy = new FaultyProxy(url);
  await proxy.start();
  return async () => {
    await proxy.stop();
    server.close();
  };
});
beforeEach(async () => {
  await proxy.heal();
  const racks = [1, 2].map(id => ({ id, name: `Rack ${id}`, u_height: 42, width: 19 }));
  records = new StoredRecords(new Map<InventoryType, InventoryRecord[]>([['racks', racks]]));
  world = mkdtempSync(join(tmpdir(), 'netsensor-git-'));
  git(world, 'init', '-q', '--bare', '-b', 'main', 'bare.git');
  return () => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    rmSync(world, { recursive: true });
  };
});

const git = (at: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-C', at, '-c', 'user.name=N', '-c', 'user.email=n@e', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
const bare = (...args: readonly string[]) => git(join(world, 'bare.git'), ...args);
const heights = () => records.lists.get('racks')?.map(each => each['u_height']);

/** A clone with what it needs to reach the manager; every one says the same address, through a proxy or not. */
const cloned = (name: string): CliFolder => {
  git(world, 'clone', '-q', 'bare.git', name);
  return cliFolder(() => ({ NETSENSOR_URL: proxy.url, NETSENSOR_API_KEY: 'the-key' }), join(world, name));
};
const commit = ({ root }: CliFolder, message: string) => {
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', message);
};
/** A clone whose first pull is pushed, with what was agreed. */
const begun = async (): Promise<CliFolder> => {
  const first = cloned('first');
  await first.run('init');
  expect(await first.run('pull --push')).toMatchObject({ code: 0, errors: '' });
  commit(first, 'pulled');
  git(first.root, 'push', '-q', 'origin', 'HEAD:main');
  return first;
};
const apply = (folder: CliFolder) => folder.run('apply --push', { environment: writing });

it('of two clones that apply at once one wins, and the other says so and takes nothing back', async () => {
  const first = await begun();
  const second = cloned('second');
  expect(await second.run('plan --detailed-exitcode')).toMatchObject({ code: 0 });
  first.edit(rack(1), '42', '24');
  commit(first, 'first');
  second.edit(rack(2), '42', '10');
  commit(second, 'second');
  let other: Promise<unknown> | undefined;
  proxy.onArrival = seen => {
    if (other || !isWrite(seen)) return undefined;
    return (other = apply(second).then(ended => expect(ended).toMatchObject({ code: 0, errors: '' })));
  };
  expect(await apply(first)).toMatchObject({
    code: 1,
    output: expect.stringContaining('1 of 1 record written.'),
    errors: expect.stringMatching(
      /was first: \S+ has what they agreed\. What was written here is on the manager/,
    ),
  });
  expect(heights()).toEqual([24, 10]);

  expect(await apply(first)).toMatchObject({ code: 1, errors: expect.stringContaining('Merge them first') });
  git(second.root, 'push', '-q', 'origin', 'HEAD:main');
  git(first.root, 'pull', '-q', '--no-rebase', '--no-edit', 'origin', 'main');
  expect(await apply(first)).toMatchObject({ code: 0, errors: '' });
  expect(heights()).toEqual([24, 10]);
  git(first.root, 'push', '-q', 'origin', 'HEAD:main');
  git(second.root, 'pull', '-q', 'origin', 'main');
  second.edit(rack(1), '24', '25');
  commit(second, 'on top');
  expect(await apply(second)).toMatchObject({ code: 0, errors: '' });
  expect(heights()).toEqual([25, 10]);
});

it.each(['updates', 'creates'])(
  'of two clones that apply the same at once says what each of them did: %s',
  async what => {
    const first = await begun();
    if (what === 'updates') first.edit(rack(1), '42', '24');
    else first.write({ 'inventory/racks/new.json': { name: 'New', u_height: 1, width: 19 } });
    commit(first, 'the same');
    git(first.root, 'push', '-q', 'origin', 'HEAD:main');
    const second = cloned('second');
    // What the first one has read before it sends its change is of before the second one.
    let other: Ended | undefined;
    proxy.onArrival = async seen => {
      if (other || !(what === 'creates' ? isWrite(seen) : /\/racks\/1\b/.test(seen.url))) return;
      other = { code: 0, output: '', errors: '' };
      other = await apply(second);
      // Two that agree on the same within one second make the same commit.
      vi.spyOn(Date, 'now').mockImplementation(() => performance.timeOrigin + performance.now() + 2_000);
    };
    const own = await apply(first);
    expect(other).toMatchObject({
      code: 0,
      errors: '',
      output: expect.stringMatching(/1 of 1 record written\.$/),
    });
    if (what === 'updates') {
      expect(own).toMatchObject({
        code: 1,
        errors: expect.stringMatching(/^Somebody else has pulled or applied meanwhile: \S+ has moved, /),
        output: expect.stringMatching(
          /0 of 1 record written\. 1 record had it already: somebody else was quicker\.$/,
        ),
      });
      expect(records.seen.map(({ method }) => method)).toEqual(['PATCH']);
    } else {
      expect(own).toMatchObject({
        code: 4,
        errors: '',
        output: expect.stringMatching(
          /1 of 1 record written\.\n\S+new\.json is on the manager as #\d+ and as #\d+, /,
        ),
      });
      expect(records.lists.get('racks')?.filter(({ name }) => name === 'New')).toHaveLength(2);
    }
  },
);

it('a branch that is behind sees what was applied meanwhile as somebody else’s', async () => {
  const first = await begun();
  const behind = cloned('behind');
  first.edit(rack(1), '42', '24');
  commit(first, 'lower');
  expect(await apply(first)).toMatchObject({ code: 0 });
  behind.edit(rack(2), '42', '10');
  commit(behind, 'from before');
  const { output } = await behind.run('plan');
  expect(output).toContain('42 → 10');
  expect(output).not.toContain('24');
  expect(await apply(behind)).toMatchObject({ code: 1, errors: expect.stringContaining('Merge') });
  expect(heights()).toEqual([24, 42]);
});

it('a commit from before anything was agreed has no base, and applies nothing', async () => {
  const first = cloned('first');
  first.write({ [rack(1)]: { name: 'Rack 1', u_height: 42 } });
  commit(first, 'by hand');
  first.edit(rack(1), '42', '24');
  commit(first, 'lower');
  const environment = writing;
  expect(await first.run(`apply --push --mine ${rack(1)}`, { environment })).toMatchObject({ code: 0 });
  git(first.root, 'checkout', '-q', 'HEAD~1');
  expect(await first.run('plan')).toMatchObject({
    code: 0,
    output: expect.stringContaining('Not agreed yet'),
  });
  expect(await apply(first)).toMatchObject({ code: 1, errors: expect.stringContaining('Merge') });
  expect(heights()).toEqual([24, 42]);
});

it('pushes as a tag where the host takes no other refs', async () => {
  const hook = '#!/bin/sh\ncase "$1" in refs/netsensor/*) echo "no such refs here" >&2; exit 1;; esac\n';
  writeFileSync(join(world, 'bare.git', 'hooks', 'update'), hook, { mode: 0o755 });
  const first = await begun();
  expect(bare('for-each-ref', '--format=%(refname)')).toMatch(
    /^refs\/heads\/main\nrefs\/tags\/netsensor\/\S+$/,
  );
  first.edit(rack(1), '42', '24');
  commit(first, 'lower');
  expect(await apply(first)).toMatchObject({ code: 0, errors: '' });
  const second = cloned('second');
  expect(await second.run('plan')).toMatchObject({ code: 0, output: expect.not.stringContaining('42 →') });
  expect(await apply(second)).toMatchObject({ code: 1, errors: expect.stringContaining('Merge') });
});

it('says what a remote that cannot be asked leaves open, and sends nothing where it is to be pushed', async () => {
  const first = await begun();
  first.edit(rack(1), '42', '24');
  git(first.root, 'remote', 'set-url', 'origin', join(world, 'gone.git'));
  expect(await first.run('plan')).toMatchObject({
    code: 0,
    output: expect.stringContaining('42 → 24'),
    errors: expect.stringContaining('could not be fetched from origin'),
  });
  expect(await apply(first)).toMatchObject({ code: 1, errors: expect.stringContaining('gone.git') });
  git(first.root, 'remote', 'remove', 'origin');
  expect(await apply(first)).toMatchObject({ code: 1, errors: expect.stringContaining('no remote') });
  expect(heights()).toEqual([42, 42]);
});

it.skipIf(process.platform === 'win32')(
  'lets no hook of the repository read the key of the manager',
  async () => {
    vi.stubEnv('NETSENSOR_API_KEY', 'the-key');
    const leak = join(world, 'leak');
    const first = cloned('first');
    const hook = `#!/bin/sh\necho "hook $NETSENSOR_API_KEY" >> '${leak}'\n`;
    for (const name of ['reference-transaction', 'pre-push'])
      writeFileSync(join(first.root, '.git/hooks', name), hook, { mode: 0o755 });
    expect(await first.run('pull --push')).toMatchObject({ code: 0 });
    expect(readFileSync(leak, 'utf8')).toMatch(/^(hook \n)+$/);
  },
);

it('waits no longer than it may for a remote that is silent, ends with the run, and leaves nothing behind', async () => {
  const first = await begun();
  const silent = createServer(socket => socket.resume());
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve));
  const left = once(silent, 'connection').then(([socket]: Socket[]) => once(socket!, 'close'));
  const { port } = silent.address() as AddressInfo;
  git(first.root, 'remote', 'set-url', 'origin', `http://127.0.0.1:${port}/x.git`);
  expect(await first.run('--timeout 1 drift')).toMatchObject({
    code: 0,
    errors: expect.stringContaining('no answer within 1 s'),
  });
  await left;
  const ending = new AbortController();
  silent.once('connection', () => ending.abort());
  const before = heights();
  expect(await first.run('apply', { environment: writing, signal: ending.signal })).toMatchObject({
    code: 5,
    errors: 'Nothing was sent.',
  });
  expect(heights()).toEqual(before);
  await new Promise(resolve => silent.close(resolve));
});

it.skipIf(process.platform === 'win32')('lets ssh ask nothing, where nobody said how it is run', async () => {
  const first = await begun();
  const bin = join(world, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'ssh'), `#!/bin/sh\necho "$@" >> '${world}/asked'\nexit 1\n`, { mode: 0o755 });
  vi.stubEnv('PATH', `${bin}:${process.env['PATH']}`);
  git(first.root, 'remote', 'set-url', 'origin', 'ssh://nowhere.example.net/x.git');
  expect(await first.run('plan')).toMatchObject({ code: 0 });
  git(first.root, 'config', 'core.sshCommand', 'ssh -v');
  expect(await first.run('plan')).toMatchObject({ code: 0 });
  const [own = '', theirs = ''] = readFileSync(join(world, 'asked'), 'utf8')
    .split('\n')
    .filter(line => line.includes('upload-pack'));
  expect(own).toMatch(/^-o BatchMode=yes /);
  expect(theirs).toMatch(/^-v /);
});

it('fails where git refuses the repository, in which what is agreed stands', async () => {
  const first = await begun();
  records.lists.set('racks', records.lists.get('racks')!.slice(1));
  vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
  for (const command of ['plan', 'apply', 'apply --push', 'pull'])
    expect(await first.run(command, { environment: writing })).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^git does not open .*dubious ownership.*safe\.directory/),
    });
  vi.unstubAllEnvs();
  vi.stubEnv('PATH', world);
  expect(await first.run('apply', { environment: writing })).toMatchObject({
    code: 1,
    errors: expect.stringContaining('git is not found'),
  });
  expect(heights()).toEqual([42]);
});

it('runs the git of the PATH, and none that lies in the folder', () => {
  writeFileSync(join(world, 'git'), '', { mode: 0o755 });
  writeFileSync(join(world, 'git.exe'), '', { mode: 0o755 });
  mkdirSync(join(world, 'folders', 'git'), { recursive: true });
  const at = process.cwd();
  process.chdir(world);
  try {
    const PATH = ['.', '', 'relative', join(world, 'folders'), world].join(delimiter);
    expect(programOnPath('git', { PATH }, 'linux')).toBe(join(world, 'git'));
    expect(programOnPath('git', { PATH }, 'win32')).toBe(join(world, 'git.exe'));
    expect(programOnPath('git', { PATH: '.' }, 'win32')).toBeUndefined();
    expect(programOnPath('git', {}, 'win32')).toBeUndefined();
  } finally {
    process.chdir(at);
  }
});

it('asks for the whole history where a clone has a part of it', async () => {
  const first = await begun();
  first.edit(rack(1), '42', '24');
  commit(first, 'lower');
  expect(await apply(first)).toMatchObject({ code: 0 });
  first.edit(rack(1), '24', '25');
  commit(first, 'on top');
  git(first.root, 'push', '-q', 'origin', 'HEAD:main');
  git(world, 'clone', '-q', '--depth', '1', `file://${join(world, 'bare.git')}`, 'shallow');
  const shallow = cliFolder(
    () => ({ NETSENSOR_URL: proxy.url, NETSENSOR_API_KEY: 'the-key' }),
    join(world, 'shallow'),
  );
  expect(await apply(shallow)).toMatchObject({ code: 1, errors: expect.stringContaining('unshallow') });
  git(shallow.root, 'fetch', '-q', '--unshallow');
  expect(await apply(shallow)).toMatchObject({ code: 0, errors: '' });
  expect(heights()).toEqual([25, 42]);
});

it.each([
  { earlier: 'did not say --push', refuse: false },
  { earlier: 'could not push', refuse: true },
])('pushes with nothing left to write what an earlier apply agreed that $earlier', async ({ refuse }) => {
  const first = await begun();
  first.edit(rack(1), '42', '24');
  commit(first, 'first');
  const hook = join(world, 'bare.git/hooks/pre-receive');
  if (refuse) writeFileSync(hook, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const earlier = await first.run(refuse ? 'apply --push' : 'apply', { environment: writing });
  expect(earlier.code).toBe(refuse ? 1 : 0);
  rmSync(hook, { force: true });
  const agreed = () => bare('for-each-ref', '--format=%(objectname)', 'refs/netsensor');
  const before = agreed();
  const writes = proxy.writes.length;
  expect(await apply(first)).toMatchObject({ code: 0, errors: '' });
  expect(proxy.writes).toHaveLength(writes);
  expect(agreed()).not.toBe(before);
  expect(agreed()).toBe(git(first.root, 'for-each-ref', '--format=%(objectname)', 'refs/netsensor'));
});
