import { groupBy } from 'netsensor-contract/text/collections';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { uniqueFields } from 'netsensor-contract/inventory/uniqueFields';
import type { RecordFields } from './recordText.js';

/** A record that is called as another one is, where a manager takes a name once. */
export interface TakenName {
  /** Where it stands among the records. */
  readonly at: number;
  readonly field: string;
  /** The ids of the first others that have one. */
  readonly by: readonly unknown[];
  /** How many others have one. */
  readonly count: number;
}

/** The most others that are told of each: thousands may have one name. */
const mostTold = 4;

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
  const keyOf = (record: RecordFields) => {
    const values = unique.map(each => record[each] ?? '');
    return values.includes('') ? undefined : JSON.stringify(values);
  };
  const same = groupBy([...records, ...others], keyOf);
  const known = new Map([...same].map(([key, all]) => [key, all.filter(hasId)]));
  return records.flatMap((record, at) => {
    const key = keyOf(record) ?? '';
    if ((same.get(key)?.length ?? 0) < 2) return [];
    const all = known.get(key) ?? [];
    const first = all.slice(0, mostTold + 1).filter(other => other !== record);
    const by = first.slice(0, mostTold).map(({ id }) => id);
    return [{ at, field, by, count: hasId(record) ? all.length - 1 : all.length }];
  });
}

const hasId = ({ id }: RecordFields): boolean => id !== undefined && id !== null;
