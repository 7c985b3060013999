import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

it('is a package that npm packs and installs, and that needs nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'netsensor-package-'));
  try {
    const packed = await run('npm', ['pack', './out/cli', '--json', '--pack-destination', folder]);
    const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
    await run('npm', [
      'install',
      '--offline',
      '--no-audit',
      '--no-fund',
      '--prefix',
      folder,
      join(folder, filename),
    ]);
    const program = join(folder, 'node_modules', '.bin', 'netsensor');
    const { stdout } = await run(program, ['--help']);
    expect(stdout).toMatch(/Usage: netsensor/);
    // Whoever reads the first line alone is no failure of it.
    const { stdout: first, stderr } = await run('sh', ['-c', `"${program}" plan --help | head -n 1`]);
    expect(first).toMatch(/Usage: netsensor plan/);
    expect(stderr).toBe('');
  } finally {
    await rm(folder, { recursive: true });
  }
}, 60_000);
