import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The absolute path of something in this repository, wherever the bundle that asks was written to. */
export function repositoryPath(...segments: string[]): string {
  let folder = import.meta.dirname;
  while (!isRoot(folder)) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`No netsensor repository above ${import.meta.dirname}`);
    folder = parent;
  }
  return join(folder, ...segments);
}

function isRoot(folder: string): boolean {
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) return false;
  const parsed = JSON.parse(readFileSync(manifest, 'utf8')) as { name?: unknown };
  return parsed.name === 'netsensor';
}
