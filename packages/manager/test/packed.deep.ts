import { mkdir, readFile, readdir, symlink } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runNpm } from '../../../test/host/npm.js';
import { repositoryPath } from '../../../test/host/repositoryPath.js';
import { runCommand } from '../../../test/host/runCommand.js';
import { temporaryFolder, type TemporaryFolder } from '../../../test/host/temporaryFolder.js';
import { small, startLocalManager } from '../../../test/support/startLocalManager.js';

interface Manifest {
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Milliseconds in which a machine that has nothing else to do serves. */
const soon = 5_000;
const patience = soon * Math.max(1, loadavg()[0]! / availableParallelism());

describe('the package that npm makes of the local manager, in an empty folder', () => {
  let folder: TemporaryFolder;
  let installed: string;
  let manifest: Manifest;

  /** As npm would install it: the package in full, and of everything else only what its manifest names. */
  beforeAll(async () => {
    folder = await temporaryFolder('packed');
    const cwd = repositoryPath('packages', 'manager');
    const logFile = join(folder.path, 'npm.log');
    const args = ['pack', '--silent', '--pack-destination', folder.path];
    await runNpm({ args, cwd, purpose: 'The package of the local manager', logFile });
    const [archive = ''] = (await readdir(folder.path)).filter(name => name.endsWith('.tgz'));
    const unpacked = await runCommand({ command: 'tar', args: ['-xzf', archive], cwd: folder.path });
    expect(unpacked.output).toBe('');
    installed = join(folder.path, 'package');
    manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as Manifest;
    for (const name of Object.keys(manifest.dependencies)) {
      const link = join(folder.path, 'node_modules', name);
      await mkdir(dirname(link), { recursive: true });
      await symlink(repositoryPath('node_modules', name), link, 'junction');
    }
  });
  afterAll(() => folder.remove());

  it('brings its license, and a page that leads nowhere outside of it', async () => {
    const [license, ofRepository] = await Promise.all(
      [join(installed, 'LICENSE'), repositoryPath('LICENSE')].map(path => readFile(path, 'utf8')),
    );
    expect(license).toBe(ofRepository);
    const page = await readFile(join(installed, 'README.md'), 'utf8');
    const named = [...page.matchAll(/\]\((?!http)([^)#]+)\)|`([\w./-]+\.(?:md|ts|mjs))`/g)];
    expect(named.map(([, link, file]) => link ?? file)).toEqual([]);
  });

  it('serves soon', async () => {
    const program = join(installed, manifest.bin['netsensor-manager'] ?? '');
    const { url, apiKey, stop } = await startLocalManager({ program, moreArguments: small(1), patience });
    const racks = await fetch(`${url}/api/v1/inventory/racks?auth_token=${apiKey}`);
    await stop();
    expect(racks.status).toBe(200);
  });

  it('keeps apart what asks a cluster, so that only --druid loads it', async () => {
    const main = await readFile(join(installed, manifest.bin['netsensor-manager'] ?? ''), 'utf8');
    expect(main).not.toMatch(/^import [^;]*openCluster-/m);
    expect(main).toMatch(/import\("\.\/chunks\/openCluster-/);
  });
});
