import * as z from 'zod';
import { inventoryType, type InventoryType } from './inventory.js';
import { looseField, looseText } from './tolerant.js';

/** A stored inventory record: the known fields, and whatever else the manager sent. */
export interface InventoryRecord {
  readonly id: number;
  readonly [field: string]: unknown;
}

/** Times that the manager keeps itself; they are shown, and a change of them means nothing. */
export const bookkeepingFields: readonly string[] = ['created_at', 'updated_at'];

/** Fields that are shown and never sent. */
export const readOnlyFields: readonly string[] = ['id', ...bookkeepingFields];

/** Fields of a create body, unknown ones refused (contract 000, field tables). */
export function createSchema(type: InventoryType) {
  return z.strictObject(inventoryType(type).fields);
}

/** Fields of an update body: any of the create fields; `null` empties an optional one. */
export function updateSchema(type: InventoryType) {
  return z.strictObject(
    mapFields(type, field =>
      field instanceof z.ZodOptional ? field.nullable().optional() : field.optional(),
    ),
  );
}

/** A record as a manager returns it: tolerant of numbers as text, nulls and unknown fields. */
export function storedSchema(type: InventoryType): z.ZodType<InventoryRecord> {
  return z.looseObject({
    id: z.preprocess(value => (typeof value === 'string' ? Number(value) : value), z.int()),
    ...mapFields(type, looseField),
    created_at: looseText,
    updated_at: looseText,
  }) as unknown as z.ZodType<InventoryRecord>;
}

/** A record as a document in the editor: the source of `schemas/<key>.schema.json`. */
export function documentSchema(type: InventoryType) {
  const info = inventoryType(type);
  const kept = (text: string) => z.string().nullish().meta({ description: text, readOnly: true });
  return z
    .looseObject({
      id: z.int().optional().meta({ description: 'Number given by the manager. Read-only.', readOnly: true }),
      ...mapFields(type, field => {
        const { description, examples } = metadata(field);
        return field instanceof z.ZodOptional
          ? field.nullable().optional().meta({ description, examples })
          : field;
      }),
      created_at: kept('When the record was created. Read-only.'),
      updated_at: kept('When the record was last changed. Read-only.'),
    })
    .meta({ title: info.singular, description: info.description });
}

/** Records of a type as one document: the source of `schemas/<key>.list.schema.json`. A new one has no secret in it. */
export function listSchema(type: InventoryType) {
  const { plural, secretFields = [] } = inventoryType(type);
  const document = documentSchema(type);
  const secrets = Object.fromEntries(
    secretFields.map(field => [field, (document.shape as Record<string, z.ZodType>)[field]?.optional()]),
  );
  return z.array(document.extend(secrets as z.ZodRawShape)).meta({ title: plural });
}

/** What people call a record: its name field, else its id. */
export function recordName(type: InventoryType, record: InventoryRecord): string {
  const name = record[inventoryType(type).nameField];
  return typeof name === 'string' && name.trim() !== ''
    ? name
    : `${inventoryType(type).singular} ${record.id}`;
}

/** What is known about a field, also when it was described before it was made optional. */
const metadata = (field: z.ZodType): z.GlobalMeta =>
  z.globalRegistry.get(field) ??
  (field instanceof z.ZodOptional ? metadata(field.unwrap() as z.ZodType) : {});

function mapFields(type: InventoryType, map: (field: z.ZodType) => z.ZodType): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(inventoryType(type).fields).map(([name, field]) => [name, map(field as z.ZodType)]),
  );
}
