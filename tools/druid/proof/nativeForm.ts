import type { JsonObject } from '../../../packages/manager/src/dataQuery/querySchema.js';
import { spelledQuery } from '../../../packages/manager/src/dataQuery/readQuery.js';
import { isRecord } from 'netsensor-contract/text/looseValues';
import { nameOf, registersIn } from './outputs.js';

/** Words of the contract that Druid does not know (field notes §2.1), and what it says for them. */
const types: Readonly<Record<string, string>> = {
  min: 'doubleMin',
  max: 'doubleMax',
  // Druid cannot order rows by the other; that of registers is their number, for which it has a word of its own.
  fieldAccess: 'finalizingFieldAccess',
};

/**
 * A query of the contract as Druid itself takes it. Written apart from the translation of the local manager, so that neither
 * hides what is wrong with the other.
 */
export function nativeForm(body: JsonObject): JsonObject {
  const {
    orderBy,
    namespace_uuids: namespaces,
    filter,
    ...query
  } = spelledQuery(body, { refusesUnserved: false });
  return {
    ...query,
    ...(orderBy !== undefined && query['limitSpec'] === undefined && { limitSpec: orderBy }),
    aggregations: renamed(query['aggregations'], registersIn(query)),
    postAggregations: renamed(query['postAggregations'], registersIn(query)) ?? [],
    filter: withNamespaces(filter, namespaces) ?? null,
  };
}

function renamed(part: unknown, registers: ReadonlySet<string>): unknown {
  if (Array.isArray(part)) return part.map(each => renamed(each, registers));
  if (!isRecord(part)) return part;
  const { type, aggregator, fields, fieldName } = part;
  const isNumberOf = /fieldAccess$/i.test(String(type)) && registers.has(String(fieldName));
  // Druid looks for what a filtered aggregation aggregates under its own name (field notes §2.11); managers mean the outer one.
  const inner = isRecord(aggregator) && { ...aggregator, name: nameOf(part) };
  return {
    ...part,
    ...(typeof type === 'string' && { type: isNumberOf ? 'hyperUniqueCardinality' : (types[type] ?? type) }),
    ...(inner && { aggregator: renamed(inner, registers) }),
    ...(fields !== undefined && { fields: renamed(fields, registers) }),
  };
}

function withNamespaces(filter: unknown, namespaces: unknown): unknown {
  if (!Array.isArray(namespaces) || namespaces.length === 0) return filter;
  const chosen = { type: 'in', dimension: 'namespace_uuid', values: namespaces as unknown[] };
  return filter ? { type: 'and', fields: [filter, chosen] } : chosen;
}
