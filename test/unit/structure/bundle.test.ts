import { readdirSync, readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { leanPlot } from '../../../tools/packaging/leanPlot.mjs';
import { minifiedCss } from '../../../tools/packaging/minifiedCss.mjs';

interface Output {
  readonly bytes: number;
  readonly inputs: Readonly<Record<string, { bytesInOutput: number }>>;
  readonly imports: readonly { path: string; kind: string }[];
}

const outputsOf = (name: string) =>
  (JSON.parse(readFileSync(`out/${name}.meta.json`, 'utf8')) as { outputs: Record<string, Output> }).outputs;
const outputs = outputsOf('extension');

/** What is loaded with a file before it runs; of the extension, before `activate()` does. */
function loadedAtOnce(
  of: Readonly<Record<string, Output>>,
  path: string,
  seen = new Set<string>(),
): Set<string> {
  if (seen.has(path) || !of[path]) return seen;
  seen.add(path);
  for (const { path: next, kind } of of[path].imports) {
    if (kind === 'import-statement') loadedAtOnce(of, next, seen);
  }
  return seen;
}

describe('the extension bundle', () => {
  const files = [...loadedAtOnce(outputs, 'dist/extension.js')].map(path => outputs[path]!);

  it('loads no library before it is used', () => {
    const packages = files
      .flatMap(({ inputs }) => Object.keys(inputs))
      // What turns our sentences into another language is 5 kB.
      .filter(name => name.includes('node_modules/') && !name.includes('/@vscode/l10n/'));
    expect(packages).toEqual([]);
  });

  it('has at most 206 kB to load at once', () => {
    expect(files.length).toBeGreaterThan(0);
    expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(206_000);
  });
});

describe('the page of pictures', () => {
  it('loads less than 85 kB compressed with the coasts of the world, less than 30 kB of any other kind, and less than 40 kB of libraries', async () => {
    const { outputFiles, metafile } = await build({
      entryPoints: { pictures: 'src/renderer/pictures/pictureScript.ts' },
      outdir: 'out/measured',
      bundle: true,
      minify: true,
      splitting: true,
      format: 'esm',
      target: 'es2022',
      plugins: [minifiedCss],
      metafile: true,
      write: false,
    });
    const files: Record<string, Output> = metafile.outputs;
    const sizes = new Map(
      outputFiles.map(({ path, contents }) => [relative('.', path), gzipSync(contents, { level: 9 }).length]),
    );
    const sizeOf = (...paths: readonly string[]) =>
      [...new Set(paths.flatMap(path => [...loadedAtOnce(files, path)]))].reduce(
        (sum, path) => sum + sizes.get(path)!,
        0,
      );
    const entry = 'out/measured/pictures.js';
    const pages = files[entry]!.imports.filter(({ kind }) => kind === 'dynamic-import');
    expect(pages.length).toBeGreaterThan(1);
    for (const { path } of pages)
      expect(sizeOf(entry, path), path).toBeLessThan(path.includes('mapPage') ? 85_000 : 30_000);
    const libraries = Object.values(files)
      .flatMap(({ inputs }) => Object.entries(inputs))
      .filter(([name]) => name.includes('node_modules/'));
    expect(libraries.length).toBeGreaterThan(0);
    // Not even compressed.
    expect(libraries.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0)).toBeLessThan(40_000);
  });
});

describe('the page of tables', () => {
  // Finding and replacing, lists to choose several from and colours are 3.5 kB of it, what lies above a narrow grid and what
  // is said of selected cells 0.6 kB.
  it('loads less than 38 kB compressed, and no library', async () => {
    const { outputFiles, metafile } = await build({
      entryPoints: { tables: 'src/renderer/tables/tableScript.ts' },
      outdir: 'out/measured',
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2022',
      plugins: [minifiedCss],
      metafile: true,
      write: false,
    });
    expect(Object.keys(metafile.inputs).filter(name => name.includes('node_modules/'))).toEqual([]);
    expect(gzipSync(outputFiles[0]!.contents, { level: 9 }).length).toBeLessThan(38_000);
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
  it('has less than 72.7 kB compressed with every chart but the map, and the map less than 10.2 kB more', async () => {
    const { outputFiles } = await build({
      entryPoints: { renderer: 'src/renderer/index.ts' },
      outdir: 'out/measured',
      bundle: true,
      minify: true,
      splitting: true,
      format: 'esm',
      target: 'es2022',
      plugins: [leanPlot, minifiedCss],
      write: false,
    });
    const sizeOf = (files: typeof outputFiles) =>
      files.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0);
    const isOfMap = ({ path }: { path: string }) => basename(path).startsWith('worldMap');
    expect(sizeOf(outputFiles.filter(file => !isOfMap(file)))).toBeLessThan(72_700);
    const map = sizeOf(outputFiles.filter(isOfMap));
    expect(map).toBeGreaterThan(0);
    expect(map).toBeLessThan(10_200);
  });

  it('draws a table before it loads a chart', () => {
    const entry = outputsOf('renderer')['dist/renderer.js']?.inputs ?? {};
    expect(Object.keys(entry)).toContain('src/renderer/grid/resultGrid.ts');
    expect(Object.keys(entry).filter(name => name.includes('node_modules/'))).toEqual([]);
  });
});
