import type { DuckDBValue } from '@duckdb/node-api';
import { Random } from '../random.js';
import { agents, firstNames, lastNames, vendors } from './clients.json';

/**
 * The devices that cause the traffic; low numbers are the busy ones.
 * @param places how many devices, access points and, after them, wired places there are
 */
export function clientPool(
  seed: number,
  places: { count: number; accessPoints: number; routers: number },
): DuckDBValue[][] {
  const random = new Random(seed, 'clients');
  return Array.from({ length: places.count }, (_, client) => {
    const { name: vendor, octets } = random.pick(vendors);
    const first = random.pick(firstNames);
    const last = random.pick(lastNames);
    const known = random.next() < 0.6;
    const home = places.accessPoints === 0 ? 0 : random.below(places.accessPoints);
    return [
      client,
      random.mac(octets),
      vendor,
      known ? `${first}.${last}${client}`.toLowerCase() : null,
      known ? `${first} ${last}` : null,
      `10.${20 + (home % 60)}.${Math.floor(client / 250) % 256}.${1 + (client % 250)}`,
      String(10 * (1 + (client % 4))),
      home,
      places.accessPoints + random.below(Math.max(1, places.routers)),
      random.pick(agents),
      random.pick(['802.11ax', '802.11ax', '802.11ac', '802.11n']),
      known ? '802.1x' : 'web-auth',
      random.pick([null, null, null, 'silver', 'gold']),
      client % 97 === 0 ? 'yes' : null,
    ];
  });
}
