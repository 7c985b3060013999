import * as z from 'zod';
import { inventoryType, type InventoryType, isInventoryType } from './inventoryTypes.js';
import { twinKey } from '../text/folded.js';
import { rackUnits } from './unitList.js';
import { fileNameOf } from '../text/plainText.js';
import { integerOf, textOf } from '../text/looseValues.js';
import type { RawRecord } from '../sensors/nodeRecord.js';
import { looseField, looseText, understood } from '../sensors/tolerant.js';

/** A stored inventory record: the known fields, and whatever else the manager sent. */
export interface InventoryRecord {
  readonly id: number;
  readonly [field: string]: unknown;
}

/** A record and its type. */
export interface TypedRecord {
  readonly type: InventoryType;
  readonly record: InventoryRecord;
}

/** Times that the manager keeps itself; they are shown, and a change of them means nothing. */
export const bookkeepingFields: readonly string[] = ['created_at', 'updated_at'];

/** Fields that are shown and never sent. */
export const readOnlyFields: readonly string[] = ['id', ...bookkeepingFields];

/** Fields of a create body, unknown ones refused (contract 000, Resources and fields). */
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

/** Whether a value can be the id of a record: a whole number from 1, with all its digits. */
export const isRecordId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0;

/** A record as a manager sent it: fields that cannot be read stay as they came. */
export function readStored(type: InventoryType): (raw: RawRecord) => InventoryRecord | 'noId' {
  const fields = { ...mapFields(type, looseField), created_at: looseText, updated_at: looseText };
  return raw => {
    const id = integerOf(raw.id);
    return isRecordId(id) ? { ...understood(fields, raw), id } : 'noId';
  };
}

/** As `readStored`, for one list: a record that repeats an id is not read, since nobody could tell which is meant. */
export function readUnrepeated(type: InventoryType): (raw: RawRecord) => InventoryRecord | 'noId' | 'sameId' {
  const read = readStored(type);
  const ids = new Set<number>();
  return raw => {
    const record = read(raw);
    if (record === 'noId') return record;
    if (ids.has(record.id)) return 'sameId';
    ids.add(record.id);
    return record;
  };
}

/** A record as a document in the editor: the source of `schemas/<key>.schema.json`. */
export function documentSchema(type: InventoryType) {
  const info = inventoryType(type);
  const kept = (text: string) => z.string().nullish().meta({ description: text, readOnly: true });
  return z
    .looseObject({
      id: z.int().optional().meta({ description: 'Number given by the manager. Read-only.', readOnly: true }),
      ...mapFields(type, field => {
        const { description, examples } = fieldMetadata(field);
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

/**
 * The records that a draft may have become, when nobody knows whether it was created: those with its name,
 * however the manager spells it, and its references, the newest first.
 */
export function findRecordTwins(
  { type }: { readonly type: InventoryType },
  records: readonly InventoryRecord[],
  fields: Readonly<Record<string, unknown>>,
): InventoryRecord[] {
  const { nameField, fields: known } = inventoryType(type);
  const references = Object.keys(known).filter(name => name.endsWith('_id'));
  const name = spellingKey(textOf(fields[nameField]) ?? '');
  return records
    .filter(record => spellingKey(textOf(record[nameField]) ?? '') === name)
    .filter(record => references.every(field => (record[field] ?? null) === (fields[field] ?? null)))
    .sort((a, b) => b.id - a.id);
}

/** What the spellings of a text that a manager may have made of it have in common; units of a rack in any order. */
export function spellingKey(text: string): string {
  const units = rackUnits(text);
  return units ? [...units].sort((a, b) => a - b).join() : twinKey(text);
}

/** What is known about a field, also when it was described before it was made optional. */
export const fieldMetadata = (field: z.ZodType): z.GlobalMeta =>
  z.globalRegistry.get(field) ??
  (field instanceof z.ZodOptional ? fieldMetadata(field.unwrap() as z.ZodType) : {});

function mapFields(type: InventoryType, map: (field: z.ZodType) => z.ZodType): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(inventoryType(type).fields).map(([name, field]) => [name, map(field as z.ZodType)]),
  );
}

/** Which inventory record a document is, apart from its connection (the authority of the URI). */
export interface RecordRef {
  readonly type: InventoryType;
  readonly id: number;
}

/** A record that was created again: its number before, and the one that the manager has given it. */
export interface Renumbered {
  readonly type: InventoryType;
  readonly before: number;
  readonly now: number;
}

/**
 * The path of a record document, `/inventory/racks/Core rack A.12.json`: the type and the id are its identity,
 * the name is decoration.
 */
export function recordPath({ type, id }: RecordRef, name: string): string {
  return `/inventory/${type}/${fileNameOf(name) || type}.${id}.json`;
}

/** The record behind a document path; undefined for any other path. */
export function parseRecordPath(path: string): RecordRef | undefined {
  const [, root, type, file, ...rest] = path.split('/');
  const id = file && /\.(\d{1,16})\.json$/.exec(file)?.[1];
  if (root !== 'inventory' || !type || !isInventoryType(type) || !id || rest.length > 0) return undefined;
  return { type, id: Number(id) };
}

/** An inventory record, for finding and selecting it in the tree. */
export interface InventoryRef extends RecordRef {
  readonly connectionId: string;
}

/** An inventory record of the tree, as commands get it. */
export interface RecordTarget {
  readonly kind: 'record';
  readonly connectionId: string;
  readonly type: InventoryType;
  readonly recordId: number;
  /** As the manager sent it: hostile text until it is shown through `isolated`, `plainLabel` or `quoted`. */
  readonly name: string;
}

/** An inventory type of the tree, as commands get it. */
export interface InventoryTypeTarget {
  readonly kind: 'inventoryType';
  readonly connectionId: string;
  readonly type: InventoryType;
}
