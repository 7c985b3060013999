import type { StoredSensor } from '../sensors/sensorStore.js';
import { domainType } from '../sensors/sensorKinds.js';

/** The columns that every data source copies from the domains above a sensor (field notes §5.2). */
export const locationColumns = [
  'service_provider',
  'service_provider_uuid',
  'deployment',
  'deployment_uuid',
  'organization',
  'organization_uuid',
  'namespace',
  'namespace_uuid',
  'market',
  'market_uuid',
  'campus',
  'campus_uuid',
  'building',
  'building_uuid',
  'floor',
  'floor_uuid',
] as const;

/** The `domain_type` of each level but the namespace. */
export const typeOfLevel = {
  service_provider: domainType.serviceProvider,
  deployment: domainType.deployment,
  organization: domainType.organization,
  market: domainType.market,
  campus: domainType.campus,
  building: domainType.building,
  floor: domainType.floor,
} as const;

/** A sensor and the domains above it, nearest first. */
export function chainOf(sensor: StoredSensor, byId: ReadonlyMap<number, StoredSensor>): StoredSensor[] {
  const chain: StoredSensor[] = [];
  let current: StoredSensor | undefined = sensor;
  while (current) {
    chain.push(current);
    current = byId.get(current.parent_id ?? 0);
  }
  return chain;
}

/** The values of `locationColumns` for a sensor; its namespace is the nearest generic domain, at last the root. */
export function locationOf(sensor: StoredSensor, byId: ReadonlyMap<number, StoredSensor>): (string | null)[] {
  const domains = chainOf(sensor, byId).filter(each => each.type === 1);
  const levels: Record<string, StoredSensor | undefined> = {
    namespace: domains.find(each => each.domain_type === domainType.generic),
  };
  for (const [level, type] of Object.entries(typeOfLevel)) {
    levels[level] = domains.find(each => each.domain_type === type);
  }
  return locationColumns.map(column => {
    const level = levels[column.replace(/_uuid$/, '')];
    return (column.endsWith('_uuid') ? level?.uuid : level?.name) ?? null;
  });
}
