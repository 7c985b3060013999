import { addTo } from 'netsensor-contract/text/collections';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { uniqueFields } from 'netsensor-contract/inventory/uniqueFields';
import type { RecordFields } from './recordText.js';

/** A record that is called as another one is, where a manager takes a name once. */
export interface TakenName {
  /** Where it stands among the records. */
  readonly at: number;
  readonly field: string;
  /** The ids of the others, as far as they have one. */
  readonly by: readonly unknown[];
}

/**
 * The records of a list that have the same values as others in the fields that must differ (field notes §4); what is empty is
 * no name.
 * @param others records that do not stand in the list
 */
export function takenNames(
  type: InventoryType,
  records: readonly RecordFields[],
  others: readonly RecordFields[] = [],
): TakenName[] {
  const unique = uniqueFields[type];
  const field = unique?.at(-1);
  if (!unique || field === undefined) return [];
  const same = new Map<string, RecordFields[]>();
  const keyOf = (record: RecordFields) => {
    const values = unique.map(each => record[each] ?? '');
    return values.includes('') ? undefined : JSON.stringify(values);
  };
  for (const record of [...records, ...others]) addTo(same, keyOf(record) ?? '', record);
  return records.flatMap((record, at) => {
    const key = keyOf(record);
    const by = (key === undefined ? [] : (same.get(key) ?? [])).filter(other => other !== record);
    return by.length > 0 ? [{ at, field, by: by.flatMap(({ id }) => id ?? []) }] : [];
  });
}
