import { z } from 'zod';
import { inventoryType, type InventoryType } from '../model/inventory.js';
import { createSchema, updateSchema } from '../model/inventoryRecord.js';
import { fieldType } from '../model/tolerant.js';
import { badRequest, unprocessable } from './errors.js';

/** Field values of an inventory record by name. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * The object under the root key of a create or update body (contract 000, rule 5).
 * @throws HttpProblem 400 when the root key is missing, as Rails answers it
 */
export function rootObject(body: unknown, key: string): Fields {
  const root = isObject(body) && Object.hasOwn(body, key) ? body[key] : undefined;
  if (!isObject(root)) throw badRequest(`param is missing or the value is empty: ${key}`);
  return root;
}

/**
 * The fields of a create body: known ones only, cast as a manager casts them, all required ones present.
 * @throws HttpProblem 422 that names each wrong field
 */
export function createFields(type: InventoryType, given: Fields): Fields {
  const present = Object.entries(knownFields(type, given)).filter(([, value]) => value !== null);
  return checked(createSchema(type).safeParse(Object.fromEntries(present)), given);
}

/**
 * The fields of an update body; `null` empties an optional one.
 * @throws HttpProblem 422 that names each wrong field
 */
export function updateFields(type: InventoryType, given: Fields): Fields {
  return checked(updateSchema(type).safeParse(knownFields(type, given)), given);
}

/** Unknown fields are ignored, as Rails' permitted parameters are. */
function knownFields(type: InventoryType, given: Fields): Record<string, unknown> {
  const known = Object.entries(inventoryType(type).fields).filter(([name]) => Object.hasOwn(given, name));
  return Object.fromEntries(known.map(([name, field]) => [name, cast(field as z.ZodType, given[name])]));
}

/** Numbers, booleans and text are turned into each other as a database column would (field notes §1.0). */
function cast(field: z.ZodType, value: unknown): unknown {
  const optional = field instanceof z.ZodOptional;
  if (value === '' && optional && fieldType(field) !== 'string') return null;
  switch (fieldType(field)) {
    case 'number':
      return typeof value === 'string' && /^\s*-?\d+\s*$/.test(value) ? Number(value) : value;
    case 'boolean':
      if (value === 1 || value === '1' || value === 'true') return true;
      return value === 0 || value === '0' || value === 'false' ? false : value;
    case 'string':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    case 'array':
      return value;
  }
}

function checked(result: z.ZodSafeParseResult<object>, given: Fields): Fields {
  if (result.success) return result.data as Fields;
  const errors: Record<string, string[]> = {};
  for (const issue of result.error.issues) {
    const field = String(issue.path[0] ?? 'base');
    const list = (errors[field] ??= []);
    const message = sentence(issue, given[field]);
    if (!list.includes(message)) list.push(message);
  }
  throw unprocessable(errors);
}

/** The message of an issue in Rails' words. */
function sentence(issue: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined || value === null || value === '') return "can't be blank";
  if (issue.code === 'too_small') return `must be greater than or equal to ${issue.minimum}`;
  if (issue.code === 'too_big') return `must be less than or equal to ${issue.maximum}`;
  if (issue.code === 'invalid_format') return `is invalid: ${issue.message}`;
  const numeric = issue.code === 'invalid_type' && ['int', 'number'].includes(issue.expected);
  return numeric ? 'is not a number' : 'is invalid';
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
