import type { Node } from 'jsonc-parser';
import type { QueryFilter } from 'netsensor-contract/query/query';
import { elementsAt, filtersIn, nodeAt, textAt, type QueryTree } from './queryTree.js';

/** Fields that an object lacks, and the place that asks for them: its type, else its brace. */
export interface MissingFields {
  readonly node: Node;
  /** The object that lacks them. */
  readonly object: Node;
  /** `topN`, `selector` …; undefined for an object that lacks this too. */
  readonly type: string | undefined;
  readonly names: readonly string[];
}

type Needs = Readonly<Record<string, readonly string[]>>;

const everyQuery = ['queryType', 'dataSource', 'granularity', 'aggregations'];

/** What each query type needs besides (contract 002, Query object; field notes §2.3). */
const ofQueries: Needs = { topN: ['dimension', 'metric', 'threshold'] };

/** What each filter needs (contract 002, Filters; the last ones field notes §2.9). */
const ofFilters = {
  selector: ['dimension', 'value'],
  regex: ['dimension', 'pattern'],
  and: ['fields'],
  or: ['fields'],
  not: ['field'],
  in: ['dimension', 'values'],
  bound: ['dimension'],
  like: ['dimension', 'pattern'],
  search: ['dimension', 'query'],
} satisfies Readonly<Record<QueryFilter['type'], readonly string[]>>;

/** The filters that there are. */
export const filterTypes: readonly string[] = Object.keys(ofFilters);

/** What each aggregation needs; one that has a name but is not listed here aggregates a column (field notes §2.1). */
const ofAggregations: Needs = {
  count: ['name'],
  cardinality: ['name', 'fieldNames'],
  filtered: ['filter', 'aggregator'],
};

const ofGranularities: Needs = { period: ['period'], duration: ['duration'] };

/** What a query and its parts lack. Objects that say something else than VS Code knows are the schema's business. */
export function missingFields({ root }: QueryTree): MissingFields[] {
  const aggregations = elementsAt(root, ['aggregations']);
  const aggregators = aggregations.flatMap(item => nodeAt(item, ['aggregator']) ?? []);
  const filters = filtersIn(root);
  const searches = filters.flatMap(filter => nodeAt(filter, ['query']) ?? []);
  const orders = ['orderBy', 'limitSpec'].flatMap(field => nodeAt(root, [field]) ?? []);
  const columns = orders.flatMap(order => elementsAt(order, ['columns']));
  const specs = [nodeAt(root, ['dimension']) ?? [], ...elementsAt(root, ['dimensions'])].flat();
  return [
    ...lacking([root], {
      typeField: 'queryType',
      needs: (type = '') => [...everyQuery, ...(neededBy(ofQueries, type) ?? [])],
    }),
    ...lacking(filters, { needs: ofType(ofFilters) }),
    ...lacking([...aggregations, ...aggregators], { needs: ofType(ofAggregations, ['name', 'fieldName']) }),
    ...lacking(nodeAt(root, ['granularity']), { needs: ofType(ofGranularities) }),
    ...lacking(specs, { needs: ofType({}, ['dimension']) }),
    ...lacking([...searches, ...orders], { needs: ofType({}) }),
    ...lacking(columns, { needs: () => ['dimension'] }),
  ];
}

/** A type may be any text, such as `constructor`. */
const neededBy = (needs: Needs, type: string) => (Object.hasOwn(needs, type) ? needs[type] : undefined);

/** What an object needs by its type, which it needs first. */
const ofType =
  (needs: Needs, otherwise: readonly string[] = []) =>
  (type: string | undefined) =>
    type === undefined ? ['type'] : (neededBy(needs, type) ?? otherwise);

interface Demand {
  readonly needs: (type: string | undefined) => readonly string[];
  readonly typeField?: string;
}

function lacking(
  nodes: readonly Node[] | Node | undefined,
  { needs, typeField = 'type' }: Demand,
): MissingFields[] {
  const objects = [nodes ?? []].flat().filter(({ type }) => type === 'object');
  return objects.flatMap((object: Node) => {
    const type = textAt(object, [typeField]) || undefined;
    const written = (object.children ?? []).map(({ children: [key] = [] }) => key?.value as unknown);
    // A field whose value is still to be written is wrong JSON, which VS Code says.
    const names = needs(type).filter(name => !written.includes(name));
    const place = type === undefined ? undefined : nodeAt(object, [typeField]);
    return names.length > 0 ? [{ node: place ?? { ...object, length: 1 }, object, type, names }] : [];
  });
}
