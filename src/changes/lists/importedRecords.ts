import * as l10n from '@vscode/l10n';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { CsvProblem } from '../../model/text/csvTable.js';
import { readList } from '../../model/inventory/listDocument.js';
import {
  mergeRecords,
  readRecordsCsv,
  unbentRecords,
  withoutSecrets,
} from '../../model/inventory/recordsCsv.js';
import type { RecordFields } from '../../model/inventory/recordText.js';
import { csvOf, csvSentence } from '../../words/csvOf.js';
import { withOtherProblems } from '../../words/describeProblems.js';
import { quoted, type Inert } from '../../words/inert.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import { firstListProblem } from './listWords.js';

/** The records of a file, without a base: what it does not name stays as a list has it. */
interface ImportedRecords {
  /** As a list may hold them, every secret replaced. */
  readonly items: readonly RecordFields[];
  /** The records of a list with those of the file. */
  readonly into: (records: readonly RecordFields[]) => RecordFields[];
}

/**
 * Reads the records of a type from the text of a file: JSON where it begins as a list, else CSV.
 * @throws {SentenceError} for text that is neither, and for a record in it that cannot be one
 */
export function importedRecords(type: InventoryType, text: string): ImportedRecords {
  if (/^\s*\[/.test(text)) {
    const items = itemsOfJson(type, text);
    return { items, into: records => mergeRecords(records, items) };
  }
  const items = itemsOfCsv(type, text);
  return { items, into: records => mergeRecords(records, unbentRecords(records, items)) };
}

function itemsOfJson(type: InventoryType, text: string): RecordFields[] {
  const { items, problems } = readList(text);
  if (problems.length > 0) throw firstListProblem(text, problems);
  return items.map(({ fields }) => withoutSecrets(type, fields));
}

function itemsOfCsv(type: InventoryType, text: string): RecordFields[] {
  const { items, problems } = csvOf(() => readRecordsCsv(type, text));
  const [problem] = problems;
  if (!problem) return items;
  const all = withOtherProblems(recordSentence(problem), problems.length - 1);
  throw new SentenceError(l10n.t('{0} Nothing was imported.', all));
}

/** Every number of a record is a whole one. */
const recordSentence = (problem: CsvProblem): Inert =>
  problem.kind === 'notNumber'
    ? l10n.t('Line {0}: {1} must be a whole number.', problem.line, quoted(problem.subject))
    : csvSentence(problem);
