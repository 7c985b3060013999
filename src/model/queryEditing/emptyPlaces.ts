/** Whether completion has written a field or an object in which something is still to be chosen. */
export const hasEmptyPlace = (written: string): boolean =>
  /^(?:"\w+": (?:""|\[\])|\{[^]*(?:: *[,}\r\n]|\[\s*\])[^]*\})$/.test(written);

/** Whether a space or a new line was written where the next field or element begins. @param before the text before it */
export const beginsNext = (written: string, before: string): boolean =>
  /^(?: |\r?\n\s*)$/.test(written) && /[{[,]$/.test(before.trimEnd());

/** Whether a value is missing between two parts of a line. */
export function isEmptyPlace(before: string, after: string): boolean {
  const isNothing = /(?:: ?|\[)$/.test(before) && /^(?:[,}\]]|$)/.test(after);
  return isNothing || (/(?:: ?|\[)"$/.test(before) && after.startsWith('"'));
}
