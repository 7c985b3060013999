import type { InventoryRecord } from 'netsensor-contract/inventory/inventoryRecord';
import type { InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { fieldRole, referencesOf, referringTypes } from 'netsensor-contract/inventory/references';
import type { TableColumn } from './tableColumns.js';

/** A column of no field: how many records refer to each one. */
export const usesColumn: TableColumn = {
  field: 'used by',
  description: undefined,
  editor: { kind: 'uses' },
  isReadOnly: true,
  isRequired: false,
  suggestions: [],
};

/** How many records refer to those of a type. */
export interface CountedUses {
  /** By the ids of records; those that nothing refers to are left out. */
  readonly counts: ReadonlyMap<number, number>;
  /** Types whose records are not known and may refer to them, too. */
  readonly unread: readonly InventoryType[];
}

/** Counts the records that refer to those of a type; each list is looked through once. */
export class UsesCounter {
  private readonly counted = new Map<
    InventoryType,
    { readonly records: readonly InventoryRecord[]; readonly ids: readonly number[] }
  >();

  constructor(private readonly type: InventoryType) {}

  /**
   * Counts in all lists that are known; a record that refers twice is one.
   * @param listOf the records of a type, if they are known
   */
  count(listOf: (of: InventoryType) => readonly InventoryRecord[] | undefined): CountedUses {
    const counts = new Map<number, number>();
    const unread = referringTypes.filter(other => {
      const records = listOf(other);
      if (!records) return true;
      for (const id of this.idsIn(other, records)) counts.set(id, (counts.get(id) ?? 0) + 1);
      return false;
    });
    return { counts, unread };
  }

  /** The ids that the records of a type refer to, once for each record. */
  private idsIn(other: InventoryType, records: readonly InventoryRecord[]): readonly number[] {
    const known = this.counted.get(other);
    if (known?.records === records) return known.ids;
    const isReference = referenceFields(other, this.type);
    const ids = records.flatMap(record => {
      const fields = Object.keys(record).filter(isReference);
      if (fields.length === 0) return [];
      const uses = referencesOf(other, Object.fromEntries(fields.map(field => [field, record[field]])));
      return [...new Set(uses.map(({ id }) => id))];
    });
    this.counted.set(other, { records, ids });
    return ids;
  }
}

/** Tells the fields of a type that refer to records of another, each looked at once. */
function referenceFields(type: InventoryType, to: InventoryType): (field: string) => boolean {
  const known = new Map<string, boolean>();
  return field => {
    let isReference = known.get(field);
    if (isReference === undefined) {
      const role = fieldRole(type, field);
      isReference = role?.kind === 'reference' && role.to === to;
      known.set(field, isReference);
    }
    return isReference;
  };
}
