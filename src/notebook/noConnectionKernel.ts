import * as vscode from 'vscode';
import { createNotebookController, type NotebookController } from '../ui/doors.js';
import { Command, Notebook } from '../ids.js';

/** Stands in while there is no connection: running a cell asks for a manager, where VS Code would offer the marketplace. */
export class NoConnectionKernel implements vscode.Disposable {
  private controller: NotebookController | undefined;

  /** Shows or withdraws the stand-in. */
  update(connectionCount: number): void {
    if (connectionCount > 0) this.dispose();
    else this.controller ??= createController();
  }

  dispose(): void {
    this.controller?.dispose();
    this.controller = undefined;
  }
}

function createController(): NotebookController {
  const label = vscode.l10n.t('Add manager…');
  const controller = createNotebookController('netsensor-none', Notebook.type, label, () =>
    vscode.commands.executeCommand(Command.addManager),
  );
  controller.supportedLanguages = [Notebook.language];
  controller.description = vscode.l10n.t('There is no connection to run against yet');
  return controller;
}
