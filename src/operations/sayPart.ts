import type { ListAnswer } from '../model/text/looseValues.js';
import { window } from '../ui/doors.js';
import { partWords } from '../words/partWords.js';
import type { Inert } from '../words/inert.js';

/** Says what is missing of a list that somebody looks at or works on; nothing for a whole one. */
export function sayPart(list: ListAnswer<unknown>, words: Inert): void {
  const sentence = partWords(list, words);
  if (sentence) void window.showWarningMessage(sentence);
}
