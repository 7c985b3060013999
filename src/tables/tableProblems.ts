import * as vscode from 'vscode';
import type { TableType } from '../model/tables/tableType.js';
import type { PageProblem } from '../model/tables/tableMessages.js';
import { cellFinder } from '../model/tables/tableText.js';

/** What the Problems panel says of a text. */
export interface TextProblem {
  /** Where it begins, in UTF-16 units. */
  readonly offset: number;
  readonly message: string;
  readonly isError: boolean;
  /** Whether Netsensor says it, and not VS Code by the schema. */
  readonly isOwn: boolean;
}

/** The errors and warnings that the Problems panel has of a document. */
export const problemsIn = (document: vscode.TextDocument): TextProblem[] =>
  vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ severity }) => severity <= vscode.DiagnosticSeverity.Warning)
    .map(({ range, message, severity, source }) => ({
      offset: document.offsetAt(range.start),
      message,
      isError: severity === vscode.DiagnosticSeverity.Error,
      isOwn: source === 'netsensor',
    }));

/** The problems of a table's text at the cells that they are about: ours alone where both say something of one. */
export function tableProblems(type: TableType, text: string, found: readonly TextProblem[]): PageProblem[] {
  if (found.length === 0) return [];
  const cellOf = cellFinder(type, text);
  const owned = new Set<string>();
  return found
    .toSorted((one, other) => Number(other.isOwn) - Number(one.isOwn))
    .flatMap(({ offset, message, isError, isOwn }): PageProblem[] => {
      const cell = cellOf(offset);
      const key = JSON.stringify(cell);
      if (isOwn) owned.add(key);
      else if (owned.has(key)) return [];
      // What is to be deleted does not stand in the text, nor what is wrong with all of it.
      return [{ ...(cell ?? { at: -1 }), message, isError }];
    });
}
