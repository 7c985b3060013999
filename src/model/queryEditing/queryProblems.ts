import type { Node } from 'jsonc-parser';
import { DateTime, Duration } from 'luxon';
import { dimensions } from 'netsensor-contract/query/dataSources';
import {
  queryFields,
  dimensionPlaces,
  numberColumns,
  computedNames,
  elementsAt,
  filtersIn,
  groupedNames,
  hasVariable,
  nodeAt,
  textAt,
  textsOf,
  valueOf,
  type QueryTree,
} from './queryTree.js';
import { missingFields } from './missingFields.js';
import { metricTypes } from 'netsensor-contract/query/queryChoices';
import { isTimeZone, resolveRange, type Clock } from 'netsensor-contract/query/timeRange';

/** What the JSON Schema of a query cannot say. */
export type ProblemCode =
  | 'fieldMissing'
  | 'fieldUnknown'
  | 'dimensionUnknown'
  | 'metricUnknown'
  | 'metricForm'
  | 'orderUnknown'
  | 'nameTwice'
  | 'fieldsEmpty'
  | 'listEmpty'
  | 'rangeUnreadable'
  | 'rangeReversed'
  | 'rangeEmpty'
  | 'periodUnusable'
  | 'zoneUnknown'
  | 'originUnreadable'
  | 'lengthUnusable'
  | 'columnUnknown'
  | 'nameIsDimension'
  | 'couldBeTopN';

/** A problem with the meaning of a query. */
export interface QueryProblem {
  readonly code: ProblemCode;
  /** A manager refuses errors; it answers the others, but not as one might expect. */
  readonly severity: 'error' | 'warning' | 'hint';
  readonly node: Node;
  /** What is to be completed: the problem may go with the next words that are written there. */
  readonly unfinished?: Node;
  /** What would be right there; fields that are missing. */
  readonly choices: readonly string[];
}

/** Finds what is wrong with the meaning of a query (contract 002; messages of managers in field notes §2.3). */
export function queryProblems(tree: QueryTree, clock: Clock): QueryProblem[] {
  return [
    ...missingFields(tree).map(({ node, object, names }) => ({
      ...problem('fieldMissing', node, { choices: names }),
      unfinished: object,
    })),
    ...listProblems(tree.root),
    ...fieldProblems(tree.root),
    ...dimensionProblems(tree),
    ...outputProblems(tree),
    ...(tree.queryType === 'topN' ? metricProblems(tree.root, nodeAt(tree.root, ['metric'])) : []),
    ...(tree.queryType === 'groupBy' ? orderProblems(tree.root) : []),
    ...timeProblems(tree.root, clock),
    ...granularityProblems(tree.root),
    ...filterProblems(tree.root),
  ];
}

const problem = (
  code: ProblemCode,
  node: Node,
  { severity = 'error', choices = [] }: Partial<Pick<QueryProblem, 'severity' | 'choices'>> = {},
): QueryProblem => ({ code, severity, node, choices });

function fieldProblems(root: Node): QueryProblem[] {
  const keys = (root.children ?? []).flatMap(({ children = [] }) => children.slice(0, 1));
  return keys
    .filter(key => !queryFields.some(name => name === key.value))
    .map(key => problem('fieldUnknown', key, { severity: 'warning', choices: queryFields }));
}

/** Lists that say nothing while they are empty (contract 002, Query object). */
function listProblems(root: Node): QueryProblem[] {
  const computed = elementsAt(root, ['aggregations']);
  const counting = [...computed, ...computed.flatMap(item => nodeAt(item, ['aggregator']) ?? [])];
  const lists = [
    nodeAt(root, ['aggregations']),
    nodeAt(root, ['intervals']),
    ...counting.map(item => nodeAt(item, ['fieldNames'])),
  ];
  return lists
    .filter(list => list !== undefined)
    .filter(({ type, children = [] }) => type === 'array' && children.length === 0)
    .map(list => ({ ...problem('listEmpty', list, { severity: 'warning' }), unfinished: root }));
}

/** A manager takes a dimension that it does not know for one without values (field notes §2.9). */
function dimensionProblems({ root, dataSource }: QueryTree): QueryProblem[] {
  if (!dataSource) return [];
  const choices = dimensions[dataSource];
  return dimensionPlaces(root)
    .filter(node => !isFine(String(node.value), choices))
    .map(node => problem('dimensionUnknown', node, { severity: 'warning', choices }));
}

function metricProblems(root: Node, metric: Node | undefined): QueryProblem[] {
  if (metric?.type === 'object') {
    const type = textAt(metric, ['type']);
    if (type === 'lexicographic' || type === 'alphaNumeric') return [];
    if (type === 'numeric' || type === 'inverted') return metricProblems(root, nodeAt(metric, ['metric']));
    return [problem('metricForm', nodeAt(metric, ['type']) ?? metric, { choices: metricTypes })];
  }
  const choices = textsOf(computedNames(root));
  if (metric?.type !== 'string' || isFine(String(metric.value), choices)) return [];
  return [problem('metricUnknown', metric, { choices })];
}

