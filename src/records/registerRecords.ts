import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Connections } from '../connections/connection.js';
import { Command, Scheme } from '../ids.js';
import type { NodeKind } from '../model/sensors/nodeDocument.js';
import type { NodeTarget } from '../model/sensors/nodeTarget.js';
import { inBackground } from '../ui/listeners.js';
import { isRecordDocument, onceDocumentOpens } from '../ui/onceOpened.js';
import { loadedCommands, registerCommands } from '../ui/registerCommands.js';
import { CopiedSecrets } from './secrets/copiedSecrets.js';
import type { DocumentElements, ReadElements } from './documents/documentElements.js';
import type { DocumentKind, OpenFailure } from './documents/documentKind.js';
import { documentTable, type DocumentTable } from './documents/documentTable.js';
import type { BegunDraft } from './creation/createRecord.js';
import { DraftOutcomes } from './creation/draftOutcomes.js';
import { KeptBases } from './documents/keptBases.js';
import type { MoveTargets } from './documents/moveNodes.js';
import { RecordBases } from './documents/recordBases.js';
import type { ReceiptNotes } from './documents/receiptNotes.js';
import { openDiffOfConflicts, registerCurrentVersions, SaveFailures } from './documents/saveFailures.js';
import { registerReadOnlyLook } from './documents/readOnlyLook.js';
import { RecordFileSystem, type RecordSaved } from './documents/recordFileSystem.js';
import type { RecordsOptions } from './recordsOptions.js';
import { registerReferences } from './references/registerReferences.js';
import { RecordSecrets } from './secrets/recordSecrets.js';
import { watchSecrets } from './secrets/watchSecrets.js';
import { DocumentChecks } from '../ui/documentChecks.js';

/** Registers the record documents: file system, conflicts, lenses and commands. */
export function registerRecords(options: RecordsOptions): {
  files: RecordFileSystem;
  /** Opens a document; the tab that already shows this record wins, whatever name it carries. */
  openRecord: (uri: vscode.Uri, options?: vscode.TextDocumentShowOptions) => Promise<void>;
  /** Opens a draft that has some fields already. */
  beginDraft: (draft: BegunDraft) => Promise<void>;
  /** Saves a document as Ctrl+S does in its editor; why one was not saved is said there, or by VS Code. */
  saveRecord: (document: vscode.TextDocument) => Promise<'saved' | 'failed' | 'conflict' | 'givenUp'>;
  /** Adds kinds of documents that other features bring; they are loaded when the first document is asked for. */
  addKinds: (kinds: readonly (() => Promise<DocumentKind>)[]) => void;
  /** Checks open documents against a tree that was just read, and shows what changed elsewhere. */
  treeWasRead: (connectionId: string) => Promise<void>;
  disposable: vscode.Disposable;
} {
  const { connections, lists, workspaceState, storage, log, treeOf } = options;
  const bases = new RecordBases(new KeptBases(workspaceState, join(storage.fsPath, 'bases')), log);
  const failures = new SaveFailures();
  const outcomes = new DraftOutcomes(workspaceState);
  const secrets = new RecordSecrets();
  const clipboard = new CopiedSecrets(log);
  const otherKinds: (() => Promise<DocumentKind>)[] = [];
  const kinds = documentTable({ ...options, otherKinds, outcomes, secrets });
  const files = new RecordFileSystem(connections, kinds, bases, failures);
  const openRecord = async (uri: vscode.Uri, options?: vscode.TextDocumentShowOptions) =>
    (await import('./documents/documentTabs.js')).openDocument(await kinds(), files, uri, options);
  const beginDraft = async (draft: BegunDraft) =>
    (await import('./creation/createRecord.js')).beginDraft(draft);
  const tellFailure = async (failure: OpenFailure) => {
    const { tellWhyNotOpened } = await import('./documents/documentTabs.js');
    await tellWhyNotOpened(failure, uri => openRecord(uri).catch(() => undefined));
  };
  const treesRead = new vscode.EventEmitter<void>();
  const elements = openElements();
  const references = registerReferences({
    ...{ connections, lists, files, kinds, elements, openRecord, treeOf, searchOf: options.searchOf, log },
    onDidReadTree: treesRead.event,
  });
  const diagnostics = recordDiagnostics({
    ...{ kinds, bases, failures, treeOf, log },
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
  let notes: Promise<ReceiptNotes> | undefined;
  const showNotes = async (saved: RecordSaved) => {
    if (!notes && !saved.receipt.alteredFields?.length) return;
    notes ??= import('./documents/receiptNotes.js').then(loaded => new loaded.ReceiptNotes());
    (await notes).add(saved);
  };
  const endNotes = async () => (await notes)?.dispose();
  const disposable = vscode.Disposable.from(
    bases,
    failures,
    files,
    vscode.workspace.registerFileSystemProvider(Scheme.record, files, { isCaseSensitive: true }),
    registerCurrentVersions(failures, uri => files.readText(uri)),
    openDiffOfConflicts(failures),
    watchSecrets(secrets, log),
    secrets,
    clipboard,
    registerLenses(connections, failures),
    registerReadOnlyLook(elements, log),
    vscode.window.onDidChangeActiveTextEditor(editor => {
      if (editor && isShownSensor(editor.document)) inBackground(log, offerVendor(editor.document));
    }),
    diagnostics,
    files.onDidSave(saved => inBackground(log, tellReceipt(saved))),
    files.onDidFailToOpen(failure => inBackground(log, tellFailure(failure))),
    treesRead,
    references.disposable,
    references.onDidChange(() => diagnostics.checkAll()),
    failures.onDidChange(() => diagnostics.checkAll()),
    files.onDidFinish(saved => inBackground(log, continueAs(files, saved))),
    files.onDidFinish(saved => inBackground(log, showNotes(saved))),
    { dispose: () => inBackground(log, endNotes()) },
    outcomes.followTabs(log),
    registerCommands(
      {
        ...loadedCommands(commandsOnDocuments, async () =>
          (await import('./editorCommands.js')).editorCommands({
            ...{ failures, bases, files, connections, kinds, secrets, clipboard },
          }),
        ),
        ...createCommands(options),
        [Command.openRecord]: async (...chosen: never[]) => {
          for (const uri of await options.documentsOf(...chosen)) await openRecord(uri);
        },
        [Command.saveDocument]: async () => {
          const document = vscode.window.activeTextEditor?.document;
          if (!document?.isDirty) return;
          await (await import('./documents/saveOrCancel.js')).saveOrCancel(files, document);
        },
        [Command.editAsVendor]: async (target?: vscode.Uri) =>
          (await import('./documents/documentTabs.js')).editAsVendor(options, target),
        [Command.moveNodes]: async (...chosen: MoveTargets) =>
          (await import('./documents/moveNodes.js')).moveChosen({ ...options, files, kinds }, ...chosen),
      },
      log,
    ),
  );
  const saveRecord = async (document: vscode.TextDocument) => {
    const { saveAsItsEditor } = await import('./documents/saveOrCancel.js');
    const end = await saveAsItsEditor({ files, table: await kinds() }, document);
    return end === 'failed' && failures.fields(document.uri).length > 0 ? 'conflict' : end;
  };
  const addKinds = (added: readonly (() => Promise<DocumentKind>)[]) => void otherKinds.push(...added);
  return { files, openRecord, beginDraft, saveRecord, addKinds, treeWasRead, disposable };
}

/** What open documents show, by a reader that is loaded when it is first needed. */
function openElements(): ReadElements {
  let reader: Promise<DocumentElements> | undefined;
  const load = async () => new (await import('./documents/documentElements.js')).DocumentElements();
  return async document => (await (reader ??= load())).of(document);
}

/** Shows the line above a record, anew when its connection was locked or unlocked and when a save failed. */
function registerLenses(connections: Connections, failures: SaveFailures): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const provider: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: async document => {
      const connection = connections.get(document.uri.authority);
      const { recordLenses } = await import('./documents/recordLenses.js');
      return connection && recordLenses(document, connection, failures.get(document.uri));
    },
  };
  return vscode.Disposable.from(
    changed,
    connections.onDidChange(() => changed.fire()),
    failures.onDidChange(() => changed.fire()),
    onceDocumentOpens(isRecordDocument, () =>
      vscode.languages.registerCodeLensProvider({ scheme: Scheme.record }, provider),
    ),
  );
}

