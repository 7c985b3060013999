import * as vscode from 'vscode';

/** Opens a document in the place of another one, in the same groups of the window, and closes the other. */
export async function replaceTab(old: vscode.Uri, by: vscode.Uri): Promise<void> {
  const tabs = vscode.window.tabGroups.all
    .flatMap(group => group.tabs)
    .filter(tab => tab.input instanceof vscode.TabInputText && tab.input.uri.toString() === old.toString());
  for (const { group } of tabs) {
    const options = { viewColumn: group.viewColumn, preview: false };
    await vscode.commands.executeCommand('vscode.open', by, options);
  }
  await vscode.window.tabGroups.close(tabs, true);
}
