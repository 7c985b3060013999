import type { SaveReceipt } from '../records/documents/documentKind.js';
import type { Inert } from '../ui/inert.js';

/** What the save of a whole tree or list tells: it has no single fields. */
export const treeReceipt = (storedText: string, message: Inert | undefined): SaveReceipt => ({
  storedText,
  sentFields: [],
  mergedFields: [],
  alteredFields: [],
  message,
});
