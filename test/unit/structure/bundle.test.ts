import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Output {
  readonly bytes: number;
  readonly inputs: Readonly<Record<string, { bytesInOutput: number }>>;
  readonly imports: readonly { path: string; kind: string }[];
}

const { outputs } = JSON.parse(readFileSync('out/extension.meta.json', 'utf8')) as {
  outputs: Record<string, Output>;
};

/** What VS Code loads before `activate()` runs. */
function loadedAtOnce(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path) || !outputs[path]) return seen;
  seen.add(path);
  for (const { path: next, kind } of outputs[path].imports) {
    if (kind === 'import-statement') loadedAtOnce(next, seen);
  }
  return seen;
}

describe('the extension bundle', () => {
  const files = [...loadedAtOnce('dist/extension.js')].map(path => outputs[path]!);

  it('loads no library before it is used', () => {
    const packages = files
      .flatMap(({ inputs }) => Object.keys(inputs))
      .filter(name => name.includes('node_modules/'));
    expect(packages).toEqual([]);
  });

  it('has at most 200 kB to load at once', () => {
    expect(files.length).toBeGreaterThan(0);
    expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(200_000);
  });
});
