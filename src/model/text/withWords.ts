/** A sentence with words in its places; what they hold is never taken for a place. */
export const withWords = (sentence: string, ...words: readonly string[]): string =>
  sentence.replaceAll(/\{(\d)\}/g, (_, index: string) => words[Number(index)] ?? '');
