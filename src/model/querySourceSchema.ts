import { z } from 'zod';
import { dimensions, type DataSource } from './query/dataSources.js';
import { toJsonProperties, type JsonSchema } from './schemas/jsonSchema.js';
import { filterSchema } from './query/queryFilter.js';
import { aggregationSnippets, filterSnippets } from './queryEditing/querySnippets.js';
import { byType } from './schemaByType.js';

/** What a data source adds to the schema of a query. */
export interface SourceSchema {
  /** Applies to every query type. */
  readonly shared: JsonSchema;
  /** Names and recursive filters that the properties refer to. */
  readonly definitions: JsonSchema;
  /** `dimension` and `dimensions`, of which a query type has one; `metric` of a topN. */
  readonly properties: Readonly<Record<'dimension' | 'dimensions' | 'metric', JsonSchema>>;
}

/** The dimensions, filters and aggregations of a data source (contract 002, Dimensions, Aggregations per data source). */
export function sourceSchema(source: DataSource, describe: (field: string) => unknown): SourceSchema {
  const names = z.enum(dimensions[source]).meta({
    id: `${source}_dimension`,
    description: `A dimension of ${source}.`,
    errorMessage: `Not a dimension of ${source}.`,
  });
  const { definitions } = toJsonProperties({ names, filter: filterSchema(`${source}_filter`, names) });
  const filterName = `${source}_filter`;
  const { oneOf, description } = definitions[filterName] as JsonSchema;
  const name = { $ref: `#/definitions/${source}_dimension` };
  // With more than one example VS Code writes `"dimension": ` and opens the list of names.
  const oneName = { allOf: [name], examples: dimensions[source].slice(0, 2) };
  return {
    definitions: {
      ...definitions,
      [`${source}_dimension`]: orVariable(definitions[`${source}_dimension`] as JsonSchema),
      [filterName]: {
        description,
        defaultSnippets: filterSnippets,
        ...byType(
          (oneOf as JsonSchema[]).map(alternative => withDimension(alternative, oneName)),
          'How rows are chosen.',
        ),
      },
    },
    shared: {
      filter: {
        description,
        defaultSnippets: filterSnippets,
        anyOf: [{ $ref: `#/definitions/${filterName}` }, { type: 'null' }],
      },
      aggregations: {
        items: aggregationItem(source, { name, filter: { $ref: `#/definitions/${filterName}` } }),
      },
    },
    properties: {
      dimension: { description: describe('dimension'), ...oneName },
      dimensions: { description: describe('dimensions'), type: 'array', items: name },
      metric: {
        description: describe('metric'),
        type: ['string', 'object'],
      },
    },
  };
}

/**
 * A name, or a text with a variable, which is known when the query runs. VS Code would name all names in its message
 * about two alternatives.
 */
const orVariable = ({ description, enum: names, errorMessage }: JsonSchema): JsonSchema => ({
  description,
  type: 'string',
  pattern: String.raw`^(?:${(names as string[]).join('|')})$|\$\{\w`,
  patternErrorMessage: errorMessage,
  examples: names,
});

function withDimension(alternative: JsonSchema, name: JsonSchema): JsonSchema {
  const { dimension, ...others } = alternative.properties as Record<string, JsonSchema>;
  if (!dimension) return alternative;
  const { type, ...rest } = others;
  return { ...alternative, properties: { type, dimension: { ...dimension, ...name }, ...rest } };
}

/** Distinct values are counted of dimensions; sums are made of columns that only examples can name. */
const aggregationItem = (
  source: DataSource,
  { name, filter }: Readonly<Record<'name' | 'filter', JsonSchema>>,
): JsonSchema => ({
  defaultSnippets: aggregationSnippets(source),
  if: { properties: { type: { const: 'cardinality' } }, required: ['type'] },
  then: { properties: { fieldNames: { items: name } } },
  else: { properties: { filter } },
});
