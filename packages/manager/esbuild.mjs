// What `npm pack` puts into the package. The Druid side is a chunk of its own, which is loaded with --druid alone.
import { build } from 'esbuild';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { managerBundle } from './bundle.mjs';

const outdir = join(import.meta.dirname, 'dist');
await rm(outdir, { recursive: true, force: true });
await build({
  ...managerBundle,
  entryPoints: [join(import.meta.dirname, 'src', 'main.ts')],
  outdir,
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
});
