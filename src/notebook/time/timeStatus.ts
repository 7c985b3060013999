import * as vscode from 'vscode';
import { window, type Log } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import { activeNotebook } from '../notebookMetadata.js';

/** Shows in the status bar which time the queries of the active notebook look at; a click changes it. */
export class TimeStatus implements vscode.Disposable {
  readonly range = window.createStatusBarItem('netsensor.timeRange', vscode.StatusBarAlignment.Left, 89);
  readonly zone = window.createStatusBarItem('netsensor.timeZone', vscode.StatusBarAlignment.Left, 88);
  private readonly subscriptions: vscode.Disposable;

  constructor(log: Log) {
    this.subscriptions = vscode.Disposable.from(
      this.range,
      this.zone,
      vscode.window.onDidChangeActiveNotebookEditor(() => inBackground(log, this.update())),
      vscode.workspace.onDidChangeNotebookDocument(({ metadata }) => {
        if (metadata) inBackground(log, this.update());
      }),
    );
    inBackground(log, this.update());
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private async update(): Promise<void> {
    const notebook = activeNotebook();
    if (!notebook) {
      this.range.hide();
      this.zone.hide();
      return;
    }
    const { showTime } = await import('./shownTime.js');
    if (notebook === activeNotebook()) showTime(notebook, this);
  }
}
