import type * as vscode from 'vscode';
import type { Connection, ConnectionWords } from '../../connections/connection.js';
import type { PlannedCell } from '../../model/notebook/runPlan.js';
import { remedyFor } from '../../words/remedies.js';
import { requireNeeds } from '../../words/queryWords.js';
import { GivenUpError } from '../../words/sentenceErrors.js';
import { cellName } from '../notebookMetadata.js';
import type { Log } from '../../ui/doors.js';
import { runningOutput } from '../results/resultOutput.js';
import { inBackground, isGivenUp } from '../../ui/listeners.js';
import { failedOutputs, keptAnswer, stoppedOutputs } from '../results/runWords.js';
import { answerOutput, type EndedRun } from '../results/runSummary.js';
import { answerCell, type WideAnswer } from './answerCell.js';
import { NoValueError, planRun, type RunServices } from '../variables/cellVariables.js';

type Cell = vscode.NotebookCell;
type Execution = vscode.NotebookCellExecution;

/** What a kernel needs from outside. */
export interface KernelServices extends RunServices {
  readonly log: Log;
  /** Told of every cell that has run, in the order in which they end. */
  readonly onEnded: (run: EndedRun) => void;
  /** Told of every cell whose query goes out. */
  readonly onAsked: (cell: vscode.NotebookCell) => void;
  readonly connectionWords: () => Promise<ConnectionWords>;
}

/** Follows cells through the queues of all kernels. */
export interface QueueWatch {
  /** A cell waits for its turn. */
  queued(cell: vscode.NotebookCell): void;
  /** It has had that, or has lost it. */
  left(cell: vscode.NotebookCell): void;
}

/** What a run takes from its kernel, and leaves there. */
export interface RunningKernel {
  readonly connection: Connection;
  /** Aborts when the connection is removed. */
  readonly removed: AbortSignal;
  readonly services: KernelServices;
  readonly queue: QueueWatch;
  /** The cells whose turn has not come yet. */
  readonly waiting: Map<Cell, Execution>;
  /** How many cells have had their turn. */
  order: number;
  /** Makes a cell wait for its turn; undefined for one that is gone, or runs already. */
  enqueue(cell: Cell): Execution | undefined;
  /** Ends those that wait for their turn still. */
  giveUp(executions: readonly Execution[]): void;
}

/** Runs what can run: a cell stops only those that use its result. */
export async function runBatch(
  executions: readonly Execution[],
  notebook: vscode.NotebookDocument,
  kernel: RunningKernel,
): Promise<void> {
  const { waiting, services } = kernel;
  // A cell whose result was used has had its turn with an earlier batch.
  const asked = executions.map(({ cell }) => cell).filter(cell => waiting.has(cell));
  const turns: Turn[] = [];
  try {
    // All at once, so that cancelling the run cancels each of them.
    for (const planned of planRun(asked, notebook, services.results)) {
      turns.push({ ...planned, execution: waiting.get(planned.cell) ?? kernel.enqueue(planned.cell) });
    }
    const wide = { isOneOfSeveral: turns.length > 1 };
    const run: Run = { kernel, services: { ...askingOnce(services), wide }, unanswered: new Map() };
    for (const turn of turns) {
      const outcome = turn.execution ? await takeTurn(turn.execution, turn, run) : 'failed';
      if (outcome !== 'answered') run.unanswered.set(turn.cell, outcome);
    }
  } finally {
    kernel.giveUp(turns.flatMap(({ execution }) => execution ?? []));
  }
}

async function takeTurn(execution: Execution, turn: Turn, run: Run): Promise<EndedRun['outcome']> {
  const { waiting, queue } = run.kernel;
  waiting.delete(turn.cell);
  try {
    return await runCell(execution, turn, run);
  } finally {
    queue.left(turn.cell);
  }
}

/** A cell whose turn comes, and its execution where it can have one. */
interface Turn extends PlannedCell<Cell> {
  readonly execution: Execution | undefined;
}

interface Run {
  readonly kernel: RunningKernel;
  readonly services: RunServices & { readonly wide: WideAnswer };
  /** What has had its turn without an answer. */
  readonly unanswered: Map<Cell, 'failed' | 'stopped'>;
}

const isThere = ({ notebook, index }: Cell) => !notebook.isClosed && index >= 0;

async function runCell(execution: Execution, planned: Turn, run: Run): Promise<EndedRun['outcome']> {
  const { cell } = execution;
  const { connection, removed, services } = run.kernel;
  const ended = (outcome: EndedRun['outcome'], error?: unknown) => {
    services.onEnded({ cell, connectionId: connection.id, outcome, error });
    return outcome;
  };
  if (!isThere(cell)) {
    execution.end(undefined);
    return 'stopped';
  }
  run.kernel.order += 1;
  execution.executionOrder = run.kernel.order;
  execution.start(Date.now());
  const onAsked = () => {
    services.onAsked(cell);
    const answer = answerOutput(cell);
    if (answer && answer === cell.outputs[0]) return;
    // Also loads what the answer is drawn with; what comes of the run takes its place. Why the last one failed counts no more.
    inBackground(services.log, execution.replaceOutput(keptAnswer(cell) ?? runningOutput()));
  };
  const isStopped = () => execution.token.isCancellationRequested || !isThere(cell) || removed.aborted;
  try {
    if (isStopped()) throw new GivenUpError();
    requireNeeds(planned, run.unanswered, cellName);
    const output = await answerCell(execution, { connection, removed, onAsked }, run.services);
    await execution.replaceOutput(output);
    execution.end(true, Date.now());
    return ended('answered');
  } catch (error) {
    if (!isStopped() && !isGivenUp(error)) {
      const remedy = remedyFor(error, services.connections.get(connection.id));
      const offered = remedy && { remedy, connectionId: connection.id };
      await execution.replaceOutput(failedOutputs(cell, error, offered));
      execution.end(false, Date.now());
      return ended('failed', error);
    }
    const givenUp = !isStopped() && error instanceof GivenUpError ? error : undefined;
    const waitsFor = givenUp instanceof NoValueError ? givenUp.variable : undefined;
    if (isThere(cell)) await execution.replaceOutput(stoppedOutputs(cell, givenUp?.sentence, waitsFor));
    execution.end(undefined, Date.now());
    return ended('stopped', givenUp);
  }
}

/** Asks for each value once at most: whoever gives up one is not asked for it again by the next cell. */
function askingOnce(services: KernelServices): RunServices {
  const givenUp = new Set<string>();
  return {
    ...services,
    askForValue: async target => {
      if (givenUp.has(target.name)) return undefined;
      const value = await services.askForValue(target);
      if (value === undefined) givenUp.add(target.name);
      return value;
    },
  };
}
