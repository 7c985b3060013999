import * as vscode from 'vscode';
import { noteRows } from './shownTexts.js';

/**
 * Answers every quick pick with the item that `choose` names, and every input box with `word`.
 * @returns what puts VS Code's own functions back
 */
export function answerPicks(
  choose: (items: readonly vscode.QuickPickItem[]) => vscode.QuickPickItem | undefined,
  word?: () => string | undefined,
): () => void {
  const { showQuickPick, showInputBox } = vscode.window;
  Object.assign(vscode.window, {
    showQuickPick: async (
      listed: PromiseLike<readonly vscode.QuickPickItem[]> | readonly vscode.QuickPickItem[],
    ) => {
      const items = await listed;
      noteRows(items);
      return choose(items);
    },
    showInputBox: () => Promise.resolve(word?.()),
  });
  return () => Object.assign(vscode.window, { showQuickPick, showInputBox });
}
