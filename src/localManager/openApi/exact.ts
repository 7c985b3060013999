import * as z from 'zod';

/** Fields that are null in some answers; all others always have a value. */
export type NullableFields = readonly string[];

/**
 * What this manager answers, from the schema with which a client reads what any manager may answer: every field is
 * there, nothing else is, and only the named ones can be null.
 */
export function exact(
  stored: { readonly shape: z.ZodRawShape },
  nullable: NullableFields = [],
): z.ZodObject<Record<string, z.ZodType>> {
  return z.strictObject(
    Object.fromEntries(
      Object.entries(stored.shape).map(([name, field]) => {
        const value = valueOf(field as z.ZodType);
        return [name, described(nullable.includes(name) ? value.nullable() : value, field as z.ZodType)];
      }),
    ),
  );
}

/** A field without the tolerance around it. */
function valueOf(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable) {
    return valueOf(field.unwrap() as z.ZodType);
  }
  return field instanceof z.ZodPipe ? valueOf(field.def.out as z.ZodType) : field;
}

const described = (value: z.ZodType, field: z.ZodType): z.ZodType =>
  field.description === undefined ? value : value.describe(field.description);
