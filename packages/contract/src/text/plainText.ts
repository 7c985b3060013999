/** Text without line breaks and other control characters: each run of them and of spaces is one space. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim();

/** Text without what would turn the text around it. */
export const unturned = (text: string): string => text.replaceAll(/[\u202a-\u202e]/g, '\ufffd');

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

/** A title or sentence as it stands inside another sentence. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** The text of a regular expression that matches exactly a text. */
export const literalPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
