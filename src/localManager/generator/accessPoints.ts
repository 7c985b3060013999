import type { StoredAccessPoint } from '../accessPoints/accessPointTable.js';
import type { StoredSensor } from '../sensors/sensorStore.js';
import { domainType } from '../sensors/sensorKinds.js';
import { chainOf } from './places/location.js';
import { Random } from './random.js';

const shareDown = 0.04;
const perRow = 5;

/** The access points of all floors, with the uuids of their place as enrichment (contract 001, Access point record). */
export function accessPoints(
  sensors: readonly StoredSensor[],
  { seed, now, perFloor }: { readonly seed: number; readonly now: number; readonly perFloor: number },
): StoredAccessPoint[] {
  const random = new Random(seed, 'access points');
  const byId = new Map(sensors.map(sensor => [sensor.id, sensor]));
  const floors = sensors.filter(sensor => sensor.domain_type === domainType.floor);
  const addresses = new Set<string>();
  const equipped = perFloor < 1 ? floors.filter((_floor, index) => index % (1 / perFloor) === 0) : floors;
  return equipped.flatMap((floor, floorIndex) => {
    const place = new Map(chainOf(floor, byId).map(sensor => [sensor.domain_type, sensor]));
    const list = Array.from({ length: Math.ceil(perFloor) }, (_, index) => ({ index, floorIndex }));
    return list.map(position => accessPoint({ floor, place, position, random, addresses, now, perFloor }));
  });
}

function accessPoint(about: {
  readonly floor: StoredSensor;
  readonly place: ReadonlyMap<number, StoredSensor>;
  readonly position: { readonly index: number; readonly floorIndex: number };
  readonly random: Random;
  readonly addresses: Set<string>;
  readonly now: number;
  readonly perFloor: number;
}): StoredAccessPoint {
  const { floor, place, random, now } = about;
  const { index, floorIndex } = about.position;
  const campus = place.get(domainType.campus);
  const down = random.next() < shareDown;
  const uuidOf = (type: number) => place.get(type)?.uuid;
  return {
    id: floorIndex * Math.ceil(about.perFloor) + index + 1,
    sensor_id: floor.id,
    name: `AP-${(campus?.name ?? 'Site').slice(0, 3).toUpperCase()}-${floor.id}-${String(index + 1).padStart(2, '0')}`,
    mac_address: newAddress(random, about.addresses),
    ip_address: ipAddress(index, floorIndex),
    status: 1,
    latitude: jitter(campus?.latitude, random),
    longitude: jitter(campus?.longitude, random),
    x: 20 + (index % perRow) * 90 + random.below(30),
    y: 20 + Math.floor(index / perRow) * 110 + random.below(30),
    description: null,
    clients: down ? 0 : random.below(40),
    uptime: down ? 0 : 3600 + random.below(60 * 86400),
    last_check_in: null,
    enrichment: JSON.stringify({
      market_uuid: uuidOf(domainType.market),
      campus_uuid: uuidOf(domainType.campus),
      building_uuid: uuidOf(domainType.building),
      floor_uuid: floor.uuid,
    }),
    settings: '{}',
    created_at: new Date(now - 200 * 86_400_000 + random.below(100 * 86_400_000)),
    updated_at: new Date(now - random.below(30 * 86_400_000)),
  };
}

function newAddress(random: Random, taken: Set<string>): string {
  let address = random.mac('00:1e:bd');
  while (taken.has(address)) address = random.mac('00:1e:bd');
  taken.add(address);
  return address;
}

/** A network per floor; where these run out, floors share one. */
const ipAddress = (index: number, floorIndex: number): string => {
  const [network, round] = [floorIndex % 25_600, Math.floor(floorIndex / 25_600)];
  return `10.${100 + (network % 100)}.${Math.floor(network / 100)}.${index + 10 + 20 * round}`;
};

/** Within about 300 m of a place. */
const jitter = (degrees: number | null | undefined, random: Random): number | null =>
  degrees === null || degrees === undefined
    ? null
    : Number((degrees + (random.next() - 0.5) / 200).toFixed(6));
