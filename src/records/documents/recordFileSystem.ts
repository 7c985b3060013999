import * as vscode from 'vscode';
import { isApiError } from '../../api/apiError.js';
import type { Connections } from '../../connections/connection.js';
import { describeError } from '../../ui/describeError.js';
import { FileSystemError } from '../../ui/doors.js';
import { quoted } from '../../ui/inert.js';
import { onDidCloseDocument } from '../../ui/onDidCloseDocument.js';
import { PartlySavedError } from '../../ui/partlySaved.js';
import { SentenceError } from '../../ui/sentenceError.js';
import type { DocumentKind, DocumentTable, ReadRequest, SaveReceipt } from './documentKind.js';
import { DocumentSnapshots, type Snapshot } from '../documentSnapshots.js';
import type { RecordBases } from './recordBases.js';
import type { RecordConflicts } from './saveFailures.js';

/** A record was saved; fires once per accepted save, also when nothing had to be sent. */
export interface RecordSaved {
  readonly uri: vscode.Uri;
  readonly receipt: SaveReceipt;
}

/** A document that could not be opened, and why. */
export interface OpenFailure {
  readonly uri: vscode.Uri;
  readonly error: unknown;
}

/**
 * The documents of a manager as files, each by its kind. The request to the manager happens inside `writeFile`; when the manager has not accepted
 * the change, `writeFile` throws and the tab stays dirty (design, decision 3).
 */
export class RecordFileSystem implements vscode.FileSystemProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  private readonly saved = new vscode.EventEmitter<RecordSaved>();
  private readonly snapshots = new DocumentSnapshots();
  private readonly loading = new Map<string, Promise<Snapshot>>();
  private readonly finished = new vscode.EventEmitter<RecordSaved>();
  private readonly receipts = new Map<string, SaveReceipt>();
  private readonly deleted = new Set<string>();
  private readonly subscriptions: vscode.Disposable;
  private readonly failedToOpen = new vscode.EventEmitter<OpenFailure>();
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
    private readonly conflicts: RecordConflicts,
  ) {
    this.subscriptions = vscode.Disposable.from(
      this.changed,
      this.saved,
      this.finished,
      this.failedToOpen,
      // VS Code asks for the size of a file once more after writing it; only then may the stored text replace it.
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.showReceipt(uri)),
      connections.onDidChange(() => this.announceAll()),
      onDidCloseDocument(uri => this.forget(uri)),
    );
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const kind = (await this.kinds()).find(uri);
    if (!kind) return this.statFolder(uri);
    if (this.deleted.has(uri.toString())) throw FileSystemError.FileNotFound(uri);
    const { mtime, content } = this.snapshots.get(uri) ?? (await this.loadForTab(uri));
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
    const { content } = this.snapshots.served(uri, known?.isFresh ? known : await this.load(uri));
    this.bases.serve(uri, new TextDecoder().decode(content));
    return content;
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const connection = this.connections.get(uri.authority);
    if (connection?.isLocked) {
      throw FileSystemError.NoPermissions(
        vscode.l10n.t('{0} is read-only. Unlock it for changes, then save again.', quoted(connection.name)),
      );
    }
    const { save, canBeCreatedAgain } = await this.kind(uri);
    if (!save) throw FileSystemError.NoPermissions(vscode.l10n.t('This document is only shown.'));
    try {
      const { editedText } = await import('../editedText.js');
      const text = editedText(uri, content);
      const client = await this.connections.client(uri.authority);
      const mayCreate = this.conflicts.mayCreate(uri);
      const receipt = await save({
        client,
        uri,
        baseText: () => this.baseText(uri),
        editedText: text,
        mayCreate,
      });
      this.conflicts.clear(uri);
      this.deleted.delete(uri.toString());
      this.snapshots.served(uri, { content, mtime: this.snapshots.nextTime(uri) });
      this.bases.serve(uri, text);
      this.receipts.set(uri.toString(), receipt);
      this.saved.fire({ uri, receipt });
    } catch (error) {
      if (error instanceof PartlySavedError) await this.bases.set(uri, error.baseText);
      if (canBeCreatedAgain && isApiError(error, 'notFound')) this.conflicts.find(uri, { kind: 'deleted' });
      throw await this.explain(error, uri);
    }
  }

  /** Reads a document that is about to be opened; false when that failed, which `onDidFailToOpen` has told. */
  async canOpen(uri: vscode.Uri): Promise<boolean> {
    if (this.snapshots.get(uri)) return true;
    try {
      await this.load(uri);
      return true;
    } catch (error) {
      this.failedToOpen.fire({ uri, error });
      return false;
    }
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

  dispose(): void {
    this.subscriptions.dispose();
  }

  /**
   * The text of a document on the manager now.
   * @throws {vscode.FileSystemError} with a sentence for people
   */
  async readText(uri: vscode.Uri): Promise<string> {
    const { read } = await this.kind(uri);
    return this.ask(uri, read);
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
      const { readError } = await import('../fileSystemError.js');
      throw readError(error);
    }
  }

  /** The page of a tab that cannot be opened, such as one that VS Code restores, does not say why: that is told besides. */
  private async loadForTab(uri: vscode.Uri): Promise<Snapshot> {
    try {
      return await this.load(uri);
    } catch (error) {
      if (!isOpen(uri) && hasTab(uri)) this.failedToOpen.fire({ uri, error });
      throw error;
    }
  }

  /** Reads the record now; VS Code asks for a file several times at once, and those share one read. */
  private load(uri: vscode.Uri): Promise<Snapshot> {
    const underWay = this.loading.get(uri.toString());
    if (underWay) return underWay;
    const loading = this.readText(uri)
      .then(text => this.snapshots.read(uri, text))
      .finally(() => this.loading.delete(uri.toString()));
    this.loading.set(uri.toString(), loading);
    return loading;
  }

  private baseText(uri: vscode.Uri): string {
    const base = this.bases.get(uri);
    if (base !== undefined) return base;
    const shown = this.snapshots.text(uri);
    if (shown !== undefined && !isOpen(uri)) return shown;
    throw new SentenceError(
      vscode.l10n.t(
        'What this document started from is not known any more. Copy your changes, revert the file, and make them again.',
      ),
    );
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

  private async explain(error: unknown, uri: vscode.Uri): Promise<Error> {
    const { ConflictError } = await import('../saveThreeWay.js');
    const { saveError } = await import('../fileSystemError.js');
    const failure = saveError(error);
    if (error instanceof ConflictError) this.conflicts.find(uri, { kind: 'fields', fields: error.conflicts });
    else if (this.conflicts.get(uri)?.kind !== 'deleted')
      this.conflicts.find(uri, { kind: 'failed', sentence: describeError(failure) });
    return failure;
  }
}

const hasTab = (uri: vscode.Uri): boolean =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());

const isOpen = (uri: vscode.Uri): boolean =>
  vscode.workspace.textDocuments.some(document => document.uri.toString() === uri.toString());
