import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const folder = import.meta.dirname;
const { dependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));

/**
 * How esbuild makes the program, with the contract inside: only what npm installs for it stays outside.
 * @type {import('esbuild').BuildOptions}
 */
export const managerBundle = {
  entryPoints: { localManager: join(folder, 'src', 'main.ts') },
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  external: Object.keys(dependencies),
  logLevel: 'warning',
};
