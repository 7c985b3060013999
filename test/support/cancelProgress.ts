import * as vscode from 'vscode';

type Task<R> = (
  progress: vscode.Progress<{ message?: string; increment?: number }>,
  token: vscode.CancellationToken,
) => Thenable<R>;

/** How a manager answers while a notification with what is said until then is drawn; short work has none. */
export const slow = { type: 'latency', milliseconds: 900 } as const;

/**
 * Cancels a task behind a progress notification, as a click on its Cancel button does, when it has begun or at the moment of
 * a report.
 * @param isMoment gets the title of the notification, and then what it says beside that
 * @returns what puts VS Code's own function back
 */
export function cancelProgress(isMoment: (message: string) => boolean): () => void {
  const { withProgress } = vscode.window;
  const cancelling = <R>(options: vscode.ProgressOptions, task: Task<R>) =>
    withProgress(options, (progress, token) => {
      const source = new vscode.CancellationTokenSource();
      token.onCancellationRequested(() => source.cancel());
      const report = (step: { message?: string; increment?: number }) => {
        progress.report(step);
        if (isMoment(step.message ?? '')) source.cancel();
      };
      const result = task({ report }, source.token);
      if (isMoment(options.title ?? '')) source.cancel();
      return result;
    });
  Object.assign(vscode.window, { withProgress: cancelling });
  return () => Object.assign(vscode.window, { withProgress });
}
