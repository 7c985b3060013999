import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connections } from '../connections/connection.js';
import { Command, Scheme } from '../ids.js';
import { window, type Log } from '../ui/doors.js';
import { inBackground } from '../ui/listeners.js';
import { loadedOnce } from '../ui/loadedOnce.js';
import { isRecordDocument, onceDocumentOpens } from '../ui/onceOpened.js';
import { commandsOf, named, registerCommands } from '../ui/registerCommands.js';
import { Emitter, together } from '../ui/lifetimes.js';
import { shown } from '../words/inert.js';
import { CopiedSecrets, type SecretClipboard } from './secrets/copiedSecrets.js';
import type { ReadElements } from './documents/documentElements.js';
import { documentTable, type DocumentTable, type OtherKind } from './documentTable.js';
import type { BegunDraft } from './creation/recordDrafts.js';
import { DraftOutcomes } from './creation/draftOutcomes.js';
import { StoredBases } from './documents/storedBases.js';
import { RecordBases } from './documents/recordBases.js';
import { openDiffOfConflicts, registerCurrentVersions, SaveFailures } from './documents/saveFailures.js';
import { registerReadOnlyLook } from './documents/readOnlyLook.js';
import { textTabs } from './documents/documentSnapshots.js';
import { RecordFileSystem } from './documents/recordFileSystem.js';
import type { SaveFollowers } from './saveFollowers.js';
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
  [Command.createRecord]: 'draftRecord',
  [Command.createDomain]: 'draftDomain',
  [Command.createFlowSensor]: 'draftFlowSensor',
  [Command.createVendorSensor]: 'draftVendorSensor',
  [Command.createMseSensor]: 'draftMseSensor',
  [Command.createAccessPoint]: 'draftAccessPoint',
  ...named(
    'editAsVendor',
    'reloadDocument',
    'compareWithManager',
    'keepMine',
    'takeTheirs',
    'discardMine',
    'createAgain',
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
  const before = textTabs().map(({ uri }) => uri);
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
      onceDocumentOpens(isRecordDocument, () => followNames(documents, options, before)),
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
  const followers = loadedOnce(async () => {
    const { SaveFollowers } = await import('./saveFollowers.js');
    return new SaveFollowers(files, openRecord, log);
  });
  let last: ReturnType<typeof followers> | undefined;
  const tell = (told: (loaded: SaveFollowers) => unknown) =>
    inBackground(log, (last = followers()).then(told));
  return together(
    files.onDidSave(saved => tell(loaded => loaded.saved(saved))),
    files.onDidFinish(saved => tell(loaded => loaded.finished(saved))),
    files.onDidChangeBesides(changed => tell(loaded => loaded.changedBesides(changed))),
    files.onDidFailToOpen(failure => tell(loaded => loaded.failedToOpen(failure))),
    { dispose: () => void last?.then(loaded => loaded.dispose()) },
  );
}

/** Reads documents again that come to the front. */
const readAgainInFront = async ({ files, kinds }: Documents, { connections, log }: RecordsOptions) =>
  (await import('./documents/documentTabs.js')).readAgainInFront({
    connections,
    files,
    table: await kinds(),
    log,
  });

/** Gives tabs the names that records have now. @param before addresses of tabs from before */
const followNames = async (
  { files, kinds }: Documents,
  { lists, log }: RecordsOptions,
  before: vscode.Uri[],
) =>
  (await import('./documents/documentTabs.js')).followNames(
    { files, table: await kinds() },
    { before, lists, log },
  );

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

const isShownSensor = (document: vscode.TextDocument) =>
  isRecordDocument(document) && document.uri.path.startsWith('/sensors/other/');

const offerVendor = async (document: vscode.TextDocument) =>
  (await import('./documents/documentTabs.js')).offerVendor(document);
