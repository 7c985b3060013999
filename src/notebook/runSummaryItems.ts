import * as vscode from 'vscode';

/**
 * Says below a cell what its last run gave: rows, time, connection and the interval that was looked at. Before that run,
 * and for every cell without intervals of its own, it says which range counts.
 */
export class RunSummaryItems implements vscode.NotebookCellStatusBarItemProvider {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCellStatusBarItems = this.changed.event;

  /** The range of a notebook may have changed. */
  refresh(): void {
    this.changed.fire();
  }

  async provideCellStatusBarItems(cell: vscode.NotebookCell): Promise<vscode.NotebookCellStatusBarItem[]> {
    return (await import('./cellItems.js')).cellItems(cell);
  }
}
