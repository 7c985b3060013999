import * as vscode from 'vscode';
import { noteShown } from './shownTexts.js';

/** Everything a dialog showed, in order. */
export interface ShownDialog {
  readonly message: string;
  readonly detail: string;
  /** Those that do something: all but the safe one. */
  readonly buttons: readonly string[];
  /** What Enter presses in a modal: the first of all. */
  readonly onEnter: string | undefined;
}

const safeButton = 'Change nothing';

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
    const all = (options ? others : rest).filter(button => typeof button === 'string');
    const buttons = all.filter(button => button !== safeButton);
    const dialog = { message, detail: options?.detail ?? '', buttons, onEnter: all[0] };
    shown.push(dialog);
    noteShown('message', message, dialog.detail, ...all);
    return Promise.resolve(answer(dialog));
  };
  for (const name of names) window[name] = show;
  return {
    shown,
    restore: () => names.forEach((name, index) => (window[name] = originals[index] as MessageFunction)),
  };
}
