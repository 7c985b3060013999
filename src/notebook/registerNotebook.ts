import * as vscode from 'vscode';
import { Command, Notebook } from '../ids.js';
import { registerCommands } from '../ui/registerCommands.js';
import type { KernelServices } from './connectionKernel.js';
import { newNotebook } from './newNotebook.js';
import { NotebookControllers } from './notebookControllers.js';
import { notebookContentOptions, NotebookSerializer } from './notebookSerializer.js';
import { RunSummaryItems } from './runSummaryItems.js';

/** Query notebooks: the file format, a controller per connection, and the command that makes a new one. */
export function registerNotebook(services: KernelServices): vscode.Disposable {
  const { connections, log } = services;
  return vscode.Disposable.from(
    vscode.workspace.registerNotebookSerializer(
      Notebook.type,
      new NotebookSerializer(sentence => void vscode.window.showErrorMessage(sentence)),
      notebookContentOptions,
    ),
    vscode.notebooks.registerNotebookCellStatusBarItemProvider(Notebook.type, new RunSummaryItems()),
    new NotebookControllers(services),
    registerCommands({ [Command.newNotebook]: () => newNotebook(connections) }, log),
  );
}
