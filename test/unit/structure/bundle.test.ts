import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { minifiedCss } from '../../../tools/packaging/minifiedCss.mjs';

interface Output {
  readonly bytes: number;
  readonly inputs: Readonly<Record<string, { bytesInOutput: number }>>;
  readonly imports: readonly { path: string; kind: string }[];
}

const outputsOf = (name: string) =>
  (JSON.parse(readFileSync(`out/${name}.meta.json`, 'utf8')) as { outputs: Record<string, Output> }).outputs;
const outputs = outputsOf('extension');

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
      // What turns our sentences into another language is 5 kB.
      .filter(name => name.includes('node_modules/') && !name.includes('/@vscode/l10n/'));
    expect(packages).toEqual([]);
  });

  it('has at most 201 kB to load at once', () => {
    expect(files.length).toBeGreaterThan(0);
    expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(201_000);
  });
});

describe('the page of pictures', () => {
  it('has less than 85 kB compressed with the coasts of the world, and less than 40 kB of libraries', async () => {
    const { outputFiles, metafile } = await build({
      entryPoints: ['src/renderer/pictures/pictureScript.ts'],
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2022',
      plugins: [minifiedCss],
      metafile: true,
      write: false,
    });
    expect(gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length).toBeLessThan(85_000);
    const parts = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs));
    const libraries = parts.filter(([name]) => name.includes('node_modules/'));
    expect(libraries.length).toBeGreaterThan(0);
    // Not even compressed.
    expect(libraries.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0)).toBeLessThan(40_000);
  });
});

describe('what runs beside the editor', () => {
  const programs = ['out/localManager.js', ...readdirSync('out/tools').map(name => `out/tools/${name}`)];

  it.each(programs.filter(name => name.endsWith('.js')))('needs nothing of VS Code: %s', name => {
    expect(readFileSync(name, 'utf8')).not.toMatch(
      /\bfrom ["']vscode["']|\b(import|require)\(["']vscode["']\)/,
    );
  });
});

describe('the renderer bundle', () => {
  it('has less than 65 kB compressed with every chart but the map, and the map less than 10 kB more', async () => {
    const { outputFiles } = await build({
      entryPoints: { renderer: 'src/renderer/index.ts' },
      outdir: 'out/measured',
      bundle: true,
      minify: true,
      splitting: true,
      format: 'esm',
      target: 'es2022',
      plugins: [minifiedCss],
      write: false,
    });
    const sizeOf = (files: typeof outputFiles) =>
      files.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0);
    const isOfMap = ({ path }: { path: string }) => basename(path).startsWith('worldMap');
    expect(sizeOf(outputFiles.filter(file => !isOfMap(file)))).toBeLessThan(65_000);
    const map = sizeOf(outputFiles.filter(isOfMap));
    expect(map).toBeGreaterThan(0);
    expect(map).toBeLessThan(10_000);
  });

  it('draws a table before it loads a chart', () => {
    const entry = outputsOf('renderer')['dist/renderer.js']?.inputs ?? {};
    expect(Object.keys(entry)).toContain('src/renderer/grid/resultGrid.ts');
    expect(Object.keys(entry).filter(name => name.includes('node_modules/'))).toEqual([]);
  });
});
