import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { OperationJournal, windowJournal } from '../../../src/operations/operationJournal.js';
import { storedState } from '../storedState.js';

const deletion = { doing: 'deleting from Local manager', backup: 'file:///backup.json' };
const neverEnds = () => new Promise<void>(() => undefined);
const states = () => ({ workspaceState: storedState(), globalState: storedState() });

it('tells once what the last window of a workspace left in the middle, and nothing that ended', async () => {
  const state = storedState();
  const last = new OperationJournal(state);
  await last.run({ doing: 'creating Lobby' }, async () => undefined);
  void last.run(deletion, neverEnds);
  const told = await new OperationJournal(state).takeInterrupted();
  const again = await new OperationJournal(state).takeInterrupted();
  expect(told).toMatchObject([deletion]);
  expect(again).toEqual([]);
});

it('keeps the save of a document that is left when the like of another one ends', async () => {
  const state = storedState();
  const journal = new OperationJournal(state);
  const saving = (document: string) => ({ doing: 'saving racks on Lab', document });
  void journal.run(saving('netsensor://lab/a'), neverEnds);
  await journal.run(saving('netsensor://lab/b'), async () => undefined);
  expect(await new OperationJournal(state).takeInterrupted()).toMatchObject([saving('netsensor://lab/a')]);
});

it('tells any window without a folder what another one left, when that is gone', async () => {
  const { workspaceState, globalState } = states();
  const other = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
  const started = { ...deletion, process: other.pid };
  await globalState.update('startedOperations', [started]);
  const journal = () => windowJournal({ workspaceState, globalState }, false);
  expect(await journal().takeInterrupted()).toEqual([]);
  other.kill();
  await once(other, 'exit');
  expect(await journal().takeInterrupted()).toEqual([started]);
  expect(await journal().takeInterrupted()).toEqual([]);
});

it('keeps what a window with a folder does in the state of its workspace', async () => {
  const { workspaceState, globalState } = states();
  void windowJournal({ workspaceState, globalState }, true).run(deletion, neverEnds);
  expect(await windowJournal({ workspaceState, globalState }, false).takeInterrupted()).toEqual([]);
  expect(await windowJournal({ workspaceState, globalState }, true).takeInterrupted()).toMatchObject([
    deletion,
  ]);
});
