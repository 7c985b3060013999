import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connections } from '../../connections/connection.js';
import { FileSystemError, waitPatiently } from '../../ui/doors.js';
import { quoted, type Inert } from '../../words/inert.js';
import type { EarlierSaves } from '../../changes/records/editedDocument.js';
import type { PutBack, StartedFrom } from '../putBack.js';
import { onDidCloseDocument } from '../../ui/listeners.js';
import { Emitter, Owner } from '../../ui/lifetimes.js';
import type {
  ChangedBesides,
  DocumentKind,
  EditedText,
  OpenFailure,
  ReadRequest,
  SaveReceipt,
  Stored,
} from './documentKind.js';
import type { DocumentTable } from '../documentTable.js';
import {
  documentName,
  DocumentSnapshots,
  heldDocument,
  isUndone,
  textTabs,
  type Snapshot,
} from './documentSnapshots.js';
import type { RecordBases } from './recordBases.js';
import type { SaveFailures } from './saveFailures.js';

/** A record was saved; fires once per accepted save, also when nothing had to be sent. */
export interface RecordSaved {
  readonly uri: vscode.Uri;
  /** What was saved. */
  readonly text: string;
  /** What the document shows where the save was undone while it was under way, which VS Code takes for no edit. */
  readonly undone?: string | undefined;
  readonly receipt: SaveReceipt;
}

/**
 * The documents of a manager as files, each by its kind. The request to the manager happens inside `writeFile`; when the manager has not accepted
 * the change, `writeFile` throws and the tab stays dirty (architecture, rule 3).
 */
export class RecordFileSystem extends Owner implements vscode.FileSystemProvider {
  private readonly changed = this.own(new Emitter<vscode.FileChangeEvent[]>());
  private readonly saved = this.own(new Emitter<RecordSaved>());
  private readonly snapshots = new DocumentSnapshots(uri => this.textForTab(uri));
  private readonly finished = this.own(new Emitter<RecordSaved>());
  private readonly changedBesides = this.own(new Emitter<ChangedBesides>());
  private readonly receipts = new Map<string, Stored>();
  private readonly deleted = new Set<string>();
  private readonly failedToOpen = this.own(new Emitter<OpenFailure>());
  /** What was stored before VS Code was told to save it, by document, or that nothing is. */
  readonly made = new Map<string, (content: Uint8Array) => Promise<Stored> | 'nothing'>();
  readonly onDidChangeFile = this.changed.event;
  /** A document that is not open yet could not be read. */
  readonly onDidFailToOpen = this.failedToOpen.event;
  readonly onDidSave = this.saved.event;
  /** The editor has taken notice of an accepted save. */
  readonly onDidFinish = this.finished.event;
  /** Fields changed with a save that failed, or that stored a part alone. */
  readonly onDidChangeBesides = this.changedBesides.event;

  constructor(
    private readonly connections: Connections,
    private readonly kinds: () => Promise<DocumentTable>,
    readonly bases: RecordBases,
    private readonly failures: SaveFailures,
  ) {
    super();
    this.own(
      // VS Code asks for the size of a file once more after writing it; only then may the stored text replace it.
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.showReceipt(uri)),
      connections.onDidChange(() => this.announceAll()),
      onDidCloseDocument(uri => this.forget(uri)),
      vscode.workspace.onDidOpenTextDocument(document => this.snapshots.follow(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.snapshots.follow(document)),
    );
  }

