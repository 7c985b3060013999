import type { Node } from 'jsonc-parser';
import { aggregationTriples, type DataSource } from 'netsensor-contract/query/dataSources';
import { autoGranularity } from '../query/queryVariables.js';
import { dimensionPlaces, elementsAt, nodeAt, readQueryTree, textAt } from './queryTree.js';

/** What somebody points at in a query that deserves an explanation. */
export type MeaningPlace = (
  | { readonly kind: 'dimension'; readonly name: string; readonly dataSource: DataSource | undefined }
  | { readonly kind: 'aggregation'; readonly computed: Computed }
  | { readonly kind: 'autoBuckets' }
) & { readonly offset: number; readonly length: number };

/** What an aggregation computes. */
export interface Computed {
  /** `longSum`, `count` … */
  readonly type: string;
  /** Name of the output. */
  readonly name: string | undefined;
  /** The column that is aggregated, or the dimensions whose values are counted. */
  readonly of: readonly string[];
  /** What the contract says of it; undefined for one that it does not list. */
  readonly documented: string | undefined;
  /** Whether only the rows count that a filter of its own selects. */
  readonly isFiltered: boolean;
}

/** Looks for a dimension, an aggregation or buckets that the time decides at a place in the text of a query. */
export function meaningPlace(text: string, offset: number): MeaningPlace | undefined {
  const tree = readQueryTree(text);
  if (!tree) return undefined;
  const { root, dataSource } = tree;
  const dimension = dimensionPlaces(root).find(node => holds(node, offset));
  if (dimension)
    return { kind: 'dimension', name: String(dimension.value), dataSource, ...placeOf(dimension) };
  const granularity = nodeAt(root, ['granularity']);
  if (granularity?.value === autoGranularity && holds(granularity, offset))
    return { kind: 'autoBuckets', ...placeOf(granularity) };
  for (const item of elementsAt(root, ['aggregations'])) {
    const inner = nodeAt(item, ['aggregator']);
    const said = [item, inner].flatMap(node => (node ? ownFields(node) : []));
    const field = said.find(node => holds(node, offset));
    const computed = field && computedBy(inner ?? item, { outer: item, dataSource });
    if (field && computed) return { kind: 'aggregation', computed, ...placeOf(field) };
  }
  return undefined;
}

const holds = ({ offset, length }: Node, at: number) => at >= offset && at <= offset + length;

const placeOf = ({ offset, length }: Node) => ({ offset, length });

/** The fields that say what is computed, without a filter and without dimensions. */
const ownFields = ({ children = [] }: Node): Node[] =>
  children.filter(({ children: [key] = [] }) => ['type', 'name', 'fieldName'].includes(String(key?.value)));

function computedBy(
  item: Node,
  { outer, dataSource }: { readonly outer: Node; readonly dataSource: DataSource | undefined },
): Computed | undefined {
  const type = textAt(item, ['type']);
  if (type === undefined) return undefined;
  const fieldName = textAt(item, ['fieldName']);
  const fieldNames = elementsAt(item, ['fieldNames']).map(node => String(node.value));
  const triples = dataSource ? aggregationTriples[dataSource] : [];
  return {
    type,
    name: textAt(outer, ['name']) ?? textAt(item, ['name']),
    of: fieldName === undefined ? fieldNames : [fieldName],
    documented: triples.find(each => each.type === type && each.fieldName === fieldName)?.description,
    isFiltered: outer !== item,
  };
}
