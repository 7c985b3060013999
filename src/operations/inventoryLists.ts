import * as vscode from 'vscode';
import type { ManagerClient } from '../api/managerClient.js';
import { inventoryType, type InventoryType } from '../model/inventory/inventoryTypes.js';
import type { InventoryRecord } from '../model/inventory/inventoryRecord.js';
import type { ListAnswer } from '../model/listAnswer.js';
import type { RecordLists, TypedRecord } from '../model/recordDeletion.js';
import { inert, joined, shown, type Inert } from '../ui/inert.js';
import { withCancellableProgress } from '../ui/progress.js';
import { lowerFirst } from '../model/lowerFirst.js';

/** Reads the lists of some inventory types, one after the other. */
export async function readLists(
  client: ManagerClient,
  types: readonly InventoryType[],
): Promise<RecordLists> {
  return withCancellableProgress(vscode.l10n.t('Reading the inventory'), async signal => {
    const lists = new Map<InventoryType, ListAnswer<InventoryRecord>>();
    for (const type of types) lists.set(type, await client.listRecords(type, signal));
    return lists;
  });
}

/** `2 racks and 1 rack reservation`. */
export function countRecords(records: readonly TypedRecord[]): Inert {
  const counts = new Map<InventoryType, number>();
  for (const { type } of records) counts.set(type, (counts.get(type) ?? 0) + 1);
  const parts = [...counts].map(([type, count]) => {
    const { singular, plural } = inventoryType(type);
    return shown`${count} ${inert(lowerFirst(vscode.l10n.t(count === 1 ? singular : plural)))}`;
  });
  const last = joined(parts.slice(-1));
  return parts.length < 2 ? last : vscode.l10n.t('{0} and {1}', joined(parts.slice(0, -1), ', '), last);
}
