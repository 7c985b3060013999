import { Emitter } from '../../../src/ui/lifetimes.js';
import type * as vscode from 'vscode';
import type { NotebookSerializer } from '../../../src/notebook/notebookSerializer.js';

const opened = new Emitter<unknown>();
const closed = new Emitter<unknown>();
const changed = new Emitter<unknown>();
const willSave = new Emitter<unknown>();
const saved = new Emitter<unknown>();
const watched = new Emitter<unknown>();

/** What takes its time: what VS Code reads and writes, the answer that it is written, and what an extension reads. */
export type Slow = 'read' | 'write' | 'written' | 'look';

/** The file that a notebook is read from and written to, and what is asked before anything goes on. */
export const disk = {
  content: '' as string | undefined,
  writtenAt: 0,
  pass: async (_: Slow): Promise<void> => undefined,
  /** Another program writes it. @param isNoticed whether anybody is told */
  put(content: string | undefined, isNoticed = true): void {
    Object.assign(disk, { content, writtenAt: Date.now() });
    if (isNoticed && content !== undefined) watched.fire(undefined);
  },
};

async function read(by: 'read' | 'look'): Promise<Uint8Array> {
  await disk.pass(by);
  if (disk.content === undefined) throw new Error('not there');
  return Buffer.from(disk.content);
}

async function write(_: unknown, content: Uint8Array): Promise<void> {
  await disk.pass('write');
  disk.put(Buffer.from(content).toString());
  await disk.pass('written');
}

/** What was said, and the button that is pressed. */
export const dialogs = { shown: [] as string[], answer: undefined as string | undefined };

async function stat(): Promise<{ readonly size: number; readonly mtime: number }> {
  if (disk.content === undefined) throw new Error('not there');
  return { size: disk.content.length, mtime: disk.writtenAt };
}

const say = async (message: string, ...buttons: string[]) => {
  dialogs.shown.push(message);
  return buttons.find(button => button === dialogs.answer);
};

/** A stored working copy of VS Code, as far as it counts for what is lost: it marks nothing as unsaved while it reads. */
export class OpenNotebook {
  readonly uri = { path: '/n.dqnb', toString: () => 'file:///n.dqnb' } as vscode.Uri;
  readonly notebookType = 'netsensor-query';
  readonly isUntitled = false;
  isClosed = false;
  isDirty = false;
  metadata: Record<string, unknown> = {};
  text = '';
  /** What it held when it was read or written last. */
  shown = '';
  /** The file as it was read or written, each time. */
  readonly known: string[] = [];
  /** Told when VS Code asks what to write; gives what is told before that is written. */
  onSerialize = (): ((content: string) => void) => () => undefined;
  private isReading = false;
  private saving: Promise<unknown> = Promise.resolve();

  constructor(private readonly serializer: NotebookSerializer) {}

  readonly cellCount = 1;
  cellAt = () => ({ kind: 2, metadata: {}, document: { getText: () => this.text, languageId: 'dataquery' } });
  getCells = () => [this.cellAt()];

  async open(): Promise<void> {
    await this.take(await read('read'));
    host.notebook = this;
    opened.fire(this);
  }

  close(): void {
    this.isClosed = true;
    host.notebook = undefined;
    closed.fire(this);
  }

  change(next: { readonly text?: string; readonly metadata?: Record<string, unknown> }): void {
    Object.assign(this, next);
    this.tell();
    if (!this.isReading) this.isDirty = true;
  }

  /** Tells that something has changed. */
  tell(): void {
    changed.fire({ notebook: this });
  }

  /** What VS Code does about a file that changed. */
  async readAgain(): Promise<void> {
    if (this.isDirty || this.isReading) return;
    this.isReading = true;
    try {
      await this.take(await read('read'));
      this.isDirty = false;
    } catch {
      // It keeps what it has.
    } finally {
      this.isReading = false;
    }
  }

  /** Another notebook is saved as this one, which VS Code reads from what it is about to write. */
  async become(text: string): Promise<boolean> {
    const cells = [{ kind: 2, value: text, languageId: 'dataquery' }];
    await this.take(await this.serializer.serializeNotebook({ cells, metadata: {} }));
    this.isDirty = true;
    return this.save();
  }

