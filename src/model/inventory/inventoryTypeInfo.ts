import type * as z from 'zod';

/** One inventory type: how it is addressed (contract 000, Resources and fields), named and drawn. */
export interface InventoryTypeInfo<
  Words extends string = string,
  Fields extends z.ZodRawShape = z.ZodRawShape,
> {
  /** Root key of create and update bodies, `rack`. */
  readonly key: string;
  /** Name of one record, sentence case. */
  readonly singular: Words;
  /** Name of the collection, sentence case. */
  readonly plural: Words;
  readonly description: Words;
  /** Codicon of its records in the tree. */
  readonly icon: string;
  /** The field that names a record to people. */
  readonly nameField: string;
  /** Fields accepted on create; those that are not optional are required (contract 000, Resources and fields). */
  readonly fields: Fields;
  /** Fields that never enter a buffer, a log or a base (design, decision 5). */
  readonly secretFields?: readonly string[];
}
