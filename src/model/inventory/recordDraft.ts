import { fieldsWhere } from 'netsensor-contract/text/collections';
import type * as z from 'zod';
import {
  inventoryType,
  isInventoryType,
  type InventoryType,
} from 'netsensor-contract/inventory/inventoryTypes';
import { readOnlyFields } from 'netsensor-contract/inventory/inventoryRecord';
import { fieldsToCreate, type RecordFields } from './recordText.js';
import { secretPlaceholder } from 'netsensor-contract/text/secretNames';
import { hasLostLetter, withoutLostLetters } from '../text/lostLetters.js';
import { fieldType } from 'netsensor-contract/sensors/tolerant';

/** An inventory record that is going to be created. */
export interface RecordDraft {
  readonly type: InventoryType;
  /** The record that it begins as a copy of. */
  readonly copyOf?: number | undefined;
}

const copyKey = 'copy=';

/**
 * The path and query of a draft, `/new/racks/New rack.json?copy=12`: everything that is needed to open it again.
 * @param title what the tab says; tells drafts of a type apart
 */
export function recordDraftAddress({ type, copyOf }: RecordDraft, title: string) {
  return { path: `/new/${type}/${title}.json`, query: copyOf === undefined ? '' : `${copyKey}${copyOf}` };
}

/** The draft behind an address; undefined for any other document. */
export function parseRecordDraft({ path, query }: { path: string; query: string }): RecordDraft | undefined {
  const [, root, type, file, ...rest] = path.split('/');
  if (root !== 'new' || !type || !isInventoryType(type)) return undefined;
  if (!file?.endsWith('.json') || rest.length > 0) return undefined;
  const copyOf = Number(/^copy=(\d{1,15})$/.exec(query)?.[1]);
  return { type, copyOf: Number.isNaN(copyOf) ? undefined : copyOf };
}

/** What a draft begins with: the required fields, with an example where any value would do, and empty otherwise. */
export function newRecordFields(type: InventoryType): RecordFields {
  const { fields, secretFields = [] } = inventoryType(type);
  const required = Object.entries(fields as Record<string, z.ZodType>).filter(
    ([, field]) => !field.safeParse(undefined).success,
  );
  return Object.fromEntries(
    required.map(([name, field]) => [
      name,
      secretFields.includes(name) ? secretPlaceholder : beginning(name, field),
    ]),
  );
}

/** Sizes and colours have a usual value; names are for the user to say, and ids are completed from the live list. */
function beginning(name: string, field: z.ZodType): unknown {
  const [example] = (field.meta()?.examples as unknown[] | undefined) ?? [];
  if (fieldType(field) === 'number') return example ?? null;
  return name === 'color' ? example : '';
}

/** What a copy of a record begins with; its name says that it is one. */
export function copiedFields(type: InventoryType, record: RecordFields): RecordFields {
  const { nameField } = inventoryType(type);
  const all = fieldsToCreate(type, record);
  const fields = {
    ...withoutLostLetters(all),
    ...(hasLostLetter(all[nameField]) ? { [nameField]: '' } : {}),
  };
  const name = fields[nameField];
  if (typeof name !== 'string' || name === '' || type === 'rack_reservations') return fields;
  return { ...fields, [nameField]: `${name} copy` };
}

/**
 * What a draft begins with that is made from a template: its fields without those that a manager sets. Fields that the
 * type does not have stay, so that they are seen.
 */
export function templateFields(type: InventoryType, template: RecordFields): RecordFields {
  const secret = (inventoryType(type).secretFields ?? []).map(name => [name, secretPlaceholder] as const);
  return { ...newRecordFields(type), ...keptInTemplate(type, template), ...Object.fromEntries(secret) };
}

/** What a template keeps of a record: what new ones can begin with, and no secret. */
export function keptInTemplate(type: InventoryType, record: RecordFields): RecordFields {
  const { secretFields = [] } = inventoryType(type);
  const left = [...readOnlyFields, ...secretFields];
  return fieldsWhere(
    record,
    (name, value) => !left.includes(name) && value !== null && !hasLostLetter(value),
  );
}
