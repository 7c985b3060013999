import * as vscode from 'vscode';
import { Scheme } from '../ids.js';
import type { InventoryType } from '../model/inventory/inventoryTypes.js';
import { parseRecordPath } from '../model/recordRef.js';
import { printRecord } from '../model/inventory/recordText.js';
import { followDocument, type TreeFollower } from './followTree.js';
import type { RecordLists } from './recordLists.js';

/** A list that changed. */
export interface ChangedList {
  readonly connectionId: string;
  readonly type: InventoryType;
  /** The document whose save changed it, which shows it already. */
  readonly savedBy: string | undefined;
}

/**
 * Shows in open documents what changed elsewhere, once the list of their type was read or changed. A list tells which
 * documents to look at: each that differs is read by itself, because the list may be older than the last save.
 */
export async function followList(
  follower: TreeFollower,
  lists: RecordLists,
  { connectionId, type, savedBy }: ChangedList,
): Promise<void> {
  const list = lists.get(connectionId, type);
  if (!list) return;
  for (const document of vscode.workspace.textDocuments) {
    const { uri } = document;
    if (uri.scheme !== Scheme.record || uri.authority !== connectionId || uri.toString() === savedBy)
      continue;
    const ref = parseRecordPath(uri.path);
    if (!ref || ref.type !== type) continue;
    const record = list.find(ref.id);
    await followDocument(follower, document, record && printRecord(type, record));
  }
}
