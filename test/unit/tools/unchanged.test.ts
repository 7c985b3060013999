import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Phase } from '../../../tools/phases/phase.js';
import { readByTests, withoutUnchanged } from '../../../tools/phases/unchanged.js';
import type { Scope } from '../../host/scope.js';

describe('a phase of a package, in a run of everything', () => {
  let repository = '';
  beforeEach(async () => {
    repository = await mkdtemp(join(tmpdir(), 'netsensor-unchanged-'));
    const files = [...Object.values(readByTests).flat().map(asFile), 'package-lock.json', 'vitest.config.ts'];
    for (const file of files) await put(file, '1');
  });
  afterEach(() => rm(repository, { recursive: true }));

  const asFile = (name: string) => (/\.\w+$/.test(name) ? name : `${name}/file.ts`);
  const put = async (file: string, text: string) => {
    await mkdir(dirname(join(repository, file)), { recursive: true });
    await writeFile(join(repository, file), text);
  };

  /** Runs a phase as `npm test` does. @param during happens while it runs */
  const run = async (
    name: string,
    { failed = 0, skipped = 0 } = {},
    during: () => unknown = () => undefined,
  ) => {
    let runs = 0;
    const lines: string[] = [];
    const phase: Phase = {
      name,
      title: name,
      run: async () => {
        runs += 1;
        await during();
        return { passed: 1, failed, skipped };
      },
    };
    const places = { repository, notes: join(repository, '.cache', 'green') };
    const [[wrapped] = []] = withoutUnchanged([[phase]], places);
    await wrapped!.run({ scope: {} as Scope, print: line => void lines.push(line) });
    return { runs, said: lines.join('\n') };
  };

  it('is left out, which a line says, while nothing that it reads has changed since it passed', async () => {
    expect(await run('manager')).toEqual({ runs: 1, said: '' });
    expect(await run('manager')).toEqual({
      runs: 0,
      said: 'Nothing that its tests read has changed since they last passed here. “npm test -- --only manager” runs them all the same.',
    });
    await put('packages/manager/node_modules/fastify/index.js', 'installed');
    await put('packages/manager/dist/main.js', 'made');
    expect((await run('manager')).runs).toBe(0);
  });

  it.each([
    'packages/manager/file.ts',
    'packages/manager/new.ts',
    'packages/contract/file.ts',
    'test/support/file.ts',
    'package-lock.json',
    'node_modules/.package-lock.json',
    'vitest.config.ts',
  ])('runs again after a change of %s', async file => {
    await run('manager');
    await put(file, '2');
    expect((await run('manager')).runs).toBe(1);
  });

  it('runs again after a file is gone', async () => {
    await put('packages/manager/other.ts', '1');
    await run('manager');
    await rm(join(repository, 'packages/manager/other.ts'));
    expect((await run('manager')).runs).toBe(1);
  });

  it('minds its own files alone', async () => {
    await run('contract');
    await put('packages/manager/file.ts', '2');
    await put('src/extension.ts', '2');
    expect((await run('contract')).runs).toBe(0);
  });

  it('runs again after it failed, and after a change while it ran', async () => {
    await run('manager');
    await put('packages/manager/file.ts', '2');
    await run('manager', { failed: 1 });
    expect((await run('manager')).runs).toBe(1);
    await put('packages/manager/file.ts', '3');
    await run('manager', {}, () => put('packages/manager/file.ts', '4'));
    expect((await run('manager')).runs).toBe(1);
  });

  it('runs again after a test of it was skipped, and with another seed', async () => {
    await run('manager', { skipped: 1 });
    expect((await run('manager')).runs).toBe(1);
    vi.stubEnv('RANDOM_SEED', '7');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect((await run('manager')).runs).toBe(1);
  });

  it('is never left out where it is not of a package', async () => {
    await run('unit');
    expect((await run('unit')).runs).toBe(1);
  });
});

describe.each(Object.entries(readByTests))('the tests of packages/%s', (name, read) => {
  const isRead = (file: string) => read.some(each => file === each || file.startsWith(`${each}/`));

  it('import nothing that could change without their being run again', () => {
    const folder = `packages/${name}`;
    const waiting = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(file => /(?<!\.d)\.ts$/.test(file) && !file.includes('node_modules'))
      .map(file => join(folder, file));
    const reached = new Set<string>();
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (reached.has(file) || !existsSync(file)) continue;
      reached.add(file);
      const imports = readFileSync(file, 'utf8').matchAll(/(?:from |import\()\s*'(\.[^']+)'/g);
      for (const [, target = ''] of imports)
        waiting.push(join(dirname(file), target).replace(/\.js$/, '.ts'));
    }
    expect(reached.size).toBeGreaterThan(20);
    expect([...reached].filter(file => !isRead(file))).toEqual([]);
  });
});
