import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connections } from '../connections/connection.js';
import { Command, Scheme } from '../ids.js';
import { window, type Log } from '../ui/doors.js';
import { inBackground, onDidCloseDocument } from '../ui/listeners.js';
import { loadedOnce } from '../ui/loadedOnce.js';
import { isRecordDocument, onceDocumentOpens } from '../ui/onceOpened.js';
import { commandsOf, named, registerCommands } from '../ui/registerCommands.js';
import { Emitter, together } from '../ui/lifetimes.js';
import { shown } from '../words/inert.js';
import { CopiedSecrets, type SecretClipboard } from './secrets/copiedSecrets.js';
import type { ReadElements } from './documents/documentElements.js';
import type { ChangedBesides, OpenFailure } from './documents/documentKind.js';
import { documentTable, type DocumentTable, type OtherKind } from './documentTable.js';
import type { BegunDraft } from './creation/recordDrafts.js';
import { DraftOutcomes } from './creation/draftOutcomes.js';
import { StoredBases } from './documents/storedBases.js';
import { RecordBases } from './documents/recordBases.js';
import { openDiffOfConflicts, registerCurrentVersions, SaveFailures } from './documents/saveFailures.js';
import { RecordFileSystem, type RecordSaved } from './documents/recordFileSystem.js';
import type * as recordCommands from './recordCommands.js';
import type { RecordsOptions } from './recordsOptions.js';
import { registerChecks, type OpenRecord } from './registerChecks.js';
import { RecordSecrets } from './secrets/recordSecrets.js';
import { registerSecrets } from './secrets/registerSecrets.js';

/** What the rest of the extension may ask of record documents. */
export interface RecordServices {
  readonly files: RecordFileSystem;
  readonly openRecord: OpenRecord;
  /** Opens a draft that has some fields already. */
  readonly beginDraft: (draft: BegunDraft) => Promise<void>;
  /** Saves a document as Ctrl+S does in its editor; why one was not saved is said there, or by VS Code. */
  readonly saveRecord: (
    document: vscode.TextDocument,
  ) => Promise<'saved' | 'failed' | 'conflict' | 'givenUp'>;
  /** The save of a document failed just now. */
  readonly onDidFailToSave: vscode.Event<vscode.Uri>;
  /** Adds kinds of documents that other features bring; they are loaded when the first document is asked for. */
  readonly addKinds: (kinds: readonly OtherKind[]) => void;
  /** Checks open documents against a tree that was just read, and shows what changed elsewhere. */
  readonly treeWasRead: (connectionId: string) => Promise<void>;
  readonly disposable: vscode.Disposable;
}

/** What each command does, by its name in their module. */
const commands: Readonly<Record<string, keyof typeof recordCommands>> = {
  [Command.openRecord]: 'openChosen',
  [Command.saveDocument]: 'saveInFront',
  [Command.moveNodes]: 'moveChosen',
  ...named(
    'editAsVendor',
    'reloadDocument',
    'compareWithManager',
    'keepMine',
    'takeTheirs',
    'discardMine',
    'createAgain',
    'createRecord',
    'createDomain',
    'createFlowSensor',
    'createVendorSensor',
    'createMseSensor',
    'createAccessPoint',
    'duplicateRecord',
    'createFromTemplate',
    'saveAsTemplate',
    'saveDocumentAs',
    'setPassword',
    'copyPassword',
  ),
};

