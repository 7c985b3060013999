import { stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { Failure } from '../../test/host/failure.js';
import { repositoryPath } from '../../test/host/repositoryPath.js';
import { zipEntries } from './zipEntries.js';

const largestSize = 1_000_000;

/** Of the extension folder inside the VSIX; what runs in the editor is `dist/`, the rest is read by VS Code or people. */
const allowed =
  /^extension\/(dist\/.+\.js|schemas\/.+\.json|language\/.+\.json|samples\/.+\.dqnb|media\/.+\.(svg|png|md)|package(\.nls.*)?\.json|readme\.md|changelog\.md|LICENSE\.txt)$/i;

const ofTheFormat = new Set(['extension.vsixmanifest', '[Content_Types].xml']);

export interface Vsix {
  /** Names inside the extension folder. */
  readonly files: readonly string[];
  readonly bytes: number;
}

/** Packs what has been built. @throws {Failure} when the VSIX is too large or holds what does not run in the editor. */
export async function buildVsix(target: string): Promise<Vsix> {
  await createVSIX({
    cwd: repositoryPath(),
    packagePath: target,
    dependencies: false,
    allowMissingRepository: true,
    rewriteRelativeLinks: false,
  });
  const files = (await zipEntries(target)).filter(name => !ofTheFormat.has(name));
  const name = relative(process.cwd(), target);
  const strange = files.filter(file => !allowed.test(file));
  if (strange.length > 0)
    throw new Failure(`${name} holds what does not belong there: ${strange.join(', ')}.`);
  if (!files.some(file => file.startsWith('extension/dist/'))) throw new Failure(`${name} holds no code.`);
  const bytes = (await stat(target)).size;
  if (bytes > largestSize)
    throw new Failure(`${name} has ${bytes} bytes, more than the ${largestSize} allowed.`);
  return { files, bytes };
}
