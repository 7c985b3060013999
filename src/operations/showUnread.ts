import type { UnreadRow } from '../model/text/looseValues.js';
import { printRaw } from '../model/inventory/recordText.js';
import type { OperationServices } from './operationServices.js';

/** Opens the entries of a list that could not be read as they were sent, without what may be a secret. */
export const showUnread = (
  { planDocuments }: OperationServices,
  { unread }: { readonly unread: readonly UnreadRow[] },
): Promise<void> => planDocuments.open('unread.json', printRaw(unread.map(({ raw }) => raw)));
