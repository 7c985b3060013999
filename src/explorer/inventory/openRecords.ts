import type { Renumbered } from 'netsensor-contract/inventory/inventoryRecord';
import { isInventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { referringTypes } from 'netsensor-contract/inventory/references';
import { recordDocuments } from '../../ui/recordUri.js';
import type { InventoryLists } from './inventoryLists.js';

/** Types of which records were changed, and those that were created again. */
export type ChangedRecords = readonly [
  connectionId: string,
  types: readonly InventoryType[],
  renumbered?: readonly Renumbered[],
];

/** Reads lists of inventory records again that were read, or whose records are open. */
export async function readRecordsAgain(lists: InventoryLists, ...changed: ChangedRecords): Promise<void> {
  const [connectionId, types, renumbered = []] = changed;
  noteNumbers(lists, connectionId, renumbered);
  const isAnyOpen = (type: InventoryType) =>
    openRecords().some(open => open.connectionId === connectionId && open.type === type);
  const known = types.filter(type => lists.get(connectionId, type) ?? isAnyOpen(type));
  await Promise.allSettled(known.map(type => lists.update(connectionId, type)));
}

/** A number that is given once more leads nowhere else any longer, so that following them ends. */
function noteNumbers(lists: InventoryLists, connectionId: string, renumbered: readonly Renumbered[]): void {
  const key = (type: InventoryType, id: number) => `${connectionId}/${type}/${id}`;
  for (const { type, before, now } of renumbered) {
    lists.newNumbers.set(key(type, before), now);
    lists.newNumbers.delete(key(type, now));
  }
}

/** Reads the lists of records that are open, where they were not read yet: a document follows its list. */
export async function readUnreadLists(lists: InventoryLists, connectionId?: string): Promise<void> {
  const unread = openRecords().filter(
    open =>
      (connectionId ?? open.connectionId) === open.connectionId && !lists.get(open.connectionId, open.type),
  );
  await Promise.allSettled(unread.map(open => lists.read(open.connectionId, open.type)));
}

/**
 * Reads what types and their records show of others, their numbers and names: all lists but those of credentials, two at a
 * time. It ends with the first that cannot be read.
 * @throws what that one throws; where nobody asked for it that need not be said: whoever opens that type is told
 */
export async function readAhead(lists: InventoryLists, connectionId: string): Promise<void> {
  const waiting = referringTypes.filter(type => !lists.get(connectionId, type)).values();
  let hasFailed = false;
  const lane = async () => {
    for (const type of waiting) {
      if (hasFailed) return;
      await lists.read(connectionId, type).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
    }
  };
  await Promise.all([lane(), lane()]);
}

const openRecords = (): { connectionId: string; type: InventoryType }[] =>
  recordDocuments().flatMap(({ uri: { authority, path } }) => {
    const [, root, type = ''] = path.split('/');
    const isOfRecords = ['inventory', 'lists'].includes(root ?? '');
    return isOfRecords && isInventoryType(type) ? [{ connectionId: authority, type }] : [];
  });
