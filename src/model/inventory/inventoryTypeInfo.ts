import type * as z from 'zod';

/** One inventory type: how it is addressed (contract 000, Resources and fields), named and drawn. */
export interface InventoryTypeInfo<Fields extends z.ZodRawShape = z.ZodRawShape> {
  /** Root key of create and update bodies, `rack`. */
  readonly key: string;
  /** Name of one record, sentence case. */
  readonly singular: string;
  /** Name of the collection, sentence case. */
  readonly plural: string;
  readonly description: string;
  /** Codicon of its records in the tree. */
  readonly icon: string;
  /** The field that names a record to people. */
  readonly nameField: string;
  /** Fields accepted on create; those that are not optional are required (contract 000, tables). */
  readonly fields: Fields;
  /** Fields that never enter a buffer, a log or a base (design, decision 5). */
  readonly secretFields?: readonly string[];
}

/** Keeps the exact types of the fields while checking the shape of a table entry. */
export const inventoryTypeEntry = <Fields extends z.ZodRawShape>(info: InventoryTypeInfo<Fields>) => info;
