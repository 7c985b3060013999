import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Phase, Stage } from './phase.js';

/** What the tests of a package read, besides what npm installs. `unchanged.test.ts` holds that they import nothing else. */
export const readByTests: Readonly<Record<string, readonly string[]>> = {
  contract: ['packages/contract', 'test/support/depth.ts'],
  manager: ['packages/contract', 'packages/manager', 'test/support', 'test/host', 'docs/local-manager.md'],
};
/** What decides how any of them run, and what npm was to install and has installed. */
const readByAll = [
  'package-lock.json',
  'node_modules/.package-lock.json',
  'tsconfig.json',
  'vitest.config.ts',
];
/** Settings of the environment by which tests are others. */
const settings = ['RANDOM_SEED', 'TZ'];

/** What npm or a build puts there; the lock file stands for the first, the sources for the second. */
const made = new Set(['node_modules', 'dist', 'out']);

/** Where the sources are, and where it is noted what they were when their tests passed. */
export interface Places {
  readonly repository: string;
  readonly notes: string;
}

/**
 * The same stages, but for the phases of packages whose files and dependencies are what they were when these last passed
 * here: in their place a line says so.
 */
export const withoutUnchanged = (stages: readonly Stage[], places: Places): readonly Stage[] =>
  stages.map(stage => stage.map(phase => unlessUnchanged(phase, places)));

function unlessUnchanged(phase: Phase, { repository, notes }: Places): Phase {
  const read = readByTests[phase.name];
  if (read === undefined) return phase;
  const note = join(notes, phase.name);
  const run: Phase['run'] = async context => {
    const before = await fingerprint(repository, [...readByAll, ...read]);
    if ((await readFile(note, 'utf8').catch(() => undefined)) === before) {
      const leftOut = 'Nothing that its tests read has changed since they last passed here.';
      context.print(`${leftOut} “npm test -- --only ${phase.name}” runs them all the same.`);
      return { passed: 0, failed: 0, skipped: 0, leftOut };
    }
    await rm(note, { force: true });
    const report = await phase.run(context);
    if (report.failed > 0 || report.passed === 0 || report.skipped > 0) return report;
    await mkdir(dirname(note), { recursive: true });
    await writeFile(note, before);
    return report;
  };
  return { ...phase, run };
}

/**
 * Stands for the names and contents of files, of all below where a folder is named, for the Node that runs and its settings.
 */
async function fingerprint(repository: string, names: readonly string[]): Promise<string> {
  const own = settings.map(name => process.env[name] ?? '');
  const hash = createHash('sha256').update([process.version, ...own].join('\n'));
  for (const name of names) {
    for (const file of await filesAt(repository, name)) {
      const content = createHash('sha256').update(await readFile(join(repository, file)));
      hash.update(`\n${file} ${content.digest('hex')}`);
    }
  }
  return hash.digest('hex');
}

/** A file, or all below a folder, in the same order everywhere. */
async function filesAt(repository: string, name: string): Promise<string[]> {
  const entries = await readdir(join(repository, name), { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOTDIR') return undefined;
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  if (entries === undefined) return [name];
  const names = entries.filter(entry => !made.has(entry.name)).map(entry => entry.name);
  return (await Promise.all(names.sort().map(below => filesAt(repository, `${name}/${below}`)))).flat();
}
