import * as z from 'zod';
import { accessPoint } from 'netsensor-contract/sensors/accessPoints';
import { offeredByEditor } from './editorSchema.js';
import { toJsonSchema, type JsonSchema } from 'netsensor-contract/schemas/jsonSchema';
import { nodeKinds, nodeRules, type NodeKind } from '../sensors/nodeDocument.js';
import { listed, valueNames } from 'netsensor-contract/sensors/nodeRecord';
import { mapValues } from 'netsensor-contract/text/collections';
import { isRecord } from 'netsensor-contract/text/looseValues';
import { treeFields } from 'netsensor-contract/sensors/sensors';

/** What is inserted for lists of `{name, value}` (contract 001, Flow sensor fields). */
const listSnippets: Readonly<Record<string, object>> = {
  homenets: { name: '$1', value: '${2:10.0.0.0/8}' },
  router_macs: { name: '$1', value: '${2:00:00:00:00:00:00}' },
};

/** Schema of the draft of a node (contract 001, Endpoints). */
export function draftSchema(kind: NodeKind): JsonSchema {
  const { create, singular } = nodeKinds[kind];
  const title = `New ${singular.charAt(0) === 'M' ? singular : singular.toLowerCase()}`;
  return forEditing(toJsonSchema(create.meta({ title })));
}

/** Schema of the document of a node: what may be changed, and what is only shown. */
export function nodeSchema(kind: NodeKind): JsonSchema {
  const { readOnlyFields, fields } = nodeRules(kind);
  const stored = (kind === 'accessPoint' ? accessPoint.shape : treeFields) as Record<string, z.ZodType>;
  const readOnly = readOnlyFields.map(name => {
    const field = stored[name] ?? z.unknown();
    return [name, field.meta({ ...field.meta(), readOnly: true, description: readOnlyText(field) })] as const;
  });
  const optional = Object.entries(fields).map(
    ([name, field]) => [name, field.describe(descriptionOf(field)).optional()] as const,
  );
  const shape = { ...Object.fromEntries(optional), ...Object.fromEntries(readOnly) };
  return forEditing(toJsonSchema(z.looseObject(shape).meta({ title: nodeKinds[kind].singular })));
}

const readOnlyText = (field: z.ZodType) => `${descriptionOf(field)} Read-only.`.trim();

/** Also when the field was described before it was made optional. */
const descriptionOf = (field: z.ZodType): string =>
  field.description ??
  (field instanceof z.ZodOptional || field instanceof z.ZodNullable
    ? descriptionOf(field.unwrap() as z.ZodType)
    : '');

/** The schema with what only editors read: names of values, sentences for patterns, snippets. */
function forEditing(schema: JsonSchema): JsonSchema {
  const properties = Object.entries(schema.properties as Record<string, JsonSchema>);
  return {
    ...schema,
    properties: Object.fromEntries(
      properties.map(([name, property]) => [
        name,
        withNames(name, withSentences(withoutNullBranch(property))),
      ]),
    ),
  };
}

function withNames(field: string, property: JsonSchema): JsonSchema {
  const body = listSnippets[field];
  if (body) return { ...property, defaultSnippets: [{ label: `[ {…} ]`, body: [body] }] };
  const names = valueNames[field];
  if (!names) return property;
  // What is only shown may be a number that nobody published.
  return property.readOnly ? namedNumber(names, property) : oneOfNumbers(names, property);
}

/**
 * A number, of which some values have names. They stand in a condition, where VS Code takes them for the hover but not
 * for completion: the editor offers the numbers with their names itself.
 */
const namedNumber = (names: Readonly<Record<number, string>>, property: JsonSchema): JsonSchema => ({
  ...property,
  if: { enum: Object.keys(names).map(Number), enumDescriptions: Object.values(names) },
  defaultSnippets: offeredByEditor,
});

/** A number that must be one of those with a name, or null where that is allowed. */
function oneOfNumbers(names: Readonly<Record<number, string>>, property: JsonSchema): JsonSchema {
  const { enum: values, ...rest } = property;
  const isNullable = [rest.type, values].some(types => Array.isArray(types) && /null/.test(String(types)));
  const errorMessage = `One of ${listed(names)}.`;
  const isNull = { type: 'null' };
  return {
    ...namedNumber(names, { ...rest, type: isNullable ? ['integer', 'null'] : 'integer' }),
    else: isNullable ? { ...isNull, errorMessage } : { not: {}, errorMessage },
  };
}

/** Schema of a document of many nodes: as it is sent, with the names of numbers at any depth. */
export const manyNodesSchema = (schema: z.ZodType): JsonSchema => withNamesWithin(toJsonSchema(schema));

function withNamesWithin(schema: JsonSchema): JsonSchema {
  const within = Object.entries(schema).map(([key, value]) => {
    if (!isRecord(value)) return [key, value] as const;
    const named = key === 'properties' ? mapFields(value as Record<string, JsonSchema>) : value;
    return [key, withNamesWithin(named)] as const;
  });
  return Object.fromEntries(within);
}

/** What a manager takes may be a number that nobody published, unless the contract lists all. */
function mapFields(properties: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  const entries = Object.entries(properties).map(([name, property]) => {
    const names = valueNames[name];
    if (!names) return [name, property] as const;
    return [name, property.enum ? oneOfNumbers(names, property) : namedNumber(names, property)] as const;
  });
  return Object.fromEntries(entries);
}

/** "This or null" as one schema with two types, which VS Code explains better than alternatives. */
function withoutNullBranch(property: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = property;
  const [first, second, ...others] = (anyOf as readonly JsonSchema[] | undefined) ?? [];
  if (!first?.type || second?.type !== 'null' || others.length > 0) return property;
  return {
    ...first,
    ...rest,
    type: [first.type, 'null'],
    ...(first.enum ? { enum: [...(first.enum as unknown[]), null] } : {}),
  };
}

const sentences: Readonly<Record<string, string>> = {
  ipv4: 'An IPv4 or IPv6 address',
  cidrv4: 'A network in CIDR form, such as 10.0.0.0/8',
};

/** Alternatives of patterns as one pattern, and words for what VS Code would show as a pattern. */
function withSentences(property: JsonSchema): JsonSchema {
  const { anyOf, items, properties, ...rest } = property;
  if (properties)
    return { ...rest, properties: mapValues(properties as Record<string, JsonSchema>, withSentences) };
  if (items) return { ...rest, items: withSentences(items as JsonSchema) };
  if (rest.pattern) return { ...rest, patternErrorMessage: 'Six hex pairs with colons, such as 00:1e:bd:4a:60:01' };
  const alternatives = anyOf as readonly JsonSchema[] | undefined;
  const sentence = sentences[String(alternatives?.[0]?.format)];
  if (!alternatives || !sentence) return property;
  const pattern = alternatives.map(alternative => `(?:${String(alternative.pattern)})`).join('|');
  return { ...rest, type: 'string', pattern, patternErrorMessage: sentence };
}
