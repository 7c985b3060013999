/** Turns `"42"` into 42: managers print numbers as strings in places (field notes §1.0). What would lose digits stays. */
export function numberFromText(value: unknown): unknown {
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value.trim())) return value;
  const number = Number(value);
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? value : number;
}

const booleanWords = new Map<unknown, boolean>([
  ...[1, '1', 'true'].map(word => [word, true] as const),
  ...[0, '0', 'false'].map(word => [word, false] as const),
]);

/** Turns 0, 1 and the words for them, in any case, into a boolean. */
export const booleanFromText = (value: unknown): unknown =>
  booleanWords.get(typeof value === 'string' ? value.trim().toLowerCase() : value) ?? value;

/** Turns a number into its digits: a uuid without quotes. */
export const textFromNumber = (value: unknown): unknown =>
  typeof value === 'number' ? String(value) : value;

/** Text as managers send it, read without a schema; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  const text = textFromNumber(value);
  return typeof text === 'string' ? text : undefined;
}

/** The text that a value stands for, which may be a number (field notes §1.0); arrays and objects stand for none. */
export const scalarText = (value: unknown): string =>
  typeof value === 'object' || value === undefined ? '' : String(value as string | number | boolean);

/** The number that a text or number says; objects, which may hide how they are turned into one, are none. */
export const scalarNumber = (value: unknown): number =>
  typeof value === 'object' ? Number.NaN : Number(value);

/** Whether a field is there; null is the same as left out. */
export const isSet = (value: unknown): boolean => value !== undefined && value !== null;

/** Text without line breaks and other control characters: each run of them and of spaces is one space. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim();

/** At most so many characters of a text; an ellipsis says that there are more. */
export const shortened = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest)}…` : text;

const longestName = 80;

/** A name as part of a file name: no characters that a path or a screen would take amiss, and not too many. */
export function fileNameOf(name: string): string {
  const shown = name
    .replace(/[\p{C}/\\:*?"<>|#%]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return [...shown].slice(0, longestName).join('');
}

/** A whole number as managers send it, read without a schema; undefined for anything else. */
export function integerOf(value: unknown): number | undefined {
  const number = numberFromText(value);
  return Number.isSafeInteger(number) ? (number as number) : undefined;
}

/** Whether a switch as managers send it is on, read without a schema. */
export const isOn = (value: unknown): boolean => booleanFromText(value) === true;

/**
 * Whether a record counts as gone: a manager may go on sending what was deleted (contract 001, Sensor / domain record), and
 * frameworks mark it with `deleted` or the time of it.
 */
export const isGone = ({
  is_deleted: isDeleted,
  deleted,
  deleted_at: deletedAt,
}: Readonly<Record<string, unknown>>): boolean =>
  isOn(isDeleted) || isOn(deleted) || (typeof deletedAt === 'string' && /[1-9]/.test(deletedAt));

const mostLevels = 100;

/** Stands in place of a value that nests so deeply that nobody meant it and no text of it can be made. */
const tooDeep = '(nested too deeply to show)';

/** A value, or what stands in its place when it nests too deeply to be printed. */
export const printable = (value: unknown): unknown => (nestsBeyond(value, mostLevels) ? tooDeep : value);

const nestsBeyond = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some(inner => nestsBeyond(inner, levels - 1)));

/**
 * Names of fields that may hold a secret, whatever a manager calls them. `snmp_community` and `mac_hasing_salt` are none: they
 * are settings that people read and edit, and a full write without them empties them (contract 001, Modify flow, MSE or
 * vendor sensor), so they are shown, compared, backed up and restored as any other field.
 */
export const secretNames = /secret|password|token/i;

/** What columns and fields of a user that hold a key are called. */
export const keyNames = /token|key|secret|password/i;

/** Stands in a document where a secret is; left unchanged it means "not sent" (architecture, rule 5). */
export const secretPlaceholder = '(secret, not shown)';

/** What a text says as JSON; undefined where it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a value is a JSON object. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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

/**
 * The text of bytes that are UTF-8, without a byte order mark; undefined for anything else. A NUL is taken as UTF-16: of
 * ASCII text that is valid UTF-8, and neither JSON nor CSV holds one.
 */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The text of a file: UTF-16 where a byte order mark says so, as spreadsheets write it, else as `utf8Text`. */
export function fileText(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (!isUtf16) return utf8Text(bytes);
  try {
    const text = new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** A title or sentence as it stands inside another sentence. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** The text of a regular expression that matches exactly a text. */
export const literalPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
