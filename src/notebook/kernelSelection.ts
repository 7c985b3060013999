import * as vscode from 'vscode';
import { Notebook } from '../ids.js';
import type { Log } from '../ui/doors.js';
import { inBackground } from '../ui/inBackground.js';
import { nameConnection, namedConnection } from './notebookConnection.js';

const extension = 'netsensor.netsensor';

/**
 * Keeps a notebook and its kernel together. When a notebook opens, the connection it names becomes its kernel, whatever
 * VS Code remembers; from then on, choosing a kernel writes its connection into the notebook.
 */
export class KernelSelection implements vscode.Disposable {
  private readonly settled = new WeakSet<vscode.NotebookDocument>();
  private readonly listener: vscode.Disposable;

  /** @param controllerId the controller of a connection, while there is one */
  constructor(
    private readonly log: Log,
    private readonly controllerId: (connection: string) => string | undefined,
  ) {
    this.listener = vscode.window.onDidChangeVisibleNotebookEditors(() => this.settle());
  }

  /** Selects the named connection in every notebook on the screen that has not had its turn yet. */
  settle(): void {
    for (const editor of vscode.window.visibleNotebookEditors)
      inBackground(this.log, this.settleEditor(editor));
  }

  /** A kernel was chosen; before a notebook is settled that is VS Code remembering, which must not change the file. */
  async onDidSelect(notebook: vscode.NotebookDocument, connection: string): Promise<void> {
    if (this.settled.has(notebook)) await nameConnection(notebook, connection);
  }

  dispose(): void {
    this.listener.dispose();
  }

  private async settleEditor(notebookEditor: vscode.NotebookEditor): Promise<void> {
    const { notebook } = notebookEditor;
    if (notebook.notebookType !== Notebook.type || this.settled.has(notebook)) return;
    const named = namedConnection(notebook);
    const id = named === undefined ? undefined : this.controllerId(named);
    // A connection that is not here may still come; until then a choice is written when cells run.
    if (named !== undefined && id === undefined) return;
    // There is no API for it, only this command: https://github.com/microsoft/vscode/issues/114289
    if (id) await vscode.commands.executeCommand('notebook.selectKernel', { notebookEditor, id, extension });
    this.settled.add(notebook);
  }
}
