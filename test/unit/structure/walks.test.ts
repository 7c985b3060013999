import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { installedPackages } from '../../../tools/packaging/installedPackages.mjs';
import { beforeAll, describe, expect, it } from 'vitest';

/**
 * The walks through the code (ARCHITECTURE.md): where each begins, and how many files it reached when this was last looked
 * at. A newcomer opens these files to see all of what happens. What three of them ask of a manager is a walk of its own.
 */
const manager = '../packages/manager/src';
const walks = {
  'save a record': { from: ['records/documents/recordFileSystem', 'records/kinds/inventoryKind'], files: 52 },
  'run a cell': { from: ['notebook/run/connectionKernel'], files: 48 },
  'answer POST /api/data': {
    from: ['dataQuery/dataRoutes', 'dataQuery/runQuery'].map(name => `${manager}/${name}`),
    files: 40,
  },
  'delete a domain': { from: ['operations/deletion/deleteNodes'], files: 40 },
  'ask a manager': { from: ['api/managerClient'], files: 39 },
};
const mostMore = 3;

/** What each file of the extension and the local manager needs of ours at run time, imports that are made later included. */
async function readImports(): Promise<ReadonlyMap<string, readonly string[]>> {
  const files = ['src', 'packages/manager/src'].flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)),
  );
  const { metafile } = await build({
    entryPoints: files.filter(name => /(?<!\.d)\.ts$/.test(name)),
    outdir: 'out/walks',
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    external: ['vscode', ...(await installedPackages('.'))],
    loader: { '.css': 'text' },
    logLevel: 'silent',
  });
  return new Map(
    Object.entries(metafile.inputs).map(([name, { imports }]) => [
      name,
      imports.filter(({ external }) => !external).map(({ path }) => path),
    ]),
  );
}

describe('the files that one opens to follow', () => {
  let imports: ReadonlyMap<string, readonly string[]>;
  const found: string[] = [];

  beforeAll(async () => {
    imports = await readImports();
    return () => console.log(`Files of the walks: ${found.join(', ')}`);
  });

  it.each(Object.entries(walks))('%s: are not many more', (title, { from, files }) => {
    const reached = new Set<string>();
    const waiting = from.map(name => join('src', `${name}.ts`));
    for (let name = waiting.pop(); name; name = waiting.pop()) {
      const next = imports.get(name);
      expect(next, name).toBeDefined();
      if (reached.has(name)) continue;
      reached.add(name);
      waiting.push(...(next ?? []));
    }
    found.push(`${title} ${reached.size}`);
    expect(reached.size).toBeLessThanOrEqual(files + mostMore);
  });
});
