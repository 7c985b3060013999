import { answerDialogs, type ShownDialog } from './answerDialogs.js';
import { answerInputs } from './answerInputs.js';

/** The answers of one `describe` to what VS Code asks; `restore` belongs into its `afterEach`. */
export function stubAnswers() {
  const undo: (() => unknown)[] = [];
  let shown: ShownDialog[] = [];
  return {
    /** What the last stub of dialogs has seen. */
    shown: (): readonly ShownDialog[] => shown,
    dialogs: (answer: (dialog: ShownDialog) => string | undefined): void => {
      const stub = answerDialogs(answer);
      undo.push(stub.restore);
      shown = stub.shown;
    },
    inputs: (...answers: string[]): void => void undo.push(answerInputs(answers).restore),
    /** Something else to be put back. */
    later: (step: () => unknown): void => void undo.push(step),
    /** Puts everything back, the last first. */
    restore: (): void => {
      for (const step of undo.splice(0).reverse()) step();
    },
  };
}
