import { inventoryTypeNames } from '../../model/inventory/inventoryTypes.js';
import { sqlTime, type SqlSession } from '../store/database.js';
import { createFields } from '../inventory/requestedFields.js';
import { complete } from '../inventory/inventoryStore.js';
import { validateRecord } from '../inventory/inventoryValidation.js';
import { setLastId } from '../recordIds.js';
import { IdGiver } from './idGiver.js';
import type { RecordOfFile } from './ownInventory.js';
import { timeIn } from './treeAccessPoint.js';

/**
 * Replaces the whole inventory with the records of a folder, each checked as when it is created; references are looked
 * up when all records are there.
 * @throws Error with one sentence that names file and record
 */
export async function storeInventory(
  session: SqlSession,
  records: readonly RecordOfFile[],
  now: number,
): Promise<void> {
  await session.run('DELETE FROM inventory_records');
  const stored: { readonly record: RecordOfFile; readonly id: number; readonly fields: object }[] = [];
  for (const type of inventoryTypeNames) {
    const list = records.filter(record => record.type === type);
    const ids = new IdGiver(list.map(record => record.fields['id']));
    for (const [index, record] of list.entries()) {
      const fields = checked(record, () => complete(type, createFields(type, record.fields)));
      stored.push({ record, id: ids.give(index), fields });
    }
    await setLastId(session, type, Math.max(0, ...list.map((_record, index) => ids.give(index))));
  }
  await session.append(
    'inventory_records',
    stored.map(({ record: { type, fields: given }, id, fields }) => [
      type,
      id,
      JSON.stringify(fields),
      sqlTime((timeIn(given['created_at']) ?? new Date(now)).getTime()),
      sqlTime((timeIn(given['updated_at']) ?? new Date(now)).getTime()),
    ]),
  );
  for (const { record, id, fields } of stored) {
    await validateRecord(session, { type: record.type, id, fields: { ...fields } }).catch((error: unknown) =>
      checked(record, () => {
        throw error;
      }),
    );
  }
}

function checked<T>({ where }: RecordOfFile, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Error(`--inventory: ${where}: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
