import { readFile, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import JSZip from 'jszip';
import { Failure } from '../../test/host/failure.js';
import { repositoryPath } from '../../test/host/repositoryPath.js';
import { runCommand } from '../../test/host/runCommand.js';

const largestSize = 1_000_000;

/** Of the extension folder inside the VSIX; what runs in the editor is `dist/`, the rest is read by VS Code or people. */
const allowed =
  /^extension\/(dist\/.+\.c?js|schemas\/.+\.json|language\/.+\.json|media\/.+\.(svg|png|md)|package(\.nls.*)?\.json|readme\.md|changelog\.md|LICENSE\.txt)$/i;

const ofTheFormat = new Set(['extension.vsixmanifest', '[Content_Types].xml']);

export interface Vsix {
  /** Names inside the extension folder. */
  readonly files: readonly string[];
  readonly bytes: number;
}

/**
 * Packs what has been built.
 * @param folder with the manifest and everything that it names
 * @throws {Failure} when the VSIX is too large or holds what does not run in the editor.
 */
export async function buildVsix(target: string, folder: string): Promise<Vsix> {
  await runVsce(target, folder);
  const zip = await JSZip.loadAsync(await readFile(target));
  const files = Object.keys(zip.files).filter(name => !ofTheFormat.has(name));
  const name = relative(process.cwd(), target);
  const strange = files.filter(file => !allowed.test(file));
  if (strange.length > 0)
    throw new Failure(`${name} holds what does not belong there: ${strange.join(', ')}.`);
  if (!files.some(file => file.startsWith('extension/dist/'))) throw new Failure(`${name} holds no code.`);
  // vsce packs quickly rather than tightly.
  const packed = await zip.generateAsync({
    type: 'nodebuffer',
    compression: 'DEFLATE',
    compressionOptions: { level: 9 },
  });
  await writeFile(target, packed);
  const bytes = packed.length;
  if (bytes > largestSize)
    throw new Failure(`${name} has ${bytes} bytes, more than the ${largestSize} allowed.`);
  return { files, bytes };
}

/** As a program of its own, because vsce ends the process that calls it when something is wrong. */
async function runVsce(target: string, folder: string): Promise<void> {
  const { exitCode, output } = await runCommand({
    command: process.execPath,
    args: [
      repositoryPath('node_modules', '@vscode', 'vsce', 'vsce'),
      'package',
      '--out',
      target,
      '--no-dependencies',
      '--allow-missing-repository',
      '--no-rewrite-relative-links',
    ],
    cwd: folder,
    timeout: 60_000,
  });
  if (exitCode !== 0) throw new Failure(`vsce could not pack the extension:\n${output.trim()}`);
}
