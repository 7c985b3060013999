import * as vscode from 'vscode';
import { Notebook } from '../ids.js';
import { inBackground } from '../ui/inBackground.js';
import { ConnectionKernel, controllerId, type KernelServices } from './run/connectionKernel.js';
import { KernelSelection } from './kernelSelection.js';
import { NoConnectionKernel } from './noConnectionKernel.js';
import { namedConnection } from './notebookConnection.js';

/** One controller per connection; the one a notebook names is preferred for it. */
export class NotebookControllers implements vscode.Disposable {
  private readonly kernels = new Map<string, { kernel: ConnectionKernel; disposable: vscode.Disposable }>();
  private readonly selection: KernelSelection;
  private readonly standIn = new NoConnectionKernel();
  private readonly listeners: vscode.Disposable;

  constructor(private readonly services: KernelServices) {
    this.selection = new KernelSelection(services.log, id =>
      this.kernels.has(id) ? controllerId(id) : undefined,
    );
    this.listeners = vscode.Disposable.from(
      this.selection,
      this.standIn,
      services.connections.onDidChange(() => this.synchronise()),
      vscode.workspace.onDidOpenNotebookDocument(notebook => this.prefer([notebook])),
      vscode.workspace.onDidChangeNotebookDocument(change => {
        if (change.metadata) this.prefer([change.notebook]);
      }),
    );
    this.synchronise();
  }

  dispose(): void {
    this.listeners.dispose();
    for (const { disposable } of this.kernels.values()) disposable.dispose();
    this.kernels.clear();
  }

  private synchronise(): void {
    const { connections } = this.services;
    for (const [id, { disposable }] of this.kernels) {
      if (connections.get(id)) continue;
      disposable.dispose();
      this.kernels.delete(id);
    }
    for (const connection of connections.all) {
      const existing = this.kernels.get(connection.id);
      if (existing) existing.kernel.update(connection);
      else
        this.kernels.set(
          connection.id,
          this.add(new ConnectionKernel(connection, this.services), connection.id),
        );
    }
    this.standIn.update(connections.all.length);
    this.prefer(vscode.workspace.notebookDocuments);
    this.selection.settle();
  }

  private add(
    kernel: ConnectionKernel,
    id: string,
  ): { kernel: ConnectionKernel; disposable: vscode.Disposable } {
    const disposable = vscode.Disposable.from(
      kernel,
      kernel.controller.onDidChangeSelectedNotebooks(({ notebook, selected }) => {
        if (selected) inBackground(this.services.log, this.selection.onDidSelect(notebook, id));
      }),
    );
    return { kernel, disposable };
  }

  private prefer(notebooks: readonly vscode.NotebookDocument[]): void {
    const { Default, Preferred } = vscode.NotebookControllerAffinity;
    for (const notebook of notebooks) {
      if (notebook.notebookType !== Notebook.type) continue;
      const named = namedConnection(notebook);
      for (const [id, { kernel }] of this.kernels) {
        const isWanted = named === undefined ? this.kernels.size === 1 : named === id;
        kernel.controller.updateNotebookAffinity(notebook, isWanted ? Preferred : Default);
      }
    }
  }
}
