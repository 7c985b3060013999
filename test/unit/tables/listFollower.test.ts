import { beforeEach, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { printRecords } from '../../../src/model/inventory/listDocument.js';
import { RecordList } from '../../../src/model/inventory/recordList.js';
import * as tableText from '../../../src/model/tables/tableText.js';
import type { TableAct, TableMessage, TableQuestion } from '../../../src/model/tables/tableMessages.js';
import type { TableParts } from '../../../src/tables/tableParts.js';
import { Emitter } from '../../../src/ui/lifetimes.js';

vi.mock('vscode', () => import('./vscodeOfTables.js'));
vi.mock('../../../src/tables/tableWebview.js', () => ({ loadTable: () => undefined }));
const { ListFollower } = await import('../../../src/tables/listFollower.js');
const { TableEditor } = await import('../../../src/tables/tableEditor.js');
const { played, Uri } = await import('./vscodeOfTables.js');

type Rack = Readonly<{ id: number; name: string; width: number }>;
const racks = (name: string, width = 19): readonly Rack[] => [{ id: 1, name, width }];
const textOf = (name: string, width?: number) => printRecords('racks', racks(name, width));

/** The document of a rack "A", its manager, and what follows it. */
class Played {
  readonly uri = Uri.parse('netsensor://lab/lists/racks/Racks (1).json?1') as unknown as vscode.Uri;
  readonly document = {
    uri: this.uri,
    isDirty: true,
    isClosed: false,
    version: 1,
    text: textOf('A'),
    getText(): string {
      return this.text;
    },
    positionAt: (offset: number) => offset,
  };
  base = textOf('A');
  isLocked = false;
  isBeingSaved = false;
  readonly told: string[] = [];
  private list: RecordList | undefined;
  private readonly read = new Emitter<{ connectionId: string; type: string }>();
  private readonly locked = new Emitter<void>();
  private readonly finished = new Emitter<{ uri: vscode.Uri }>();
  readonly parts = {
    connections: {
      get: () => ({ id: 'lab', name: 'Lab', isLocked: this.isLocked }),
      onDidChange: this.locked.event,
      onDidReach: () => ({ dispose: () => undefined }),
    },
    lists: {
      get: (_id: string, type: string) => (type === 'racks' ? this.list : undefined),
      stale: () => undefined,
      read: () => Promise.resolve(),
      update: () => Promise.resolve(),
      onDidChange: this.read.event,
    },
    files: {
      bases: {
        get: () => this.base,
        read: (_uri: unknown, read: () => unknown) => read(),
        decide: async (_uri: unknown, decided: (text: string) => string) =>
          void (this.base = decided(this.base)),
      },
      isBeingSaved: () => this.isBeingSaved,
      show: (_uri: unknown, text: string) => {
        this.document.text = this.base = text;
      },
      onDidFinish: this.finished.event,
    },
    onDidFailToSave: () => ({ dispose: () => undefined }),
    onDidReadTree: () => ({ dispose: () => undefined }),
    showInDetails: () => undefined,
    workspaceState: { get: () => undefined },
    extensionUri: this.uri,
    log: { error: expect.unreachable, warn: expect.unreachable },
  } as unknown as TableParts;
  readonly follower = new ListFollower(
    this.document as unknown as vscode.TextDocument,
    { type: 'racks', ids: [1] },
    this.parts,
  );

  constructor() {
    this.follower.onDidChange(sentence => this.told.push(sentence));
    this.follower.begin();
    played.edit = edits => {
      for (const [{ from, to }, text] of edits.toReversed())
        this.show(this.document.text.slice(0, from) + text + this.document.text.slice(to));
    };
  }

  show(text: string, step?: 'undo' | 'redo'): void {
    this.document.text = text;
    this.document.version += 1;
    this.follower.follow(step);
  }

  async others(records: readonly Rack[]): Promise<void> {
    this.list = new RecordList('racks', records, { readAt: Date.now() + 60_000 });
    this.read.fire({ connectionId: 'lab', type: 'racks' });
    await this.settled();
  }

  async lock(isLocked: boolean): Promise<void> {
    this.isLocked = isLocked;
    this.locked.fire();
    await this.settled();
  }

  save(): void {
    this.base = this.document.text;
    this.finished.fire({ uri: this.uri });
  }

  async settled(): Promise<void> {
    for (let turn = 0; turn < 8; turn += 1) await new Promise(setImmediate);
  }
}

let list: Played;
beforeEach(() => {
  list = new Played();
});

it('counts an undo past a save as a change, where the user saved over what others did', async () => {
  list.show(textOf('Mine'));
  await list.others(racks('Theirs'));
  await list.follower.decide('mine', [{ at: 0, field: 'name' }]);
  expect(JSON.parse(list.base)).toEqual(racks('Theirs'));
  list.save();
  list.show(textOf('A'), 'undo');
  await list.settled();
  expect(JSON.parse(list.base)).toEqual(racks('Mine'));
  list.show(textOf('Mine'), 'redo');
  await list.settled();
  expect(JSON.parse(list.base)).toEqual(racks('Mine'));
});

it('counts what others did and nobody saved over as not taken over after an undo, past a save, too', async () => {
  await list.others(racks('A', 23));
  expect(list.document.text).toBe(textOf('A', 23));
  expect(list.told).toEqual(['Somebody else changed this list meanwhile: 1 change was taken over.']);
  list.show(textOf('Mine', 23));
  list.save();
  list.show(textOf('A', 23), 'undo');
  list.show(textOf('A'), 'undo');
  await list.settled();
  expect(JSON.parse(list.base)).toEqual(racks('Mine'));
});

it('says nothing of a time that the manager notes beside a conflict', async () => {
  list.show(textOf('Mine'));
  await list.others([{ ...racks('Theirs')[0]!, updated_at: '2026-11-29T11:00:00.000+00:00' } as Rack]);
  expect(list.document.text).toContain('updated_at');
  expect(list.told).toEqual(['']);
});

it('reads no text while one types, and follows an undo over what could not be read', async () => {
  list.show(textOf('Mine'));
  await list.others(racks('Theirs'));
  await list.follower.decide('mine', [{ at: 0, field: 'name' }]);
  const read = vi.spyOn(tableText, 'readTable');
  list.show(`${textOf('Mine')}"`);
  expect(read).not.toHaveBeenCalled();
  read.mockRestore();
  list.show(textOf('A'), 'undo');
  await list.settled();
  expect(JSON.parse(list.base)).toEqual(racks('A'));
});

it('takes nothing over on a read-only connection, says nothing of it, and does so once it is unlocked', async () => {
  await list.lock(true);
  list.show(textOf('Mine'));
  await list.others(racks('A', 23));
  expect(list.document.text).toBe(textOf('Mine'));
  expect(list.told).toEqual(['']);
  await list.lock(false);
  expect(list.document.text).toBe(textOf('Mine', 23));
  expect(list.told.at(-1)).toContain('1 change was taken over');
});

/** The table of the document, and a paste of which one cell does not fit. */
async function pasted(meanwhile: () => unknown): Promise<TableMessage | undefined> {
  const told: TableMessage[] = [];
  const heard = new Emitter<TableQuestion>();
  const never = () => ({ dispose: () => undefined });
  const webview = {
    onDidReceiveMessage: heard.event,
    postMessage: async (message: TableMessage) => told.push(message),
    asWebviewUri: (uri: unknown) => uri,
  };
  const panel = { webview, onDidDispose: never, onDidChangeViewState: never, active: false };
  const { document, parts } = list;
  const args = [document, panel, parts] as unknown as ConstructorParameters<typeof TableEditor>;
  const editor = new TableEditor(...args);
  played.asks = () => {
    meanwhile();
    return 'Paste the rest';
  };
  heard.fire({ type: 'ready' });
  const fields = ['width', 'name'];
  const selected = { rows: 1, columns: 1 };
  const act: TableAct = { kind: 'paste', text: 'wide\tPasted', rows: [0], fields, selected };
  heard.fire({ type: 'act', version: document.version, act });
  await vi.waitFor(() => expect(told.map(({ type }) => type)).toContain('done'));
  editor.dispose();
  return told.find(({ type }) => type === 'done');
}

it('says what keeps a paste from being done that was asked about', async () => {
  const late = await pasted(() => list.show(textOf('Others')));
  expect(late).toEqual({
    type: 'done',
    sentence: 'The text has changed meanwhile. Look again, then do it once more.',
  });
  const locked = await pasted(() => (list.isLocked = true));
  expect(locked).toMatchObject({ sentence: expect.stringContaining('is read-only') });
  expect(list.document.text).toBe(textOf('Others'));
  list.isLocked = false;
  expect(await pasted(() => undefined)).toEqual({ type: 'done', sentence: undefined });
  expect(list.document.text).toBe(textOf('Pasted'));
});

it('reads what the document starts from as tolerantly as its text', async () => {
  list.base = `// saved\n${list.base}`;
  await list.others(racks('A', 23));
  expect(list.document.text).toBe(textOf('A', 23));
});

it('takes over what others did in a text that no table shows while it has no changes, and what they deleted', async () => {
  list.follower.end();
  list.document.isDirty = false;
  await list.others(racks('Theirs', 23));
  expect(list.document.text).toBe(textOf('Theirs', 23));
  await list.others([]);
  expect(JSON.parse(list.document.text)).toEqual([]);
});

it('leaves a text with changes to its user, until it has none', async () => {
  list.follower.end();
  list.show(textOf('Mine'));
  await list.others(racks('A', 23));
  expect([list.document.text, list.base]).toEqual([textOf('Mine'), textOf('A')]);
  list.document.isDirty = false;
  list.show(textOf('A'), 'undo');
  await list.settled();
  expect(list.document.text).toBe(textOf('A', 23));
});

it('takes nothing over while the list is saved, and does so afterwards', async () => {
  list.document.isDirty = false;
  list.isBeingSaved = true;
  await list.others(racks('Theirs'));
  expect(list.document.text).toBe(textOf('A'));
  list.isBeingSaved = false;
  list.save();
  await list.settled();
  expect(list.document.text).toBe(textOf('Theirs'));
});
