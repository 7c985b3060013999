// Runs the command line from the sources: built where it is not there yet, silently, so that its output is all there is.
import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = new URL('../out/cli/netsensor.js', import.meta.url);
if (!existsSync(program)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const { status } = spawnSync(process.execPath, ['esbuild.mjs'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) process.exit(1);
}
await import(program.href);
