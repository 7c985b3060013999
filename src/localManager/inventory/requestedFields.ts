import { isRecord } from '../../model/text/looseValues.js';
import { inventoryType, type InventoryType } from '../../model/inventory/inventoryTypes.js';
import { createSchema, updateSchema } from '../../model/inventory/inventoryRecord.js';
import { badRequest } from '../http/errors.js';
import { checkedFields, knownFields, type Fields } from '../http/requestFields.js';

/**
 * The object under the root key of a create or update body (contract 000, General rules, rule 5).
 * @throws HttpProblem 400 when the root key is missing, as Rails answers it
 */
export function rootObject(body: unknown, key: string): Fields {
  const root = isRecord(body) && Object.hasOwn(body, key) ? body[key] : undefined;
  if (!isRecord(root)) throw badRequest(`param is missing or the value is empty: ${key}`);
  return root;
}

/**
 * The fields of a create body: known ones only, cast as a manager casts them, all required ones present.
 * @throws HttpProblem 422 that names each wrong field
 */
export function createFields(type: InventoryType, given: Fields): Fields {
  const known = knownFields(inventoryType(type).fields, given);
  const present = Object.entries(known).filter(([, value]) => value !== null);
  return checkedFields(createSchema(type).safeParse(Object.fromEntries(present)), given);
}

/**
 * The fields of an update body; `null` empties an optional one.
 * @throws HttpProblem 422 that names each wrong field
 */
export function updateFields(type: InventoryType, given: Fields): Fields {
  return checkedFields(updateSchema(type).safeParse(knownFields(inventoryType(type).fields, given)), given);
}
