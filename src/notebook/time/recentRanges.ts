import type * as vscode from 'vscode';
import { resolveRange } from 'netsensor-contract/query/timeRange';

/** Where the ranges are kept that notebooks and cells gave up, and the moments that variables got. */
const rangesKey = 'recentRanges';
const momentsKey = 'recentMoments';
const mostRecent = 5;

/** The ranges that notebooks and cells gave up and that variables got, the last one first and each once. */
export const recentRanges = (state: vscode.Memento): readonly string[] =>
  // Moments were kept among them.
  kept(state, rangesKey).filter(isRange);

/** The moments that variables got, then those ranges. */
export const recentTimes = (state: vscode.Memento): readonly string[] => [
  ...kept(state, momentsKey),
  ...recentRanges(state),
];

/** Keeps a range, or a moment among those, for the lists of all notebooks, also in windows to come. */
export function keepRecent(state: vscode.Memento, time: string): Thenable<void> {
  const [key, before] = isRange(time)
    ? [rangesKey, recentRanges(state)]
    : [momentsKey, kept(state, momentsKey)];
  return state.update(key, [time, ...before.filter(other => other !== time)].slice(0, mostRecent));
}

function kept(state: vscode.Memento, key: string): readonly string[] {
  const stored = state.get<unknown>(key);
  return Array.isArray(stored) ? stored.filter(time => typeof time === 'string') : [];
}

/** Whether a time is a stretch, wherever the clock stands. */
const isRange = (time: string): boolean => 'stretch' in resolveRange(time, { now: Date.now(), zone: 'UTC' });
