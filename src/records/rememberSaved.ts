import { parseRecordPath } from '../model/recordRef.js';
import { parseRecord } from '../model/inventory/recordText.js';
import type { RecordSaved } from './documents/recordFileSystem.js';
import type { RecordLists } from './recordLists.js';

/** Puts a saved inventory record into the list of its type, which spares reading the whole list again. */
export function rememberSaved(lists: RecordLists, { uri, receipt }: RecordSaved): void {
  const { authority, path } = receipt.replacedBy ?? uri;
  const ref = parseRecordPath(path);
  if (ref) lists.put(authority, ref.type, { ...parseRecord(receipt.storedText), id: ref.id });
}
