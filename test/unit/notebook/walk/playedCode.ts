import type { Random } from '../../../../packages/manager/src/generator/random.js';
import { Emitter } from '../../../../src/ui/lifetimes.js';

export type Fields = Readonly<Record<string, unknown>>;

/** What a cell shows, as far as the extension made it. */
export interface Output {
  readonly items: readonly { readonly mime: string; readonly data: Uint8Array }[];
  readonly metadata?: Fields;
}

interface CellState {
  text: string;
  version: number;
  metadata: Fields;
  outputs: readonly Output[];
}

/** A cell as the window has it, which is what people see. */
export interface WindowCell extends CellState {
  readonly handle: number;
  /** Which cell it is also after it was moved. */
  readonly tag: number;
  run: 'none' | 'asked' | 'taken';
}

/** A cell as the extension host has heard of it. */
export class HostCell {
  readonly kind = 2;
  readonly executionSummary = undefined;

  constructor(
    readonly notebook: HostNotebook,
    readonly handle: number,
    public state: Readonly<CellState>,
  ) {}

  readonly document = {
    getText: () => this.state.text,
    uri: { toString: () => `cell:${this.handle}` },
    languageId: 'dataquery',
    positionAt: (offset: number) => offset,
    isClosed: false,
  };
  /** It is in the notebook no more. */
  close(): void {
    this.document.isClosed = true;
  }
  get index(): number {
    return this.notebook.cells.indexOf(this);
  }
  get metadata(): Fields {
    return this.state.metadata;
  }
  get outputs(): readonly Output[] {
    return this.state.outputs;
  }
}

class HostNotebook {
  readonly notebookType = 'netsensor-query';
  readonly isClosed = false;
  readonly uri = { toString: () => 'file:///walk.dqnb' };
  metadata: Fields = {};
  version = 0;
  cells: HostCell[] = [];
  readonly getCells = () => this.cells;
  readonly cellAt = (index: number) => this.cells[index];
}

/** What either process has sent to the other one and that has not arrived: in order, as late as it may be. */
const toHost: (() => void)[] = [];
const toWindow: (() => void)[] = [];

/** Something that the extension asks of the window. */
export const ask = <T>(work: () => T | Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const answer = async () => {
      try {
        const value = await work();
        toHost.push(() => resolve(value));
      } catch (error) {
        toHost.push(() => reject(error as Error));
      }
    };
    toWindow.push(() => void answer());
  });

/** Lets what has no more to wait for in one process go on. */
const turn = () => new Promise<void>(resolve => setImmediate(resolve));

/** Lets one message arrive. @returns whether there was one */
export async function deliver(random: Random): Promise<boolean> {
  await turn();
  const queues = [toHost, toWindow].filter(queue => queue.length > 0);
  if (queues.length === 0) return false;
  random.pick(queues).shift()?.();
  await turn();
  return true;
}

/** What the extension host hears of. */
export const heard = {
  changed: new Emitter<object>(),
  opened: new Emitter<object>(),
  closed: new Emitter<object>(),
  seen: new Emitter<void>(),
};

/** The notebook as the extension host has heard of it. */
export const host = new HostNotebook();

