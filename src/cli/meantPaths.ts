import * as l10n from '@vscode/l10n';
import { posix, relative, resolve } from 'node:path';
import type { Files } from '../model/asCode/folderSides.js';
import { inert } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';

/**
 * The files that paths of options mean, below the folder or from where the program was started; `all` stays.
 * @throws {SentenceError} for one that means none
 */
export const meantPaths = (root: string, given: readonly string[], files: Files): string[] =>
  given.map(text => {
    if (text === 'all') return text;
    const slashed = (path: string) => posix.normalize(path.replaceAll('\\', '/'));
    const found = [slashed(text), slashed(relative(root, resolve(text)))].find(path => files.has(path));
    if (found !== undefined) return found;
    throw new SentenceError(
      l10n.t(
        'There is no file {0}. Say its path as plan prints it, such as inventory/racks/core-a.json. Nothing was sent.',
        inert(text),
      ),
    );
  });
