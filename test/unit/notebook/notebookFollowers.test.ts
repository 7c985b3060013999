import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import type { Log } from '../../../src/ui/doors.js';
import { Emitter } from '../../../src/ui/lifetimes.js';

type Notebook = vscode.NotebookDocument;
type Cell = vscode.NotebookCell;

const host = vi.hoisted(() => ({
  notebooks: [] as unknown[],
  shown: [] as unknown[],
  executed: [] as (readonly [command: string, cells: readonly number[]])[],
  rerunOnRange: true,
}));
const opened = new Emitter<Notebook>();
const closed = new Emitter<Notebook>();
const changed = new Emitter<{ notebook: Notebook; metadata?: object }>();
const seen = new Emitter<void>();

vi.mock('vscode', () => ({
  l10n: { t: (text: string) => text },
  window: {
    get visibleNotebookEditors() {
      return host.shown.map(notebook => ({ notebook }));
    },
    onDidChangeVisibleNotebookEditors: seen.event,
  },
  workspace: {
    get notebookDocuments() {
      return host.notebooks;
    },
    getConfiguration: () => ({ get: () => host.rerunOnRange }),
    onDidOpenNotebookDocument: opened.event,
    onDidCloseNotebookDocument: closed.event,
    onDidChangeNotebookDocument: changed.event,
  },
}));

vi.mock('../../../src/ui/doors.js', () => ({ window: {} }));
vi.mock('../../../src/notebook/results/resultEdits.js', () => {
  const doing = (command: string) => (cells: readonly Cell[]) => {
    host.executed.push([command, cells.map(({ index }) => index)]);
    return Promise.resolve();
  };
  return { runCells: doing('run'), cancelCells: doing('cancel') };
});

const { cellFingerprint } = await import('../../../src/notebook/cellFingerprint.js');
const { RangeReruns } = await import('../../../src/notebook/rangeReruns.js');
const { StaleMarks } = await import('../../../src/notebook/staleMarks.js');
const { CellRefresh } = await import('../../../src/notebook/run/cellRefresh.js');
const { NotebookRefresh } = await import('../../../src/notebook/run/notebookRefresh.js');
const { RunQueue } = await import('../../../src/notebook/run/runQueue.js');

const log = { error: (line: unknown) => expect(line).toBe('no failure') } as unknown as Log;
const run = 'run';
const cancel = 'cancel';
const timeZone = 'UTC';

/** An open notebook whose cells have answers, unless their text says that they have none. */
class PlayedNotebook {
  readonly notebookType = 'netsensor-query';
  readonly isClosed = false;
  readonly uri = {};
  metadata: Record<string, unknown> = { timeZone };
  readonly cells: Cell[];

  constructor(...texts: string[]) {
    this.cells = texts.map((text, index) => {
      const cell = {
        index,
        kind: 2,
        metadata: {},
        notebook: this,
        document: { getText: () => text },
        outputs: [] as unknown[],
      };
      return cell as unknown as Cell;
    });
    this.cells.filter(({ document }) => !document.getText().includes('unanswered')).forEach(answer);
  }

  getCells(): Cell[] {
    return this.cells;
  }

  set(metadata: object): void {
    this.metadata = { ...this.metadata, ...metadata };
    changed.fire({ notebook: this as unknown as Notebook, metadata });
  }
}

function answer(cell: Cell): void {
  const summary = { rowCount: 1, totalRows: 1, ranAt: '2026-11-20T08:00:00Z', timeZone };
  Object.assign(cell, { outputs: [{ metadata: { ...summary, asked: cellFingerprint(cell), uses: {} } }] });
}

const open = (notebook: PlayedNotebook): PlayedNotebook => {
  host.notebooks.push(notebook);
  host.shown.push(notebook);
  opened.fire(notebook as unknown as Notebook);
  return notebook;
};
const settled = async () => {
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(0);
};

let ended: vscode.Disposable[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(host, { notebooks: [], shown: [], executed: [], rerunOnRange: true });
});
afterEach(() => {
  ended.forEach(each => each.dispose());
  ended = [];
  vi.useRealTimers();
});

