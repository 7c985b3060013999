/** Turns `"42"` into 42: managers print numbers as strings in places (field notes §1.0). What would lose digits stays. */
export function numberFromText(value: unknown): unknown {
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value.trim())) return value;
  const number = Number(value);
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? value : number;
}

/** Turns 0, 1 and the words for them into a boolean. */
export const booleanFromText = (value: unknown): unknown =>
  value === 'true' || value === 1 || value === '1'
    ? true
    : value === 'false' || value === 0 || value === '0'
      ? false
      : value;

/** Turns a number into its digits: a uuid without quotes. */
export const textFromNumber = (value: unknown): unknown =>
  typeof value === 'number' ? String(value) : value;

/** Text as managers send it, read without a schema; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  const text = textFromNumber(value);
  return typeof text === 'string' ? text : undefined;
}

/** Text without line breaks and other control characters: each run of them and of spaces is one space. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim();

/** At most so many characters of a text; an ellipsis says that there are more. */
export const shortened = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest)}…` : text;

/** What tells whether a text holds each word of a search, in any order, in upper or lower case. */
export function wordSearch(typed: string): (text: string) => boolean {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return text => {
    const lower = text.toLowerCase();
    return words.every(word => lower.includes(word));
  };
}

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

const mostLevels = 100;

/** Stands in place of a value that nests so deeply that nobody meant it and no text of it can be made. */
const tooDeep = '(nested too deeply to show)';

/** A value, or what stands in its place when it nests too deeply to be printed. */
export const printable = (value: unknown): unknown => (nestsBeyond(value, mostLevels) ? tooDeep : value);

const nestsBeyond = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some(inner => nestsBeyond(inner, levels - 1)));

/** Names of fields that may hold a secret, whatever a manager calls them. */
export const secretNames = /secret|password|token|community|salt/i;

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
 * Reads the entries of a list one by one.
 * @param readRow what an object is; the reason when it cannot be used
 */
export function readRows<T extends object>(
  entries: readonly unknown[],
  readRow: (raw: Readonly<Record<string, unknown>>) => T | UnreadReason,
): ListAnswer<T> {
  const rows: T[] = [];
  const unread: UnreadRow[] = [];
  for (const [index, raw] of entries.entries()) {
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

/** A title or sentence as it stands inside another sentence. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** The text of a regular expression that matches exactly a text. */
export const literalPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** The rack units in `1,2,3`; undefined for text that is no such list, which the schema explains. */
export function rackUnits(units: unknown): readonly number[] | undefined {
  if (typeof units !== 'string' || !/^\s*\d+\s*(,\s*\d+\s*)*$/.test(units)) return undefined;
  return units.split(',').map(Number);
}
