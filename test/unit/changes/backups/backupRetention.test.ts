import { expect, it } from 'vitest';
import type { Backup } from '../../../../src/changes/backup.js';
import { backupFileName, outdatedBackups } from '../../../../src/changes/backups/backupFiles.js';

const hour = 3600 * 1000;
const now = Date.UTC(2026, 10, 20, 12);
const unlimited = { count: 0, days: 0 };

/** The name of a backup that was taken so many hours ago. */
const taken = (hours: number): string => {
  const connection = { id: 'a', name: 'Manager A', address: 'https://a' };
  const backup = { taken_at: new Date(now - hours * hour).toISOString(), operation: 'delete', connection };
  return backupFileName(backup as Backup, 'North');
};

it('keeps the newest backups of a connection, in whatever order they are listed', () => {
  const newest = taken(2);
  const middle = taken(3);
  const oldest = taken(4);
  expect(outdatedBackups([middle, oldest, newest], { ...unlimited, count: 2 }, now)).toEqual([oldest]);
  expect(outdatedBackups([newest, middle, oldest], { ...unlimited, count: 1 }, now)).toEqual([
    middle,
    oldest,
  ]);
});

it('keeps none that is older than so many days', () => {
  const young = taken(47);
  const old = taken(49);
  expect(outdatedBackups([young, old], { ...unlimited, days: 2 }, now)).toEqual([old]);
});

it('keeps all for ever with 0', () => {
  expect(outdatedBackups([taken(2), taken(3), taken(1_000_000)], unlimited, now)).toEqual([]);
});

it('keeps what was written within the last hour, for a change that is under way, and files of other names', () => {
  const names = [taken(0), taken(0.5), taken(0.9), 'notes.json', '2026-99-99T12-00-00-000Z x.json'];
  expect(outdatedBackups(names, { count: 1, days: 1 }, now)).toEqual([]);
});
