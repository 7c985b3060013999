import * as vscode from 'vscode';

/** Answers input boxes and quick picks in order; `undefined` gives up, as Escape does. */
export function answerInputs(answers: readonly (string | undefined)[]): {
  asked: string[];
  restore: () => void;
} {
  const asked: string[] = [];
  const left = [...answers];
  const window = vscode.window as unknown as Record<'showInputBox' | 'showQuickPick', unknown>;
  const { showInputBox, showQuickPick } = window;
  window.showInputBox = (options: vscode.InputBoxOptions) => {
    asked.push(`${options.title ?? ''}${options.password ? ' (password)' : ''}`);
    return Promise.resolve(left.shift());
  };
  window.showQuickPick = (items: readonly vscode.QuickPickItem[], options: vscode.QuickPickOptions) => {
    asked.push(options.title ?? '');
    const wanted = left.shift();
    return Promise.resolve(items.find(item => item.label === wanted));
  };
  return { asked, restore: () => Object.assign(window, { showInputBox, showQuickPick }) };
}
