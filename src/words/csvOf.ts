import * as l10n from '@vscode/l10n';
import type { CsvProblem } from '../model/text/csvTable.js';
import { CsvTextError } from 'netsensor-contract/text/csvText';
import { quoted, type Inert } from './inert.js';
import { SentenceError } from './sentenceErrors.js';

/** What was read from a CSV text. @throws {SentenceError} when it is no CSV */
export function csvOf<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CsvTextError)) throw error;
    throw new SentenceError(
      error.kind === 'openQuote'
        ? l10n.t(
            'Line {0}: a quotation mark is opened and never closed. Close it, then choose the file again.',
            error.line,
          )
        : l10n.t(
            'Line {0}: a cell goes on after its closing quotation mark. Write two quotation marks for one within a cell, then choose the file again.',
            error.line,
          ),
    );
  }
}

/** What is wrong with a CSV text, and what to do. */
export function csvSentence({ kind, line, subject }: CsvProblem): Inert {
  const name = quoted(subject);
  const sentences: Record<CsvProblem['kind'], Inert> = {
    unknownColumn: l10n.t('Line {0}: there is no field named {1}. Take the column out.', line, name),
    duplicateColumn: l10n.t('Line {0}: there are two columns {1}. Take one of them out.', line, name),
    noColumn: l10n.t('The first line must hold the names of fields, such as {0}.', name),
    noMacColumn: l10n.t('Line {0}: a column named mac_address is missing.', line),
    unnamedCell: l10n.t(
      'Line {0}: column {1} holds something, but has no name in the first line. Name it or empty it.',
      line,
      name,
    ),
    spoilt: l10n.t(
      'Line {0}: a spreadsheet put a rounded number or an error into {1}. Format the column as text there, then write what stood in it again.',
      line,
      name,
    ),
    notNumber: l10n.t('Line {0}: {1} must be a number.', line, name),
    notBoolean: l10n.t('Line {0}: {1} must be true or false.', line, name),
    outOfRange: l10n.t(
      'Line {0}: {1} is no place on earth. A spreadsheet may have taken its point away: write it again.',
      line,
      name,
    ),
    wrongMac: l10n.t('Line {0}: “{1}” is no MAC address.', line, name),
    duplicateMac: l10n.t('Line {0}: the MAC address {1} stands in two lines.', line, name),
    duplicateId: l10n.t('Line {0}: the id {1} stands in two lines.', line, name),
  };
  return sentences[kind];
}
