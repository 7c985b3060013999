import { expect, it } from 'vitest';
import type * as vscode from 'vscode';
import { keepRecent, recentRanges } from '../../../../src/notebook/time/recentRanges.js';

it('the ranges of before are the last five that were given up, each once, and none that something else has stored', async () => {
  const stored = new Map<string, unknown>();
  const state = {
    get: (key: string) => stored.get(key),
    update: async (key: string, value: unknown) => void stored.set(key, value),
  } as unknown as vscode.Memento;
  expect(recentRanges(state)).toEqual([]);
  for (const range of ['last hour', 'today', 'last 2 days', 'last 3 days', 'last 4 days', 'today', 'a/b'])
    await keepRecent(state, range);
  expect(recentRanges(state)).toEqual(['a/b', 'today', 'last 4 days', 'last 3 days', 'last 2 days']);
  for (const key of stored.keys()) stored.set(key, { odd: true });
  expect(recentRanges(state)).toEqual([]);
});
