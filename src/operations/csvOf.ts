import * as vscode from 'vscode';
import { CsvTextError } from '../model/text/csvText.js';
import { inert, SentenceError } from '../words/inert.js';

/** What was read from a CSV text. @throws {SentenceError} when it is no CSV */
export function csvOf<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CsvTextError)) throw error;
    throw new SentenceError(
      vscode.l10n.t('Line {0}: this is not CSV. {1}', error.line, inert(error.message)),
    );
  }
}
