import type { StoredAccessPoint } from '../accessPoints/accessPointTable.js';
import type { StoredSensor } from '../sensors/sensorStore.js';
import { domainType, sensorType } from '../sensors/sensorKinds.js';
import { chainOf, locationColumns, locationOf, typeOfLevel } from './location.js';

type PlacedPoint = Pick<StoredAccessPoint, 'sensor_id' | 'enrichment' | 'settings'>;

/** Looks up where access points stand, each domain only once: a tree may have tens of thousands of them. */
export function readTree(sensors: readonly StoredSensor[]) {
  const byId = new Map(sensors.map(sensor => [sensor.id, sensor]));
  const byUuid = new Map(sensors.map(sensor => [sensor.uuid, sensor]));
  const routers = sensors.filter(sensor => sensor.type === sensorType.flow);
  const routerOfParent = new Map<number | null, StoredSensor>();
  for (const router of routers) {
    if (!routerOfParent.has(router.parent_id)) routerOfParent.set(router.parent_id, router);
  }
  const owners = new Map<number, Owner>();
  const ownerOf = ({ sensor_id: id }: PlacedPoint): Owner => {
    const known = owners.get(id);
    if (known) return known;
    const sensor = byId.get(id);
    const chain = sensor ? chainOf(sensor, byId) : [];
    const owner = {
      name: sensor?.name ?? '',
      organization: chain.find(each => each.domain_type === domainType.organization)?.name,
      router:
        chain
          .map(each => (each.type === sensorType.flow ? each : routerOfParent.get(each.id)))
          .find(Boolean) ?? routers[0],
      location: sensor ? locationOf(sensor, byId) : [],
    };
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

/** What access points of the same domain have in common. */
interface Owner {
  readonly name: string;
  readonly organization: string | undefined;
  readonly router: StoredSensor | undefined;
  readonly location: readonly (string | null)[];
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
    const type = typeOfLevel[level as keyof typeof typeOfLevel];
    if (domain?.type !== sensorType.domain || domain.domain_type !== type) return location[index] ?? null;
    return column.endsWith('_uuid') ? domain.uuid : domain.name;
  });
}
