import { domainDimensions } from 'netsensor-contract/query/dataSources';

/**
 * The part of a query that keeps it to one domain: by the dimension of its kind, else as a namespace (contract 002,
 * Dimensions, Query object).
 */
export function domainScope(uuid: string, domainType: number): object {
  const dimension = domainDimensions[domainType];
  return dimension === undefined
    ? { namespace_uuids: [uuid] }
    : { filter: { type: 'selector', dimension: `${dimension}_uuid`, value: uuid } };
}
