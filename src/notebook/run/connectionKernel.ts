import type * as vscode from 'vscode';
import type { Connection } from '../../connections/connection.js';
import { Notebook } from '../../ids.js';
import { describeError } from '../../words/describeError.js';
import { createNotebookController, type NotebookController } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import { inert, shown, unlinked } from '../../words/inert.js';
import { nameConnection } from '../notebookMetadata.js';
import type { KernelServices, QueueWatch, RunningKernel } from './runBatch.js';

/** Id of the controller of a connection; stable, because VS Code remembers the kernel of a notebook by it. */
export const controllerId = (connection: string): string => `netsensor-${connection}`;

/** The notebook controller of one connection: runs cells against it, one after the other. */
export class ConnectionKernel implements RunningKernel, vscode.Disposable {
  readonly controller: NotebookController;
  private readonly batches = new WeakMap<vscode.NotebookDocument, Promise<void>>();
  private readonly removal = new AbortController();
  readonly removed = this.removal.signal;
  readonly waiting = new Map<vscode.NotebookCell, vscode.NotebookCellExecution>();
  order = 0;

  constructor(
    public connection: Connection,
    readonly services: KernelServices,
    readonly queue: QueueWatch,
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
    inBackground(this.services.log, this.showState());
  }

  private async showState(): Promise<void> {
    const { connectionState } = await this.services.connectionWords();
    this.controller.detail = connectionState(this.connection);
  }

  /** Also aborts what is being asked: nobody could cancel it any more. */
  dispose(): void {
    this.removal.abort();
    this.controller.dispose();
  }

  /** Waits for the cells that already run in this notebook, so that results come in the order they were asked for. */
  private async run(cells: vscode.NotebookCell[], notebook: vscode.NotebookDocument): Promise<void> {
    const executions = cells.flatMap(cell => this.enqueue(cell) ?? []);
    const before = this.batches.get(notebook) ?? Promise.resolve();
    const batch = before
      .then(() => import('./runBatch.js'))
      .then(({ runBatch }) => runBatch(executions, notebook, this))
      .catch((error: unknown) => this.services.log.error(unlinked(shown`Notebook: ${describeError(error)}`)))
      .finally(() => this.giveUp(executions));
    this.batches.set(notebook, batch);
    await Promise.all([batch, nameConnection(notebook, this.connection.id)]);
  }

  /** Gives a cell other outputs without a run, as those of its last one. @param ranAt milliseconds since 1970 */
  async replaceOutputs(
    cell: vscode.NotebookCell,
    outputs: vscode.NotebookCellOutput[],
    ranAt: number,
  ): Promise<void> {
    const execution = this.controller.createNotebookCellExecution(cell);
    execution.start(ranAt);
    await execution.replaceOutput(outputs);
    execution.end(undefined, ranAt);
  }

  giveUp(executions: readonly vscode.NotebookCellExecution[]): void {
    for (const execution of executions) {
      const { cell } = execution;
      // The cell may wait for another run by now.
      if (this.waiting.get(cell) !== execution) continue;
      execution.end(undefined);
      this.waiting.delete(cell);
      this.queue.left(cell);
    }
  }

  enqueue(cell: vscode.NotebookCell): vscode.NotebookCellExecution | undefined {
    try {
      const execution = this.controller.createNotebookCellExecution(cell);
      this.waiting.set(cell, execution);
      this.queue.queued(cell);
      return execution;
    } catch (error) {
      this.services.log.warn(unlinked(shown`Notebook: ${describeError(error)}`));
      return undefined;
    }
  }
}
