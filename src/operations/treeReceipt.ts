import type { SaveReceipt } from '../records/documentKind.js';

/** What the save of a whole tree or list tells: it has no single fields. */
export const treeReceipt = (storedText: string, message: string | undefined): SaveReceipt => ({
  storedText,
  sentFields: [],
  mergedFields: [],
  alteredFields: [],
  message,
});
