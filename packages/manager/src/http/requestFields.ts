import { fieldsWhere } from 'netsensor-contract/text/collections';
import { z } from 'zod';
import { isRecord } from 'netsensor-contract/text/looseValues';
import { bareField, fieldType } from 'netsensor-contract/sensors/tolerant';
import { badRequest, notFound, unprocessable, type FieldErrors } from './errors.js';

/** Values of the fields of a body or a record by name. */
export type Fields = Readonly<Record<string, unknown>>;

/** Fields a body may have, by name. */
type FieldShape = Readonly<Record<string, z.core.$ZodType>>;

/**
 * The object that is the whole body; no body is one without fields.
 * @throws HttpProblem 400 for any other JSON
 */
export function bodyObject(body: unknown): Fields {
  if (body === undefined || body === null) return {};
  if (!isRecord(body)) throw badRequest('The body is not a JSON object; send the fields as one object.');
  return body;
}

/**
 * The object under the root key of a create or update body (contract 000, General rules, rule 5).
 * @throws HttpProblem 400 when the root key is missing, as Rails answers it
 */
export function rootObject(body: unknown, key: string): Fields {
  const root = isRecord(body) && Object.hasOwn(body, key) ? body[key] : undefined;
  if (!isRecord(root)) throw badRequest(`param is missing or the value is empty: ${key}`);
  return root;
}

/** The known fields of a body, cast as a manager casts them; unknown ones are ignored, as Rails' permitted parameters are. */
export function knownFields(shape: FieldShape, given: Fields): Record<string, unknown> {
  const known = Object.entries(shape).filter(([name]) => Object.hasOwn(given, name));
  return Object.fromEntries(known.map(([name, field]) => [name, cast(field as z.ZodType, given[name])]));
}

/** The known fields of a create body; `null` is the same as left out. */
export const presentFields = (shape: FieldShape, given: Fields): Fields =>
  fieldsWhere(knownFields(shape, given), (_, value) => value !== null);

/**
 * Numbers, booleans and text are turned into each other as a database column would (field notes §1.0). An object in place of
 * text is checked without what it holds: its `length` would be taken for that of a text, and may be nested without end.
 */
function cast(field: z.ZodType, value: unknown): unknown {
  const optional = field instanceof z.ZodOptional;
  if (value === '' && optional && fieldType(field) !== 'string') return null;
  switch (fieldType(field)) {
    case 'number':
      return typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
    case 'boolean':
      if (value === 1 || value === '1' || value === 'true') return true;
      return value === 0 || value === '0' || value === 'false' ? false : value;
    case 'string':
      if (isRecord(value) && bareField(field) instanceof z.ZodString) return {};
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    case 'array':
      return value;
  }
}

/**
 * What a check of fields gave.
 * @throws HttpProblem 422 that names each wrong field
 */
export function checkedFields<T>(result: z.ZodSafeParseResult<T>, given: Fields): T {
  if (result.success) return result.data;
  throw unprocessable(fieldErrors(result.error.issues, given));
}

/** The issues of a check as messages by field, in Rails' words, each once. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[], given: Fields): FieldErrors {
  const errors: Record<string, string[]> = {};
  for (const issue of issues) {
    const field = String(issue.path[0] ?? 'base');
    const list = (errors[field] ??= []);
    const message = sentence(issue, given[field]);
    if (!list.includes(message)) list.push(message);
  }
  return errors;
}

/** The id that a text of digits stands for; undefined for one that no record can have. */
export const recordId = (text: string): number | undefined =>
  /^\d{1,10}$/.test(text) && Number(text) < 2 ** 31 ? Number(text) : undefined;

/** @throws HttpProblem 404 for a text that cannot be the id of a record */
export function idOf(text: string): number {
  const id = recordId(text);
  if (id === undefined) throw notFound();
  return id;
}

/** Whether a value is missing, empty or only spaces, as Rails' presence check sees it. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** The message of an issue in Rails' words. */
function sentence(issue: z.core.$ZodIssue, value: unknown): string {
  if (isBlank(value)) return "can't be blank";
  if (issue.code === 'too_small') return `must be greater than or equal to ${issue.minimum}`;
  if (issue.code === 'too_big') return `must be less than or equal to ${issue.maximum}`;
  if (issue.code === 'invalid_format') return `is invalid: ${issue.message}`;
  if (issue.code === 'invalid_value') return 'is not included in the list';
  const numeric = issue.code === 'invalid_type' && ['int', 'number'].includes(issue.expected);
  return numeric ? 'is not a number' : 'is invalid';
}
