import type { StoredAccessPoint } from '../accessPointStore.js';
import type { StoredSensor } from '../sensorStore.js';
import { domainType } from './networkTree.js';
import { chainOf } from './location.js';
import { Random } from './random.js';

const perFloor = 13;
const shareDown = 0.04;

/** The access points of all floors, with the uuids of their place as enrichment (contract 001, Access point record). */
export function accessPoints(
  sensors: readonly StoredSensor[],
  seed: number,
  now: number,
): StoredAccessPoint[] {
  const random = new Random(seed, 'access points');
  const byId = new Map(sensors.map(sensor => [sensor.id, sensor]));
  const floors = sensors.filter(sensor => sensor.domain_type === domainType.floor);
  return floors.flatMap((floor, floorIndex) =>
    Array.from({ length: perFloor }, (_, index): StoredAccessPoint => {
      const place = new Map(chainOf(floor, byId).map(sensor => [sensor.domain_type, sensor]));
      const campus = place.get(domainType.campus);
      const down = random.next() < shareDown;
      const uuidOf = (type: number) => place.get(type)?.uuid;
      return {
        id: floorIndex * perFloor + index + 1,
        sensor_id: floor.id,
        name: `AP-${(campus?.name ?? 'Site').slice(0, 3).toUpperCase()}-${floor.id}-${String(index + 1).padStart(2, '0')}`,
        mac_address: random.mac('00:1e:bd'),
        ip_address: `10.${100 + (floorIndex % 100)}.0.${index + 10}`,
        status: down ? 0 : 1,
        latitude: jitter(campus?.latitude, random),
        longitude: jitter(campus?.longitude, random),
        x: 20 + (index % 5) * 90 + random.below(30),
        y: 20 + Math.floor(index / 5) * 110 + random.below(30),
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
        created_at: new Date(now - 200 * 86_400_000 + random.below(100 * 86_400_000)),
        updated_at: new Date(now - random.below(30 * 86_400_000)),
      };
    }),
  );
}

/** Within about 300 m of a place. */
const jitter = (degrees: number | null | undefined, random: Random): number | null =>
  degrees === null || degrees === undefined
    ? null
    : Number((degrees + (random.next() - 0.5) / 200).toFixed(6));
