import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Failure } from './failure.js';
import { assertRegistryAnswers, runNpm } from './npm.js';
import { repositoryPath } from './repositoryPath.js';
import { fileLogger, readEdition, type EditionName, type VSCodeEdition } from './vscodeEdition.js';
import { withProgress } from './withProgress.js';

/** A VS Code on this machine, ready to be started. */
export interface VSCodeInstall {
  readonly version: string;
  /** The Node executable that this VS Code was built for. */
  readonly node: string;
  readonly serverMain: string;
}

const stampName = 'installed.txt';
const vscodeFolder = join('node_modules', 'code-server', 'lib', 'vscode');

/**
 * Installs a VS Code from npm into `.cache/vscode-<version>/` unless it is there already.
 * @throws {Failure} without network, when npm fails, or on a platform without a fitting Node.
 */
export async function installVSCode(name: EditionName = 'pinned'): Promise<VSCodeInstall> {
  const edition = await readEdition(name);
  const folder = repositoryPath('.cache', `vscode-${edition.version}`);
  if (!(await isInstalled(folder, edition))) {
    await withProgress(
      `Installing VS Code ${edition.version} into ${relative(process.cwd(), folder)} (once, about 800 MB)`,
      installInto(folder, edition),
    );
  }
  return {
    version: edition.version,
    node: nodeOf(folder, edition),
    serverMain: join(folder, vscodeFolder, 'out', 'server-main.js'),
  };
}

/** An install made by a fitting Node has none of its own, which does not help another Node later. */
async function isInstalled(folder: string, edition: VSCodeEdition): Promise<boolean> {
  const stamp = await readFile(join(folder, stampName), 'utf8').catch(() => undefined);
  return stamp === edition.fingerprint && findNode(folder, edition) !== undefined;
}

/** Works beside the target and renames at the end, so that a half install is never used. */
async function installInto(folder: string, edition: VSCodeEdition): Promise<void> {
  await mkdir(repositoryPath('.cache'), { recursive: true });
  const work = await mkdtemp(`${folder}.partial-`);
  try {
    await installPackages(work, edition);
    await writeFile(join(work, stampName), edition.fingerprint);
    if (await isInstalled(folder, edition)) return;
    await rm(folder, { recursive: true, force: true });
    await rename(work, folder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function installPackages(work: string, edition: VSCodeEdition): Promise<void> {
  for (const file of ['package.json', 'package-lock.json']) {
    await copyFile(join(edition.source, file), join(work, file));
  }
  const npm = {
    purpose: `VS Code ${edition.version}`,
    logFile: repositoryPath('.cache', `vscode-${edition.version}.log`),
  };
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await assertRegistryAnswers({ ...npm, cwd: work });
  const omitNode = hasOwnNode(edition) ? ['--omit=optional'] : [];
  await runNpm({ ...npm, cwd: work, args: ['ci', ...quiet, ...omitNode] });
  // npm leaves out optional packages that the running Node is too old for, so VS Code's own Node runs this one.
  const node = nodeOf(work, edition);
  const args = ['install', '--omit=dev', ...quiet, ...edition.vscodePackages];
  await runNpm({ ...npm, cwd: join(work, vscodeFolder), args, node });
  await replaceNativeLogger(join(work, vscodeFolder));
}

/** Native modules are not built, and without this one VS Code writes no log file, so no test could look into them. */
async function replaceNativeLogger(folder: string): Promise<void> {
  const { build } = await import('esbuild');
  await build({
    entryPoints: [fileLogger],
    outfile: join(folder, 'node_modules', '@vscode', 'spdlog', 'index.js'),
    allowOverwrite: true,
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    logLevel: 'error',
  });
}

function hasOwnNode(edition: VSCodeEdition): boolean {
  return Number(process.versions.node.split('.')[0]) === edition.nodeMajor;
}

function findNode(folder: string, edition: VSCodeEdition): string | undefined {
  if (hasOwnNode(edition)) return process.execPath;
  const executable = process.platform === 'win32' ? 'node.exe' : 'node';
  return edition.nodePackages
    .map(name => join(folder, 'node_modules', name, 'bin', executable))
    .find(path => existsSync(path));
}

function nodeOf(folder: string, edition: VSCodeEdition): string {
  const found = findNode(folder, edition);
  if (found) return found;
  throw new Failure(
    `VS Code ${edition.version} needs Node ${edition.nodeMajor}, which npm does not offer for ${process.platform}-${process.arch}; ` +
      `run the command again with Node ${edition.nodeMajor}.`,
  );
}
