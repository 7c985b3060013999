import type { Node } from 'jsonc-parser';
import { aggregationTriples, type DataSource } from 'netsensor-contract/query/dataSources';
import { printCompactJson } from 'netsensor-contract/text/exactJson';
import { isRecord } from 'netsensor-contract/text/looseValues';
import { fieldsWhere } from 'netsensor-contract/text/collections';
import { valueFilter, withFilter, type FilteredValue } from '../query/queryEdit.js';
import { dimensionOf, requestedDimensions } from '../query/queryResult.js';
import { parseQueryText } from '../query/queryText.js';
import { autoGranularity } from '../query/queryVariables.js';
import { withElement, withFieldInstead, withFields, withoutField, withValue } from '../text/jsonEdit.js';
import { computedNames, nodeAt, numberColumns, readQueryTree, valueOf } from './queryTree.js';

/** An aggregation as a query names it. */
export interface Metric {
  readonly type: string;
  readonly name: string;
  /** Undefined where rows are counted. */
  readonly fieldName?: string | undefined;
}

/** What can be put into a query of a data source. */
export type QueryPart = { readonly dataSource: DataSource } & (
  | { readonly kind: 'metric'; readonly metric: Metric }
  | { readonly kind: 'dimension'; readonly dimension: string }
  | ({ readonly kind: 'filter' } & FilteredValue)
);

/** The text of a query with a part in it, or why it is not: the query has it, asks another source, or is none. */
export type PartEdit =
  { readonly text: string } | { readonly refused: 'present' | 'otherSource' | 'noQuery' };

/** How columns are aggregated that managers store without the contract naming them (field notes §2.1). */
const storedTypes: Readonly<Record<string, string>> = {
  events: 'longSum',
  sum_rssi: 'longSum',
  sum_value: 'doubleSum',
  sum_wireless_tx_power: 'longSum',
};
const rowCount: Metric = { type: 'count', name: 'rows' };

/** What can be computed of a source: what the contract lists, the number of rows, then what managers store besides. */
export function sourceMetrics(source: DataSource): readonly Metric[] {
  const listed = aggregationTriples[source].map(({ type, name, fieldName }) => ({ type, name, fieldName }));
  const others = numberColumns[source].filter(
    column => !listed.some(({ fieldName }) => fieldName === column),
  );
  const stored = others.map(name => ({ type: storedTypes[name] ?? 'hyperUnique', name, fieldName: name }));
  return [...listed, rowCount, ...stored];
}

const usualMetrics: Readonly<Record<DataSource, string>> = {
  rb_flow: 'bytes',
  rb_event: 'events',
  rb_monitor: 'max',
  rb_state: rowCount.name,
};

const usualMetric = (source: DataSource): Metric =>
  sourceMetrics(source).find(({ name }) => name === usualMetrics[source]) ?? rowCount;

const topRows = 10;

/** A first query with a part: the largest values of a dimension; a metric, or that of the rows of a value, over time. */
export function queryOf(part: QueryPart): Readonly<Record<string, unknown>> {
  const { dataSource } = part;
  const metric = part.kind === 'metric' ? part.metric : usualMetric(dataSource);
  if (part.kind === 'dimension')
    return {
      queryType: 'topN',
      dataSource,
      granularity: 'all',
      dimension: part.dimension,
      aggregations: [metric],
      metric: metric.name,
      threshold: topRows,
    };
  const filter = part.kind === 'filter' && { filter: valueFilter(part) };
  return {
    queryType: 'timeseries',
    dataSource,
    granularity: autoGranularity,
    ...filter,
    aggregations: [metric],
  };
}

/**
 * Puts a part into the text of a query, whose comments and layout stay. A dimension makes a topN of a timeseries whose buckets
 * nobody has chosen, else a groupBy, as it does beside others; a text without a query becomes one.
 */
export function withPart(text: string, part: QueryPart): PartEdit {
  const read = parseQueryText(text);
  if ('problem' in read)
    return read.problem.code === 'Empty' ? { text: started(text, part) } : { refused: 'noQuery' };
  const { query } = read;
  if (!isRecord(query)) return { refused: 'noQuery' };
  const { dataSource = part.dataSource, queryType } = query;
  if (dataSource !== part.dataSource) return { refused: 'otherSource' };
  if (queryType !== undefined && query['dataSource'] !== undefined) return added(text, query, part);
  const missing = fieldsWhere(queryOf(part), name => query[name] === undefined);
  const whole = withFields(text, missing) ?? text;
  const edit = added(whole, { ...query, ...missing }, part);
  return 'refused' in edit && edit.refused === 'present' ? { text: whole } : edit;
}

/** The same for a part that is dropped at a place: a dimension on that of a topN takes its place. */
export function withPartAt(text: string, part: QueryPart, offset: number): PartEdit {
  const tree = readQueryTree(text);
  const held = tree && nodeAt(tree.root, ['dimension']);
  const isMeant =
    part.kind === 'dimension' && tree?.queryType === 'topN' && tree.dataSource === part.dataSource;
  if (!held?.parent || !isMeant || !holds(held.parent, offset) || 'problem' in parseQueryText(text))
    return withPart(text, part);
  const changed = withValue(text, held, part.dimension);
  return changed === text ? { refused: 'present' } : { text: changed };
}