/** The notebook in the window: what people do to it, what they see, and what the extension host asks for. */
export const code = {
  cells: [] as WindowCell[],
  metadata: {} as Fields,
  version: 0,
  /** Ids of results that the page marks. */
  stale: [] as readonly string[],
  isSeen: true,
  rerunsOnRange: true,
  handle: 0,

  /** Begins with these cells, which the extension host knows already. */
  open(cells: readonly { readonly text: string; readonly tag: number; readonly metadata?: Fields }[]): void {
    code.cells = cells.map(cell => newCell(cell));
    host.cells = code.cells.map(({ handle, ...state }) => new HostCell(host, handle, state));
    host.metadata = { ...code.metadata };
    heard.opened.fire(host);
  },

  setMetadata(fields: Fields): void {
    code.metadata = { ...code.metadata, ...fields };
    tell(() => (host.metadata = { ...host.metadata, ...fields }), { metadata: fields });
  },

  change(handle: number, change: Partial<CellState>): void {
    const cell = code.cells.find(each => each.handle === handle);
    if (!cell) return;
    Object.assign(cell, change);
    if (change.text !== undefined) cell.version += 1;
    const { text, version, metadata, outputs } = cell;
    tell(() => {
      const known = host.cells.find(each => each.handle === handle);
      if (known) known.state = { text, version, metadata, outputs };
    });
  },

  /**
   * As `NotebookTextModel._spliceNotebookCellOutputs2` of VS Code, which calls drawings by the ids of outputs: one output takes the
   * place of the first one, and when the others go, their drawings go, also that of the same output.
   */
  show(handle: number, outputs: readonly Output[]): void {
    const shown = code.cells.find(cell => cell.handle === handle)?.outputs ?? [];
    const [only, ...others] = outputs;
    if (only && others.length === 0 && shown.indexOf(only) > 0)
      throw new Error('An output is drawn no more.');
    code.change(handle, { outputs });
  },

  insert(cell: { readonly text: string; readonly tag: number } & Partial<CellState>, index: number): void {
    const made = newCell(cell);
    code.cells.splice(index, 0, made);
    const { handle, ...state } = made;
    tell(() => host.cells.splice(index, 0, new HostCell(host, handle, state)));
  },

  remove(handle: number): void {
    const index = code.cells.findIndex(each => each.handle === handle);
    if (code.cells[index]?.run !== 'none') code.cancel([handle]);
    code.cells.splice(index, 1);
    tell(() => host.cells.splice(index, 1)[0]?.close());
  },

  /** As `NotebookExecutionService.executeNotebookCells` of VS Code: what runs or waits already is left out. */
  async execute(handles: readonly number[]): Promise<void> {
    const free = code.cells.filter(({ handle, run }) => handles.includes(handle) && run === 'none');
    for (const cell of free) cell.run = 'asked';
    if (free.length === 0) return;
    await new Promise<void>(resolve => {
      toHost.push(() => {
        const cells = host.cells.filter(({ handle }) => free.some(cell => cell.handle === handle));
        const done = () => toWindow.push(resolve);
        controllers.at(-1)?.executeHandler(cells, host).then(done, done);
      });
    });
    for (const cell of free) if (cell.run === 'asked') cell.run = 'none';
  },

  cancel(handles: readonly number[]): void {
    toHost.push(() => handles.forEach(handle => executions.get(handle)?.cancel()));
  },

  see(isSeen: boolean): void {
    code.isSeen = isSeen;
    heard.seen.fire();
  },
};

function newCell({
  text,
  tag,
  metadata = {},
  outputs = [],
}: { readonly text: string; readonly tag: number } & Partial<CellState>): WindowCell {
  code.handle += 1;
  return { handle: code.handle, tag, text, version: 1, metadata, outputs, run: 'none' };
}

/** Tells the extension host of a change. */
function tell(apply: () => unknown, parts: { readonly metadata?: Fields } = {}): void {
  code.version += 1;
  const { version } = code;
  toHost.push(() => {
    apply();
    host.version = version;
    heard.changed.fire({ notebook: host, cellChanges: [], contentChanges: [], ...parts });
  });
}

interface Controller {
  readonly executeHandler: (cells: readonly HostCell[], notebook: HostNotebook) => Promise<void>;
}
export const controllers: Controller[] = [];
/** What the extension runs, by the handles of cells. */
export const executions = new Map<number, { cancel(): void }>();

/** Tells the window what becomes of the run of a cell. */
export const setRun = (handle: number, run: WindowCell['run']): void => {
  toWindow.push(() => {
    const cell = code.cells.find(each => each.handle === handle);
    if (cell) cell.run = run;
  });
};
