import * as vscode from 'vscode';
import { Notebook } from '../ids.js';
import { NotebookFileError, readNotebook } from '../model/notebookFile.js';

/** Says why a file did not open as a notebook, and offers the text editor. */
export async function showRefusal(sentence: string): Promise<void> {
  const openAsText = vscode.l10n.t('Open as Text');
  if ((await vscode.window.showErrorMessage(sentence, openAsText)) !== openAsText) return;
  const refused = await refusedTabs();
  if (refused.length === 0) {
    const otherWay = vscode.l10n.t(
      'Choose Open With… in the context menu of the file, then the text editor.',
    );
    await vscode.window.showErrorMessage(otherWay);
  }
  for (const { tab, uri } of refused) {
    await vscode.commands.executeCommand('vscode.openWith', uri, 'default', tab.group.viewColumn);
    await vscode.window.tabGroups.close(tab);
  }
}

interface RefusedTab {
  readonly tab: vscode.Tab;
  readonly uri: vscode.Uri;
}

/** The tabs that show an error in place of a notebook; VS Code does not tell a serializer which file it reads. */
async function refusedTabs(): Promise<RefusedTab[]> {
  const open = new Set(vscode.workspace.notebookDocuments.map(({ uri }) => String(uri)));
  const found: RefusedTab[] = [];
  for (const tab of vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs)) {
    const { input } = tab;
    if (!(input instanceof vscode.TabInputNotebook) || input.notebookType !== Notebook.type) continue;
    if (!open.has(String(input.uri)) && (await isRefused(input.uri))) found.push({ tab, uri: input.uri });
  }
  return found;
}

async function isRefused(uri: vscode.Uri): Promise<boolean> {
  try {
    readNotebook(await vscode.workspace.fs.readFile(uri));
    return false;
  } catch (error) {
    return error instanceof NotebookFileError;
  }
}
