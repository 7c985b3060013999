import type { DuckDBValue } from '@duckdb/node-api';
import { Random } from '../random.js';

/** A vendor of network cards with the first three octets of its addresses (field notes §5.2). */
const vendors = [
  ['Apple, Inc.', 'f0:18:98'],
  ['SAMSUNG ELECTRO-MECHANICS', '8c:f5:a3'],
  ['Intel Corporate', '3c:6a:a7'],
  ['Dell Inc.', 'd4:be:d9'],
  ['Cisco Systems, Inc', '00:1e:bd'],
  ['ASUSTek COMPUTER INC.', '2c:fd:a1'],
  ['TP-Link Corp.', '50:c7:bf'],
] as const;

const agents = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
  'Mozilla/5.0 (Linux; Android 15)',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64)',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5)',
] as const;

const firstNames = [
  'Ana',
  'Bruno',
  'Carla',
  'Dieter',
  'Elena',
  'Farid',
  'Greta',
  'Hugo',
  'Ines',
  'Jonas',
] as const;
const lastNames = [
  'Amrani',
  'Berg',
  'Cano',
  'Duarte',
  'Faria',
  'Herrero',
  'Keller',
  'Lund',
  'Prats',
  'Weber',
] as const;

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
    const [vendor, octets] = random.pick(vendors);
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