/** Registers the record documents: file system, conflicts, lenses and commands. */
export function registerRecords(options: RecordsOptions): RecordServices {
  const { connections, log } = options;
  const documents = makeDocuments(options);
  const { files, kinds, failures, secrets } = documents;
  const openRecord: OpenRecord = async (uri, options) =>
    (await import('./documents/documentTabs.js')).openDocument(await kinds(), files, uri, options);
  const checks = registerChecks(options, { ...documents, openRecord });
  return {
    files,
    openRecord,
    beginDraft: async draft => (await import('./creation/recordDrafts.js')).beginDraft(draft),
    saveRecord: async document => {
      const { saveAsItsEditor } = await import('./documents/saveOrCancel.js');
      const end = await saveAsItsEditor({ files, table: await kinds() }, document);
      return end === 'failed' && failures.fields(document.uri).length > 0 ? 'conflict' : end;
    },
    onDidFailToSave: failures.onDidFail,
    addKinds: documents.addKinds,
    treeWasRead: checks.treeWasRead,
    disposable: together(
      documents.disposable,
      checks.disposable,
      vscode.workspace.registerFileSystemProvider(Scheme.record, files, { isCaseSensitive: true }),
      registerCurrentVersions(failures, uri => files.readText(uri)),
      openDiffOfConflicts(failures),
      registerSecrets(secrets, log),
      registerLenses(connections, failures),
      registerReadOnlyLook(documents.elements, log),
      vscode.window.onDidChangeActiveTextEditor(editor => {
        if (editor && isShownSensor(editor.document)) inBackground(log, offerVendor(editor.document));
      }),
      followSaves(files, openRecord, log),
      onceDocumentOpens(isRecordDocument, () => readAgainInFront(documents, options)),
      // A value that Undo puts back is saved beside an edit, whose conflict may be another one then.
      files.onDidSave(({ uri }) => failures.clear(uri)),
      registerCommands(
        commandsOf(commands, () => import('./recordCommands.js'), { ...options, ...documents, openRecord }),
        log,
      ),
    ),
  };
}

/** What record documents are made of. */
interface Documents {
  readonly bases: RecordBases;
  readonly failures: SaveFailures;
  readonly secrets: RecordSecrets;
  readonly clipboard: CopiedSecrets;
  readonly kinds: () => Promise<DocumentTable>;
  readonly files: RecordFileSystem;
  readonly elements: ReadElements;
  readonly addKinds: RecordServices['addKinds'];
  readonly disposable: vscode.Disposable;
}

const secretClipboard = (log: Log): SecretClipboard => ({
  readText: () => vscode.env.clipboard.readText(),
  writeText: text => vscode.env.clipboard.writeText(text),
  seconds: () => vscode.workspace.getConfiguration('netsensor').get<number>('clipboardTime', 30),
  say: seconds => {
    const sentence =
      seconds > 0
        ? l10n.t('Copied. The clipboard is cleared in {0} seconds.', seconds)
        : l10n.t('Copied. Clear the clipboard when you have used it.');
    window.setStatusBarMessage(shown`$(key) ${sentence}`, 8_000);
  },
  goOn: work => inBackground(log, work),
});

function makeDocuments(options: RecordsOptions): Documents {
  const { connections, workspaceState, storage, log } = options;
  const bases = new RecordBases(new StoredBases(workspaceState, join(storage.fsPath, 'bases')), log);
  const failures = new SaveFailures();
  const outcomes = new DraftOutcomes(workspaceState);
  const secrets = new RecordSecrets();
  const clipboard = new CopiedSecrets(secretClipboard(log));
  const otherKinds: OtherKind[] = [];
  const kinds = documentTable({ ...options, otherKinds, outcomes, secrets });
  const files = new RecordFileSystem(connections, kinds, bases, failures);
  const owned = [bases, failures, files, secrets, clipboard, outcomes.followTabs(log)];
  return {
    bases,
    failures,
    secrets,
    clipboard,
    kinds,
    files,
    elements: openElements(),
    addKinds: added => void otherKinds.push(...added),
    disposable: together(...owned),
  };
}

/** Tells what became of documents that were saved or could not be opened, and goes on with what they have become. */
function followSaves(files: RecordFileSystem, openRecord: OpenRecord, log: Log): vscode.Disposable {
  const tellFailure = async (failure: OpenFailure) => {
    const { tellWhyNotOpened } = await import('./documents/documentTabs.js');
    await tellWhyNotOpened(failure, uri => openRecord(uri).catch(() => undefined));
  };
  const notes = loadedOnce(async () => new (await import('./documents/receiptNotes.js')).ReceiptNotes());
  let hasNotes = false;
  const showNotes = async (saved: RecordSaved) => {
    hasNotes ||= (saved.receipt.altered?.length ?? 0) > 0;
    if (hasNotes) (await notes()).add(saved);
  };
  const endNotes = async () => {
    if (hasNotes) (await notes()).dispose();
  };
  return together(
    files.onDidSave(saved => inBackground(log, tellReceipt(saved))),
    files.onDidFinish(saved => inBackground(log, tellMore(files, saved))),
    files.onDidChangeBesides(changed => inBackground(log, tellBesides(files, changed))),
    files.onDidFailToOpen(failure => inBackground(log, tellFailure(failure))),
    files.onDidFinish(saved => inBackground(log, continueAs(files, saved))),
    files.onDidFinish(saved => inBackground(log, showNotes(saved))),
    { dispose: () => inBackground(log, endNotes()) },
  );
}

