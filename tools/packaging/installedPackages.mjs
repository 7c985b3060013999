import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const manifestOf = async folder => JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));

/**
 * The packages that npm installs, by what the manifests name. Our own are not among them: what runs beside the editor is bundled
 * from their sources.
 * @param {string} repository its folder
 * @returns {Promise<string[]>}
 */
export async function installedPackages(repository) {
  const folder = join(repository, 'packages');
  const folders = [repository, ...(await readdir(folder)).map(name => join(folder, name))];
  const manifests = await Promise.all(folders.map(manifestOf));
  const own = new Set(manifests.map(({ name }) => name));
  const named = manifests.flatMap(manifest => [manifest.dependencies, manifest.devDependencies]);
  return named.flatMap(names => Object.keys(names ?? {})).filter(name => !own.has(name));
}
