import { beforeEach, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import type { Log } from '../../../../src/ui/doors.js';
import { Emitter } from '../../../../src/ui/lifetimes.js';
import { storedState } from '../../storedState.js';

const workspace = vi.hoisted(() => ({ textDocuments: [] as unknown[] }));
vi.mock('vscode', async () => {
  const ofExplorer = await import('../../explorer/vscodeOfExplorer.js');
  return { ...ofExplorer, workspace };
});
const { RecordBases } = await import('../../../../src/records/documents/recordBases.js');
const { StoredBases } = await import('../../../../src/records/documents/storedBases.js');

const uri = {
  scheme: 'netsensor',
  path: '/new/domain/New domain.json',
  query: 'parent=1',
  toString: () => 'netsensor://lab/new/domain/New%20domain.json?parent%3D1',
} as vscode.Uri;
const empty = '{ "name": "" }';
const typed = '{ "name": "North" }';
const log = { error: vi.fn() };

let opened: Emitter<unknown>;
let changed: Emitter<unknown>;
let closed: Emitter<unknown>;
/** A window over the state that windows share, in which documents are open that VS Code has kept. */
const openWindow = (state: vscode.Memento, ...documents: unknown[]) => {
  [opened, changed, closed].forEach(each => each?.dispose());
  opened = new Emitter();
  changed = new Emitter();
  closed = new Emitter();
  Object.assign(workspace, {
    textDocuments: documents,
    onDidOpenTextDocument: opened.event,
    onDidChangeTextDocument: changed.event,
    onDidCloseTextDocument: closed.event,
  });
  return new RecordBases(new StoredBases(state, 'no folder'), log as unknown as Log);
};
const draft = (text: string, isDirty: boolean) => ({ uri, isDirty, getText: () => text });

beforeEach(() => log.error.mockClear());

it('a draft starts in the next window from what it started from in this one, whatever is typed by then', () => {
  const state = storedState();
  const first = openWindow(state);
  first.serve(uri, empty);
  opened.fire(draft(empty, false));
  changed.fire({ document: draft(typed, true) });
  const next = openWindow(state, draft(typed, true));
  expect([next.get(uri), next.require(uri, undefined)]).toEqual([empty, empty]);
  changed.fire({ document: draft(`${typed} `, true) });
  expect(next.get(uri)).toBe(empty);
  expect(log.error).not.toHaveBeenCalled();
});

it('nothing is kept of a draft that was closed, or that shows no edit any more', () => {
  for (const end of [
    () => closed.fire(draft(typed, true)),
    () => changed.fire({ document: draft(empty, false) }),
  ]) {
    const state = storedState();
    openWindow(state).serve(uri, empty);
    opened.fire(draft(empty, false));
    changed.fire({ document: draft(typed, true) });
    expect(state.keys()).toHaveLength(1);
    end();
    expect(state.keys()).toEqual([]);
  }
});
