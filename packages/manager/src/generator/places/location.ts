import type { StoredSensor } from '../../sensors/sensorStore.js';
import { placeLevels, sensorType } from '../../sensors/sensorKinds.js';

/** The columns that every data source copies from the domains above a sensor (field notes §5.2). */
export const locationColumns = Object.keys(placeLevels).flatMap(level => [level, `${level}_uuid`]);

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
  const domains = chainOf(sensor, byId).filter(each => each.type === sensorType.domain);
  return Object.values(placeLevels).flatMap(type => {
    const domain = domains.find(each => each.domain_type === type);
    return [domain?.name ?? null, domain?.uuid ?? null];
  });
}
