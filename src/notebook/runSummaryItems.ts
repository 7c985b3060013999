import * as vscode from 'vscode';
import { rowCountText } from './resultOutput.js';
import { readRunSummary } from './runSummary.js';

/** Says below a cell how many rows its last run gave, how long that took and which connection answered. */
export class RunSummaryItems implements vscode.NotebookCellStatusBarItemProvider {
  provideCellStatusBarItems(cell: vscode.NotebookCell): vscode.NotebookCellStatusBarItem | undefined {
    const summary = readRunSummary(cell.outputs[0]?.metadata);
    if (!summary) return undefined;
    const { rowCount, totalRows, elapsed, connection } = summary;
    const text = [rowCountText(rowCount, totalRows), duration(elapsed), connection]
      .filter(Boolean)
      .join(' · ');
    const item = new vscode.NotebookCellStatusBarItem(
      `$(table) ${text.replaceAll('$(', '$\u200b(')}`,
      vscode.NotebookCellStatusBarAlignment.Left,
    );
    item.tooltip = vscode.l10n.t('Rows, time until the manager had answered, and the connection asked');
    return item;
  }
}

function duration(milliseconds: number): string {
  return milliseconds < 1000
    ? vscode.l10n.t('{0} ms', Math.round(milliseconds))
    : vscode.l10n.t('{0} s', (milliseconds / 1000).toFixed(1));
}