describe('cells that use the range of their notebook', () => {
  const follow = () => {
    const queue = new RunQueue();
    ended.push(new RangeReruns(queue, log));
    return queue;
  };

  it('run again where they have an answer, with one run for one change', async () => {
    follow();
    const notebook = open(new PlayedNotebook('{}', '{ "intervals": ["last hour"] }', 'unanswered', '{}'));
    notebook.set({ timeRange: 'last hour' });
    await settled();
    expect(host.executed).toEqual([[run, [0, 3]]]);
    notebook.set({ timeRange: 'last hour', variables: {} });
    notebook.set({ timeZone: 'Asia/Tokyo' });
    await settled();
    expect(host.executed.slice(1)).toEqual([[run, [0, 1, 3]]]);
  });

  it('leave the range that they had for the lists of before, once, whoever changed it', () => {
    const reruns = new RangeReruns(new RunQueue(), log);
    const left: string[] = [];
    ended.push(
      reruns.onDidGiveUp(range => left.push(range)),
      reruns,
    );
    const notebook = open(new PlayedNotebook('unanswered', 'unanswered'));
    notebook.set({ timeRange: 'last hour' });
    notebook.set({ timeRange: 'last hour', variables: {} });
    notebook.set({ timeRange: undefined });
    expect(left).toEqual(['last 24 hours', 'last hour']);
  });

  it('do not run where a setting says so', async () => {
    follow();
    host.rerunOnRange = false;
    open(new PlayedNotebook('{}')).set({ timeRange: 'last hour' });
    await settled();
    expect(host.executed).toEqual([]);
  });

  it('are cancelled by a newer change, which runs them all when the last of them has ended', async () => {
    const queue = follow();
    const notebook = open(new PlayedNotebook('unanswered', 'unanswered'));
    notebook.cells.forEach(cell => queue.queued(cell));
    notebook.set({ timeRange: 'last hour' });
    await settled();
    queue.left(notebook.cells[0]!);
    notebook.set({ timeRange: 'last 7 days' });
    await settled();
    expect(host.executed.map(([command]) => command)).not.toContain(run);
    queue.left(notebook.cells[1]!);
    await settled();
    expect(host.executed[0]).toEqual([cancel, [0, 1]]);
    expect(host.executed.filter(([command]) => command === run)).toEqual([[run, [0, 1]]]);
  });
});

