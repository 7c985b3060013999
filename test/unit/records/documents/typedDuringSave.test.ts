import { beforeEach, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import type { Creation, Created } from '../../../../src/changes/records/createChange.js';
import type { DraftEnd } from '../../../../src/records/creation/createFromDraft.js';
import type { SaveRequest } from '../../../../src/records/documents/documentKind.js';
import type { RecordSaved } from '../../../../src/records/documents/recordFileSystem.js';
import { inert } from '../../../../src/words/inert.js';
import { GivenUpError } from '../../../../src/words/sentenceErrors.js';

/** As much of VS Code as saves a document: it writes what a document shows, and nothing of one without an edit. */
const shown = vi.hoisted(() => {
  class EventEmitter {
    private readonly listeners = new Set<(event: unknown) => void>();
    readonly event = (listener: (event: unknown) => void) => {
      this.listeners.add(listener);
      return { dispose: () => this.listeners.delete(listener) };
    };
    readonly fire = (event: unknown) => [...this.listeners].forEach(listener => listener(event));
    readonly dispose = () => this.listeners.clear();
  }
  class Empty {}
  class Nothing {
    readonly dispose = () => undefined;
  }
  class WorkspaceEdit {
    readonly edits: (readonly [{ from: number; to: number }, string])[] = [];
    readonly replace = (_: unknown, range: { from: number; to: number }, text: string) =>
      this.edits.push([range, text]);
  }
  class Range {
    constructor(
      readonly from: number,
      readonly to: number,
    ) {}
  }
  const notes: string[] = [];
  return {
    saved: new EventEmitter(),
    changed: new EventEmitter(),
    documents: [] as unknown[],
    notes,
    module: (documents: unknown[], saved: EventEmitter, changed: EventEmitter) => ({
      Diagnostic: Empty,
      TabInputText: Empty,
      FileSystemError: Error,
      CancellationError: Empty,
      FileChangeType: { Changed: 1, Created: 2, Deleted: 3 },
      WorkspaceEdit,
      Range,
      Uri: { parse: (text: string) => ({ toString: () => text }) },
      FileType: { File: 1 },
      FilePermission: { Readonly: 1 },
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
      window: { tabGroups: { all: [] }, setStatusBarMessage: (note: string) => notes.push(note) },
      workspace: {
        textDocuments: documents,
        onDidSaveTextDocument: saved.event,
        onDidChangeTextDocument: changed.event,
        onDidOpenTextDocument: () => new Nothing(),
        onDidCloseTextDocument: () => new Nothing(),
        applyEdit: async ({ edits: [edit] }: WorkspaceEdit) => edit && document.edit(...edit),
      },
    }),
  };
});
vi.mock('vscode', () => shown.module(shown.documents, shown.saved, shown.changed));
const { RecordFileSystem } = await import('../../../../src/records/documents/recordFileSystem.js');
const { saveOrCancel } = await import('../../../../src/records/documents/saveOrCancel.js');
const { createFromDraft } = await import('../../../../src/records/creation/createFromDraft.js');

const uri = { authority: 'm', path: '/lists/racks/Racks (2).json', toString: () => 'list' } as vscode.Uri;
const document = {
  uri,
  isDirty: false,
  isClosed: false,
  encoding: 'utf8',
  text: '',
  getText(): string {
    return this.text;
  },
  show(text: string, isDirty: boolean) {
    Object.assign(this, { text, isDirty });
    shown.changed.fire({ document: this, contentChanges: [{}] });
  },
  positionAt: (offset: number) => offset,
  /** That it has an edit is told after the first one, and that it has none after the last was undone. */
  async edit({ from, to }: { from: number; to: number }, text: string): Promise<boolean> {
    this.show(this.text.slice(0, from) + text + this.text.slice(to), this.isDirty);
    this.mark(true);
    return true;
  },
  undo(text: string, isDirty: boolean) {
    this.text = text;
    shown.changed.fire({ document: this, contentChanges: [{}], reason: 1 });
    this.mark(isDirty);
  },
  mark(isDirty: boolean) {
    if (isDirty === this.isDirty) return;
    this.isDirty = isDirty;
    shown.changed.fire({ document: this, contentChanges: [] });
  },
  save: async (): Promise<boolean> => {
    if (!document.isDirty) return true;
    const { text } = document;
    try {
      await files.writeFile(uri, new TextEncoder().encode(text));
    } catch {
      return false;
    }
    document.isDirty = document.text !== text;
    shown.saved.fire(document);
    return true;
  },
};
/** What is done while the manager takes a save, and what the manager was sent. */
let meanwhile: () => void;
let sent: string[];
let told: RecordSaved[];
let finished: RecordSaved[];
let files: InstanceType<typeof RecordFileSystem>;

beforeEach(async () => {
  shown.saved.dispose();
  shown.changed.dispose();
  meanwhile = () => undefined;
  sent = [];
  told = [];
  finished = [];
  const kind = {
    identify: () => 'list',
    read: () => Promise.resolve('first'),
    save: ({ editedText }: { editedText: string }) => {
      sent.push(editedText);
      meanwhile();
      return Promise.resolve({ storedText: `stored ${editedText}`, message: '1 saved' });
    },
  };
  const bases = {
    serve: () => undefined,
    became: () => undefined,
    read: (_: unknown, read: () => unknown) => read(),
    save: (_: unknown, save: { write: (earlier: object) => unknown }) => save.write({}),
  };
  const connections = { onDidChange: () => undefined, get: () => ({ isLocked: false }), client: () => ({}) };
  const failures = { clear: () => undefined, note: () => undefined, mayCreate: () => false };
  const parts = [connections, () => Promise.resolve({ find: () => kind }), bases, failures];
  files = new RecordFileSystem(...(parts as unknown as ConstructorParameters<typeof RecordFileSystem>));
  files.onDidSave(saved => told.push(saved));
  files.onDidFinish(saved => finished.push(saved));
  shown.documents.splice(0, 1, Object.assign(document, { isClosed: false }));
  await files.stat(uri);
  await files.readFile(uri);
  document.show('first', false);
  document.show('second', true);
});

const save = () => saveOrCancel(files, document as unknown as vscode.TextDocument);
const receipts = () => [told, finished].map(all => all.map(({ text }) => text));

it('is saved by VS Code where nothing was typed', async () => {
  expect(await save()).toBe('saved');
  expect([sent, document.isDirty, receipts()]).toEqual([['second'], false, [['second'], ['second']]]);
});

it('stays an edit that nobody asked to save, and what was saved is told', async () => {
  meanwhile = () => document.show('third', true);
  const { mtime } = await files.stat(uri);
  expect(await save()).toBe('saved');
  expect([sent, document.isDirty, receipts()]).toEqual([['second'], true, [['second'], ['second']]]);
  expect((await files.stat(uri)).mtime, 'nothing keeps VS Code from saving it').toBe(mtime);
  meanwhile = () => undefined;
  await save();
  expect([sent[1], document.isDirty, receipts()[1]]).toEqual(['third', false, ['second', 'third']]);
});

it('stays an edit where it is typed once VS Code saves', async () => {
  const { save: saveNow } = document;
  document.save = () => {
    document.show('third', true);
    return saveNow();
  };
  await save().finally(() => Object.assign(document, { save: saveNow }));
  expect([sent, receipts()]).toEqual([['second'], [['second'], ['second']]]);
});

it('is an edit each time an undo leads back to what it showed before, and none once it was read again', async () => {
  meanwhile = () => document.show('third', true);
  await save();
  for (let times = 0; times < 2; times += 1) {
    document.undo('first ', true);
    document.undo('first', false);
    await vi.waitFor(() => expect([document.text, document.isDirty]).toEqual(['first', true]));
  }
  document.show('read again', false);
  document.show('typed', true);
  document.undo('read again', false);
  await new Promise(resolve => setImmediate(resolve));
  expect(document.isDirty).toBe(false);
});

it('stays as it is where its plan is given up, and VS Code, which would call that a failure, is not asked to save it', async () => {
  meanwhile = () => {
    throw new GivenUpError(inert('Nothing was sent.'));
  };
  const saving = vi.spyOn(document, 'save');
  expect(await save()).toBe('givenUp');
  expect(saving).not.toHaveBeenCalled();
  expect([document.text, document.isDirty, shown.notes, receipts()]).toEqual([
    'second',
    true,
    ['Nothing was sent.'],
    [[], []],
  ]);
});

it('is told of where the document was closed or left without an edit meanwhile', async () => {
  for (const state of [{ isClosed: true }, { isClosed: false, isDirty: false }]) {
    document.isDirty = true;
    meanwhile = () => void Object.assign(document, state);
    expect(await save()).toBe('saved');
  }
  expect(receipts()).toEqual([
    ['second', 'second'],
    ['second', 'second'],
  ]);
});

it('is sent as an edit of what a draft has become in a window that did not see it, and creates nothing', async () => {
  const address = 'netsensor://m/inventory/racks/A.7.json';
  const outcomes = { get: () => ({ address, goesOn: '{"name": "A"}' }) };
  const create = vi.fn();
  const receipt = await createFromDraft(
    { uri, editedText: '{"name": "B"}' } as unknown as SaveRequest,
    { create, fields: { name: 'B' }, nameField: 'name', problems: [] } as unknown as Creation<Created>,
    { outcomes } as unknown as DraftEnd<Created>,
  );
  expect(receipt).toMatchObject({ isUnsent: true, goesOn: '{"name": "A"}' });
  expect(String(receipt.replacedBy)).toBe(address);
  expect(create).not.toHaveBeenCalled();
});

it('is told once that its record is gone, by which VS Code strikes its tab through, and that it is there again', () => {
  const told: vscode.FileChangeEvent[] = [];
  const listening = files.onDidChangeFile(events => told.push(...events));
  for (const _ of ['gone', 'still gone']) files.showDeleted(uri);
  expect(told).toEqual([{ type: 3, uri }]);
  for (const _ of ['there', 'still there']) files.showExisting(uri);
  expect(told.slice(1)).toEqual([{ type: 2, uri }]);
  listening.dispose();
});
