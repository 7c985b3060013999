import type * as vscode from 'vscode';
import type { Inert } from '../words/inert.js';
import { withNotification, type Progress } from './doors.js';

/** How somebody waits until what was written shows. */
interface ShownPatience {
  readonly signal: AbortSignal;
  /** Shows that it is waited. */
  readonly onWaiting: () => void;
}

/**
 * Writes something that may show late. From the first wait on a notification says what is waited for, and can end it; a
 * write that shows at once shows nothing.
 */
export async function waitForWrite<T>(
  title: Inert,
  write: (patience: ShownPatience) => Promise<T>,
): Promise<T> {
  const cancelled = new AbortController();
  let isShown = false;
  let end = (): void => undefined;
  const ended = new Promise<void>(resolve => (end = resolve));
  const onWaiting = () => {
    if (isShown) return;
    isShown = true;
    const follow = (_: Progress, token: vscode.CancellationToken) => {
      token.onCancellationRequested(() => cancelled.abort());
      return ended;
    };
    void withNotification(title, follow, true);
  };
  try {
    return await write({ signal: cancelled.signal, onWaiting });
  } finally {
    end();
  }
}
