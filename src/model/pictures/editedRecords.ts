import { parseRecordPath, type InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { parseRecordDraft } from '../inventory/recordDraft.js';
import { readFields, type RecordFields } from '../inventory/recordText.js';
import type { PicturedRecord } from './racks/rackElevation.js';

/** A document that is open in the editor. */
export interface OpenDocument {
  /** Its address, which tells it from others. */
  readonly key: string;
  readonly path: string;
  readonly query: string;
  readonly text: string;
  readonly isDirty: boolean;
}

/** The records of a type as open documents have them, and after them those that are only drafts. */
export function withDocuments(
  type: InventoryType,
  records: readonly InventoryRecord[],
  documents: readonly OpenDocument[],
): PicturedRecord[] {
  const edited = new Map<number, RecordFields>();
  const drafts: PicturedRecord[] = [];
  for (const { key, path, query, text, isDirty } of documents) {
    const ref = parseRecordPath(path);
    const isDraft = parseRecordDraft({ path, query })?.type === type;
    if (!isDraft && !(isDirty && ref?.type === type)) continue;
    const fields = readFields(text);
    if (!fields) continue;
    if (ref) edited.set(ref.id, fields);
    else drafts.push({ key, id: undefined, fields, isEdited: true });
  }
  const stored = records.map((record): PicturedRecord => {
    const fields = edited.get(record.id);
    return {
      key: String(record.id),
      id: record.id,
      fields: fields ?? record,
      isEdited: fields !== undefined,
    };
  });
  return [...stored, ...drafts];
}
