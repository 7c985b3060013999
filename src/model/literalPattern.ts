/** The text of a regular expression that matches exactly a text. */
export const literalPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
