import * as vscode from 'vscode';
import type { Connections } from '../../connections/connection.js';
import { FileSystemError, waitPatiently } from '../../ui/doors.js';
import { quoted, PartlySavedError } from '../../words/inert.js';
import { onDidCloseDocument, Owner } from '../../ui/listeners.js';
import type { DocumentKind, OpenFailure, ReadRequest, SaveReceipt, Stored } from './documentKind.js';
import type { DocumentTable } from './documentTable.js';
import {
  documentName,
  DocumentSnapshots,
  heldDocument,
  textTabs,
  type Snapshot,
} from './documentSnapshots.js';
import type { RecordBases } from './recordBases.js';
import type { SaveFailures } from './saveFailures.js';

/** A record was saved; fires once per accepted save, also when nothing had to be sent. */
export interface RecordSaved {
  readonly uri: vscode.Uri;
  readonly receipt: SaveReceipt;
}

/**
 * The documents of a manager as files, each by its kind. The request to the manager happens inside `writeFile`; when the manager has not accepted
 * the change, `writeFile` throws and the tab stays dirty (architecture, rule 3).
 */
export class RecordFileSystem extends Owner implements vscode.FileSystemProvider {
  private readonly changed = this.own(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  private readonly saved = this.own(new vscode.EventEmitter<RecordSaved>());
  private readonly snapshots = new DocumentSnapshots(uri => this.textForTab(uri));
  private readonly finished = this.own(new vscode.EventEmitter<RecordSaved>());
  private readonly receipts = new Map<string, SaveReceipt>();
  private readonly deleted = new Set<string>();
  private readonly failedToOpen = this.own(new vscode.EventEmitter<OpenFailure>());
  /** What was stored before VS Code was told to save it, by document; undefined where something else is saved now. */
  readonly made = new Map<string, (content: Uint8Array) => Promise<Stored> | undefined>();
  readonly onDidChangeFile = this.changed.event;
  /** A document that is not open yet could not be read. */
  readonly onDidFailToOpen = this.failedToOpen.event;
  readonly onDidSave = this.saved.event;
  /** The editor has taken notice of an accepted save. */
  readonly onDidFinish = this.finished.event;

  constructor(
    private readonly connections: Connections,
    private readonly kinds: () => Promise<DocumentTable>,
    private readonly bases: RecordBases,
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

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

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

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const known = this.snapshots.get(uri);
    const { content } = this.snapshots.served(uri, known?.isFresh ? known : await this.snapshots.load(uri));
    this.bases.serve(uri, new TextDecoder().decode(content));
    return content;
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    this.requireUnlocked(uri);
    const kind = await this.kind(uri);
    try {
      const { text, receipt } = await (this.made.get(uri.toString())?.(content) ?? this.store(uri, content));
      this.failures.clear(uri);
      this.deleted.delete(uri.toString());
      this.snapshots.written(uri, content);
      this.bases.serve(uri, text);
      this.receipts.set(uri.toString(), receipt);
      this.saved.fire({ uri, receipt });
    } catch (error) {
      if (error instanceof PartlySavedError) await this.bases.set(uri, error.baseText);
      const { saveError, saveFailure } = await import('./saveErrors.js');
      this.failures.note(uri, saveFailure(error, kind, content));
      throw saveError(error, kind);
    }
  }

  /** Saves a text by its kind. @throws as {@link DocumentKind.save}, or when the document is only shown */
  async store(uri: vscode.Uri, content: Uint8Array): Promise<Stored> {
    this.requireUnlocked(uri);
    const { save } = await this.kind(uri);
    if (!save) throw FileSystemError.NoPermissions(vscode.l10n.t('This document is only shown.'));
    const { editedText } = await import('./saveThreeWay.js');
    const text = editedText(uri, content);
    const receipt = await save({
      client: await this.connections.client(uri.authority),
      uri,
      baseText: () => this.bases.require(uri, heldDocument(uri) ? undefined : this.snapshots.text(uri)),
      editedText: text,
      mayCreate: this.failures.mayCreate(uri),
    });
    return { text, receipt };
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
    const { isInventoryFolder, readInventoryFolder } = await import('../kinds/inventoryKind.js');
    if (!(await this.kinds()).isFolder(uri.path)) throw FileSystemError.FileNotADirectory(uri);
    if (!isInventoryFolder(uri.path)) return [];
    return this.ask(uri, readInventoryFolder);
  }

  createDirectory(): never {
    throw FileSystemError.NoPermissions(vscode.l10n.t('A manager has no folders to create.'));
  }

  delete(): never {
    throw FileSystemError.NoPermissions(vscode.l10n.t('Records cannot be deleted as files.'));
  }

  rename(): never {
    throw FileSystemError.NoPermissions(vscode.l10n.t('Change the name inside the record instead.'));
  }

  /**
   * The text of a document on the manager now.
   * @throws {vscode.FileSystemError} with a sentence for people
   */
  async readText(uri: vscode.Uri): Promise<string> {
    const { read } = await this.kind(uri);
    return this.ask(uri, read);
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
    throw FileSystemError.NoPermissions(
      vscode.l10n.t('{0} is read-only. Unlock it for changes, then save again.', quoted(connection.name)),
    );
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
      const { readError } = await import('./saveErrors.js');
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
    return waitPatiently(vscode.l10n.t('Opening {0}…', documentName(uri)), this.snapshots.load(uri));
  }

  private showReceipt(uri: vscode.Uri): void {
    const receipt = this.receipts.get(uri.toString());
    if (!receipt) return;
    this.receipts.delete(uri.toString());
    if (!receipt.replacedBy) this.show(uri, receipt.storedText);
    this.finished.fire({ uri, receipt });
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
