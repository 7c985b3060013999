import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Command, ContextKey, View } from '../../ids.js';
import { window, type Log } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import { Emitter, Owner } from '../../ui/lifetimes.js';
import { shown } from '../../words/inert.js';
import { isQueryNotebook } from '../notebookMetadata.js';
import { activeNotebook } from '../openNotebooks.js';
import type { ChosenVariable } from './cellVariables.js';
import type { UsedVariable } from './variableUses.js';

/**
 * The variables of the notebook in front, below the tree, each with what it stands for. An item of the status bar tells how
 * many cells show answers for earlier values, and runs them.
 */
export class VariablesView extends Owner {
  private readonly changed = this.own(new Emitter<undefined>());
  private readonly stale = this.own(
    window.createStatusBarItem('netsensor.stale', vscode.StatusBarAlignment.Left, 87),
  );

  /** @param chosen is told which variable is selected */
  constructor(
    private readonly log: Log,
    chosen: ChosenVariable,
  ) {
    super();
    this.stale.name = l10n.t('Cells of the query notebook to run again');
    this.stale.command = Command.runChangedCells;
    this.stale.tooltip = l10n.t('Their results are from before the last change. Select to run them.');
    const view = window.createTreeView<UsedVariable>(View.variables, {
      treeDataProvider: {
        onDidChangeTreeData: this.changed.event,
        getChildren: async node => {
          const notebook = activeNotebook();
          if (node || !notebook) return [];
          return (await import('./variableUses.js')).usedVariables(notebook);
        },
        getTreeItem: async node => (await import('./variableItem.js')).variableItem(node),
      },
    });
    this.own(
      view,
      view.onDidChangeSelection(({ selection: [used] }) => (chosen.variable = used)),
      vscode.window.onDidChangeActiveNotebookEditor(() => this.update()),
      vscode.workspace.onDidChangeNotebookDocument(({ notebook }) => {
        if (isQueryNotebook(notebook) && notebook === activeNotebook()) this.update();
      }),
    );
    this.update();
  }

  private update(): void {
    inBackground(this.log, this.show());
  }

  /** The view is there while it has something to show. */
  private async show(): Promise<void> {
    const { hasVariables } = await import('./variableUses.js');
    const { staleCells } = await import('../staleAnswers.js');
    const { runWords } = await import('./variableWords.js');
    const notebook = activeNotebook();
    const isThere = notebook !== undefined && hasVariables(notebook);
    void vscode.commands.executeCommand('setContext', ContextKey.hasVariables, isThere);
    this.changed.fire(undefined);
    const count = notebook ? staleCells(notebook).length : 0;
    if (count === 0) return this.stale.hide();
    this.stale.text = shown`$(debug-rerun) ${runWords(count)}`;
    this.stale.show();
  }
}
