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

/** A whole number as managers send it, read without a schema; undefined for anything else. */
export function integerOf(value: unknown): number | undefined {
  const number = numberFromText(value);
  return Number.isSafeInteger(number) ? (number as number) : undefined;
}

/** Whether a switch as managers send it is on, read without a schema. */
export const isOn = (value: unknown): boolean => booleanFromText(value) === true;

const mostLevels = 100;

/** Stands in place of a value that nests so deeply that nobody meant it and no text of it can be made. */
export const tooDeep = '(nested too deeply to show)';

/** A value, or what stands in its place when it nests too deeply to be printed. */
export const printable = (value: unknown): unknown => (nestsBeyond(value, mostLevels) ? tooDeep : value);

const nestsBeyond = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some(inner => nestsBeyond(inner, levels - 1)));
