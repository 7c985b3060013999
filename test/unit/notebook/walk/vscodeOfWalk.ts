import type { CellNames, StaleResults } from '../../../../src/model/results/shownResult.js';
import { Emitter } from '../../../../src/ui/lifetimes.js';
import {
  ask,
  code,
  controllers,
  executions,
  heard,
  host,
  setRun,
  type Fields,
  type HostCell,
  type Output,
} from './playedCode.js';

/** As `NotebookCellExecutionTask` of VS Code. */
class Execution {
  private state: 'made' | 'started' | 'ended' = 'made';
  private readonly cancelling = new Emitter<void>();
  executionOrder: number | undefined;
  readonly token = { isCancellationRequested: false, onCancellationRequested: this.cancelling.event };

  constructor(readonly cell: HostCell) {
    const { handle } = cell;
    if (cell.index < 0) throw new Error('This cell was removed.');
    if (executions.has(handle)) throw new Error('This cell runs already.');
    executions.set(handle, this);
    setRun(handle, 'taken');
  }

  cancel(): void {
    if (this.token.isCancellationRequested) return;
    this.token.isCancellationRequested = true;
    this.cancelling.fire();
  }

  start(): void {
    if (this.state !== 'made') throw new Error('It was started before.');
    this.state = 'started';
  }

  replaceOutput(outputs: Output | readonly Output[]): Promise<void> {
    if (this.state !== 'started') throw new Error('Only what runs has an output.');
    return ask(() => code.show(this.cell.handle, [outputs].flat()));
  }

  end(): void {
    if (this.state === 'ended') throw new Error('It has ended before.');
    this.state = 'ended';
    executions.delete(this.cell.handle);
    setRun(this.cell.handle, 'none');
  }
}

interface NotebookEdit {
  readonly index?: number;
  readonly metadata: Fields;
}

class Range {
  constructor(
    readonly start: number,
    readonly end: number,
  ) {}
}

class Edit {
  readonly ofNotebook: NotebookEdit[] = [];
  readonly ofTexts: (readonly [uri: string, range: Range, content: string])[] = [];

  set(_: unknown, edits: readonly NotebookEdit[]): void {
    this.ofNotebook.push(...edits);
  }

  replace(uri: object, range: Range, content: string): void {
    this.ofTexts.push([String(uri), range, content]);
  }
}

/** What changed in the meantime is not edited. */
function applyEdit({ ofNotebook, ofTexts }: Edit): Promise<boolean> {
  const { version } = host;
  const known = new Map(host.cells.map(({ handle, state }) => [handle, state.version]));
  return ask(() => {
    if (ofNotebook.length > 0 && version !== code.version) return false;
    for (const { index, metadata } of ofNotebook) {
      if (index === undefined) code.setMetadata(metadata);
      else code.change(code.cells[index]?.handle ?? 0, { metadata });
    }
    for (const [uri, { start, end }, content] of ofTexts) {
      const cell = code.cells.find(({ handle }) => uri === `cell:${handle}`);
      if (!cell || known.get(cell.handle) !== cell.version) return false;
      code.change(cell.handle, { text: cell.text.slice(0, start) + content + cell.text.slice(end) });
    }
    return true;
  });
}

interface Ranges {
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
}

const commands: Readonly<Record<string, (handles: readonly number[]) => unknown>> = {
  'notebook.cell.execute': handles => void code.execute(handles),
  'notebook.cell.cancelExecution': handles => code.cancel(handles),
  'notebook.selectKernel': () => undefined,
};

const executeCommand = (id: string, { ranges = [] }: Partial<Ranges> = {}) =>
  ask(() => {
    const cells = ranges.flatMap(({ start, end }) => code.cells.slice(start, end));
    return commands[id]?.(cells.map(({ handle }) => handle));
  });

class OutputItem {
  constructor(
    readonly data: Uint8Array,
    readonly mime: string,
  ) {}
  static readonly text = (text: string, mime: string) => new OutputItem(Buffer.from(text), mime);
  static readonly json = (value: unknown, mime: string) => OutputItem.text(JSON.stringify(value), mime);
  static readonly error = (value: unknown) => OutputItem.json(value, 'application/vnd.code.notebook.error');
}

class CellOutput {
  constructor(
    readonly items: readonly OutputItem[],
    readonly metadata?: Fields,
  ) {}
}

class Empty {}
const never = () => ({ dispose: () => undefined });

/** As much of VS Code as runs the cells of one notebook, with a window that hears late of the extension host and it of that. */
export const vscodeOfWalk = {
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
  Diagnostic: Empty,
  CancellationError: Error,
  Range,
  WorkspaceEdit: Edit,
  NotebookEdit: {
    updateNotebookMetadata: (metadata: Fields) => ({ metadata }),
    updateCellMetadata: (index: number, metadata: Fields) => ({ index, metadata }),
  },
  NotebookCellOutput: CellOutput,
  NotebookCellOutputItem: OutputItem,
  NotebookControllerAffinity: { Default: 1, Preferred: 2 },
  commands: { executeCommand },
  notebooks: {
    createNotebookController: (
      _id: string,
      _type: string,
      _label: string,
      executeHandler: (typeof controllers)[number]['executeHandler'],
    ) => {
      controllers.push({ executeHandler });
      const createNotebookCellExecution = (cell: HostCell) => new Execution(cell);
      const onDidChangeSelectedNotebooks = never;
      return {
        createNotebookCellExecution,
        onDidChangeSelectedNotebooks,
        updateNotebookAffinity: never,
        dispose: never,
      };
    },
  },
  window: {
    get visibleNotebookEditors() {
      return code.isSeen ? [{ notebook: host }] : [];
    },
    onDidChangeVisibleNotebookEditors: heard.seen.event,
    onDidChangeActiveNotebookEditor: heard.seen.event,
  },
  workspace: {
    notebookDocuments: [host],
    getConfiguration: () => ({ get: () => code.rerunsOnRange }),
    onDidOpenNotebookDocument: heard.opened.event,
    onDidCloseNotebookDocument: heard.closed.event,
    onDidChangeNotebookDocument: heard.changed.event,
    applyEdit,
  },
};

/** Gives a message of the extension to the page. */
export const postMessage = (message: StaleResults | CellNames): Promise<boolean> =>
  ask(() => {
    if (message.type === 'stale') code.stale = message.results;
    return true;
  });
