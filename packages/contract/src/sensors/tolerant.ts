import * as z from 'zod';
import { booleanFromText, numberFromText, printable, textFromNumber } from '../text/looseValues.js';

/** A number as managers send it: a number, the same number as text, or nothing. */
export const looseNumber = z.preprocess(numberFromText, z.number().nullish());

/** A whole number as managers send it. */
export const looseInteger = z.preprocess(numberFromText, z.int().nullish());

/** A switch as managers send it: boolean, 0/1, or either as text. */
export const looseBoolean = z.preprocess(booleanFromText, z.boolean().nullish());

/** Text as managers send it; a number (a uuid without quotes) becomes its digits. */
export const looseText = z.preprocess(textFromNumber, z.string().nullish());

/**
 * The fields of a record as they are meant, whatever a manager sent: those that can be read are, the others and those that
 * nobody knows stay as they came.
 */
export function understood(
  fields: Readonly<Record<string, z.ZodType>>,
  raw: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => {
      // Each field that takes them takes them as they are; most of what a large tree holds is one of them.
      if (value === null || typeof value === 'boolean') return [name, value];
      const read = Object.hasOwn(fields, name) ? fields[name]?.safeParse(value) : undefined;
      return [name, printable(read?.success ? read.data : value)];
    }),
  );
}

/** What a field holds. */
export type FieldType = 'string' | 'number' | 'boolean' | 'array';

/** A field once `optional()`, `nullable()` and `default()` are taken off. */
export function bareField(field: z.ZodType): z.ZodType {
  let inner: z.ZodType = field;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault) {
    inner = inner.unwrap() as z.ZodType;
  }
  return inner;
}

/** What a create field holds. */
export function fieldType(field: z.ZodType): FieldType {
  const inner = bareField(field);
  if (inner instanceof z.ZodNumber || isNumberLiteral(inner)) return 'number';
  if (inner instanceof z.ZodBoolean) return 'boolean';
  return inner instanceof z.ZodArray ? 'array' : 'string';
}

const isNumberLiteral = (field: z.ZodType) =>
  field instanceof z.ZodLiteral && [...field.values].every(value => typeof value === 'number');

/** The tolerant counterpart of a create field, for reading what a manager stored. */
export function looseField(field: z.ZodType): z.ZodType {
  switch (fieldType(field)) {
    case 'number':
      return looseNumber;
    case 'boolean':
      return looseBoolean;
    case 'array':
      return z.array(z.string()).nullish();
    case 'string':
      return looseText;
  }
}
