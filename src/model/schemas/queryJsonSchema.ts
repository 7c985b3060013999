import { intervalPattern } from 'netsensor-contract/query/timeRange';
import { dataSourceNames, dataSources } from 'netsensor-contract/query/dataSources';
import { toJsonProperties, toJsonSchema, type JsonSchema } from 'netsensor-contract/schemas/jsonSchema';
import { dataQuery } from 'netsensor-contract/query/query';
import { granularityNames } from 'netsensor-contract/query/queryChoices';
import { autoGranularity } from '../query/queryVariables.js';
import { queryTypes } from '../queryEditing/queryTree.js';
import { granularitySnippets, intervalSnippets } from '../queryEditing/querySnippets.js';
import { sourceSchema, specificFields, typeRule, whenField, type Properties, type QueryOption, byType } from './querySourceSchema.js';

/**
 * The JSON Schema of a query cell: what may follow depends on `dataSource` and `queryType`
 * (contract 002, Query object, Dimensions, Aggregations per data source).
 */
export function queryJsonSchema(): JsonSchema {
  const options = new Map(dataQuery.options.map(option => [optionType(option), option]));
  const shapes = queryTypes.map(type => properties(options.get(type)!));
  const all: Properties = Object.assign({}, ...shapes);
  const anySpecific = new Set(Object.values(specificFields).flat());
  const shared = Object.entries(all).filter(([name]) => !anySpecific.has(name) && name !== 'filter');
  const sources = new Map(
    dataSourceNames.map(name => [name, sourceSchema(name, field => all[field]?.description)]),
  );
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Data query',
    description: 'A query over one data source.',
    type: 'object',
    allowComments: true,
    allowTrailingCommas: true,
    propertyNames: { enum: Object.keys(all), errorMessage: 'Not a field of a query.', doNotSuggest: true },
    properties: { ...Object.fromEntries(shared), ...documentedNames(), ...listItems(all) },
    required: ['queryType', 'dataSource', 'granularity', 'aggregations'],
    allOf: [
      ...queryTypes.map((type, index) => typeRule(options.get(type)!, shapes[index]!, sources)),
      ...dataSourceNames.map(name => ({
        if: whenField('dataSource', name),
        then: { properties: sources.get(name)!.shared },
      })),
      { if: { not: { required: ['dataSource'] } }, then: { properties: { filter: anyFilter } } },
    ],
    definitions: Object.assign(
      {},
      ...[...sources.values()].map(({ definitions }) => definitions),
    ) as JsonSchema,
  };
}

const anyFilter = { description: 'Row filter.', type: ['object', 'null'] };
const someRows = { description: 'Rows that are aggregated.', type: 'object' };

const intervalsDescription =
  'Time ranges; the range of the cell or the notebook counts when they are left out.';

/** What a cell takes besides what a manager takes: ranges relative to now; the semantic check reads them closely. */
const cellInterval = {
  description:
    'Start and end, ISO 8601, end not included; UTC unless an offset is given. One side may be a duration or now. A relative range such as last 24 hours, today or previous week counts in the time zone of the notebook when the cell runs.',
  type: 'string',
  pattern: intervalPattern,
  errorMessage:
    'A range such as last 24 hours, two ISO 8601 times with a slash between them, or a time and a duration.',
  defaultSnippets: intervalSnippets,
};

const optionType = (option: QueryOption) => option.shape.queryType.value;

const properties = (option: QueryOption) => toJsonProperties(option.shape).properties as Properties;

/** Enumerations with a sentence for each value. */
function documentedNames(): JsonSchema {
  const options = dataQuery.options;
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
      description: options[0].shape.granularity.description,
      defaultSnippets: granularitySnippets,
      anyOf: [
        {
          ...names,
          enum: [autoGranularity, ...(names?.enum as unknown[])],
          enumDescriptions: [
            'Buckets as long as the time that the cell looks at asks for, about 200 of them.',
            ...granularityNames.contract.map(bucketText),
            ...granularityNames.alsoKnown.map(() => 'Known to newer managers only.'),
          ],
        },
        byType(objects, 'How long buckets are.'),
      ],
    },
  };
}

function bucketText(name: string): string {
  if (name === 'all') return 'One bucket for all rows.';
  return name.includes('_') ? `Buckets of ${name.replace('_', ' ')}s.` : `One bucket per ${name}.`;
}

function listItems({ intervals, aggregations }: Properties): JsonSchema {
  const { anyOf } = aggregations?.items as { anyOf: JsonSchema[] };
  const alternatives = anyOf.map(alternative => {
    const inside = alternative.properties as Properties;
    return inside.filter ? { ...alternative, properties: { ...inside, filter: someRows } } : alternative;
  });
  return {
    intervals: { ...intervals, description: intervalsDescription, items: cellInterval },
    aggregations: { ...aggregations, items: byType(alternatives, 'What is computed.') },
  };
}
