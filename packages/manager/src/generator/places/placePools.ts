import type { DuckDBValue } from '@duckdb/node-api';
import type { StoredSensor } from '../../sensors/sensorStore.js';
import { locationOf, chainOf, locationColumns } from './location.js';
import type { Network } from '../network/network.js';
import { domainLevels, domainType, sensorType } from '../../sensors/sensorKinds.js';
import { Random } from '../random.js';
import type { StoredAccessPoint } from '../../sensors/accessPointTable.js';

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

type PlacedPoint = Pick<StoredAccessPoint, 'sensor_id' | 'enrichment' | 'settings'>;

/** Looks up where access points stand, each domain only once: a tree may have tens of thousands of them. */
function readTree(sensors: readonly StoredSensor[]) {
  const byId = new Map(sensors.map(sensor => [sensor.id, sensor]));
  const byUuid = new Map(sensors.map(sensor => [sensor.uuid, sensor]));
  const routers = sensors.filter(sensor => sensor.type === sensorType.flow);
  const routerOfParent = new Map<number | null, StoredSensor>();
  for (const router of routers) {
    if (!routerOfParent.has(router.parent_id)) routerOfParent.set(router.parent_id, router);
  }
  /** What access points of the same domain have in common. */
  const readOwner = (id: number) => {
    const sensor = byId.get(id);
    const chain = sensor ? chainOf(sensor, byId) : [];
    return {
      name: sensor?.name ?? '',
      organization: chain.find(each => each.domain_type === domainType.organization)?.name,
      router:
        chain
          .map(each => (each.type === sensorType.flow ? each : routerOfParent.get(each.id)))
          .find(Boolean) ?? routers[0],
      location: sensor ? locationOf(sensor, byId) : [],
    };
  };
  const owners = new Map<number, ReturnType<typeof readOwner>>();
  const ownerOf = ({ sensor_id: id }: PlacedPoint) => {
    const owner = owners.get(id) ?? readOwner(id);
    owners.set(id, owner);
    return owner;
  };
  return {
    byId,
    routers,
    ownerOf,
    /** The flow sensor that the access point names, or the nearest one above it. */
    routerOf: (point: PlacedPoint): StoredSensor | undefined => {
      const named = byUuid.get(String((JSON.parse(point.settings) as { flow_uuid?: unknown }).flow_uuid));
      return named?.type === sensorType.flow ? named : ownerOf(point).router;
    },
    /** The domains above the access point, or those of its enrichment that the tree holds (field notes §5.2). */
    locationOf: (point: PlacedPoint) => enriched(ownerOf(point).location, point.enrichment, byUuid),
  };
}

function enriched(
  location: readonly (string | null)[],
  enrichment: string,
  byUuid: ReadonlyMap<string, StoredSensor>,
): readonly (string | null)[] {
  if (enrichment === '{}') return location;
  const given = JSON.parse(enrichment) as Readonly<Record<string, unknown>>;
  return locationColumns.map((column, index) => {
    const level = column.replace(/_uuid$/, '');
    const domain = byUuid.get(String(given[`${level}_uuid`]));
    const type = domainLevels[level as keyof typeof domainLevels];
    if (domain?.type !== sensorType.domain || domain.domain_type !== type) return location[index] ?? null;
    return column.endsWith('_uuid') ? domain.uuid : domain.name;
  });
}
