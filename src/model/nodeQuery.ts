import type { NodeTarget } from './sensors/nodeTarget.js';

/** Dimensions that hold the uuid of a domain, by its `domain_type` (contracts 001 and 002). */
const domainDimensions: Readonly<Record<number, string>> = {
  2: 'organization_uuid',
  3: 'market_uuid',
  4: 'campus_uuid',
  5: 'building_uuid',
  6: 'service_provider_uuid',
  7: 'deployment_uuid',
  101: 'floor_uuid',
};

/** A first query about a node of the tree: the applications with the most traffic there. */
export function nodeQuery(node: NodeTarget): unknown {
  const scope = scopeOf(node);
  return {
    queryType: 'topN',
    dataSource: 'rb_flow',
    ...('namespace_uuids' in scope ? scope : {}),
    granularity: 'all',
    dimension: 'application_id_name',
    ...('namespace_uuids' in scope
      ? {}
      : { filter: { type: 'selector', dimension: scope.dimension, value: scope.value } }),
    aggregations: [{ type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' }],
    metric: 'bytes',
    threshold: 10,
  };
}

/** A domain without a dimension of its own is searched as a namespace (contract 002, namespace_uuids). */
function scopeOf(node: NodeTarget): { dimension: string; value: string } | { namespace_uuids: string[] } {
  if (node.kind === 'accessPoint') {
    return { dimension: 'wireless_station', value: node.macAddress ?? node.name };
  }
  if (node.sensorKind !== 'domain') return { dimension: 'sensor_uuid', value: node.uuid };
  const dimension = domainDimensions[node.domainType ?? 1];
  return dimension === undefined ? { namespace_uuids: [node.uuid] } : { dimension, value: node.uuid };
}
