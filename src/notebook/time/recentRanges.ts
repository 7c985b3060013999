import type * as vscode from 'vscode';

const recentKey = 'recentRanges';
const mostRecent = 5;

/** The ranges that notebooks and cells gave up, and the times that variables got, the last one first and each once. */
export function recentRanges(state: vscode.Memento): readonly string[] {
  const kept = state.get<unknown>(recentKey);
  return Array.isArray(kept) ? kept.filter(range => typeof range === 'string') : [];
}

/** Keeps a range for the lists of all notebooks, also in windows to come. */
export const keepRecent = (state: vscode.Memento, range: string): Thenable<void> =>
  state.update(
    recentKey,
    [range, ...recentRanges(state).filter(other => other !== range)].slice(0, mostRecent),
  );
