import type * as vscode from 'vscode';
import { resolveRange, type Clock } from 'netsensor-contract/query/timeRange';

const recentKey = 'recentRanges';
const mostRecent = 5;

/** The ranges that notebooks and cells gave up, and the times that variables got, the last one first and each once. */
export function recentTimes(state: vscode.Memento): readonly string[] {
  const kept = state.get<unknown>(recentKey);
  return Array.isArray(kept) ? kept.filter(time => typeof time === 'string') : [];
}

/** Those of them that mean a stretch of time: variables get moments, too. */
export const recentRanges = (state: vscode.Memento, clock: Clock): readonly string[] =>
  recentTimes(state).filter(time => 'stretch' in resolveRange(time, clock));

/** Keeps a range for the lists of all notebooks, also in windows to come. */
export const keepRecent = (state: vscode.Memento, range: string): Thenable<void> =>
  state.update(
    recentKey,
    [range, ...recentTimes(state).filter(other => other !== range)].slice(0, mostRecent),
  );