describe('a notebook that runs by itself', () => {
  const start = (notebook: PlayedNotebook) => {
    const queue = new RunQueue();
    const cells = new CellRefresh(log);
    const told: boolean[] = [];
    const onChanged = () => told.push(refresh.isOn(notebook as unknown as Notebook));
    const refresh = new NotebookRefresh({ cells, queue, log, onChanged });
    ended.push(
      refresh,
      queue.onDidQueue(cell => cells.begun(cell, cellFingerprint(cell))),
    );
    open(notebook);
    const end = (cell: Cell | undefined, outcome: 'answered' | 'stopped' = 'answered') =>
      refresh.ended({ cell: cell!, connectionId: 'environment', outcome });
    return { refresh, queue, end, notebook, told, cell: notebook.cells[0]! };
  };
  const withRefresh = () => {
    const notebook = new PlayedNotebook('{}', 'unanswered');
    notebook.metadata = { ...notebook.metadata, refreshSeconds: 10 };
    return notebook;
  };
  const wait = async (seconds: number) => {
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    await settled();
  };

  it('begins with the first run and not by being opened, and goes on after each', async () => {
    const { end, cell, told } = start(withRefresh());
    await wait(60);
    expect([host.executed, told]).toEqual([[], []]);
    end(cell);
    expect(told).toEqual([true]);
    await wait(9);
    expect(host.executed).toEqual([]);
    await wait(1);
    expect(host.executed).toEqual([[run, [0]]]);
    await wait(60);
    // Nothing has ended, so nothing runs.
    expect(host.executed).toHaveLength(1);
    end(cell);
    await wait(10);
    expect(host.executed).toHaveLength(2);
  });

  it('begins when somebody asks for it, and ends when somebody asks for no more', async () => {
    const { notebook, told } = start(new PlayedNotebook('{}'));
    notebook.set({ refreshSeconds: 20, netsensorRead: 'by another program' });
    await wait(60);
    expect(host.executed).toEqual([]);
    notebook.set({ refreshSeconds: 10 });
    await wait(10);
    expect(host.executed).toHaveLength(1);
    notebook.set({ refreshSeconds: null });
    await wait(60);
    expect(host.executed).toHaveLength(1);
    expect(told).toEqual([true, false]);
  });

  it('leaves cells alone that were changed since they were run, until somebody runs them', async () => {
    const { end, queue, notebook, cell } = start(new PlayedNotebook('{}', '{ "threshold": 5 }'));
    notebook.set({ refreshSeconds: 10 });
    const [, typed] = notebook.cells;
    Object.assign(typed!, { document: { getText: () => '{ "threshold": ' } });
    await wait(10);
    Object.assign(cell, { document: { getText: () => '{ "threshold": 7 }' } });
    end(cell);
    await wait(60);
    expect(host.executed).toEqual([[run, [0]]]);
    queue.queued(cell);
    queue.left(cell);
    await wait(10);
    expect(host.executed.slice(1)).toEqual([[run, [0]]]);
  });

  it('ends with a run that is cancelled or given up, with its file, and with the extension', async () => {
    const { end, cell, notebook, refresh } = start(withRefresh());
    end(cell);
    end(cell, 'stopped');
    await wait(60);
    end(cell);
    closed.fire(notebook as unknown as Notebook);
    await wait(60);
    end(cell);
    refresh.dispose();
    end(cell);
    await wait(60);
    expect(host.executed).toEqual([]);
  });

  it('waits hidden while another notebook comes into sight', async () => {
    const { end, cell } = start(withRefresh());
    end(cell);
    host.shown.length = 0;
    await wait(60);
    open(new PlayedNotebook('{}'));
    seen.fire();
    await wait(60);
    expect(host.executed).toEqual([]);
  });

  it('waits while nobody sees it, and for what runs', async () => {
    const { end, cell, queue } = start(withRefresh());
    end(cell);
    const shown = host.shown.splice(0);
    await wait(60);
    expect(host.executed).toEqual([]);
    host.shown.push(...shown);
    seen.fire();
    await wait(0);
    expect(host.executed).toHaveLength(1);
    end(cell);
    queue.queued(cell);
    await wait(60);
    expect(host.executed).toHaveLength(1);
  });
});

describe('the pages of notebooks', () => {
  it('are told which results are stale, also of a notebook that is opened later, and when they are no more', () => {
    const told: (readonly string[])[] = [];
    const idOf = (cell: Cell) => `result ${cell.index}`;
    const marks = new StaleMarks({ idOf } as never, news => {
      if (news.type === 'stale') told.push(news.results);
    });
    ended.push(marks);
    const before = new PlayedNotebook('{}');
    before.metadata = { timeZone, timeRange: 'last hour' };
    open(before);
    const notebook = open(new PlayedNotebook('{ "threshold": 5 }', '{ "intervals": ["last hour"] }'));
    notebook.set({ timeRange: 'last 7 days' });
    closed.fire(before as unknown as Notebook);
    answer(notebook.cells[0]!);
    notebook.set({});
    expect(told).toEqual([['result 0'], ['result 0', 'result 0'], []]);
    marks.tellAll();
    expect(told.at(-1)).toEqual([]);
  });

  it('are told what a cell is called once it gets another name', () => {
    const told: unknown[] = [];
    const notebook = open(new PlayedNotebook('{}', '{}'));
    const marks = new StaleMarks({ idOf: (cell: Cell) => `result ${cell.index}` } as never, news => {
      if (news.type === 'names') told.push(news.names);
    });
    ended.push(marks);
    notebook.set({});
    expect(told).toEqual([]);
    for (const name of ['traffic', undefined]) {
      Object.assign(notebook.cells[0]!, { metadata: { name } });
      notebook.set({});
      expect(told.at(-1)).toEqual({ 'result 0': name ?? null, 'result 1': null });
    }
    expect(told).toHaveLength(2);
  });
});
