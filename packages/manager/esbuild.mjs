// What `npm pack` puts into the package. The Druid side is a chunk of its own, which is loaded with --druid alone.
import { build } from 'esbuild';
import { copyFile, rm } from 'node:fs/promises';
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
// The text that the license asks to be passed on stands once in the repository.
await copyFile(join(import.meta.dirname, '..', '..', 'LICENSE'), join(import.meta.dirname, 'LICENSE'));
