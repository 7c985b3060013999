import type * as vscode from 'vscode';
import { DocumentChecks } from '../ui/documentChecks.js';
import type { Log } from '../ui/doors.js';
import { isRecordDocument } from '../ui/onceOpened.js';
import { Emitter, together } from '../ui/lifetimes.js';
import type { ReadElements } from './documents/documentElements.js';
import type { DocumentTable } from './documentTable.js';
import type { RecordBases } from './documents/recordBases.js';
import type { RecordFileSystem } from './documents/recordFileSystem.js';
import type { SaveFailures } from './documents/saveFailures.js';
import type { RecordsOptions } from './recordsOptions.js';
import { registerReferences } from './references/registerReferences.js';

/** Opens a document; the tab that already shows this record wins, whatever name it carries. */
export type OpenRecord = (uri: vscode.Uri, options?: vscode.TextDocumentShowOptions) => Promise<void>;

/** What the checks need of record documents. */
export interface CheckedDocuments {
  readonly files: RecordFileSystem;
  readonly kinds: () => Promise<DocumentTable>;
  readonly elements: ReadElements;
  readonly bases: RecordBases;
  readonly failures: SaveFailures;
  readonly openRecord: OpenRecord;
}

/** Checks open documents: when they change, and when a tree or a list that they refer to was read. */
export function registerChecks(options: RecordsOptions, documents: CheckedDocuments) {
  const { connections, lists, log, treeOf, searchOf } = options;
  const { files, kinds, elements, bases, failures, openRecord } = documents;
  const treesRead = new Emitter<void>();
  const references = registerReferences({
    connections,
    lists,
    files,
    kinds,
    elements,
    openRecord,
    treeOf,
    searchOf,
    log,
    onDidReadTree: treesRead.event,
  });
  const diagnostics = recordDiagnostics({
    kinds,
    bases,
    failures,
    treeOf,
    log,
    checkReferences: references.check,
  });
  const treeWasRead = async (connectionId: string) => {
    const tree = treeOf(connectionId);
    diagnostics.checkAll(connectionId);
    treesRead.fire();
    if (!tree) return;
    const { refreshFromTree } = await import('./documents/refreshDocuments.js');
    await refreshFromTree({ connections, table: await kinds(), files }, connectionId, tree);
  };
  const disposable = together(
    diagnostics,
    treesRead,
    references.disposable,
    references.onDidChange(() => diagnostics.checkAll()),
    failures.onDidChange(() => diagnostics.checkAll()),
  );
  return { treeWasRead, disposable };
}

interface DiagnosticsOptions {
  readonly kinds: CheckedDocuments['kinds'];
  readonly bases: RecordBases;
  readonly failures: SaveFailures;
  readonly treeOf: RecordsOptions['treeOf'];
  readonly log: Log;
  /** What does not fit between the records of a document and others. */
  readonly checkReferences: (document: vscode.TextDocument) => Promise<vscode.Diagnostic[]>;
}

/** Shows in the Problems panel what the JSON schemas cannot know: what a save would refuse, and what a manager would ignore. */
const recordDiagnostics = ({ kinds, bases, failures, log, ...options }: DiagnosticsOptions) =>
  new DocumentChecks({
    name: 'netsensor',
    log,
    isChecked: isRecordDocument,
    check: async document => {
      const { uri } = document;
      const { checkDocument, refusedProblems } = await import('./documents/documentProblems.js');
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
