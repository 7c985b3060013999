import * as vscode from 'vscode';
import type { Log } from '../ui/doors.js';
import { inBackground } from '../ui/listeners.js';
import { activeNotebook } from './notebookMetadata.js';

/** Makes the view of variables and the time in the status bar when a query notebook is in front for the first time. */
export function followActiveNotebook(log: Log): vscode.Disposable {
  const parts: vscode.Disposable[] = [];
  let isWanted = true;
  const show = async () => {
    const [{ VariablesView }, { TimeStatus }] = await Promise.all([
      import('./variables/variablesView.js'),
      import('./time/timeStatus.js'),
    ]);
    if (isWanted) parts.push(new VariablesView(log), new TimeStatus());
  };
  const listener = vscode.window.onDidChangeActiveNotebookEditor(() => begin());
  const begin = () => {
    if (!activeNotebook()) return;
    listener.dispose();
    inBackground(log, show());
  };
  begin();
  return new vscode.Disposable(() => {
    isWanted = false;
    vscode.Disposable.from(listener, ...parts).dispose();
  });
}
