import * as vscode from 'vscode';

/** Opens a document in the place of another one, in the same groups of the window, and closes the other. */
export async function replaceTab(old: vscode.Uri, by: vscode.Uri): Promise<void> {
  for (const { group } of tabsOf(old)) {
    const options = { viewColumn: group.viewColumn, preview: false };
    await vscode.commands.executeCommand('vscode.open', by, options);
  }
  // VS Code 1.110 does not know the tabs from before any more.
  await vscode.window.tabGroups.close(tabsOf(old), true);
}

const tabsOf = (uri: vscode.Uri): vscode.Tab[] =>
  vscode.window.tabGroups.all
    .flatMap(group => group.tabs)
    .filter(tab => tab.input instanceof vscode.TabInputText && tab.input.uri.toString() === uri.toString());
