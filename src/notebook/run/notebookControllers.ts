import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connection } from '../../connections/connection.js';
import { createNotebookController, type NotebookController, type Log } from '../../ui/doors.js';
import { Command, Notebook } from '../../ids.js';
import { inBackground } from '../../ui/listeners.js';
import { Owner, together } from '../../ui/lifetimes.js';
import { nameConnection, namedConnection } from '../notebookMetadata.js';
import { answerSummary } from '../results/runSummary.js';
import { ConnectionKernel, controllerId } from './connectionKernel.js';
import type { KernelServices, QueueWatch } from './runBatch.js';

/** Stands in while there is no connection: running a cell asks for a manager, where VS Code would offer the marketplace. */
function createStandIn(): NotebookController {
  const label = l10n.t('Add manager…');
  const controller = createNotebookController('netsensor-none', Notebook.type, label, () =>
    vscode.commands.executeCommand(Command.addManager),
  );
  controller.supportedLanguages = [Notebook.language];
  controller.description = l10n.t('There is no connection to run against yet');
  return controller;
}

const extension = 'netsensor.netsensor';

/** Gives a notebook the kernel of a connection, brought to the front where it is not visible. */
export async function selectKernel(notebook: vscode.NotebookDocument, connection: string): Promise<void> {
  const { window, commands } = vscode;
  const visible = window.visibleNotebookEditors.find(editor => editor.notebook === notebook);
  const notebookEditor = visible ?? (await window.showNotebookDocument(notebook));
  // There is no API for it, only this command: https://github.com/microsoft/vscode/issues/114289
  const id = controllerId(connection);
  await commands.executeCommand('notebook.selectKernel', { notebookEditor, id, extension });
}

/**
 * Keeps a notebook and its kernel together. When a notebook opens, the connection it names becomes its kernel, whatever
 * VS Code remembers; from then on, choosing a kernel writes its connection into the notebook.
 */
class KernelSelection extends Owner {
  private readonly settled = new WeakSet<vscode.NotebookDocument>();
  /** Connections that VS Code lists as soon as a kernel is to be chosen. */
  private readonly listed = new Set<string>();
  private turn: Promise<unknown> = Promise.resolve();
  private selecting: vscode.NotebookDocument | undefined;

  /** @param connections that have a controller */
  constructor(
    private readonly log: Log,
    private readonly connections: { readonly keys: () => Iterable<string> },
  ) {
    super();
    this.own(vscode.window.onDidChangeVisibleNotebookEditors(() => this.settle()));
  }

  /** Selects the named connection in every notebook on the screen that has not had its turn yet. */
  settle(): void {
    for (const editor of vscode.window.visibleNotebookEditors) {
      const turn = this.turn.then(() => this.settleEditor(editor));
      inBackground(this.log, turn);
      this.turn = turn.catch(() => undefined);
    }
  }

  /** A kernel was chosen; before a notebook is settled that is VS Code remembering, which must not change the file. */
  async onDidSelect(notebook: vscode.NotebookDocument, connection: string): Promise<void> {
    if (this.settled.has(notebook) && notebook !== this.selecting) await nameConnection(notebook, connection);
  }

  private async settleEditor(editor: vscode.NotebookEditor): Promise<void> {
    const { notebook } = editor;
    if (notebook.notebookType !== Notebook.type) return;
    const ids = [...this.connections.keys()];
    const named = namedConnection(notebook);
    // A connection that is not here may still come; until then a choice is written when cells run.
    if (named !== undefined && !ids.includes(named)) return;
    if (named !== undefined) await this.select(editor, named, ids);
    this.settled.add(notebook);
  }

  /** Selects a kernel, and before it those that VS Code would hide behind a second list: it shows what was chosen before (`KernelPickerMRUStrategy`). */
  private async select(
    notebookEditor: vscode.NotebookEditor,
    named: string,
    ids: readonly string[],
  ): Promise<void> {
    const { notebook } = notebookEditor;
    const unlisted = ids.filter(id => id !== named && !this.listed.has(id));
    if (unlisted.length === 0 && this.settled.has(notebook)) return;
    this.selecting = notebook;
    try {
      for (const each of [...unlisted, named]) {
        // There is no API for it, only this command: https://github.com/microsoft/vscode/issues/114289
        const id = controllerId(each);
        await vscode.commands.executeCommand('notebook.selectKernel', { notebookEditor, id, extension });
        this.listed.add(each);
      }
    } finally {
      this.selecting = undefined;
    }
  }
}

/** One controller per connection; the one a notebook names is preferred for it. */
export class NotebookControllers extends Owner {
  private readonly kernels = new Map<string, { kernel: ConnectionKernel; disposable: vscode.Disposable }>();
  private readonly selection: KernelSelection;
  private readonly selected = new WeakMap<vscode.NotebookDocument, ConnectionKernel>();
  private standIn: NotebookController | undefined;

  constructor(
    private readonly services: KernelServices,
    private readonly queue: QueueWatch,
  ) {
    super();
    this.selection = this.own(new KernelSelection(services.log, this.kernels));
    this.own(
      services.connections.onDidChange(() => this.synchronise()),
      services.connections.onDidReach(id => this.showState(id)),
      vscode.workspace.onDidOpenNotebookDocument(notebook => this.prefer([notebook])),
      vscode.workspace.onDidChangeNotebookDocument(change => {
        if (change.metadata) this.prefer([change.notebook]);
        const added = change.contentChanges.flatMap(({ addedCells }) => addedCells);
        const answered = added.filter(({ outputs }) => outputs.length > 0);
        if (answered.length > 0) inBackground(services.log, this.restorePasted(answered));
      }),
    );
    this.synchronise();
  }

  override dispose(): void {
    super.dispose();
    this.showStandIn(false);
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
      else this.add(connection);
    }
    this.showStandIn(connections.all.length === 0);
    this.prefer(vscode.workspace.notebookDocuments);
    this.selection.settle();
  }

  /** Its list of kernels says how a manager answers now. */
  private showState(id: string): void {
    const connection = this.services.connections.get(id);
    if (connection) this.kernels.get(id)?.kernel.update(connection);
  }

  private add(connection: Connection): void {
    const { id } = connection;
    const kernel = new ConnectionKernel(connection, this.services, this.queue);
    const disposable = together(
      kernel,
      kernel.controller.onDidChangeSelectedNotebooks(({ notebook, selected }) => {
        if (selected) {
          this.selected.set(notebook, kernel);
          inBackground(this.services.log, this.selection.onDidSelect(notebook, id));
        } else if (this.selected.get(notebook) === kernel) this.selected.delete(notebook);
      }),
    );
    this.kernels.set(id, { kernel, disposable });
  }

  /** Nobody but the kernel of a notebook may write outputs; where none is chosen yet, a copy stays as VS Code made it. */
  private async restorePasted(cells: readonly vscode.NotebookCell[]): Promise<void> {
    const { pastedOutputs } = await import('../results/resultOutput.js');
    for (const cell of cells) {
      const kernel = this.selected.get(cell.notebook);
      if (!kernel || cell.index < 0) continue;
      const outputs = pastedOutputs(cell, this.services.results);
      const ranAt = Date.parse(answerSummary(cell)?.ranAt ?? '');
      if (outputs) await kernel.replaceOutputs(cell, outputs, ranAt);
    }
  }

  private showStandIn(isWanted: boolean): void {
    if (isWanted) this.standIn ??= createStandIn();
    else {
      this.standIn?.dispose();
      this.standIn = undefined;
    }
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