const holds = ({ offset, length }: Node, at: number): boolean => at >= offset && at <= offset + length;

/** Comments of a text without JSON stay above its query. */
function started(text: string, part: QueryPart): string {
  const said = text.trimEnd();
  return `${said}${said === '' ? '' : '\n'}${printCompactJson(queryOf(part))}`;
}

type Query = Readonly<Record<string, unknown>>;

function added(text: string, query: Query, part: QueryPart): PartEdit {
  const changed =
    part.kind === 'metric'
      ? withMetric(text, query, part.metric)
      : part.kind === 'dimension'
        ? withDimension(text, query, part.dimension)
        : withFilter(text, valueFilter(part));
  if (changed === undefined) return { refused: 'noQuery' };
  return changed === text ? { refused: 'present' } : { text: changed };
}

function withMetric(text: string, query: Query, metric: Metric): string | undefined {
  const tree = readQueryTree(text);
  if (!tree) return undefined;
  const { aggregations } = query;
  const list: unknown[] = Array.isArray(aggregations) ? aggregations : [];
  const isThere = (each: unknown) =>
    isRecord(each) && each['type'] === metric.type && each['fieldName'] === metric.fieldName;
  if (list.some(isThere)) return text;
  const taken = [...computedNames(tree.root).map(valueOf), ...requestedDimensions(query)];
  const named = { ...metric, name: freeName(metric.name, taken) };
  const node = nodeAt(tree.root, ['aggregations']);
  const changed =
    node?.type === 'array' ? withElement(text, node, named) : withFields(text, { aggregations: [named] });
  const isRanked = query['queryType'] !== 'topN' || Boolean(query['metric']);
  return changed === undefined || isRanked ? changed : withFields(changed, { metric: named.name });
}

function freeName(wanted: string, taken: readonly unknown[]): string {
  let name = wanted;
  for (let number = 2; taken.includes(name); number += 1) name = `${wanted}_${number}`;
  return name;
}

function withDimension(text: string, query: Query, dimension: string): string | undefined {
  const columns = requestedDimensions(query).filter(Boolean);
  const isThere = columns.some(column => dimensionOf(query, column) === dimension);
  switch (query['queryType']) {
    case 'topN':
      if (isThere) return text;
      return columns.length === 0
        ? withFields(text, { dimension })
        : groupedTop(text, query, [query['dimension'], dimension].flat());
    case 'groupBy':
      return isThere ? text : withListed(text, dimension);
    case 'timeseries': {
      const top = columns.length === 0 ? rankedSeries(text, query, dimension) : undefined;
      if (top !== undefined) return top;
      const grouped = withFields(withoutField(text, 'descending'), { queryType: 'groupBy' });
      return isThere || grouped === undefined ? grouped : withListed(grouped, dimension);
    }
    default:
      return undefined;
  }
}

/**
 * The largest values of a dimension by the first metric, in place of a timeseries over the whole time or in buckets as long as
 * that asks for: each value in each of them would be too many rows to look at. Undefined for any other.
 */
function rankedSeries(text: string, { granularity }: Query, dimension: string): string | undefined {
  const tree = readQueryTree(text);
  const [metric] = tree ? computedNames(tree.root) : [];
  if (!metric || (granularity !== autoGranularity && granularity !== 'all')) return undefined;
  return withFields(withoutField(text, 'descending'), {
    queryType: 'topN',
    granularity: 'all',
    dimension,
    metric: valueOf(metric),
    threshold: topRows,
  });
}

function withListed(text: string, dimension: string): string | undefined {
  const tree = readQueryTree(text);
  const node = tree && nodeAt(tree.root, ['dimensions']);
  return node?.type === 'array'
    ? withElement(text, node, dimension)
    : withFields(text, { dimensions: [dimension] });
}

/**
 * A groupBy in place of a topN, for several dimensions. Over the whole time it keeps its order and its limit, which in a
 * groupBy counts for all buckets together and would cut off the later ones.
 */
function groupedTop(text: string, query: Query, dimensions: readonly unknown[]): string | undefined {
  const { metric, threshold, granularity, orderBy, limitSpec } = query;
  const grouped = withFields(text, { queryType: 'groupBy' });
  if (grouped === undefined) return undefined;
  const listed = withFieldInstead(grouped, 'dimension', ['dimensions', dimensions]);
  const isOrdered = granularity === 'all' && orderBy === undefined && limitSpec === undefined;
  const columns = rankedColumns(metric);
  if (!isOrdered || !columns) return withoutField(withoutField(listed, 'metric'), 'threshold');
  const order = { type: 'default', ...(threshold !== undefined && { limit: threshold }), columns };
  return withoutField(withFieldInstead(listed, 'metric', ['orderBy', order]), 'threshold');
}

/** The order of a topN as that of a groupBy; undefined for one that is not by a computed value (field notes §2.8). */
function rankedColumns(metric: unknown): readonly object[] | undefined {
  const isInverted = isRecord(metric) && metric['type'] === 'inverted';
  const isByValue = isRecord(metric) && (isInverted || metric['type'] === 'numeric');
  const name = isByValue ? metric['metric'] : metric;
  if (typeof name !== 'string' || name === '') return undefined;
  return [{ dimension: name, direction: isInverted ? 'ASCENDING' : 'DESCENDING' }];
}
