// Builds everything: one table of bundles, one loop.
//   node esbuild.mjs [--watch] [--production] [--tests] [--packed-into=<folder>]
// dist/ is what runs in the editor and goes into the VSIX; out/ is what runs beside the editor.
// With --packed-into only what goes into the VSIX is built, below that folder instead of here.
import { build, context, transform } from 'esbuild';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { rollup } from 'rollup';
import { managerBundle } from './packages/manager/bundle.mjs';
import { installedPackages } from './tools/packaging/installedPackages.mjs';
import { leanPlot } from './tools/packaging/leanPlot.mjs';
import { leanUndici } from './tools/packaging/leanUndici.mjs';
import { minifiedCss } from './tools/packaging/minifiedCss.mjs';

const flags = new Set(process.argv.slice(2));
const production = flags.has('--production');
const packedInto = process.argv.find(flag => flag.startsWith('--packed-into='))?.split('=')[1];

// undici and other CommonJS packages inside an ES module bundle call require() for node: modules.
const requireBanner = {
  js: "import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);",
};

const installed = await installedPackages('.');

const inEditor = { minify: production, sourcemap: !production, legalComments: 'none' };
const inPage = { loader: { '.css': 'text' }, plugins: production ? [leanPlot, minifiedCss] : [leanPlot] };
const besideEditor = {
  platform: 'node',
  target: 'node20',
  format: 'esm',
  external: installed,
  sourcemap: true,
};

/** Of 2,231 names of characters, which browsers know: as large as all else of markdown-it. */
const entities = './src/model/report/entities.ts';

/** In the VSIX it shares its chunks with the extension; beside it, it is a package of its own. */
const commandLine = { netsensor: 'src/cli/netsensor.ts' };

/** The build of ES modules, of which a call of a sentence is a call of one function. */
const smallSentences = { '@vscode/l10n': '@vscode/l10n/dist/browser.js' };

const bundles = [
  {
    name: 'extension',
    entryPoints: { extension: 'src/extension.ts', ...(production && commandLine) },
    outdir: 'dist',
    platform: 'node',
    target: 'node22',
    format: 'esm',
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    external: ['vscode'],
    mainFields: ['module', 'main'],
    alias: { ...smallSentences, entities },
    plugins: [leanUndici],
    ...(production ? {} : { banner: requireBanner }),
    ...inEditor,
  },
  {
    name: 'renderer',
    entryPoints: {
      renderer: 'src/renderer/index.ts',
      tab: 'src/renderer/tabScript.ts',
      details: 'src/renderer/detailsScript.ts',
    },
    outdir: 'dist',
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    // A table is drawn before any chart is loaded.
    splitting: true,
    chunkNames: production ? 'c/[hash]' : 'chunks/renderer-[name]-[hash]',
    ...inEditor,
    ...inPage,
  },
  {
    name: 'pictures',
    entryPoints: { pictures: 'src/renderer/pictures/pictureScript.ts' },
    outdir: 'dist',
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    // A page loads its own kind of picture alone: only the map needs the coasts of the world.
    splitting: true,
    chunkNames: production ? 'c/[hash]' : 'chunks/pictures-[name]-[hash]',
    ...inEditor,
    ...inPage,
  },
  {
    name: 'tables',
    entryPoints: { tables: 'src/renderer/tables/tableScript.ts' },
    outdir: 'dist',
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    ...inEditor,
    ...inPage,
  },
  {
    name: 'command line',
    entryPoints: commandLine,
    outdir: 'out/cli',
    ...besideEditor,
    target: 'node20',
    splitting: true,
    external: [],
    mainFields: ['module', 'main'],
    alias: { ...smallSentences, entities },
    plugins: [leanUndici],
    banner: requireBanner,
  },
  { name: 'localManager', ...managerBundle, outdir: 'out', sourcemap: true },
  { name: 'tools', entryPoints: ['tools/*.ts'], outdir: 'out/tools', ...besideEditor },
  {
    name: 'bench inside the editor',
    entryPoints: ['test/bench/hostMemory.ts', 'test/bench/hostSaves.ts', 'test/bench/hostClosing.ts'],
    outdir: 'out/bench',
    ...besideEditor,
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    external: [...installed, 'vscode'],
  },
  {
    name: 'integration tests',
    tests: true,
    entryPoints: ['test/integration/suite.ts'],
    outdir: 'out/integration',
    ...besideEditor,
    external: ['vscode', 'mocha', 'undici', '@duckdb/node-api'],
    mainFields: ['module', 'main'],
    banner: requireBanner,
    plugins: [globImports()],
  },
  {
    name: 'entry of the integration tests',
    tests: true,
    entryPoints: ['test/integration/run.ts'],
    outdir: 'out/integration',
    ...besideEditor,
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    external: [...installed, './suite.js'],
  },
  {
    name: 'workbench tests',
    tests: true,
    entryPoints: ['test/e2e/run.ts'],
    outdir: 'out/e2e',
    ...besideEditor,
    plugins: [globImports()],
  },
];

/**
 * `import('glob:*.test.ts')` imports every file beside the importer that ends so, `glob:notebook/*.test.ts` those of a folder
 * and `glob:**\/*.test.ts` all below: no test file is ever listed by hand.
 */
