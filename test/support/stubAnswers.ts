import * as vscode from 'vscode';
import { answerDialogs, type ShownDialog } from './answerDialogs.js';
import { answerInputs, type Answer } from './answerInputs.js';

/** The answers of one `describe` to what VS Code asks; `restore` belongs into its `afterEach`. */
export function stubAnswers() {
  const undo: (() => unknown)[] = [];
  let shown: ShownDialog[] = [];
  return {
    /** What the last stub of dialogs has seen. */
    shown: (): readonly ShownDialog[] => shown,
    dialogs: (answer: (dialog: ShownDialog) => string | undefined): readonly ShownDialog[] => {
      const stub = answerDialogs(answer);
      undo.push(stub.restore);
      shown = stub.shown;
      return shown;
    },
    /** @returns the titles of what was asked so far */
    inputs: (...answers: Answer[]): readonly string[] => {
      const stub = answerInputs(answers);
      undo.push(stub.restore);
      return stub.asked;
    },
    /** Does something once a question stands, before it is answered. @returns whether that was done */
    meanwhile: (
      step: () => Thenable<unknown>,
      by: 'showWarningMessage' | 'showInformationMessage' = 'showWarningMessage',
    ): (() => boolean) => {
      const show = vscode.window[by] as (...question: unknown[]) => Thenable<unknown>;
      let isDone = false;
      const ask = async (...question: unknown[]) => {
        if (!isDone) await step();
        isDone = true;
        return show(...question);
      };
      Object.assign(vscode.window, { [by]: ask });
      undo.push(() => Object.assign(vscode.window, { [by]: show }));
      return () => isDone;
    },
    /** Takes the places that are offered for files. @returns those so far */
    offeredFiles: (): readonly (vscode.Uri | undefined)[] => {
      const offered: (vscode.Uri | undefined)[] = [];
      const { showSaveDialog } = vscode.window;
      const show = ({ defaultUri }: vscode.SaveDialogOptions) => {
        offered.push(defaultUri);
        return Promise.resolve(defaultUri);
      };
      Object.assign(vscode.window, { showSaveDialog: show });
      undo.push(() => Object.assign(vscode.window, { showSaveDialog }));
      return offered;
    },
    /** Something else to be put back. */
    later: (step: () => unknown): void => void undo.push(step),
    /** Puts everything back, the last first. */
    restore: (): void => {
      for (const step of undo.splice(0).reverse()) step();
    },
  };
}
