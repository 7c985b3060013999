import { z } from 'zod';
import { type JsonSchema, toJsonProperties } from 'netsensor-contract/schemas/jsonSchema';
import { type DataSource, dimensions } from 'netsensor-contract/query/dataSources';
import { type dataQuery, filterSchema } from 'netsensor-contract/query/query';
import { orderBySnippets, orderColumnSnippets } from '../queryEditing/querySnippets.js';
import { offeredByEditor } from './editorSchema.js';
import type { QueryType } from '../queryEditing/queryTree.js';

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
      if: whenField('type', ...typesOf(alternative).map(({ name }) => name)),
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
  const names = z.enum(dimensions[source]).meta({ id: `${source}_dimension` });
  const { definitions } = toJsonProperties({ names, filter: filterSchema(`${source}_filter`, names) });
  const filterName = `${source}_filter`;
  const { oneOf, description } = definitions[filterName] as JsonSchema;
  const name = { $ref: `#/definitions/${source}_dimension` };
  // With more than one example VS Code writes `"dimension": ` and opens the list of names.
  const oneName = { allOf: [name], examples: dimensions[source].slice(0, 2) };
  return {
    definitions: {
      ...definitions,
      [`${source}_dimension`]: proposedNames(definitions[`${source}_dimension`] as JsonSchema),
      [filterName]: {
        description,
        defaultSnippets: offeredByEditor,
        ...byType(
          (oneOf as JsonSchema[]).map(alternative => withDimension(alternative, oneName)),
          'How rows are chosen.',
        ),
      },
    },
    shared: {
      filter: {
        description,
        defaultSnippets: offeredByEditor,
        anyOf: [{ $ref: `#/definitions/${filterName}` }, { type: 'null' }],
      },
      aggregations: {
        items: aggregationItem({ name, filter: { $ref: `#/definitions/${filterName}` } }),
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

/** A name that is only proposed: which one is wrong is said with the one that is meant (`queryProblems`), and a variable may stand there. */
const proposedNames = ({ enum: names }: JsonSchema): JsonSchema => ({ type: 'string', examples: names });

/** A number, or a text that is one variable. */
const countOrVariable = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  type: [schema.type, 'string'],
  pattern: String.raw`^\$\{\w[^{}]*\}$`,
  patternErrorMessage: 'A whole number from 1, or a variable such as ${most}.',
});

function withDimension(alternative: JsonSchema, name: JsonSchema): JsonSchema {
  const { dimension, ...others } = alternative.properties as Record<string, JsonSchema>;
  if (!dimension) return alternative;
  const { type, ...rest } = others;
  return { ...alternative, properties: { type, dimension: { ...dimension, ...name }, ...rest } };
}

/** Distinct values are counted of dimensions; sums are made of columns that only examples can name. */
const aggregationItem = ({ name, filter }: Readonly<Record<'name' | 'filter', JsonSchema>>): JsonSchema => ({
  if: whenField('type', 'cardinality'),
  then: { properties: { fieldNames: { items: name } } },
  else: { properties: { filter } },
});

/** One query type of the query schema. */
export type QueryOption = (typeof dataQuery.options)[number];

/** JSON Schemas by field name. */
export type Properties = Record<string, JsonSchema>;

/** Fields that a query has once its `queryType` is written. */
export const specificFields: Readonly<Record<QueryType, readonly string[]>> = {
  groupBy: ['dimensions', 'orderBy', 'limitSpec', 'having'],
  topN: ['dimension', 'metric', 'threshold', 'limitSpec'],
  timeseries: ['dimensions', 'descending', 'orderBy', 'limitSpec'],
};
/** Of these, the fields whose values depend on `dataSource` too. */
const perSource = ['dimension', 'dimensions', 'metric'] as const;

/**
 * Applies when a field has one of some values. A pattern, since VS Code offers what a condition lists as values, and those alone
 * when it completes the field.
 */
export const whenField = (field: string, ...values: readonly unknown[]): JsonSchema => ({
  properties: { [field]: { type: 'string', pattern: `^(?:${values.join('|')})$`, doNotSuggest: true } },
  required: [field],
});

/** What a query type adds, demands and forbids; names of dimensions come from the data source. */
export function typeRule(
  option: QueryOption,
  shape: Properties,
  sources: ReadonlyMap<DataSource, SourceSchema>,
): JsonSchema {
  const type = option.shape.queryType.value;
  const own = specificFields[type];
  const foreign = Object.values(specificFields)
    .flat()
    .filter(name => !own.includes(name));
  const required = own.filter(
    name => !(option.shape as Record<string, z.ZodType>)[name]!.safeParse(undefined).success,
  );
  const dependent = perSource.filter(name => own.includes(name));
  const ownAlways = own.filter(name => !dependent.some(other => other === name));
  const pick = (from: Readonly<Record<string, JsonSchema>>) =>
    Object.fromEntries(dependent.map(name => [name, from[name]]));
  return {
    if: whenField('queryType', type),
    then: {
      properties: {
        ...Object.fromEntries(ownAlways.map(name => [name, withSnippets(name, shape[name]!)])),
        ...Object.fromEntries(foreign.map(name => [name, false])),
      },
      required,
      allOf: [
        ...[...sources].map(([name, source]) => ({
          if: whenField('dataSource', name),
          then: { properties: pick(source.properties) },
        })),
        { if: { not: { required: ['dataSource'] } }, then: { properties: pick(shape) } },
      ],
    },
  };
}

function withSnippets(name: string, schema: JsonSchema): JsonSchema {
  if (name === 'threshold') return { ...countOrVariable(schema), defaultSnippets: [{ body: '^${1:10}' }] };
  if (name !== 'orderBy' && name !== 'limitSpec') return schema;
  const { columns, limit, ...others } = schema.properties as Properties;
  const items = { ...(columns?.items as JsonSchema), defaultSnippets: orderColumnSnippets };
  return {
    ...schema,
    defaultSnippets: orderBySnippets,
    properties: { ...others, ...(limit && { limit: countOrVariable(limit) }), columns: { ...columns, items } },
  };
}
