import * as vscode from 'vscode';
import { isQueryNotebook, notebookRange, notebookZone } from './notebookMetadata.js';
import { activeNotebook } from './openNotebooks.js';

/** The query notebook that was in front last. */
let last: vscode.NotebookDocument | undefined;

/** Notes from now on which query notebook is in front. */
export function noteNotebooksInFront(): vscode.Disposable {
  const note = () => {
    last = activeNotebook() ?? last;
  };
  note();
  return vscode.window.onDidChangeActiveNotebookEditor(note);
}

/** The query notebook in front, else the one that was there last, else one that can be seen or is open in a tab. */
export function nearestNotebook(): vscode.NotebookDocument | undefined {
  const shown = vscode.window.visibleNotebookEditors.map(({ notebook }) => notebook).filter(isQueryNotebook);
  const open = vscode.workspace.notebookDocuments.filter(each => isQueryNotebook(each) && hasTab(each));
  return activeNotebook() ?? [...shown, ...open].find(each => each === last) ?? shown[0] ?? open[0];
}

/** Whether a notebook is open in a tab: VS Code keeps for minutes what was only read. */
const hasTab = ({ uri }: vscode.NotebookDocument): boolean =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .some(({ input }) => input instanceof vscode.TabInputNotebook && String(input.uri) === String(uri));

/** The time that this notebook looks at; undefined without any. */
export function shownRange(): { readonly range: string; readonly zone: string } | undefined {
  const notebook = nearestNotebook();
  return notebook && { range: notebookRange(notebook), zone: notebookZone(notebook) };
}
