/** Whether the next field or element begins behind a text: nothing but space follows a brace, a bracket or a comma. */
export const beginsNext = (before: string): boolean => /[{[,]$/.test(before.trimEnd());

/**
 * Whether something is to be chosen at a place: a value is missing there, or a line is empty where the next field or
 * element begins; or nothing stands between two braces.
 * @param before the text before it
 * @param after the rest of its line
 */
export function isEmptyPlace(before: string, after: string): boolean {
  if (/(?:: ?|\[)"$/.test(before)) return after.startsWith('"');
  if (before.endsWith('{')) return after.startsWith('}');
  const isMissing = /(?:: ?|\[)$/.test(before) || (/\n[ \t]*$/.test(before) && beginsNext(before));
  return isMissing && /^(?:[,}\]]|$)/.test(after);
}
