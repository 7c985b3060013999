import * as z from 'zod';
import {
  aggregationTriples,
  dataSourceNames,
  dataSources,
  dimensions,
  type DataSource,
} from './dataSources.js';
import { toJsonProperties, toJsonSchema, type JsonSchema } from './jsonSchema.js';
import { dataQuery, granularityNames, queryTypes, type QueryType } from './query.js';
import { filterSchema } from './queryFilter.js';
import { querySnippets } from './querySnippets.js';

type QueryOption = (typeof dataQuery.options)[number];

/** Fields that every query type has; the others appear once `queryType` is written. */
const specific: Readonly<Record<QueryType, readonly string[]>> = {
  groupBy: ['dimensions', 'orderBy', 'limitSpec', 'having'],
  topN: ['dimension', 'metric', 'threshold'],
  timeseries: ['dimensions', 'descending', 'orderBy'],
};

/**
 * The JSON Schema of a query cell: what may follow depends on `dataSource` and `queryType`
 * (contract 002, Query object, Dimensions, Aggregations per data source).
 */
export function queryJsonSchema(): JsonSchema {
  const options = new Map(dataQuery.options.map(option => [optionType(option), option]));
  const shapes = queryTypes.map(type => toJsonProperties(options.get(type)!.shape));
  const allNames = new Set(shapes.flatMap(({ properties }) => Object.keys(properties)));
  const anySpecific = new Set(Object.values(specific).flat());
  const shared = Object.entries(shapes[0]!.properties).filter(([name]) => !anySpecific.has(name));
  const bySource = dataSourceNames.map(sourceRule);

  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Data query',
    description: 'A query over one data source.',
    type: 'object',
    allowTrailingCommas: true,
    defaultSnippets: querySnippets(),
    propertyNames: { enum: [...allNames], doNotSuggest: true },
    properties: {
      ...Object.fromEntries(shared),
      ...documentedNames(),
      filter: { description: 'Row filter.' },
    },
    required: ['queryType', 'dataSource', 'granularity', 'intervals', 'aggregations'],
    allOf: [
      ...queryTypes.map((type, index) => typeRule(type, options.get(type)!, shapes[index]!.properties)),
      ...bySource.map(({ rule }) => rule),
    ],
    definitions: Object.assign({}, ...bySource.map(({ definitions }) => definitions)) as JsonSchema,
  };
}

const optionType = (option: QueryOption) => option.shape.queryType.value;

const whenField = (field: string, value: string) => ({
  properties: { [field]: { const: value } },
  required: [field],
});

/** Enumerations with a sentence for each value. */
function documentedNames(): JsonSchema {
  const options = dataQuery.options;
  const granularityText = options[0].shape.granularity.description;
  const [names, ...objects] = toJsonSchema(options[0].shape.granularity).anyOf as [
    JsonSchema,
    ...JsonSchema[],
  ];
  return {
    queryType: {
      description: 'How rows are grouped.',
      enum: options.map(optionType),
      enumDescriptions: options.map(option => option.shape.queryType.description),
    },
    dataSource: {
      description: options[0].shape.dataSource.description,
      enum: dataSourceNames,
      enumDescriptions: dataSourceNames.map(name => dataSources[name]),
    },
    granularity: {
      description: granularityText,
      anyOf: [
        {
          ...names,
          enumDescriptions: [
            ...granularityNames.contract.map(name =>
              name === 'all' ? 'One bucket for all rows.' : `One bucket per ${name.replace('_', ' ')}.`,
            ),
            ...granularityNames.alsoKnown.map(() => 'Known to newer managers only.'),
          ],
        },
        ...objects,
      ],
    },
  };
}

function typeRule(type: QueryType, option: QueryOption, properties: JsonSchema): JsonSchema {
  const own = specific[type];
  const foreign = Object.values(specific)
    .flat()
    .filter(name => !own.includes(name));
  const required = own.filter(
    name => !(option.shape as Record<string, z.ZodType>)[name]!.safeParse(undefined).success,
  );
  return {
    if: whenField('queryType', type),
    then: {
      properties: {
        ...Object.fromEntries(own.map(name => [name, properties[name]])),
        ...Object.fromEntries(foreign.map(name => [name, false])),
      },
      required,
    },
  };
}

function sourceRule(source: DataSource): { rule: JsonSchema; definitions: JsonSchema } {
  const names = z.enum(dimensions[source]).meta({ id: `${source}_dimension` });
  const { properties, definitions } = toJsonProperties({
    dimension: names.describe('The dimension to group by.'),
    dimensions: z.array(names).describe('Dimensions to group by; none gives one value per bucket.'),
    filter: filterSchema(`${source}_filter`, names).nullish(),
  });
  const aggregations = {
    items: {
      defaultSnippets: aggregationTriples[source].map(({ description, ...body }) => ({
        label: `${body.name}: ${body.type} of ${body.fieldName}`,
        description,
        body,
      })),
    },
  };
  return {
    rule: { if: whenField('dataSource', source), then: { properties: { ...properties, aggregations } } },
    definitions,
  };
}
