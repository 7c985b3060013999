import * as vscode from 'vscode';

/** An AbortSignal that follows a VS Code cancellation token. */
export function abortSignal(token: vscode.CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  else token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}

/** Runs a task behind a notification that can cancel it. */
export function withCancellableProgress<T>(
  title: string,
  task: (signal: AbortSignal) => Promise<T>,
): Thenable<T> {
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    (_progress, token) => task(abortSignal(token)),
  );
}
