// Runs the command line from the sources: built where these are newer, silently, so that its output is all there is.
import { readdirSync, statSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const program = new URL('../out/cli/netsensor.js', import.meta.url);

/** Milliseconds, when a file was changed; 0 where there is none. */
const changedAt = path => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const sources = ['src', 'packages/contract/src'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true }).map(name => join(root, folder, name)),
);
const built = changedAt(program);
if (sources.some(path => changedAt(path) > built)) {
  const { status } = spawnSync(process.execPath, ['esbuild.mjs'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) process.exit(1);
}
await import(program.href);
