import * as z from 'zod';

/** A JSON Schema as plain data. */
export type JsonSchema = Record<string, unknown>;

const invented = new Set([-2147483648, 2147483647, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]);

/** A draft-07 schema of what may be written (VS Code's JSON service reads draft-07 best). */
export function toJsonSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      dropInventedBounds(jsonSchema);
      delete jsonSchema.id;
    },
  }) as JsonSchema;
}

/** zod adds the bounds of its number formats; nobody chose them and they clutter what people read. */
export function dropInventedBounds(jsonSchema: JsonSchema): void {
  for (const bound of ['minimum', 'maximum'] as const) {
    if (invented.has(Number(jsonSchema[bound]))) delete jsonSchema[bound];
  }
}

/** The properties of an object schema and the definitions they refer to. */
export function toJsonProperties(shape: z.ZodRawShape): { properties: JsonSchema; definitions: JsonSchema } {
  const { properties, definitions = {} } = toJsonSchema(z.object(shape)) as {
    properties: JsonSchema;
    definitions?: JsonSchema;
  };
  return { properties, definitions };
}
