import { fieldsWhere } from 'netsensor-contract/text/collections';

/** Stands where a manager, or a program before it, lost a letter: sent back, it takes the place of the letter for good. */
const lostLetter = '\uFFFD';

/** The texts within a JSON value in which a letter is lost, at any depth. */
export function lostTexts(value: unknown): string[] {
  const found: string[] = [];
  const waiting = [value];
  while (waiting.length > 0) {
    const inner = waiting.pop();
    if (typeof inner === 'string' && inner.includes(lostLetter)) found.push(inner);
    if (typeof inner !== 'object' || inner === null) continue;
    for (const part of Object.values(inner) as unknown[]) waiting.push(part);
  }
  return found;
}

/** Whether a letter is lost within a JSON value. */
export const hasLostLetter = (value: unknown): boolean => lostTexts(value).length > 0;

/** The fields of a record in which no letter is lost. */
export const withoutLostLetters = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  fieldsWhere(fields, (_, value) => !hasLostLetter(value));
