import type { Node } from 'jsonc-parser';
import { dataSourceNames } from 'netsensor-contract/query/dataSources';
import {
  columnAggregations,
  dimensionOrders,
  granularityNames,
  metricTypes,
  orderDirections,
  searchTypes,
} from 'netsensor-contract/query/queryChoices';
import { filterTypes } from './missingFields.js';
import { elementsAt, filtersIn, hasVariable, nodeAt, queryTypes, type QueryTree } from './queryTree.js';

/** A place where one of a closed list stands. */
export interface ChoicePlace {
  readonly node: Node;
  readonly choices: readonly string[];
}

const granularities = [...granularityNames.contract, ...granularityNames.alsoKnown];
const aggregations = [...columnAggregations, 'count', 'cardinality'];

/** The places in a query where something else stands than one of the few that fit. */
export const misspeltChoices = ({ root }: QueryTree): ChoicePlace[] =>
  choicePlaces(root).filter(({ node, choices }) => {
    const value: unknown = node.value;
    return node.type === 'string' && !hasVariable(String(value)) && !choices.includes(String(value));
  });

/** The places that take one of a closed list (contract 002, Query object, Filters, orderBy shape). */
function choicePlaces(root: Node): ChoicePlace[] {
  const computed = elementsAt(root, ['aggregations']);
  const filters = filtersIn(root);
  const columns = ['orderBy', 'limitSpec'].flatMap(field => elementsAt(root, [field, 'columns']));
  const zone = nodeAt(root, ['granularity', 'timeZone']);
  return [
    ...at([root], 'queryType', queryTypes),
    ...at([root], 'dataSource', dataSourceNames),
    ...at([root], 'granularity', granularities),
    ...at(under([root], 'granularity'), 'type', ['period', 'duration']),
    ...(zone ? [{ node: zone, choices: ['UTC', ...Intl.supportedValuesOf('timeZone')] }] : []),
    ...at(under([root], 'metric'), 'type', metricTypes),
    ...at(computed, 'type', [...aggregations, 'filtered']),
    ...at(under(computed, 'aggregator'), 'type', aggregations),
    ...at(filters, 'type', filterTypes),
    ...at(under(filters, 'query'), 'type', searchTypes),
    ...at(columns, 'direction', orderDirections),
    ...at(columns, 'dimensionOrder', dimensionOrders),
  ];
}

const under = (nodes: readonly Node[], field: string): Node[] =>
  nodes.flatMap(node => nodeAt(node, [field]) ?? []);

const at = (nodes: readonly Node[], field: string, choices: readonly string[]): ChoicePlace[] =>
  under(nodes, field).map(node => ({ node, choices }));
