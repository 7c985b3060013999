import { isRecord } from 'netsensor-contract/text/looseValues';
import type { JsonSchema } from 'netsensor-contract/schemas/jsonSchema';

/** The fields of queries and of their parts in the order in which one thinks of them; others follow as they are written. */
const thinkingOrder = [
  'type',
  'queryType',
  'dataSource',
  'intervals',
  'granularity',
  'dimension',
  'dimensions',
  'aggregations',
  'filter',
  'metric',
  'threshold',
  'orderBy',
  'having',
  'postAggregations',
  'namespace_uuids',
  'descending',
  'limitSpec',
  'context',
];

/**
 * The snippets of a field whose values the editor offers itself: after the name of one that has several VS Code opens the list of
 * values, and these without a body are not in it.
 */
export const offeredByEditor: readonly object[] = [{}, {}];

/**
 * A schema as VS Code is given it: completion offers fields in the order in which one thinks of them and values as they are
 * written. Nothing is demanded, since VS Code underlines the whole object where a field is missing, and a list while it is
 * written, and all fields are let through: `queryProblems` says at one word what is missing, and which field was meant.
 */
export function editorSchema<Part>(part: Part): Part {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map(editorSchema) as Part;
  const schema = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, isData(key) ? (value as unknown) : editorSchema<unknown>(value)]),
  );
  delete schema['required'];
  delete schema['minItems'];
  delete schema['propertyNames'];
  if (isRecord(schema['properties'])) schema['properties'] = ordered(schema['properties']);
  if (Array.isArray(schema['enum']) && schema['enum'].length > 1) {
    schema['enumSortTexts'] = schema['enum'].map((_value, index) => sortText(index));
  }
  return schema as Part;
}

/** What nobody completes with: conditions, and what holds examples and texts to insert instead of schemas. */
const isData = (key: string) => ['defaultSnippets', 'examples', 'enum', 'const', 'if', 'not'].includes(key);

const sortText = (index: number) => String(index).padStart(2, '0');

const ordered = (properties: Readonly<Record<string, unknown>>): JsonSchema =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema], index) => {
      const known = thinkingOrder.indexOf(name);
      const place = known < 0 ? thinkingOrder.length + index : known;
      return [name, isRecord(schema) ? { ...schema, suggestSortText: sortText(place) } : schema];
    }),
  );
