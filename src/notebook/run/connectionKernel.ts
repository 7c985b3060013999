import * as vscode from 'vscode';
import type { Connection } from '../../connections/connection.js';
import { Notebook } from '../../ids.js';
import { describeError } from '../../words/describeError.js';
import { createNotebookController, type Log, type NotebookController } from '../../ui/doors.js';
import { inert, type Inert, shown, unlinked } from '../../words/inert.js';
import { nameConnection } from '../notebookMetadata.js';
import type { RunServices } from './cellVariables.js';

/** What a kernel needs from outside. */
export interface KernelServices extends RunServices {
  readonly log: Log;
  /** Told of every cell that has run, in the order in which they end. */
  readonly onEnded: (run: EndedRun) => void;
  /** What is said beside a connection's name: environment and access level. */
  readonly connectionState: (connection: Connection) => Inert;
}

/** A cell that has run. */
export interface EndedRun {
  readonly cell: vscode.NotebookCell;
  readonly connectionId: string;
  readonly outcome: 'answered' | 'failed' | 'stopped';
  /** Why it failed. */
  readonly error?: unknown;
}

/** Id of the controller of a connection; stable, because VS Code remembers the kernel of a notebook by it. */
export const controllerId = (connection: string): string => `netsensor-${connection}`;

/** The notebook controller of one connection: runs cells against it, one after the other. */
export class ConnectionKernel implements vscode.Disposable {
  readonly controller: NotebookController;
  private readonly batches = new WeakMap<vscode.NotebookDocument, Promise<void>>();
  private readonly removed = new AbortController();
  private order = 0;

  constructor(
    private connection: Connection,
    private readonly services: KernelServices,
  ) {
    this.controller = createNotebookController(
      controllerId(connection.id),
      Notebook.type,
      inert(connection.name),
      (cells, notebook) => this.run(cells, notebook),
    );
    this.controller.supportedLanguages = [Notebook.language];
    this.controller.supportsExecutionOrder = true;
    this.update(connection);
  }

  /** Shows a connection that was renamed, labelled or moved. */
  update(connection: Connection): void {
    this.connection = connection;
    this.controller.label = inert(connection.name);
    this.controller.description = inert(connection.address);
    this.controller.detail = this.services.connectionState(connection);
  }

  /** Also aborts what is being asked: nobody could cancel it any more. */
  dispose(): void {
    this.removed.abort();
    this.controller.dispose();
  }

  /** Waits for the cells that already run in this notebook, so that results come in the order they were asked for. */
  private async run(cells: vscode.NotebookCell[], notebook: vscode.NotebookDocument): Promise<void> {
    const executions = cells.map(cell => this.controller.createNotebookCellExecution(cell));
    const before = this.batches.get(notebook) ?? Promise.resolve();
    const batch = before
      .then(() => this.runBatch(executions, notebook))
      .catch((error: unknown) => this.services.log.error(unlinked(shown`Notebook: ${describeError(error)}`)));
    this.batches.set(notebook, batch);
    await Promise.all([batch, nameConnection(notebook, this.connection.id)]);
  }

  private async runBatch(
    executions: readonly vscode.NotebookCellExecution[],
    notebook: vscode.NotebookDocument,
  ): Promise<void> {
    const asked = new Map(executions.map(execution => [execution.cell, execution]));
    let cells: readonly vscode.NotebookCell[] = [...asked.keys()];
    let problem: unknown;
    try {
      const { planRun } = await import('./cellVariables.js');
      cells = await planRun(cells, notebook, this.services.results);
    } catch (error) {
      problem = error;
    }
    let isGoing = true;
    for (const cell of cells) {
      const execution = asked.get(cell) ?? this.controller.createNotebookCellExecution(cell);
      const mayRun = isGoing && !execution.token.isCancellationRequested;
      if (mayRun) isGoing = await this.runCell(execution, problem);
      else execution.end(undefined);
    }
  }

  /**
   * Whether the cells after this one may run.
   * @param problem why the cells cannot be put in order
   */
  private async runCell(execution: vscode.NotebookCellExecution, problem: unknown): Promise<boolean> {
    const { cell } = execution;
    const ended = { cell, connectionId: this.connection.id };
    this.order += 1;
    execution.executionOrder = this.order;
    execution.start(Date.now());
    try {
      if (problem !== undefined) throw problem;
      const { answerCell } = await import('./answerCell.js');
      const output = await answerCell(
        execution,
        { connection: this.connection, removed: this.removed.signal },
        this.services,
      );
      await execution.replaceOutput(output);
      execution.end(true, Date.now());
      this.services.onEnded({ ...ended, outcome: 'answered' });
      return true;
    } catch (error) {
      const isStopped =
        execution.token.isCancellationRequested || cell.notebook.isClosed || this.removed.signal.aborted;
      const { failedOutputs, stoppedOutputs } = await import('../results/runSummary.js');
      if (isStopped || error instanceof vscode.CancellationError) {
        const isThere = !cell.notebook.isClosed && cell.index >= 0;
        if (isThere && cell.outputs.length > 0) await execution.replaceOutput(stoppedOutputs(cell));
        execution.end(undefined, Date.now());
        this.services.onEnded({ ...ended, outcome: 'stopped' });
      } else {
        await execution.replaceOutput(failedOutputs(cell, error));
        execution.end(false, Date.now());
        this.services.onEnded({ ...ended, outcome: 'failed', error });
      }
      return false;
    }
  }
}
