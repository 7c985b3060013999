import { ZodEnum } from 'zod';
import { isRecord } from 'netsensor-contract/text/looseValues';
import { aggregation as aggregationSchema } from 'netsensor-contract/query/query';
import { badRequest, type HttpProblem } from '../../http/errors.js';
import { numberOf, textOf } from '../../http/requestFields.js';
import { directionOf, isSet, type JsonObject } from './normalizeQuery.js';
import { QueryProblem, refuseJavaScript } from './queryProblem.js';

const filterTypes = ['selector', 'regex', 'and', 'or', 'not', 'in', 'bound', 'like', 'search'] as const;
const aggregationTypes: readonly string[] = aggregationSchema.options.flatMap(({ shape: { type } }) =>
  type instanceof ZodEnum ? type.options : [...type.values],
);

/**
 * Refuses what the engine's own constructors refuse, inner parts first, with their messages (field notes §2.3).
 * @throws QueryProblem
 */
export function checkQuery(query: JsonObject): void {
  if (isSet(query['filter'])) checkFilter(query['filter']);
  if (Array.isArray(query['aggregations'])) query['aggregations'].forEach(checkAggregation);
  const { queryType } = query;
  if (queryType === 'groupBy') checkOrder(query['limitSpec'] ?? query['orderBy']);
  if (queryType === 'groupBy' || queryType === 'topN' || queryType === 'timeseries') {
    refuseUnless(isSet(query['granularity']), 'Must specify a granularity');
  }
  if (queryType === 'groupBy')
    refuseUnless(isSet(query['aggregations']), 'Must specify at least one aggregator');
  if (queryType === 'topN') checkTopN(query);
  refuseUnless(isSet(query['aggregations']), 'aggregations cannot be null');
  if (Array.isArray(query['aggregations'])) {
    refuseUnless(query['aggregations'].length > 0, 'Must have at least one AggregatorFactory');
    const names = namesOf(query['aggregations']);
    const again = names.find((name, index) => names.indexOf(name) !== index);
    refuseUnless(again === undefined, `[${again}] already defined`);
  }
}

function checkTopN(query: JsonObject): void {
  const { dimension, metric, threshold } = query;
  refuseUnless(
    isSet(dimension) && !(Array.isArray(dimension) && dimension.length === 0),
    "dimensionSpec can't be null",
  );
  refuseUnless(isSet(metric), 'must specify a metric');
  refuseUnless(isSet(threshold) && numberOf(threshold) !== 0, 'Threshold cannot be equal to 0.');
}

function checkFilter(filter: unknown): void {
  if (!isRecord(filter)) return;
  refuseJavaScript('filter', filter);
  switch (filter['type']) {
    case 'selector':
    case 'regex':
    case 'in':
    case 'bound':
    case 'like':
    case 'search':
      refuseUnless(isSet(filter['dimension']), 'dimension must not be null');
      refuseUnless(filter['type'] !== 'regex' || isSet(filter['pattern']), 'pattern must not be null');
      refuseUnless(
        filter['type'] !== 'bound' || isSet(filter['lower']) || isSet(filter['upper']),
        'lower and upper can not be null at the same time',
      );
      refuseUnless(filter['type'] !== 'in' || isSet(filter['values']), 'values can not be null');
      return;
    case 'not':
      refuseUnless(isSet(filter['field']), 'NOT operator requires at least one field');
      checkFilter(filter['field']);
      return;
    case 'and':
    case 'or': {
      const fields = Array.isArray(filter['fields']) ? filter['fields'].filter(isSet) : [];
      refuseUnless(fields.length > 0, `${filter['type'].toUpperCase()} operator requires at least one field`);
      fields.forEach(checkFilter);
      return;
    }
    default:
      throw unknownType('filter', filter['type'], filterTypes);
  }
}

function unknownType(where: string, type: unknown, known: readonly string[]): HttpProblem {
  return badRequest(
    isSet(type)
      ? `${where}: the type ${textOf(type)} is not one of ${known.join(', ')}`
      : `${where}: it has no type; name one of ${known.join(', ')}`,
  );
}

function checkAggregation(aggregation: unknown): void {
  if (!isRecord(aggregation)) return;
  refuseJavaScript('aggregations', aggregation);
  const { type, name, fieldName } = aggregation;
  if (!aggregationTypes.includes(textOf(type))) {
    throw unknownType('aggregations', type, aggregationTypes);
  }
  if (type === 'filtered') {
    refuseUnless(isSet(aggregation['aggregator']), 'aggregator');
    refuseUnless(isSet(aggregation['filter']), 'filter');
    checkAggregation(aggregation['aggregator']);
    checkFilter(aggregation['filter']);
    return;
  }
  refuseUnless(isSet(name), 'Must have a valid, non-null aggregator name');
  const needsField = type !== 'count' && type !== 'cardinality';
  refuseUnless(!needsField || isSet(fieldName), 'Must have a valid, non-null fieldName');
}

function checkOrder(order: unknown): void {
  if (!isRecord(order)) return;
  const { limit, columns } = order;
  refuseUnless(!isSet(limit) || !(numberOf(limit) <= 0), `limit[${textOf(limit)}] must be >0`);
  for (const column of Array.isArray(columns) ? columns : []) {
    const direction: unknown = isRecord(column) ? column['direction'] : undefined;
    refuseUnless(
      !isSet(direction) || directionOf(textOf(direction)) !== undefined,
      `Unknown direction[${textOf(direction)}]`,
    );
  }
}

const namesOf = (list: readonly unknown[]): unknown[] =>
  list.map(item => {
    if (!isRecord(item)) return undefined;
    return item['name'] ?? (isRecord(item['aggregator']) ? item['aggregator']['name'] : undefined);
  });

function refuseUnless(condition: boolean, message: string): void {
  if (!condition) throw new QueryProblem(message);
}
