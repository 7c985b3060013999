import {
  normalizeQuery,
  type JsonObject,
} from '../../../src/localManager/dataQuery/request/normalizeQuery.js';
import { isRecord } from '../../../src/model/text/looseValues.js';

/** Words of the contract that Druid does not know (field notes §2.1), and what it says for them. */
const types: Readonly<Record<string, string>> = {
  min: 'doubleMin',
  max: 'doubleMax',
  // Druid answers the registers of an estimate otherwise, and not their number.
  fieldAccess: 'finalizingFieldAccess',
};

/**
 * A query of the contract as Druid itself takes it. Written apart from the translation of the local manager, so that neither
 * hides what is wrong with the other.
 */
export function nativeForm(body: JsonObject): JsonObject {
  const { orderBy, namespace_uuids: namespaces, filter, ...query } = normalizeQuery(body);
  return {
    ...query,
    ...(orderBy !== undefined && query['limitSpec'] === undefined && { limitSpec: orderBy }),
    aggregations: renamed(query['aggregations']),
    postAggregations: renamed(query['postAggregations']) ?? [],
    filter: withNamespaces(filter, namespaces) ?? null,
  };
}

function renamed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(renamed);
  if (!isRecord(part)) return part;
  const { type, aggregator, fields } = part;
  return {
    ...part,
    ...(typeof type === 'string' && { type: types[type] ?? type }),
    ...(aggregator !== undefined && { aggregator: renamed(aggregator) }),
    ...(fields !== undefined && { fields: renamed(fields) }),
  };
}

function withNamespaces(filter: unknown, namespaces: unknown): unknown {
  if (!Array.isArray(namespaces) || namespaces.length === 0) return filter;
  const chosen = { type: 'in', dimension: 'namespace_uuid', values: namespaces as unknown[] };
  return filter ? { type: 'and', fields: [filter, chosen] } : chosen;
}
