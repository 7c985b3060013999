import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

/** A folder that one takes in at a glance, and a file that is read in one go. */
const mostInFolder = 24;
const mostLines = 350;
/** A file that has fewer lines has room for a few more. */
const roomyLines = 250;
/** A file of its own has more lines than this, two importers, or is loaded by itself. */
const fewLines = 40;

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(name =>
  /(?<!\.d)\.ts$/.test(name),
);
const textOf = (root: string, name: string) => readFileSync(join(root, name), 'utf8');
const linesOf = (name: string) => textOf('src', name).split('\n').length - 1;

/** Who imports a file, and how: `from` where it is read together with it, `import(` where it is loaded by itself. */
function importersOf(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const root of ['src', 'test', 'tools']) {
    for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts') || name.includes('node_modules')) continue;
      for (const [, how, target = ''] of textOf(root, name).matchAll(/(from |import\()\s*'(\.[^']+)\.js'/g)) {
        const file = `${normalize(join(root, dirname(name), target))}.ts`;
        const importers = found.get(file) ?? new Set();
        found.set(file, importers.add(how === 'from ' ? `${root}/${name}` : 'loaded by itself'));
      }
    }
  }
  return found;
}

describe('the house', () => {
  it('has no folder with more files than one takes in', () => {
    const sizes = new Map<string, number>();
    for (const name of files) sizes.set(dirname(name), (sizes.get(dirname(name)) ?? 0) + 1);
    expect([...sizes].filter(([, size]) => size > mostInFolder)).toEqual([]);
  });

  it('has no file name twice, and none that is not read in one go', () => {
    const names = files.map(name => basename(name));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(files.filter(name => linesOf(name) > mostLines)).toEqual([]);
    expect(linesOf('extension.ts')).toBeLessThanOrEqual(80);
  });

  it('gives a few lines that one file needs to that file, as far as it has room', () => {
    const importers = importersOf();
    const lonely = files.filter(name => {
      const [only = '', ...others] = importers.get(`src/${name}`) ?? [];
      if (others.length > 0 || !only.startsWith('src/') || linesOf(name) >= fewLines) return false;
      // The entry of the extension has lines for the rooms alone.
      return only !== 'src/extension.ts' && linesOf(only.slice('src/'.length)) + linesOf(name) <= roomyLines;
    });
    expect(lonely).toEqual([]);
  });
});
