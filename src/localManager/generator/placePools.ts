import type { DuckDBValue } from '@duckdb/node-api';
import type { StoredSensor } from '../sensors/sensorStore.js';
import { readTree } from './placesInTree.js';
import { locationOf } from './location.js';
import type { Network } from './network/network.js';
import { sensorType } from '../sensors/sensorKinds.js';
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
  const tree = readTree(network.sensors);
  const zones = new Map<string, string>();
  const zoneUuid = (zone: string) => {
    const uuid = zones.get(zone) ?? random.digits(19);
    zones.set(zone, uuid);
    return uuid;
  };
  const owned = network.accessPoints.filter(point => tree.byId.has(point.sensor_id));
  const wireless = owned.map((point, index) => {
    const owner = tree.ownerOf(point);
    const side = index % 2 === 0 ? 'east' : 'west';
    return [
      index,
      point.mac_address,
      point.name,
      point.ip_address,
      point.id,
      ssidOf[owner.organization ?? ''] ?? 'Guest',
      point.latitude === null ? null : `${point.latitude},${point.longitude}`,
      `${owner.name} ${side}`,
      zoneUuid(`${point.sensor_id} ${side}`),
      ...sensorCells(tree.routerOf(point)),
      ...tree.locationOf(point),
    ];
  });
  const wired = tree.routers.map((router, index) => [
    wireless.length + index,
    ...Array.from({ length: 8 }, () => null),
    ...sensorCells(router),
    ...locationOf(router, tree.byId),
  ]);
  return { places: [...wireless, ...wired], routers: tree.routers.length };
}

/** What monitors watch and what reports intrusions: intrusion sensors come first, then routers, then the manager. */
export function probePool(network: Network): { probes: DuckDBValue[][]; guards: number } {
  const byId = new Map(network.sensors.map(sensor => [sensor.id, sensor]));
  const guards = network.sensors.filter(sensor => sensor.type === sensorType.ips);
  const routers = network.sensors.filter(sensor => sensor.type === sensorType.flow);
  const root = network.sensors.filter(sensor => sensor.parent_id === null);
  const probes = [...guards, ...routers, ...root].map((sensor, probe) => [
    probe,
    probe < guards.length ? probe : null,
    sensor.uuid,
    sensor === root[0] ? managerName : sensor.name,
    ...locationOf(sensor, byId),
  ]);
  return { probes, guards: guards.length };
}

const sensorCells = (sensor: StoredSensor | undefined): DuckDBValue[] => [
  sensor?.uuid ?? null,
  sensor?.name ?? null,
  sensor?.ip ?? null,
];
