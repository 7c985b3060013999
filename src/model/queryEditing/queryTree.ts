import { findNodeAtLocation, getNodeValue, parseTree, type JSONPath, type Node } from 'jsonc-parser';
import { dataSourceNames, type DataSource } from 'netsensor-contract/query/dataSources';

/** The text of a query with the places of its parts. */
export interface QueryTree {
  readonly root: Node;
  /** Undefined when it is missing or unknown. */
  readonly queryType: QueryType | undefined;
  readonly dataSource: DataSource | undefined;
}

/** Reads a query text, finished or not; undefined when it holds no object. */
export function readQueryTree(text: string): QueryTree | undefined {
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (root?.type !== 'object') return undefined;
  const queryType = queryTypes.find(type => type === textAt(root, ['queryType']));
  const dataSource = dataSourceNames.find(name => name === textAt(root, ['dataSource']));
  return { root, queryType, dataSource };
}

/** The value at a place; undefined when there is none. */
export const nodeAt = (root: Node, path: JSONPath): Node | undefined => findNodeAtLocation(root, path);

/** The text at a place; undefined for anything but text. */
export function textAt(root: Node, path: JSONPath): string | undefined {
  const value: unknown = nodeAt(root, path)?.value;
  return typeof value === 'string' ? value : undefined;
}

/** The elements of an array at a place; none for anything else. */
export function elementsAt(root: Node, path: JSONPath): readonly Node[] {
  const node = nodeAt(root, path);
  return node?.type === 'array' ? (node.children ?? []) : [];
}

/** Where a problem with a value is shown: at the name of its field, or at its brace, where it may be many lines long. */
export function markedPlace(node: Node): { readonly offset: number; readonly length: number } {
  const isLong = (node.type === 'object' || node.type === 'array') && node.children?.length;
  if (!isLong) return node;
  const key = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
  return key ?? { offset: node.offset, length: 1 };
}

/** What some nodes say, as texts, each once. */
export const textsOf = (nodes: readonly Node[]): string[] => [
  ...new Set(nodes.map(node => String(node.value))),
];

/** What a node says, as JSON.parse would. */
export const valueOf = (node: Node): unknown => getNodeValue(node) as unknown;

/** Whether a text is filled in when the query runs, so that nothing can be said about it before. */
export const hasVariable = (text: string): boolean => text.includes('${');

/** The names of the outputs that a query computes, without those of dimensions. */
export function computedNames(root: Node): Node[] {
  const names = [...elementsAt(root, ['aggregations']), ...elementsAt(root, ['postAggregations'])].map(
    item => nodeAt(item, ['name']) ?? nodeAt(item, ['aggregator', 'name']),
  );
  return names.filter(node => node?.type === 'string') as Node[];
}

/** The dimensions that a query groups by, each with the node that names its output. */
export function groupedNames(root: Node): { readonly dimension: Node; readonly output: Node }[] {
  const one = nodeAt(root, ['dimension']);
  const specs = [...(one ? [one] : []), ...elementsAt(root, ['dimensions'])];
  return specs.flatMap(spec => {
    const dimension = spec.type === 'object' ? nodeAt(spec, ['dimension']) : spec;
    if (dimension?.type !== 'string') return [];
    return [{ dimension, output: nodeAt(spec, ['outputName']) ?? dimension }];
  });
}

/** Every filter object of a query, outer ones first: of the query and of its aggregations. */
export function filtersIn(root: Node): Node[] {
  const starts = [
    nodeAt(root, ['filter']),
    ...elementsAt(root, ['aggregations']).map(item => nodeAt(item, ['filter'])),
  ];
  const found: Node[] = [];
  const waiting = starts.filter(node => node?.type === 'object') as Node[];
  for (let filter = waiting.shift(); filter; filter = waiting.shift()) {
    found.push(filter);
    const inner = [...elementsAt(filter, ['fields']), nodeAt(filter, ['field'])];
    waiting.push(...(inner.filter(node => node?.type === 'object') as Node[]));
  }
  return found;
}

/** Every place that must name a dimension of the data source. */
export function dimensionPlaces(root: Node): Node[] {
  const counted = elementsAt(root, ['aggregations'])
    .flatMap(item => [item, nodeAt(item, ['aggregator'])])
    .flatMap(item => (item ? elementsAt(item, ['fieldNames']) : []));
  const filtered = filtersIn(root).map(filter => nodeAt(filter, ['dimension']));
  const grouped = groupedNames(root).map(({ dimension }) => dimension);
  return [...grouped, ...counted, ...filtered].filter(node => node?.type === 'string') as Node[];
}

/** The fields of queries of all types (contract 002, Query object; the last ones field notes §2.1). */
export const queryFields = [
  'queryType',
  'dataSource',
  'granularity',
  'intervals',
  'namespace_uuids',
  'aggregations',
  'filter',
  'dimension',
  'metric',
  'threshold',
  'dimensions',
  'orderBy',
  'postAggregations',
  'limitSpec',
  'having',
  'descending',
  'context',
] as const;

/** How the rows of a query are grouped (contract 002, Query types). */
export const queryTypes = ['groupBy', 'topN', 'timeseries'] as const;

export type QueryType = (typeof queryTypes)[number];

/** Number columns that sums, minima and maxima are made of (contract 002, Aggregations per data source; field notes §2.1). */
export const numberColumns = {
  rb_flow: ['events', 'sum_bytes', 'sum_pkts', 'sum_rssi', 'clients', 'wireless_stations'],
  rb_event: ['events', 'signatures'],
  rb_monitor: ['events', 'sum_value', 'min_value', 'max_value'],
  rb_state: ['events', 'sum_value', 'sum_wireless_tx_power', 'wireless_stations', 'wireless_channels'],
} as const;

/** What managers say, and the field that they mean (messages of the engine, field notes §2.3). */
const sentences: readonly (readonly [RegExp, JSONPath])[] = [
  [/granularity/i, ['granularity']],
  [/threshold/i, ['threshold']],
  [/for metric\[|specify a metric/i, ['metric']],
  [/dimensionSpec/i, ['dimension']],
  [/order clause|unknown direction|limit\[/i, ['orderBy']],
  [/postAggregator/i, ['postAggregations']],
  [/aggregat|already defined/i, ['aggregations']],
  [/interval/i, ['intervals']],
  [
    /operator requires|dimension must not be null|pattern must not be null|values can not be null|regex/i,
    ['filter'],
  ],
  [/data ?source/i, ['dataSource']],
];

/** The field of a query that the words of a manager are about: its path; undefined when they name none. */
export function queryErrorPlace(words: string): JSONPath | undefined {
  const named = new RegExp(`(?:^|[\\s;:'"\`])((?:${queryFields.join('|')})(?:\\.[\\w]+)*):`).exec(words)?.[1];
  if (named) return named.split('.').map(step => (/^\d+$/.test(step) ? Number(step) : step));
  return sentences.find(([pattern]) => pattern.test(words))?.[1];
}
