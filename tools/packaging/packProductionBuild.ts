import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../test/host/failure.js';
import { repositoryPath } from '../../test/host/repositoryPath.js';
import { runCommand } from '../../test/host/runCommand.js';
import { buildVsix, type Vsix } from './buildVsix.js';
import { pageOfExtension } from './pageOfExtension.js';

/** The VSIX that the window tests and the pictures use. */
export const testVsix = repositoryPath('out', 'netsensor.vsix');

/** Not the repository itself, whose `dist/` other tests may be running from. */
const folder = repositoryPath('out', 'package');

/** Builds as for a release and packs the result. @throws {Failure} when either fails. */
export async function packProductionBuild(target = testVsix): Promise<Vsix> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await copyWhatIsNotBuilt();
  const args = [repositoryPath('esbuild.mjs'), '--production', `--packed-into=${folder}`];
  const build = await runCommand({ command: process.execPath, args, cwd: repositoryPath(), timeout: 60_000 });
  if (build.exitCode !== 0) throw new Failure(`The production build failed:\n${build.output.trim()}`);
  await runProgram();
  return buildVsix(target, folder);
}

/** The command line must need nothing of VS Code. @throws {Failure} where it does */
async function runProgram(): Promise<void> {
  const program = join(folder, 'dist', 'netsensor.cjs');
  const { exitCode, output } = await runCommand({
    command: process.execPath,
    args: [program, '-C', folder, 'validate'],
    cwd: folder,
    timeout: 60_000,
  });
  if (exitCode !== 0) throw new Failure(`The command line of the VSIX does not run:\n${output.trim()}`);
}

/** What the manifest lists, and the manifest. */
async function copyWhatIsNotBuilt(): Promise<void> {
  const text = await readFile(repositoryPath('package.json'), 'utf8');
  const manifest = JSON.parse(text) as { files: string[] } & Readonly<Record<string, unknown>>;
  const names = manifest.files.filter(name => !name.startsWith('dist/'));
  for (const name of ['package.json', ...names])
    await cp(repositoryPath(name), join(folder, name), { recursive: true });
  // Whoever reads a schema that the editor is not given does so beside it, and takes it from the repository.
  for (const name of await readdir(join(folder, 'schemas')))
    if (!text.includes(`./schemas/${name}"`)) await rm(join(folder, 'schemas', name));
  const {
    scripts: _scripts,
    devDependencies: _tools,
    prettier: _layout,
    workspaces: _packages,
    ...packed
  } = manifest;
  await writeFile(join(folder, 'package.json'), JSON.stringify(packed));
  // Nobody reads it there.
  for (const name of (await readdir(folder, { recursive: true })).filter(each => each.endsWith('.json'))) {
    const file = join(folder, name);
    await writeFile(file, JSON.stringify(JSON.parse(await readFile(file, 'utf8'))));
  }
  for (const name of ['README.md', 'CHANGELOG.md'])
    await writeFile(join(folder, name), pageOfExtension(await readFile(repositoryPath(name), 'utf8')));
}
