import { isGone, isRecord } from './looseValues.js';

/** Why an entry of a list could not be read: it is no record, has no id that can be used, or the id of one before it. */
export type UnreadReason = 'noRecord' | 'noId' | 'sameId';

/** An entry of a list that could not be read; the others are not the worse for it. */
export interface UnreadRow {
  /** Its place in the list, from 1. */
  readonly position: number;
  readonly reason: UnreadReason;
  /** The entry as it was sent. */
  readonly raw: unknown;
}

/** What a manager answered when it was asked for a list. */
export interface ListAnswer<T> {
  readonly rows: readonly T[];
  readonly unread: readonly UnreadRow[];
  /** How many there are, or that there are more, when the manager did not send them all. */
  readonly total?: number | 'more' | undefined;
}

/** What is known of a list besides its rows. */
export type ListRemainder = Omit<ListAnswer<unknown>, 'rows'>;

/** Whether something of the list is missing among its rows. */
export const isPart = ({ unread, total }: ListRemainder): boolean => unread.length > 0 || total !== undefined;

/**
 * Reads the entries of a list one by one, without those that count as gone.
 * @param readRow what an object is; the reason when it cannot be used
 */
export function readRows<T extends object>(
  entries: readonly unknown[],
  readRow: (raw: Readonly<Record<string, unknown>>) => T | UnreadReason,
): ListAnswer<T> {
  const rows: T[] = [];
  const unread: UnreadRow[] = [];
  for (const [index, raw] of entries.entries()) {
    if (isRecord(raw) && isGone(raw)) continue;
    const row = isRecord(raw) ? readRow(raw) : 'noRecord';
    if (typeof row === 'object') rows.push(row);
    else unread.push({ position: index + 1, reason: row, raw });
  }
  return { rows, unread };
}
