import type { JsonSchema } from './schemas/jsonSchema.js';

/**
 * Object schemas that differ by their `type`, as one schema that first wants a type and then what belongs to it.
 * VS Code completes and explains that better than `oneOf`, of which it shows the failures of one guess.
 * @param description what the type chooses
 */
export function byType(alternatives: readonly JsonSchema[], description: string): JsonSchema {
  const types = alternatives.flatMap(alternative => typesOf(alternative));
  return {
    type: 'object',
    properties: {
      type: {
        description,
        enum: types.map(({ name }) => name),
        enumDescriptions: types.map(({ description }) => description),
      },
    },
    required: ['type'],
    allOf: alternatives.map(alternative => ({
      if: {
        properties: { type: { enum: typesOf(alternative).map(({ name }) => name) } },
        required: ['type'],
      },
      then: alternative,
    })),
  };
}

function typesOf(alternative: JsonSchema): { name: unknown; description: unknown }[] {
  const { type } = alternative.properties as { type: JsonSchema };
  const names = (type.enum as unknown[] | undefined) ?? [type.const];
  const descriptions = type.enumDescriptions as unknown[] | undefined;
  return names.map((name, index) => ({ name, description: descriptions?.[index] ?? type.description ?? '' }));
}
