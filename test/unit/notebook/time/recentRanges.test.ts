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
  for (const range of [
    'last hour',
    'today',
    'last 2 days',
    'last 3 days',
    'last 4 days',
    'today',
    'last 5 days',
  ])
    await keepRecent(state, range);
  expect(recentTimes(state)).toEqual(['last 5 days', 'today', 'last 4 days', 'last 3 days', 'last 2 days']);
  for (const key of stored.keys()) stored.set(key, { odd: true });
  expect(recentTimes(state)).toEqual([]);
});

it('moments and ranges of before have five places each', async () => {
  const { stored, state } = kept();
  stored.set('recentRanges', ['PT6H', 'yesterday', '2026-11-01T00:00Z']);
  for (const day of [1, 2, 3, 4, 5, 6]) await keepRecent(state, `2026-11-2${day}T08:00:00+01:00`);
  await keepRecent(state, 'now-6h/now');
  expect(recentRanges(state)).toEqual(['now-6h/now', 'yesterday']);
  expect(recentTimes(state)).toEqual([
    ...[6, 5, 4, 3, 2].map(day => `2026-11-2${day}T08:00:00+01:00`),
    'now-6h/now',
    'yesterday',
  ]);
});
