import * as vscode from 'vscode';
import type { Connection, Connections } from '../connections/connection.js';
import { Notebook } from '../ids.js';
import { describeError } from '../ui/describeError.js';
import { answerCell } from './answerCell.js';
import { nameConnection } from './notebookConnection.js';

/** What a kernel needs from outside. */
export interface KernelServices {
  readonly connections: Connections;
  readonly log: vscode.LogOutputChannel;
  /** What is said beside a connection's name: environment and access level. */
  readonly connectionState: (connection: Connection) => string;
}

/** Id of the controller of a connection; stable, because VS Code remembers the kernel of a notebook by it. */
export const controllerId = (connection: string): string => `netsensor-${connection}`;

/** The notebook controller of one connection: runs cells against it, one after the other. */
export class ConnectionKernel implements vscode.Disposable {
  readonly controller: vscode.NotebookController;
  private readonly batches = new WeakMap<vscode.NotebookDocument, Promise<void>>();
  private order = 0;

  constructor(
    private connection: Connection,
    private readonly services: KernelServices,
  ) {
    this.controller = vscode.notebooks.createNotebookController(
      controllerId(connection.id),
      Notebook.type,
      connection.name,
      (cells, notebook) => this.run(cells, notebook),
    );
    this.controller.supportedLanguages = [Notebook.language];
    this.controller.supportsExecutionOrder = true;
    this.update(connection);
  }

  /** Shows a connection that was renamed, labelled or moved. */
  update(connection: Connection): void {
    this.connection = connection;
    this.controller.label = connection.name;
    this.controller.description = connection.address;
    this.controller.detail = this.services.connectionState(connection);
  }

  dispose(): void {
    this.controller.dispose();
  }

  /** Waits for the cells that already run in this notebook, so that results come in the order they were asked for. */
  private async run(cells: vscode.NotebookCell[], notebook: vscode.NotebookDocument): Promise<void> {
    const executions = cells.map(cell => this.controller.createNotebookCellExecution(cell));
    const before = this.batches.get(notebook) ?? Promise.resolve();
    const batch = before
      .then(() => this.runBatch(executions))
      .catch((error: unknown) => this.services.log.error(`Notebook: ${describeError(error)}`));
    this.batches.set(notebook, batch);
    await Promise.all([batch, nameConnection(notebook, this.connection.id)]);
  }

  private async runBatch(executions: readonly vscode.NotebookCellExecution[]): Promise<void> {
    let isGoing = true;
    for (const execution of executions) {
      if (isGoing && !execution.token.isCancellationRequested) isGoing = await this.runCell(execution);
      else execution.end(undefined);
    }
  }

  /** Whether the cells after this one may run. */
  private async runCell(execution: vscode.NotebookCellExecution): Promise<boolean> {
    this.order += 1;
    execution.executionOrder = this.order;
    execution.start(Date.now());
    try {
      await execution.clearOutput();
      const output = await answerCell(execution, this.connection, this.services.connections);
      await execution.replaceOutput(output);
      execution.end(true, Date.now());
      return true;
    } catch (error) {
      if (execution.token.isCancellationRequested || execution.cell.notebook.isClosed) {
        execution.end(undefined, Date.now());
      } else {
        await execution.replaceOutput(failureOutput(error));
        execution.end(false, Date.now());
      }
      return false;
    }
  }
}

function failureOutput(error: unknown): vscode.NotebookCellOutput {
  const name = vscode.l10n.t('Query failed');
  return new vscode.NotebookCellOutput([
    vscode.NotebookCellOutputItem.error({ name, message: describeError(error) }),
  ]);
}
