import * as l10n from '@vscode/l10n';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { inert } from '../words/inert.js';
import { SentenceError } from '../words/sentenceErrors.js';

/** The text of a file that somebody has named. @throws {SentenceError} where there is none, or a folder */
export async function readGivenFile(root: string, path: string): Promise<string> {
  return readFile(resolve(root, path), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EISDIR')
      throw new SentenceError(l10n.t('{0} is a folder. Name a file.', inert(path)), { cause: error });
    if (error.code !== 'ENOENT') throw error;
    throw new SentenceError(l10n.t('There is no file {0}.', inert(path)), { cause: error });
  });
}
