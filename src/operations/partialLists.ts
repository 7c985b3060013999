import { printRaw } from '../model/inventory/recordText.js';
import type { ListAnswer, UnreadRow } from 'netsensor-contract/text/listAnswer';
import { window } from '../ui/doors.js';
import { partWords } from '../words/partWords.js';
import type { Inert } from '../words/inert.js';
import type { OperationServices } from './operationServices.js';

/** Says what is missing of a list that somebody looks at or works on; nothing for a whole one. */
export function sayPart(list: ListAnswer<unknown>, words: Inert): void {
  const sentence = partWords(list, words);
  if (sentence) void window.showWarningMessage(sentence);
}

/** Opens the entries of a list that could not be read as they were sent, without what may be a secret. */
export const showUnread = async (
  { planDocuments }: OperationServices,
  { unread }: { readonly unread: readonly UnreadRow[] },
): Promise<void> => (await planDocuments()).open('unread.json', printRaw(unread.map(({ raw }) => raw)));