const commandsOnDocuments = [
  ...[Command.compareWithManager, Command.keepMine, Command.takeTheirs, Command.discardMine],
  ...[Command.createAgain, Command.createRecord, Command.duplicateRecord, Command.createFromTemplate],
  ...[Command.saveAsTemplate, Command.setPassword, Command.copyPassword],
];

function createCommands(parts: RecordsOptions) {
  const create = (kind: NodeKind) => async (node?: NodeTarget) =>
    (await import('./creation/createNode.js')).createNode(parts, kind, node);
  return {
    [Command.createDomain]: create('domain'),
    [Command.createFlowSensor]: create('flow'),
    [Command.createVendorSensor]: create('vendor'),
    [Command.createMseSensor]: create('mse'),
    [Command.createAccessPoint]: create('accessPoint'),
  };
}

const isShownSensor = (document: vscode.TextDocument) =>
  isRecordDocument(document) && document.uri.path.startsWith('/sensors/other/');

const offerVendor = async (document: vscode.TextDocument) =>
  (await import('./documents/documentTabs.js')).offerVendor(document);

const tellReceipt = async (saved: RecordSaved) =>
  (await import('./documents/showReceipt.js')).showReceipt(saved);

/** Goes on with the document that the saved one has become. */
async function continueAs(files: RecordFileSystem, { uri, receipt }: RecordSaved): Promise<void> {
  const { replacedBy, renamedTo, afterwards } = receipt;
  const { renameTab, replaceTab } = await import('./documents/documentTabs.js');
  try {
    if (replacedBy) await replaceTab(uri, replacedBy);
    else if (renamedTo) await renameTab(files, { uri, renamedTo, text: receipt.storedText });
  } finally {
    await afterwards?.();
  }
}

/** What the checks of documents need. */
interface DiagnosticsOptions extends Pick<RecordsOptions, 'treeOf' | 'log'> {
  readonly kinds: () => Promise<DocumentTable>;
  readonly bases: RecordBases;
  readonly failures: SaveFailures;
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
