import type { BackedUpParts, Backup } from '../backup.js';

/** What is backed up, with the manager that it is of and the time that it is now. */
export const takenBackup = (connection: Backup['connection'], backedUp: BackedUpParts): Backup => ({
  netsensor_backup: 1,
  taken_at: new Date().toISOString(),
  connection,
  ...backedUp,
});

/** The text of a backup file. */
export const printBackup = (backup: Backup): string => `${JSON.stringify(backup, null, 2)}\n`;

/** `2026-11-20T12-15-03-123Z delete North (Manager A).json`: sorts by time, and every file system can hold it. */
export function backupFileName({ taken_at: takenAt, operation, connection }: Backup, name: string): string {
  const safe = (value: string) =>
    cut(
      value
        .replace(/[\p{C}/\\:*?"<>|#%.]/gu, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    );
  return `${takenAt.replace(/[:.]/g, '-')} ${safe(operation)} ${safe(name)} (${safe(connection.name)}).json`;
}

const mostCharacters = 40;
const mostBytes = 80;

/** The start of a part of a file name; file systems take 255 bytes for all of it. */
function cut(part: string): string {
  let bytes = 0;
  return [...part]
    .slice(0, mostCharacters)
    .filter(character => (bytes += Buffer.byteLength(character)) <= mostBytes)
    .join('');
}

const day = 24 * 3600 * 1000;
/** An operation may still need a backup that is as young as this, in milliseconds. */
const youngest = day / 24;

/** How long backups are kept; 0 is for ever. */
interface BackupRetention {
  /** How many of one connection. */
  readonly count: number;
  readonly days: number;
}

/** When a backup was taken, in milliseconds since 1970 UTC, from the name that `backupFileName` gave it. */
function takenAt(name: string): number | undefined {
  const [, date, hours, minutes, rest] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d-\d{3})Z /.exec(name) ?? [];
  const time = Date.parse(`${date}T${hours}:${minutes}:${rest?.replace('-', '.')}Z`);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Which backups of a connection are no longer kept: those beyond the newest so many, and those that are too old. Never one
 * of the last hour, nor a file with another name.
 * @param names in any order
 * @param now milliseconds since 1970 UTC
 */
export function outdatedBackups(
  names: readonly string[],
  { count, days }: BackupRetention,
  now: number,
): string[] {
  const backups = names
    .flatMap(name => {
      const time = takenAt(name);
      return time === undefined ? [] : [{ name, time }];
    })
    .sort((one, other) => other.time - one.time);
  return backups
    .filter(({ time }, index) => {
      const isTooMany = count > 0 && index >= count;
      const isTooOld = days > 0 && now - time > days * day;
      return (isTooMany || isTooOld) && now - time > youngest;
    })
    .map(({ name }) => name);
}