/** The order that counts is limitSpec where both are there (field notes §2.1). */
function orderProblems(root: Node): QueryProblem[] {
  const field = nodeAt(root, ['limitSpec']) ? 'limitSpec' : 'orderBy';
  const choices = textsOf([...computedNames(root), ...groupedNames(root).map(({ output }) => output)]);
  const columns = elementsAt(root, [field, 'columns']).map(column =>
    column.type === 'object' ? nodeAt(column, ['dimension']) : column,
  );
  const wrong = columns.filter(
    (column): column is Node => column?.type === 'string' && !isFine(String(column.value), choices),
  );
  return [...wrong.map(column => problem('orderUnknown', column, { choices })), ...topNHint(root)];
}

const isFine = (name: string, choices: readonly string[]) => hasVariable(name) || choices.includes(name);

/** One dimension, sorted by one output with the highest first and a limit: what a topN does faster (contract 002, Query types). */
function topNHint(root: Node): QueryProblem[] {
  const grouped = groupedNames(root);
  const [column, ...others] = elementsAt(root, ['orderBy', 'columns']);
  const isTop =
    grouped.length === 1 &&
    others.length === 0 &&
    column !== undefined &&
    textAt(column, ['direction']) === 'DESCENDING' &&
    nodeAt(root, ['orderBy', 'limit'])?.type === 'number' &&
    textAt(root, ['granularity']) === 'all' &&
    textsOf(computedNames(root)).includes(textAt(column, ['dimension']) ?? '') &&
    !['having', 'limitSpec'].some(field => nodeAt(root, [field]));
  const type = nodeAt(root, ['queryType']);
  return isTop && type ? [problem('couldBeTopN', type, { severity: 'hint' })] : [];
}

function outputProblems({ root, dataSource }: QueryTree): QueryProblem[] {
  const computed = computedNames(root);
  const grouped = textsOf(groupedNames(root).map(({ output }) => output));
  const columns: readonly string[] = dataSource
    ? [...numberColumns[dataSource], ...dimensions[dataSource]]
    : [];
  const fields = elementsAt(root, ['aggregations'])
    .map(item => nodeAt(item, ['fieldName']) ?? nodeAt(item, ['aggregator', 'fieldName']))
    .filter((node): node is Node => node?.type === 'string');
  return [
    ...computed
      .filter((node, index) => computed.findIndex(other => other.value === node.value) < index)
      .map(node => problem('nameTwice', node)),
    ...computed
      .filter(node => grouped.includes(String(node.value)))
      .map(node => problem('nameIsDimension', node, { severity: 'warning' })),
    ...fields
      .filter(node => dataSource && !isFine(String(node.value), columns))
      .map(node => problem('columnUnknown', node, { severity: 'warning', choices: columns })),
  ];
}

function timeProblems(root: Node, clock: Clock): QueryProblem[] {
  return elementsAt(root, ['intervals']).flatMap(node => {
    if (node.type !== 'string' || hasVariable(String(node.value))) return [];
    const result = resolveRange(String(node.value), clock);
    if (!('problem' in result) || result.problem === 'zone') return [];
    if (result.problem === 'empty') return [problem('rangeEmpty', node, { severity: 'warning' })];
    return [problem(result.problem === 'reversed' ? 'rangeReversed' : 'rangeUnreadable', node)];
  });
}

function granularityProblems(root: Node): QueryProblem[] {
  const granularity = nodeAt(root, ['granularity']);
  if (granularity?.type !== 'object') return [];
  const check = (field: string, code: ProblemCode, isRight: (value: unknown) => boolean) => {
    const node = nodeAt(granularity, [field]);
    return node && !isRight(valueOf(node)) ? [problem(code, node)] : [];
  };
  return [
    ...check('period', 'periodUnusable', isPeriod),
    ...check('timeZone', 'zoneUnknown', zone => typeof zone !== 'string' || isTimeZone(zone)),
    ...check(
      'origin',
      'originUnreadable',
      origin => typeof origin !== 'string' || DateTime.fromISO(origin, { zone: 'utc' }).isValid,
    ),
    ...check(
      'duration',
      'lengthUnusable',
      length => typeof length !== 'string' || (Number.isSafeInteger(Number(length)) && Number(length) >= 1),
    ),
  ];
}

function isPeriod(value: unknown): boolean {
  if (typeof value !== 'string') return true;
  const duration = Duration.fromISO(value.toUpperCase());
  return duration.isValid && Object.values(duration.toObject()).some(count => count !== 0);
}

/** `and` and `or` want a filter to combine (field notes §2.3). */
function filterProblems(root: Node): QueryProblem[] {
  return filtersIn(root).flatMap(filter => {
    const fields = nodeAt(filter, ['fields']);
    const isCombined = ['and', 'or'].includes(textAt(filter, ['type']) ?? '');
    const isEmpty = fields?.type === 'array' && fields.children?.every(({ type }) => type === 'null');
    return isCombined && fields && isEmpty ? [problem('fieldsEmpty', fields)] : [];
  });
}
