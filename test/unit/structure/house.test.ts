import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** A folder that one takes in at a glance, and a file that is read in one go. */
const mostInFolder = 24;
const mostLines = 350;
/** A file that has fewer lines has room for a few more. */
const roomyLines = 250;
/** A file of its own has more lines than this, two importers, or is loaded by itself. */
const fewLines = 40;

/** Words of our own that gave way to those of the craft, which say more: a new name takes the other. */
const givenUp: Readonly<Record<string, string>> = {
  pause: 'retry, or debounce',
  pauses: 'retries',
  gate: 'queue',
  keeper: 'cache',
  watchsecrets: 'registerSecrets',
  keptreads: 'readCache',
  keptbases: 'storedBases',
  givenfields: 'writeOnlyFields',
  settledselection: 'polledSelection',
};
/** A file that holds the many of another, and is called so. */
const holdersOfMany = ['picturePanels.ts'];

/** The words of a name in small letters. */
const wordsOf = (name: string) =>
  (name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? []).map(word => word.toLowerCase());
/** What a name has in common with those that a plural alone tells from it. */
const singular = (name: string) =>
  wordsOf(basename(name))
    .map(word => word.replace(/ies$/, 'y').replace(/s$/, ''))
    .join();
const exportedNames = (name: string) =>
  [
    ...readFileSync(name, 'utf8').matchAll(
      /^export (?:abstract |async )?(?:const|function\*?|class|interface|type) (\w+)/gm,
    ),
  ].map(([, symbol = '']) => symbol);

const filesOf = (root: string) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(name => /(?<!\.d)\.ts$/.test(name) && !name.includes('node_modules'))
    .map(name => join(root, name));
const isSource = (name: string) => /^(packages\/\w+\/)?src\//.test(name);
const files = ['src', 'packages'].flatMap(filesOf).filter(isSource);
const linesOf = (name: string) => readFileSync(name, 'utf8').split('\n').length - 1;

/** The file that an import means. @param from the file that imports, as `src/extension.ts` */
const imported = (from: string, specifier: string) =>
  specifier.startsWith('.')
    ? join(dirname(from), specifier).replace(/\.js$/, '.ts')
    : specifier.replace(/^netsensor-(\w+)\/(.*)$/, 'packages/$1/src/$2.ts');

/** Who imports a file, and how: `from` where it is read together with it, `import(` where it is loaded by itself. */
function importersOf(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const name of ['src', 'packages', 'test', 'tools'].flatMap(filesOf)) {
    const imports = readFileSync(name, 'utf8').matchAll(/(from |import\()\s*'([^']+)'/g);
    for (const [, how, target = ''] of imports) {
      const file = imported(name, target);
      const importers = found.get(file) ?? new Set();
      found.set(file, importers.add(how === 'from ' ? name : 'loaded by itself'));
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
    expect(linesOf('src/extension.ts')).toBeLessThanOrEqual(80);
  });

  it('gives a few lines that one file needs to that file, as far as it has room', () => {
    const importers = importersOf();
    const lonely = files.filter(name => {
      const [only = '', ...others] = importers.get(name) ?? [];
      if (others.length > 0 || !isSource(only) || linesOf(name) >= fewLines) return false;
      // The entry of the extension has lines for the rooms alone.
      return only !== 'src/extension.ts' && linesOf(only) + linesOf(name) <= roomyLines;
    });
    expect(lonely).toEqual([]);
  });

  it('calls no file, and nothing that one exports, by a word that was given up', () => {
    const names = files.flatMap(name => [basename(name, '.ts'), ...exportedNames(name)]);
    expect(names.length).toBeGreaterThan(2 * files.length);
    const found = names.filter(name => {
      const words = wordsOf(name);
      return [...words, words.join('')].some(word => Object.hasOwn(givenUp, word));
    });
    expect(found, `better: ${JSON.stringify(givenUp)}`).toEqual([]);
  });

  it('has no two files in a folder that a plural alone tells apart', () => {
    const named = files
      .filter(name => !holdersOfMany.includes(basename(name)))
      .map(name => `${dirname(name)}/${singular(name)}`);
    expect(named.filter((name, index) => named.indexOf(name) !== index)).toEqual([]);
  });
});
