import * as vscode from 'vscode';
import type { Connections } from '../connections/connection.js';
import type { RecordBases } from './recordBases.js';
import type { RecordConflicts } from './recordConflicts.js';
import type { SaveReceipt } from './saveRecord.js';

/** What is known of a document without asking the manager. */
interface Snapshot {
  readonly content: Uint8Array;
  /** Milliseconds; rises only when the content changes, else VS Code sees conflicts that are none. */
  readonly mtime: number;
  /** Whether the content has just been read and the next `readFile` may use it. */
  readonly isFresh: boolean;
}

/** A record was saved; fires once per accepted save, also when nothing had to be sent. */
export interface RecordSaved {
  readonly uri: vscode.Uri;
  readonly receipt: SaveReceipt;
}

/**
 * Inventory records as files. The request to the manager happens inside `writeFile`; when the manager has not accepted
 * the change, `writeFile` throws and the tab stays dirty (design, decision 3).
 */
export class RecordFileSystem implements vscode.FileSystemProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  private readonly saved = new vscode.EventEmitter<RecordSaved>();
  private readonly snapshots = new Map<string, Snapshot>();
  private readonly receipts = new Map<string, string>();
  private readonly subscriptions: vscode.Disposable;
  readonly onDidChangeFile = this.changed.event;
  readonly onDidSave = this.saved.event;

  constructor(
    private readonly connections: Connections,
    private readonly bases: RecordBases,
    private readonly conflicts: RecordConflicts,
  ) {
    this.subscriptions = vscode.Disposable.from(
      this.changed,
      this.saved,
      // VS Code asks for the size of a file once more after writing it; only then may the stored text replace it.
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.showReceipt(uri)),
      connections.onDidChange(() => this.announceAll()),
    );
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { pathKind } = await import('./readRecord.js');
    const type = pathKind(uri.path);
    if (type === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    if (type === vscode.FileType.Directory) return { type, ctime: 0, mtime: 0, size: 0 };
    const { mtime, content } = this.snapshots.get(uri.toString()) ?? (await this.load(uri));
    const isLocked = this.connections.get(uri.authority)?.isLocked ?? true;
    return {
      type,
      ctime: 0,
      mtime,
      size: content.byteLength,
      ...(isLocked ? { permissions: vscode.FilePermission.Readonly } : {}),
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const known = this.snapshots.get(uri.toString());
    const snapshot = known?.isFresh ? known : await this.load(uri);
    this.snapshots.set(uri.toString(), { ...snapshot, isFresh: false });
    this.bases.serve(uri, new TextDecoder().decode(snapshot.content));
    return snapshot.content;
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const connection = this.connections.get(uri.authority);
    if (connection?.isLocked) {
      throw vscode.FileSystemError.NoPermissions(
        vscode.l10n.t('{0} is read-only. Unlock it for changes, then save again.', connection.name),
      );
    }
    const { saveRecord } = await import('./saveRecord.js');
    const editedText = new TextDecoder().decode(content);
    try {
      const client = await this.connections.client(uri.authority);
      const receipt = await saveRecord({ client, uri, baseText: this.baseText(uri), editedText });
      this.conflicts.clear(uri);
      this.snapshots.set(uri.toString(), { content, mtime: this.nextTime(uri), isFresh: false });
      this.bases.serve(uri, editedText);
      this.receipts.set(uri.toString(), receipt.storedText);
      this.saved.fire({ uri, receipt });
    } catch (error) {
      throw await this.explain(error, uri);
    }
  }

  async readDirectory(uri: vscode.Uri): Promise<[string, vscode.FileType][]> {
    const { readRecordFolder } = await import('./readRecord.js');
    return readRecordFolder(this.connections, uri);
  }

  createDirectory(): never {
    throw vscode.FileSystemError.NoPermissions(vscode.l10n.t('A manager has no folders to create.'));
  }

  delete(): never {
    throw vscode.FileSystemError.NoPermissions(vscode.l10n.t('Records cannot be deleted as files.'));
  }

  rename(): never {
    throw vscode.FileSystemError.NoPermissions(vscode.l10n.t('Change the name inside the record instead.'));
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  /** Reads the record now. The time stays: VS Code has just asked for it and would take a later one for a conflict. */
  private async load(uri: vscode.Uri): Promise<Snapshot> {
    const { readRecordText } = await import('./readRecord.js');
    const content = new TextEncoder().encode(await readRecordText(this.connections, uri));
    const snapshot = {
      content,
      mtime: this.snapshots.get(uri.toString())?.mtime ?? Date.now(),
      isFresh: true,
    };
    this.snapshots.set(uri.toString(), snapshot);
    return snapshot;
  }

  private baseText(uri: vscode.Uri): string {
    const base = this.bases.get(uri);
    if (base !== undefined) return base;
    const snapshot = this.snapshots.get(uri.toString());
    const isOpen = vscode.workspace.textDocuments.some(
      document => document.uri.toString() === uri.toString(),
    );
    if (snapshot && !isOpen) return new TextDecoder().decode(snapshot.content);
    throw new Error(
      vscode.l10n.t(
        'What this document started from is not known any more. Copy your changes, revert the file, and make them again.',
      ),
    );
  }

  private showReceipt(uri: vscode.Uri): void {
    const stored = this.receipts.get(uri.toString());
    if (stored === undefined) return;
    this.receipts.delete(uri.toString());
    const content = new TextEncoder().encode(stored);
    const known = this.snapshots.get(uri.toString());
    if (known && new TextDecoder().decode(known.content) === stored) return;
    this.snapshots.set(uri.toString(), { content, mtime: this.nextTime(uri), isFresh: true });
    this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  /** Lets VS Code look again at what may have become locked or unlocked. */
  private announceAll(): void {
    const uris = [...this.snapshots.keys()].map(key => vscode.Uri.parse(key, true));
    this.changed.fire(uris.map(uri => ({ type: vscode.FileChangeType.Changed, uri })));
  }

  private nextTime(uri: vscode.Uri): number {
    return Math.max(Date.now(), (this.snapshots.get(uri.toString())?.mtime ?? 0) + 1);
  }

  private async explain(error: unknown, uri: vscode.Uri): Promise<Error> {
    const { ConflictError } = await import('./saveRecord.js');
    const { toFileSystemError } = await import('./readRecord.js');
    if (error instanceof ConflictError) this.conflicts.set(uri, error.conflicts);
    return toFileSystemError(error);
  }
}
