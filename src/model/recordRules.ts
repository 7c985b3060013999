import type * as z from 'zod';
import { inventoryType, type InventoryType } from './inventory/inventoryTypes.js';
import { bookkeepingFields, readOnlyFields, updateSchema } from './inventory/inventoryRecord.js';

/** What may be changed in a document, whatever record it shows. */
export interface RecordRules {
  /** Fields that may be sent, each with what it takes. */
  readonly fields: Readonly<Record<string, z.ZodType>>;
  /** Fields that are shown and never sent. */
  readonly readOnlyFields: readonly string[];
  /** Read-only fields that the manager changes by itself; a change of them means nothing. */
  readonly bookkeepingFields: readonly string[];
  /** Fields that never enter a buffer, a log or a base (design, decision 5). */
  readonly secretFields: readonly string[];
}

/** What may be changed in an inventory record (contract 000, field tables). */
export function inventoryRules(type: InventoryType): RecordRules {
  return {
    fields: updateSchema(type).shape,
    readOnlyFields,
    bookkeepingFields,
    secretFields: inventoryType(type).secretFields ?? [],
  };
}
