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
