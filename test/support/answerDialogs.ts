import * as vscode from 'vscode';
import { noteShown } from './shownTexts.js';

/** Everything a dialog showed, in order. */
export interface ShownDialog {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
}

type MessageFunction = (message: string, ...rest: unknown[]) => Thenable<string | undefined>;

/**
 * Answers message boxes, which nobody can click inside the extension host: `answer` gets each one and names a button.
 * @returns what was shown; `restore()` puts VS Code's own functions back
 */
export function answerDialogs(answer: (dialog: ShownDialog) => string | undefined): {
  shown: ShownDialog[];
  restore: () => void;
} {
  const shown: ShownDialog[] = [];
  const window = vscode.window as unknown as Record<string, MessageFunction>;
  const names = ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'];
  const originals = names.map(name => window[name]);
  const show: MessageFunction = (message, ...rest) => {
    const [first, ...others] = rest;
    const options =
      typeof first === 'object' && first !== null ? (first as vscode.MessageOptions) : undefined;
    const buttons = (options ? others : rest).filter(button => typeof button === 'string');
    const dialog = { message, detail: options?.detail ?? '', buttons };
    shown.push(dialog);
    noteShown('message', message, dialog.detail, ...buttons);
    return Promise.resolve(answer(dialog));
  };
  for (const name of names) window[name] = show;
  return {
    shown,
    restore: () => names.forEach((name, index) => (window[name] = originals[index] as MessageFunction)),
  };
}