  private async take(content: Uint8Array): Promise<void> {
    const data = await this.serializer.deserializeNotebook(content);
    Object.assign(this, { text: data.cells[0]?.value ?? '', metadata: { ...data.metadata } });
    this.shown = this.text;
    this.known.push(Buffer.from(content).toString());
    this.tell();
  }

  /** @param others have their turn before anything is written */
  save(others = async (): Promise<void> => undefined): Promise<boolean> {
    const saved = this.saving.then(() => this.saveNext(others));
    this.saving = saved;
    return saved;
  }

  private async saveNext(others: () => Promise<void>): Promise<boolean> {
    if (!this.isDirty) return true;
    const waiting: Promise<unknown>[] = [];
    willSave.fire({ notebook: this, reason: 1, waitUntil: (work: Promise<unknown>) => waiting.push(work) });
    await Promise.all([...waiting, others()]);
    const { text } = this;
    let content: Uint8Array;
    try {
      const cells = [{ kind: 2, value: text, languageId: 'dataquery' }];
      const written = this.onSerialize();
      content = await this.serializer.serializeNotebook({ cells, metadata: this.metadata });
      written(Buffer.from(content).toString());
      await write(this.uri, content);
    } catch {
      return false;
    }
    this.shown = text;
    this.known.push(Buffer.from(content).toString());
    this.isDirty = this.text !== text;
    saved.fire(this);
    return !this.isDirty;
  }
}

const host: { notebook: OpenNotebook | undefined } = { notebook: undefined };

class Empty {}
class Watcher {
  private listening: { dispose(): unknown } | undefined;
  readonly onDidCreate = () => undefined;
  readonly onDidChange = (listener: () => void) => (this.listening = watched.event(listener));
  readonly dispose = () => this.listening?.dispose();
}
class Data {
  metadata = {};
  constructor(readonly cells: unknown[]) {}
}
class CellData {
  constructor(
    readonly kind: number,
    readonly value: string,
    readonly languageId: string,
  ) {}
}
class Edit {
  metadata = {};
  set(_: unknown, [edit]: readonly Record<string, unknown>[]): void {
    this.metadata = { ...edit };
  }
}

/** As much of VS Code as reads and writes one notebook. */
export const vscodeOfNotebook = {
  DocumentLink: Empty,
  DocumentSymbol: Empty,
  MarkdownString: Empty,
  TreeItem: Empty,
  InlayHint: Empty,
  Hover: Empty,
  NotebookCellStatusBarItem: Empty,
  CompletionItem: Empty,
  CodeLens: Empty,
  CodeAction: Empty,
  FileSystemError: Error,
  CancellationError: Error,
  Diagnostic: Empty,
  TabInputNotebook: Empty,
  TabInputNotebookDiff: Empty,
  RelativePattern: Empty,
  NotebookData: Data,
  NotebookCellData: CellData,
  WorkspaceEdit: Edit,
  NotebookCellKind: { Markup: 1, Code: 2 },
  NotebookEdit: { updateNotebookMetadata: (metadata: unknown) => metadata },
  TextDocumentSaveReason: { Manual: 1 },
  Uri: { joinPath: () => ({}) },
  commands: { getCommands: async () => [], executeCommand: async () => undefined },
  languages: { getLanguages: async () => [] },
  extensions: { getExtension: () => undefined },
  window: { showErrorMessage: say, tabGroups: { all: [] }, showNotebookDocument: async () => undefined },
  workspace: {
    get notebookDocuments() {
      return host.notebook ? [host.notebook] : [];
    },
    onDidOpenNotebookDocument: opened.event,
    onDidCloseNotebookDocument: closed.event,
    onDidChangeNotebookDocument: changed.event,
    onWillSaveNotebookDocument: willSave.event,
    onDidSaveNotebookDocument: saved.event,
    createFileSystemWatcher: () => new Watcher(),
    applyEdit: async ({ metadata }: Edit) => {
      await Promise.resolve();
      host.notebook?.change({ metadata });
      return true;
    },
    openTextDocument: async () => ({}),
    fs: { readFile: () => read('look'), writeFile: write, stat },
  },
};