/** Reads documents again that come to the front. */
const readAgainInFront = async ({ files, kinds }: Documents, { connections, lists, log }: RecordsOptions) =>
  (await import('./documents/documentTabs.js')).readAgainInFront({
    connections,
    lists,
    files,
    table: await kinds(),
    log,
  });

/** What open documents show, by a reader that is loaded when it is first needed. */
function openElements(): ReadElements {
  const reader = loadedOnce(
    async () => new (await import('./documents/documentElements.js')).DocumentElements(),
  );
  return async document => (await reader()).of(document);
}

/** Shows the line above a record, anew when its connection was locked or unlocked, its manager answers otherwise, and when a save failed. */
function registerLenses(connections: Connections, failures: SaveFailures): vscode.Disposable {
  const changed = new Emitter<void>();
  const provider: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: async document => {
      const connection = connections.get(document.uri.authority);
      const { recordLenses } = await import('./recordLenses.js');
      return connection && recordLenses(document, connection, failures.get(document.uri));
    },
  };
  return together(
    changed,
    connections.onDidChange(() => changed.fire()),
    connections.onDidReach(() => changed.fire()),
    failures.onDidChange(() => changed.fire()),
    onceDocumentOpens(isRecordDocument, () =>
      vscode.languages.registerCodeLensProvider({ scheme: Scheme.record }, provider),
    ),
  );
}

/** Milliseconds; until then VS Code moves what is dimmed along with the text. */
const typingDebounce = 150;

/** Shows in documents of records what cannot be changed: dimmed, and folded away at first. */
function registerReadOnlyLook(elements: ReadElements, log: Log): vscode.Disposable {
  const seen = new Set<string>();
  const draw = async (editor: vscode.TextEditor) =>
    (await import('./documents/readOnlyFields.js')).showReadOnlyFields(editor, elements, seen);
  let typing: NodeJS.Timeout | undefined;
  const drawOne = (editor: vscode.TextEditor) => {
    if (isRecordDocument(editor.document)) inBackground(log, draw(editor));
  };
  const drawAll = () => vscode.window.visibleTextEditors.forEach(drawOne);
  return together(
    vscode.window.onDidChangeVisibleTextEditors(drawAll),
    vscode.window.onDidChangeActiveTextEditor(drawAll),
    vscode.window.onDidChangeActiveColorTheme(drawAll),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (!isRecordDocument(document)) return;
      clearTimeout(typing);
      typing = setTimeout(drawAll, typingDebounce);
    }),
    { dispose: () => clearTimeout(typing) },
    vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => drawOne(textEditor)),
    onDidCloseDocument(uri => seen.delete(uri.toString())),
    vscode.languages.registerFoldingRangeProvider(
      { scheme: Scheme.record },
      {
        provideFoldingRanges: async document =>
          (await import('./documents/readOnlyFields.js')).readOnlyFolds(document, await elements(document)),
      },
    ),
  );
}

const isShownSensor = (document: vscode.TextDocument) =>
  isRecordDocument(document) && document.uri.path.startsWith('/sensors/other/');

const offerVendor = async (document: vscode.TextDocument) =>
  (await import('./documents/documentTabs.js')).offerVendor(document);

const tellReceipt = async (saved: RecordSaved) =>
  (await import('./documents/showReceipt.js')).showReceipt(saved);

async function tellMore(files: RecordFileSystem, saved: RecordSaved): Promise<void> {
  if (saved.undone !== undefined || saved.receipt.besides?.length)
    await (await import('./documents/undoBesides.js')).tellMore(files, saved);
}

const tellBesides = async (files: RecordFileSystem, changed: ChangedBesides) =>
  (await import('./documents/undoBesides.js')).tellBesides(files, changed);

/** Goes on with the document that the saved one has become. */
async function continueAs(
  files: RecordFileSystem,
  { uri, text: saved, receipt }: RecordSaved,
): Promise<void> {
  const { replacedBy, renamedTo, afterwards, storedText: stored } = receipt;
  const { renameTab, moveTab } = await import('./documents/documentTabs.js');
  try {
    if (replacedBy) await moveTab(files, { old: uri, by: replacedBy, shown: [saved] });
    else if (renamedTo) await renameTab(files, { uri, renamedTo, saved, stored });
  } finally {
    await afterwards?.();
  }
}
