import * as vscode from 'vscode';
import { isQueryNotebook, notebookRange, notebookZone } from './notebookMetadata.js';
import { activeNotebook } from './openNotebooks.js';

/** The query notebook in front, else one that can be seen, else one that is open in a tab. */
export function nearestNotebook(): vscode.NotebookDocument | undefined {
  const shown = vscode.window.visibleNotebookEditors.map(({ notebook }) => notebook).find(isQueryNotebook);
  const open = () => vscode.workspace.notebookDocuments.find(each => isQueryNotebook(each) && hasTab(each));
  return activeNotebook() ?? shown ?? open();
}

/** Whether a notebook is open in a tab: VS Code keeps for minutes what was only read. */
export const hasTab = ({ uri }: vscode.NotebookDocument): boolean =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .some(({ input }) => input instanceof vscode.TabInputNotebook && String(input.uri) === String(uri));

/** The time that this notebook looks at; undefined without any. */
export function shownRange(): { readonly range: string; readonly zone: string } | undefined {
  const notebook = nearestNotebook();
  return notebook && { range: notebookRange(notebook), zone: notebookZone(notebook) };
}
