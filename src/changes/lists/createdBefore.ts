import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import type { ListItem } from '../../model/inventory/listDocument.js';
import type { RecordFields } from '../../model/inventory/recordText.js';
import { recordIfThere } from '../deletion/recordDeletionChange.js';
import type { CreatedItem } from '../records/editedDocument.js';
import { settle } from '../settle.js';
import type { RecordCalls } from './listAccess.js';
import { withGivenIds } from './listAfterwards.js';
import { requireNotCancelled } from './settledRecords.js';

/** A list as it is to be saved, and what earlier saves of it created. */
interface CreatingList {
  readonly type: InventoryType;
  readonly base: readonly RecordFields[];
  readonly items: readonly ListItem[];
  readonly created: readonly CreatedItem[];
}

/**
 * What saves created whose end nobody saw, because the window was closed in the middle: answered, and not looked at since.
 * What the document goes on from knows all others.
 */
export function unseenCreated({ type, base, items, created }: CreatingList): CreatedItem[] {
  const known = new Set(base.map(({ id }) => id));
  const given = new Set(withGivenIds(type, items, created).map(({ id }) => id));
  return created.filter(({ id }) => given.has(id) && !known.has(id));
}

/**
 * What earlier saves of a list created, without what the manager does not show although it is waited for: that is still to be
 * created, and was sent, so the plan asks about it.
 * @throws {ApiError} when nobody wants to wait, and what the reads throw when none of them told anything
 */
export async function shownOfCreated(
  list: CreatingList,
  { client, signal }: { readonly client: Pick<RecordCalls, 'getRecord'>; readonly signal: AbortSignal },
): Promise<readonly CreatedItem[]> {
  const { type, created } = list;
  const unseen = unseenCreated(list);
  if (unseen.length === 0) return created;
  const look = async () => {
    const records: (InventoryRecord | undefined)[] = [];
    for (const { id } of unseen) records.push(await recordIfThere(client, { type, id, signal }));
    return records;
  };
  const found = await settle({ signal, look, isSettled: records => !records.includes(undefined) });
  requireNotCancelled(signal, type);
  if (!found.isSettled && !found.seen) throw found.error;
  const shown = new Set(found.seen?.map(record => record?.id));
  return created.filter(item => !unseen.includes(item) || shown.has(item.id));
}
