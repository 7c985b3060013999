import type { DuckDBValue } from '@duckdb/node-api';
import type { StoredSensor } from '../sensorStore.js';
import { chainOf, locationOf } from './location.js';
import type { Network } from './network.js';
import { domainType, sensorType } from './networkTree.js';
import { Random } from './random.js';

const ssidOf: Readonly<Record<string, string>> = {
  'Aldena Hotels': 'Aldena Guest',
  'Brightmoor Retail': 'Brightmoor Guest',
  'Corvia University': 'Corvia Staff',
};

/** The manager watches itself under this name (field notes §5.4). */
const managerName = 'manager-1';

/** Where flows are seen: first every access point, then every router for clients on a cable. */
export function placePool(network: Network): { places: DuckDBValue[][]; routers: number } {
  const random = new Random(network.seed, 'zones');
  const byId = new Map(network.sensors.map(sensor => [sensor.id, sensor]));
  const routers = network.sensors.filter(sensor => sensor.type === sensorType.flow);
  const wireless = network.accessPoints.flatMap((point, index) => {
    const owner = byId.get(point.sensor_id);
    if (!owner) return [];
    const organization = chainOf(owner, byId).find(each => each.domain_type === domainType.organization);
    return [
      [
        index,
        point.mac_address,
        point.name,
        point.ip_address,
        point.status,
        ssidOf[organization?.name ?? ''] ?? 'Guest',
        point.latitude === null ? null : `${point.latitude},${point.longitude}`,
        `${owner.name} ${index % 2 === 0 ? 'east' : 'west'}`,
        random.digits(19),
        ...sensorCells(routerAbove(owner, byId, routers)),
        ...locationOf(owner, byId),
      ],
    ];
  });
  const wired = routers.map((router, index) => [
    wireless.length + index,
    ...Array.from({ length: 8 }, () => null),
    ...sensorCells(router),
    ...locationOf(router, byId),
  ]);
  return { places: [...wireless, ...wired], routers: routers.length };
}

/** What monitors watch and what reports intrusions: intrusion sensors come first, then routers, then the manager. */
export function probePool(network: Network): { probes: DuckDBValue[][]; guards: number } {
  const byId = new Map(network.sensors.map(sensor => [sensor.id, sensor]));
  const guards = network.sensors.filter(sensor => sensor.type === sensorType.ips);
  const routers = network.sensors.filter(sensor => sensor.type === sensorType.flow);
  const root = network.sensors.slice(0, 1);
  const probes = [...guards, ...routers, ...root].map((sensor, probe) => [
    probe,
    probe < guards.length ? probe : null,
    sensor.uuid,
    sensor === root[0] ? managerName : sensor.name,
    ...locationOf(sensor, byId),
  ]);
  return { probes, guards: guards.length };
}

function routerAbove(
  sensor: StoredSensor,
  byId: ReadonlyMap<number, StoredSensor>,
  routers: readonly StoredSensor[],
): StoredSensor | undefined {
  const above = chainOf(sensor, byId).map(each => each.id);
  return routers.find(router => router.parent_id !== null && above.includes(router.parent_id)) ?? routers[0];
}

const sensorCells = (sensor: StoredSensor | undefined): DuckDBValue[] => [
  sensor?.uuid ?? null,
  sensor?.name ?? null,
  sensor?.ip ?? null,
];
