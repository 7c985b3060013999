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