  watch = (): vscode.Disposable => ({ dispose: () => undefined });

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const kind = (await this.kinds()).find(uri);
    if (!kind) return this.statFolder(uri);
    if (this.deleted.has(uri.toString())) throw FileSystemError.FileNotFound(uri);
    const { mtime, content } = this.snapshots.stat(uri) ?? (await this.loadForTab(uri));
    const isReadOnly = !kind.save || (this.connections.get(uri.authority)?.isLocked ?? true);
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime,
      size: content.byteLength,
      ...(isReadOnly ? { permissions: vscode.FilePermission.Readonly } : {}),
    };
  }

  /** What is read while the document is saved is what the manager has afterwards. */
  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    let isAgain = false;
    const read = await this.bases.read(uri, async () => {
      const known = isAgain ? undefined : this.snapshots.get(uri);
      isAgain = true;
      return known?.isFresh ? known : this.snapshots.load(uri);
    });
    const { content } = this.snapshots.served(uri, read);
    this.bases.serve(uri, new TextDecoder().decode(content));
    return content;
  }

  /** What was sent already is not asked about once more: a lock of its connection came too late for it. */
  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const made = this.made.get(uri.toString())?.(content);
    this.made.delete(uri.toString());
    if (made === undefined) this.requireUnlocked(uri);
    if (made === 'nothing') return this.snapshots.written(uri, content);
    const stored = await this.taken(uri, content, made ?? this.store(uri, content));
    this.snapshots.written(uri, content);
    this.receipts.set(uri.toString(), stored);
    this.saved.fire({ uri, ...stored });
  }

  /**
   * Says what became of a save that VS Code was not told of, since its document shows another text by now, which nobody asked
   * to save: that stays an edit of what is stored.
   * @throws as `writeFile`
   */
  async tell(uri: vscode.Uri, content: Uint8Array, made: Promise<Stored>): Promise<void> {
    const stored = await this.taken(uri, content, made);
    this.saved.fire({ uri, ...stored });
    this.snapshots.hold(uri);
    this.finish(uri, stored);
  }

  /** Waits until a save is stored, and notes for its document that it is, or why not. */
  private async taken(uri: vscode.Uri, content: Uint8Array, made: Promise<Stored>): Promise<Stored> {
    try {
      const { text, receipt } = await made;
      this.failures.clear(uri);
      this.deleted.delete(uri.toString());
      return { text, receipt };
    } catch (error) {
      const kind = (await this.kinds()).find(uri);
      if (!kind) throw error;
      await this.tellBesides(uri, error);
      const { saveFailure } = await import('./saveErrors.js');
      this.failures.note(uri, saveFailure(error, kind, content));
      const { offerHelp, saveError } = await import('./fileSystemErrors.js');
      offerHelp(uri, error, kind);
      throw saveError(error, kind);
    }
  }

  private async tellBesides(uri: vscode.Uri, error: unknown): Promise<void> {
    const { besidesOfFailure } = await import('./saveErrors.js');
    const besides = besidesOfFailure(error);
    if (besides.length > 0) this.changedBesides.fire({ uri, besides });
  }

  /**
   * Saves a text by its kind, once no other save of the document is under way. What the document started from moves on.
   * @throws as {@link DocumentKind.save}, or when the document is only shown
   */
  store(uri: vscode.Uri, content: Uint8Array): Promise<Stored> {
    return this.save(uri, earlier => ({ content, earlier, baseText: () => this.baseText(uri) }));
  }

  /**
   * Saves a change of what a document started from, and nothing else: what was typed since stays an edit.
   * @returns the text of the document on the manager
   * @throws as {@link store}
   */
  async storeBesides(uri: vscode.Uri, change: (from: StartedFrom) => PutBack): Promise<string> {
    const { text, receipt } = await this.save(
      uri,
      ({ saved: { text: savedText, sentBefore } = {}, ...earlier }) => {
        const { baseText, editedText, saved } = change({ base: this.baseText(uri), saved: savedText });
        const content = new TextEncoder().encode(editedText);
        // What an earlier save may have stored late is no reason to send what the document started from.
        const own = { ...earlier, sent: [] };
        return { content, earlier: own, baseText: () => baseText, saved: { saved, sentBefore } };
      },
    ).catch(async (error: unknown) => {
      await this.tellBesides(uri, error);
      throw error;
    });
    this.saved.fire({ uri, text, receipt });
    if (!receipt.replacedBy) this.show(uri, receipt.storedText);
    this.finished.fire({ uri, text, receipt });
    return receipt.storedText;
  }

  private baseText(uri: vscode.Uri): string {
    return this.bases.require(uri, heldDocument(uri) ? undefined : this.snapshots.text(uri));
  }

  private async save(uri: vscode.Uri, edited: (earlier: EarlierSaves) => EditedText): Promise<Stored> {
    const { mayBeStored } = await import('../../changes/settle.js');
    const { writeDocument } = await import('./writeDocument.js');
    return this.bases.save(uri, {
      write: async (earlier, progress) => {
        this.requireUnlocked(uri);
        const client = await this.connections.client(uri.authority);
        const mayCreate = this.failures.mayCreate(uri);
        const { saved, ...text } = edited(earlier);
        const request = { uri, ...text, ...progress, client, mayCreate };
        const accepted = await writeDocument(await this.kinds(), request);
        return { ...accepted, ...saved };
      },
      mayBeStored,
    });
  }

  /** Reads a document that is about to be opened; false when it was cancelled or failed, which `onDidFailToOpen` tells. */
  async canOpen(uri: vscode.Uri): Promise<boolean> {
    if (this.snapshots.get(uri)) return true;
    return this.loadPatiently(uri).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof vscode.CancellationError)) this.failedToOpen.fire({ uri, error });
        return false;
      },
    );
  }

  async readDirectory(uri: vscode.Uri): Promise<[string, vscode.FileType][]> {
    const { isInventoryFolder, readInventoryFolder } = await import('./inventoryFolders.js');
    if (!(await this.kinds()).isFolder(uri.path)) throw FileSystemError.FileNotADirectory(uri);
    if (!isInventoryFolder(uri.path)) return [];
    return this.ask(uri, readInventoryFolder);
  }

  createDirectory = () => refuse(l10n.t('A manager has no folders to create.'));
  delete = () => refuse(l10n.t('Records cannot be deleted as files.'));
  rename = () => refuse(l10n.t('Change the name inside the record instead.'));

  /** Whether a document is saved, or VS Code still looks at the file that it has just saved. */
  isBeingSaved(uri: vscode.Uri): boolean {
    return this.receipts.has(uri.toString()) || this.made.has(uri.toString()) || this.bases.isSaving(uri);
  }

  /**
   * The text of a document on the manager now; of a draft that has become something, of that.
   * @throws {vscode.FileSystemError} with a sentence for people
   */
  async readText(uri: vscode.Uri): Promise<string> {
    const meant = this.bases.became(uri) ?? uri;
    const { read } = await this.kind(meant);
    return this.ask(meant, read);
  }

  private async textForTab(uri: vscode.Uri): Promise<string> {
    const inTree = heldDocument(uri) ? undefined : (await this.kinds()).textInLargeTree(uri);
    return inTree ?? this.readText(uri);
  }

  /** Puts the text that the manager has now into a document without changes. */
  show(uri: vscode.Uri, stored: string): void {
    if (this.snapshots.text(uri) === stored) return;
    this.snapshots.replace(uri, stored);
    this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  /** Marks the tab of a document whose record is gone; not while VS Code still looks at the file that it has just saved. */
  showDeleted(uri: vscode.Uri): void {
    if (this.deleted.has(uri.toString()) || this.receipts.has(uri.toString())) return;
    this.deleted.add(uri.toString());
    this.changed.fire([{ type: vscode.FileChangeType.Deleted, uri }]);
  }

  /** Takes the mark away when the record is there again. */
  showExisting(uri: vscode.Uri): void {
    if (this.deleted.delete(uri.toString()))
      this.changed.fire([{ type: vscode.FileChangeType.Created, uri }]);
  }

  private requireUnlocked({ authority }: vscode.Uri): void {
    const connection = this.connections.get(authority);
    if (!connection?.isLocked) return;
    refuse(l10n.t('{0} is read-only. Unlock it for changes, then save again.', quoted(connection.name)));
  }

  private async kind(uri: vscode.Uri): Promise<DocumentKind> {
    const kind = (await this.kinds()).find(uri);
    if (!kind) throw FileSystemError.FileNotFound(uri);
    return kind;
  }

  private async statFolder(uri: vscode.Uri): Promise<vscode.FileStat> {
    if (!(await this.kinds()).isFolder(uri.path)) throw FileSystemError.FileNotFound(uri);
    return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
  }

  private async ask<T>(uri: vscode.Uri, question: (request: ReadRequest) => Promise<T>): Promise<T> {
    try {
      return await question({ client: await this.connections.client(uri.authority), uri });
    } catch (error) {
      const { readError } = await import('./fileSystemErrors.js');
      throw readError(error);
    }
  }

  /** The page of a tab that cannot be opened, such as one that VS Code restores, does not say why: that is told besides. */
  private async loadForTab(uri: vscode.Uri): Promise<Snapshot> {
    if (heldDocument(uri)) return this.snapshots.load(uri);
    try {
      return await this.loadPatiently(uri);
    } catch (error) {
      if (textTabs(uri).length > 0) this.failedToOpen.fire({ uri, error });
      throw error;
    }
  }

  private loadPatiently(uri: vscode.Uri): Promise<Snapshot> {
    return waitPatiently(l10n.t('Opening {0}…', documentName(uri)), this.snapshots.load(uri));
  }

  private showReceipt(uri: vscode.Uri): void {
    const stored = this.receipts.get(uri.toString());
    if (!stored) return;
    this.receipts.delete(uri.toString());
    this.finish(uri, stored);
  }

  private finish(uri: vscode.Uri, stored: Stored): void {
    const { text, receipt } = stored;
    const document = heldDocument(uri);
    const undone = isUndone(uri, text, receipt.storedText) ? document?.getText() : undefined;
    if (document && !receipt.replacedBy) this.show(uri, receipt.storedText);
    this.finished.fire({ uri, ...stored, undone });
  }

  private forget(uri: vscode.Uri): void {
    this.snapshots.forget(uri);
    this.receipts.delete(uri.toString());
    this.deleted.delete(uri.toString());
  }

  /** Lets VS Code look again at what may have become locked or unlocked. */
  private announceAll(): void {
    this.changed.fire(this.snapshots.uris.map(uri => ({ type: vscode.FileChangeType.Changed, uri })));
  }
}

function refuse(sentence: Inert): never {
  throw FileSystemError.NoPermissions(sentence);
}
