import type { StoredAccessPoint } from '../sensors/accessPointTable.js';
import type { StoredSensor } from '../sensors/sensorStore.js';
import { domainType } from '../sensors/sensorKinds.js';
import { chainOf } from './places/location.js';
import { list, Random } from './random.js';

const shareDown = 0.04;
const perRow = 5;
/** Of so many floors one has an access point without a place. */
const floorsDrawnBehind = 3;
const day = 86_400_000;

/** The access points of all floors, with the uuids of their place as enrichment (contract 001, Access point record). */
export function floorAccessPoints(
  sensors: readonly StoredSensor[],
  { seed, now, perFloor }: { readonly seed: number; readonly now: number; readonly perFloor: number },
): StoredAccessPoint[] {
  const random = new Random(seed, 'access points');
  const byId = new Map(sensors.map(sensor => [sensor.id, sensor]));
  const floors = sensors.filter(sensor => sensor.domain_type === domainType.floor);
  const addresses = new Set<string>();
  const equipped = perFloor < 1 ? floors.filter((_floor, index) => index % (1 / perFloor) === 0) : floors;
  const count = Math.ceil(perFloor);
  return equipped.flatMap((floor, floorIndex) => {
    const place = new Map(chainOf(floor, byId).map(sensor => [sensor.domain_type, sensor]));
    const campus = place.get(domainType.campus);
    const prefix = `AP-${(campus?.name ?? 'Site').slice(0, 3).toUpperCase()}-${floor.id}`;
    const enrichment = JSON.stringify({
      market_uuid: place.get(domainType.market)?.uuid,
      campus_uuid: campus?.uuid,
      building_uuid: place.get(domainType.building)?.uuid,
      floor_uuid: floor.uuid,
    });
    return list(count, (index): StoredAccessPoint => {
      const down = random.next() < shareDown;
      // Where somebody has hung one up, and nobody has drawn it yet.
      const isPlaced = index < count - 1 || floorIndex % floorsDrawnBehind > 0;
      return {
        id: floorIndex * count + index + 1,
        sensor_id: floor.id,
        name: `${prefix}-${String(index + 1).padStart(2, '0')}`,
        mac_address: newAddress(random, addresses),
        ip_address: ipAddress(index, floorIndex),
        status: 1,
        latitude: jitter(campus?.latitude, random),
        longitude: jitter(campus?.longitude, random),
        ...placeOf(index, random, isPlaced),
        description: null,
        clients: down ? 0 : random.below(40),
        uptime: down ? 0 : 3600 + random.below(60 * (day / 1000)),
        last_check_in: null,
        enrichment,
        settings: '{}',
        created_at: new Date(now - 200 * day + random.below(100 * day)),
        updated_at: new Date(now - random.below(30 * day)),
      };
    });
  });
}

/** In the middle of its part of the floor, more or less; without a place for one that is not drawn. */
function placeOf(index: number, random: Random, isPlaced: boolean): Pick<StoredAccessPoint, 'x' | 'y'> {
  const x = 20 + (index % perRow) * 90 + random.below(30);
  const y = 20 + Math.floor(index / perRow) * 110 + random.below(30);
  return isPlaced ? { x, y } : { x: null, y: null };
}

function newAddress(random: Random, taken: Set<string>): string {
  let address = random.mac('00:1e:bd');
  while (taken.has(address)) address = random.mac('00:1e:bd');
  taken.add(address);
  return address;
}

/** A network per floor; where these run out, floors share one. */
const ipAddress = (index: number, floorIndex: number): string => {
  const network = floorIndex % 25_600;
  const round = Math.floor(floorIndex / 25_600);
  return `10.${100 + (network % 100)}.${Math.floor(network / 100)}.${index + 10 + 20 * round}`;
};

/** Within about 300 m of a place. */
const jitter = (degrees: number | null | undefined, random: Random): number | null =>
  degrees === null || degrees === undefined
    ? null
    : Number((degrees + (random.next() - 0.5) / 200).toFixed(6));
