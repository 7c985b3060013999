import type { z } from 'zod';
import type { DataSource } from './query/dataSources.js';
import type { JsonSchema } from './schemas/jsonSchema.js';
import type { dataQuery } from './query/query.js';
import type { QueryType } from './queryNames.js';
import { orderBySnippets, orderColumnSnippets } from './queryEditing/querySnippets.js';
import type { SourceSchema } from './querySourceSchema.js';

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

/** Applies when a field has a value. */
export const whenField = (field: string, value: string) => ({
  properties: { [field]: { const: value } },
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
  if (name === 'threshold') return { ...schema, defaultSnippets: [{ body: '^${1:10}' }] };
  if (name !== 'orderBy' && name !== 'limitSpec') return schema;
  const { columns, ...others } = schema.properties as Properties;
  const items = { ...(columns?.items as JsonSchema), defaultSnippets: orderColumnSnippets };
  return {
    ...schema,
    defaultSnippets: orderBySnippets,
    properties: { ...others, columns: { ...columns, items } },
  };
}
