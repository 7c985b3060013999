import * as vscode from 'vscode';

/** Takes what the status bar is to say for a moment; `restore()` puts VS Code's own function back. */
export function noteStatus(): { told: readonly string[]; restore: () => void } {
  const { setStatusBarMessage } = vscode.window;
  const told: string[] = [];
  const noting = (text: string) => {
    told.push(text);
    return new vscode.Disposable(() => undefined);
  };
  Object.assign(vscode.window, { setStatusBarMessage: noting });
  return { told, restore: () => void Object.assign(vscode.window, { setStatusBarMessage }) };
}
