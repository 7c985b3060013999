/** Widths of letters in the usual fonts of interfaces, as parts of their size; on the safe side. */
const letterWidth = (letter: string): number =>
  plainWidths[letter.codePointAt(0) ?? 0] ?? reckonedWidth(letter);

function reckonedWidth(letter: string): number {
  if (/\p{M}|[\u200B-\u200F\u2060-\u2069]/u.test(letter)) return 0;
  if (/[il.,:;|!'’ ·]/.test(letter)) return 0.3;
  if (/[fjrt()[\]/\\-]/.test(letter)) return 0.4;
  if (/[mwMW@%]/.test(letter)) return 0.95;
  if (/[<>=+~#&^]/.test(letter)) return 0.85;
  if (/[A-Z]/.test(letter)) return 0.7;
  return letter.codePointAt(0)! > 0x1100 ? 1.05 : 0.6;
}

/** Of the letters of ASCII, of which nearly all texts are: pictures measure thousands of them. */
const plainWidths = Array.from({ length: 128 }, (_, code) => reckonedWidth(String.fromCodePoint(code)));

/** The width that a line of text takes at most, in pixels. */
export const textWidth = (text: string, size: number): number =>
  [...text].reduce((sum, letter) => sum + letterWidth(letter) * size, 0);

/** Letters that are bold take so much more room than their size says. */
export const boldness = 1.18;

/** As much of a text as fits into a width; empty when not even a letter with an ellipsis does. */
export function fitted(text: string, size: number, width: number): string {
  if (textWidth(text, size) <= width) return text;
  let kept = '';
  let used = size;
  for (const letter of text) {
    used += letterWidth(letter) * size;
    if (used > width) break;
    kept += letter;
  }
  return kept === '' ? '' : `${kept.trimEnd()}…`;
}
