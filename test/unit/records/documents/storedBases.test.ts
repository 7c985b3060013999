import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type * as vscode from 'vscode';
import { StoredBases } from '../../../../src/records/documents/storedBases.js';
import { storedState } from '../../storedState.js';

const uri = { toString: () => 'netsensor://environment/subtree/North.1.json' } as vscode.Uri;
const other = { toString: () => 'netsensor://environment/subtree/South.2.json' } as vscode.Uri;
const large = 'x'.repeat(100_000);
const day = 24 * 3600 * 1000;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'netsensor-bases-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('keeps a short text in the state, and a large one in a file of its own', async () => {
  const state = storedState();
  const bases = new StoredBases(state, join(folder, 'bases'));
  await bases.set(uri, 'short');
  expect([bases.get(uri), await readdir(folder)]).toEqual(['short', []]);
  await bases.set(uri, large);
  expect(JSON.stringify(state.keys().map(key => state.get(key))).length).toBeLessThan(100);
  expect(new StoredBases(state, join(folder, 'bases')).get(uri)).toBe(large);
});

it('leaves no file behind for a text that was replaced or is not needed any more', async () => {
  const bases = new StoredBases(storedState(), folder);
  const writing = [bases.set(uri, large), bases.set(uri, `${large}2`)];
  expect(bases.has(uri)).toBe(true);
  await Promise.all(writing);
  expect([bases.get(uri), (await readdir(folder)).length]).toEqual([`${large}2`, 1]);
  await bases.set(uri, undefined);
  expect([bases.has(uri), bases.get(uri), await readdir(folder)]).toEqual([false, undefined, []]);
});

it('knows no text any more whose file is gone', async () => {
  const bases = new StoredBases(storedState(), folder);
  await bases.set(uri, large);
  await rm(join(folder, (await readdir(folder))[0] ?? ''));
  expect(bases.get(uri)).toBeUndefined();
});

it('deletes files that were forgotten a month ago, and none that is needed or may be of another window', async () => {
  const bases = new StoredBases(storedState(), folder);
  await bases.set(uri, large);
  const [needed = ''] = await readdir(folder);
  const longAgo = new Date(Date.now() - 40 * day);
  for (const name of ['forgotten.json', 'of another window.json']) await writeFile(join(folder, name), large);
  for (const name of [needed, 'forgotten.json']) await utimes(join(folder, name), longAgo, longAgo);
  const lately = new Date(Date.now() - 29 * day);
  await utimes(join(folder, 'of another window.json'), lately, lately);
  await bases.removeForgotten();
  expect((await readdir(folder)).sort()).toEqual([needed, 'of another window.json'].sort());
});

it('keeps for each document what its earlier saves did, also for the next window, until there is nothing of it', async () => {
  const state = storedState();
  const sent = { sent: [['u_height', 44]], created: [] } as const;
  const created = { sent: [], created: [{ fields: { name: 'New' }, id: 7 }] };
  const both = { sent: sent.sent, created: created.created };
  const became = { sent: [], created: [], became: 'netsensor://environment/inventory/racks/New.7.json' };
  const bases = new StoredBases(state, folder);
  const saved = { sent: [], created: [], saved: { text: '{"u_height":44}', sentBefore: 0 } };
  const lost = { sent: [], created: [], lost: sent.sent };
  for (const earlier of [sent, created, both, became, saved, lost]) {
    await bases.setEarlier(uri, earlier);
    expect(new StoredBases(state, folder).earlier(uri)).toEqual(earlier);
    expect(bases.earlier(other)).toBeUndefined();
  }
  await bases.set(uri, 'base');
  await bases.setEarlier(uri, { sent: [], created: [] });
  expect([bases.earlier(uri), bases.get(uri)]).toEqual([undefined, 'base']);
  await bases.setEarlier(uri, { ...saved, saved: { text: large, sentBefore: 0 } });
  expect(bases.earlier(uri)).toBeUndefined();
  await bases.setEarlier(uri, sent);
  await bases.setEarlier(uri, undefined);
  expect(state.keys()).toHaveLength(1);
});
