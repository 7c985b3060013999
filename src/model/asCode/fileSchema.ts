import * as z from 'zod';
import { fieldMetadata, updateSchema } from 'netsensor-contract/inventory/inventoryRecord';
import { inventoryType, type InventoryType } from 'netsensor-contract/inventory/inventoryTypes';
import { fieldRole } from 'netsensor-contract/inventory/references';
import { toJsonSchema, type JsonSchema } from 'netsensor-contract/schemas/jsonSchema';
import { keptSecret, secretSource } from './recordsAsFiles.js';

/** The schema of the files of a type: a reference by key or by number, a secret by the name of its variable. */
export function fileSchema(type: InventoryType): JsonSchema {
  const { singular, description, secretFields = [] } = inventoryType(type);
  const shape = updateSchema(type).shape as Record<string, z.ZodType>;
  const fields = Object.entries(shape).map(([field, value]) => {
    const role = fieldRole(type, field);
    const meta = { description: fieldMetadata(value).description };
    if (secretFields.includes(field))
      return [
        field,
        z
          .union([z.literal(keptSecret), z.string().regex(secretSource)])
          .optional()
          .meta(meta),
      ];
    if (role?.kind !== 'reference') return [field, value];
    const reference = z.union([z.string().regex(new RegExp(`^@${role.to}/.+$`)), value]);
    return [field, reference.optional().meta({ ...meta, examples: [`@${role.to}/Core A`] })];
  });
  const file = z.strictObject({
    $schema: z.string().optional(),
    ...(Object.fromEntries(fields) as z.ZodRawShape),
  });
  return toJsonSchema(file.meta({ title: singular, description }));
}
