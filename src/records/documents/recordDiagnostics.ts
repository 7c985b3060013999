import type * as vscode from 'vscode';
import { DocumentChecks } from '../../ui/documentChecks.js';
import { isRecordDocument } from '../../ui/onceOpened.js';
import type { RecordsOptions } from '../recordsOptions.js';
import type { DocumentTable } from './documentTable.js';
import type { RecordBases } from './recordBases.js';
import type { SaveFailures } from './saveFailures.js';

/** What the checks of documents need. */
export interface DiagnosticsOptions extends Pick<RecordsOptions, 'treeOf' | 'log'> {
  readonly kinds: () => Promise<DocumentTable>;
  readonly bases: RecordBases;
  readonly failures: SaveFailures;
  /** What does not fit between the records of a document and others. */
  readonly checkReferences: (document: vscode.TextDocument) => Promise<vscode.Diagnostic[]>;
}

/** Shows in the Problems panel what the JSON schemas cannot know: what a save would refuse, and what a manager would ignore. */
export const recordDiagnostics = ({ kinds, bases, failures, log, ...options }: DiagnosticsOptions) =>
  new DocumentChecks({
    name: 'netsensor',
    log,
    isChecked: isRecordDocument,
    check: async document => {
      const { uri } = document;
      const { checkDocument, refusedProblems } = await import('./documentProblems.js');
      const kind = (await kinds()).find(uri);
      const references = await options.checkReferences(document);
      if (document.isClosed || !kind) return undefined;
      const against = { baseText: bases.get(uri), tree: options.treeOf(uri.authority) };
      return [
        ...checkDocument(kind, document, against),
        ...refusedProblems(document, failures.get(uri)),
        ...references,
      ];
    },
  });
