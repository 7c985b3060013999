import { expect, it } from 'vitest';
import type * as vscode from 'vscode';
import { keepRecent, recentRanges, recentTimes } from '../../../../src/notebook/time/recentRanges.js';

function kept() {
  const stored = new Map<string, unknown>();
  const state = {
    get: (key: string) => stored.get(key),
    update: async (key: string, value: unknown) => void stored.set(key, value),
  } as unknown as vscode.Memento;
  return { stored, state };
}

it('the times of before are the last five that were given up, each once, and none that something else has stored', async () => {
  const { stored, state } = kept();
  expect(recentTimes(state)).toEqual([]);
  for (const range of ['last hour', 'today', 'last 2 days', 'last 3 days', 'last 4 days', 'today', 'a/b'])
    await keepRecent(state, range);
  expect(recentTimes(state)).toEqual(['a/b', 'today', 'last 4 days', 'last 3 days', 'last 2 days']);
  for (const key of stored.keys()) stored.set(key, { odd: true });
  expect(recentTimes(state)).toEqual([]);
});

it('the ranges of before are without the moments that variables got', async () => {
  const { state } = kept();
  for (const time of ['2026-11-26T08:00:00+01:00', 'now-6h', 'now-6h/now', 'PT6H', 'yesterday'])
    await keepRecent(state, time);
  const clock = { now: Date.parse('2026-11-28T08:30:15Z'), zone: 'Europe/Madrid' };
  expect(recentRanges(state, clock)).toEqual(['yesterday', 'now-6h/now']);
});