function globImports() {
  return {
    name: 'glob-imports',
    setup(setup) {
      setup.onResolve({ filter: /^glob:/ }, args => ({
        path: args.path.slice('glob:'.length),
        namespace: 'glob',
        pluginData: args.resolveDir,
      }));
      setup.onLoad({ filter: /.*/, namespace: 'glob' }, async args => {
        const [folder, ending] = args.path.split(/(?<!\*)\*(?!\*)/);
        const recursive = folder === '**/';
        const below = recursive ? './' : `./${folder}`;
        const names = await readdir(join(args.pluginData, below), { recursive });
        return {
          contents: names
            .filter(name => name.endsWith(ending))
            .sort()
            .map(name => `import ${JSON.stringify(below + name)};`)
            .join('\n'),
          resolveDir: args.pluginData,
          watchDirs: [args.pluginData],
        };
      });
    },
  };
}

/** VS Code loads CommonJS files without a turn of its loader of ES modules; while we develop they lead to what esbuild made. */
const developmentEntries = {
  'extension.cjs': `exports.activate = async context => (await import('./extension.js')).activate(context);\n`,
  'netsensor.cjs': `void import('../out/cli/netsensor.js');\n`,
};

/** Makes a package of the command line, for \`npm pack\` and \`npx\`. */
async function describePackage(outdir) {
  const { version, license } = JSON.parse(await readFile('package.json', 'utf8'));
  const described = {
    name: 'netsensor',
    version,
    description: 'Keeps the inventory of a network-monitoring manager as files.',
    license,
    type: 'module',
    bin: { netsensor: 'netsensor.js' },
    engines: { node: '>=20' },
    files: ['*.js'],
  };
  await writeFile(join(outdir, 'package.json'), `${JSON.stringify(described, undefined, 2)}\n`);
  await copyFile('docs/as-code.md', join(outdir, 'README.md'));
  await copyFile('LICENSE', join(outdir, 'LICENSE'));
}

/**
 * Makes one CommonJS file of the chunks that are loaded before `activate()` runs: esbuild makes one of each set of
 * modules that the same entries share, and every file is a round trip to the disk of a machine that is just starting.
 */
async function joinWhatActivationLoads(outdir, outputs) {
  const importsOf = new Map(Object.entries(outputs).map(([path, { imports }]) => [resolve(path), imports]));
  /** What an entry loads: at once alone, or with all that it may load later. */
  const loadedBy = (entry, isAtOnce) => {
    const loaded = new Set();
    const add = path => {
      if (loaded.has(path) || !importsOf.has(path)) return;
      loaded.add(path);
      for (const { path: next, kind } of importsOf.get(path))
        if (kind === 'import-statement' || !isAtOnce) add(resolve(next));
    };
    add(entry);
    return loaded;
  };
  const extension = resolve(outdir, 'extension.js');
  const program = resolve(outdir, 'netsensor.js');
  const atOnce = loadedBy(extension, true);
  const inCommandLine = loadedBy(program, false);
  const bundle = await rollup({
    input: [extension, program],
    external: id => !/^[./]|^[a-z]:/i.test(id),
    treeshake: true,
    preserveEntrySignatures: 'allow-extension',
    logLevel: 'silent',
  });
  await rm(join(outdir, 'chunks'), { recursive: true });
  await bundle.write({
    dir: outdir,
    format: 'cjs',
    // What VS Code gives is used as it is; everything else may be a CommonJS module with a default.
    interop: id => (id === 'vscode' ? 'esModule' : 'auto'),
    dynamicImportInCjs: false,
    manualChunks: id => {
      if (atOnce.has(id)) return inCommandLine.has(id) ? 'shared' : 'extension';
      // Rollup joins small chunks, with what needs VS Code too.
      return inCommandLine.has(id) && id !== program ? basename(id, '.js') : undefined;
    },
    entryFileNames: '[name].cjs',
    // A name stands twice in a VSIX, beside each of some hundred files.
    chunkFileNames: 'c/c.cjs',
    freeze: false,
    externalLiveBindings: false,
    generatedCode: 'es2015',
    // What joins chunks is written at length.
    plugins: [
      {
        name: 'minify',
        renderChunk: code =>
          transform(code, { ...inEditor, format: 'cjs', platform: 'node', target: 'node22' }),
      },
    ],
    // Hundreds of small files cost a VSIX more than what is in them.
    experimentalMinChunkSize: 32_000,
  });
  await rm(extension);
  await rm(program);
}

/** Bundles whose sizes the tests look at. */
const inTheVsix = new Set(['extension', 'renderer', 'pictures', 'tables']);

const wanted = packedInto
  ? bundles.filter(({ name }) => inTheVsix.has(name))
  : bundles.filter(bundle => !bundle.tests || flags.has('--tests'));
await mkdir('out', { recursive: true });
if (production && !packedInto) await rm('dist', { recursive: true, force: true });

if (!production) {
  await mkdir('dist', { recursive: true });
  for (const [name, text] of Object.entries(developmentEntries)) await writeFile(join('dist', name), text);
}

for (const { name, tests, ...bundle } of wanted) {
  const outdir = packedInto ? join(packedInto, bundle.outdir) : bundle.outdir;
  const options = { bundle: true, logLevel: 'warning', metafile: true, ...bundle, outdir };
  if (flags.has('--watch')) {
    await (await context(options)).watch();
  } else {
    // What was built before is in the package too.
    if (name === 'command line') await rm(outdir, { recursive: true, force: true });
    const result = await build(options);
    if (name === 'extension' && production) await joinWhatActivationLoads(outdir, result.metafile.outputs);
    if (name === 'command line') await describePackage(outdir);
    if (inTheVsix.has(name) && !packedInto)
      await writeFile(`out/${name}.meta.json`, JSON.stringify(result.metafile));
  }
}
