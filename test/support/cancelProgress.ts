import * as vscode from 'vscode';

type Task<R> = (
  progress: vscode.Progress<{ message?: string; increment?: number }>,
  token: vscode.CancellationToken,
) => Thenable<R>;

/**
 * Cancels a task behind a progress notification, as a click on its Cancel button does, at the moment of a report.
 * @param isMoment gets what the notification says beside its title
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
      return task({ report }, source.token);
    });
  Object.assign(vscode.window, { withProgress: cancelling });
  return () => Object.assign(vscode.window, { withProgress });
}
