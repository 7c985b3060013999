import * as vscode from 'vscode';
import { window } from './doors.js';
import type { Inert } from './inert.js';

/** An AbortSignal that follows a VS Code cancellation token. */
export function abortSignal(token: vscode.CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  else token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}

/** Runs a task behind a notification that can cancel it; `report` says beside the title how far it is. */
export function withCancellableProgress<T>(
  title: Inert,
  task: (signal: AbortSignal, report: (message: Inert) => void) => Promise<T>,
): Thenable<T> {
  return window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    (progress, token) => task(abortSignal(token), message => progress.report({ message })),
  );
}
