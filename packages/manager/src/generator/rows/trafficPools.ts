import type { DuckDBValue } from '@duckdb/node-api';
import { list, Random } from '../random.js';
import applications from './applications.json';
import { agents, firstNames, lastNames, vendors } from './clients.json';
import networks from './networks.json';
import signatures from './signatures.json';

const trafficSlots = 2048;
const signatureSlots = 512;
const attackers = 600;

/** What most applications are exported as: web traffic that is told by looking inside (field notes §5.2). */
const web = { protocol: '6', port: '443', engine: '13', social: null };

/**
 * Where flows go: each server has as many slots as its share of the traffic. Of the hosts of an application each has
 * about half of the flows of the one before.
 */
export function trafficPool(random: Random): DuckDBValue[][] {
  const servers = applications.flatMap(given => {
    const application = { ...web, ...given };
    const hosts = application.hosts.length > 0 ? application.hosts : [null];
    const shares = hosts.map((_host, index) => 1 / (index + 1) ** 1.2);
    const total = shares.reduce((sum, share) => sum + share, 0);
    return hosts.map((host, index) => ({
      weight: (application.weight * (shares[index] ?? 0)) / total,
      cells: [
        application.name,
        application.engine,
        application.protocol,
        application.port,
        host,
        host && host.split('.').slice(-2).join('.'),
        application.social,
        ...application.network,
        publicAddress(random),
        publicAddress(random),
        publicAddress(random),
        application.meanBytes,
      ],
    }));
  });
  return slots(servers, trafficSlots);
}

/** The rules that fire (field notes §5.3): each one has as many slots as its share of the events. */
export function signaturePool(): DuckDBValue[][] {
  const rules = signatures.flatMap(({ generator, rules, ...kind }) =>
    rules.map(({ id, message, weight }) => ({
      weight,
      cells: [
        String(id),
        String(1 + (id % 5)),
        String(generator),
        message,
        kind.classification,
        kind.priority,
        kind.action,
        kind.protocol,
        kind.port,
        kind.outgoing,
      ],
    })),
  );
  return slots(rules, signatureSlots);
}

/** Outside addresses that attack; low numbers are the busy ones. */
export function attackerPool(random: Random): DuckDBValue[][] {
  return list(attackers, attacker => [
    attacker,
    publicAddress(random),
    ...random.pick(networks),
    random.mac('00:1a:6c'),
  ]);
}

/**
 * The devices that cause the traffic; low numbers are the busy ones.
 * @param places how many devices, access points and, after them, wired places there are
 */
export function clientPool(
  seed: number,
  places: { count: number; accessPoints: number; routers: number },
): DuckDBValue[][] {
  const random = new Random(seed, 'clients');
  return list(places.count, client => {
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

/** Repeats entries in `count` numbered slots, so that picking a slot picks an entry by its weight. */
function slots(entries: readonly { weight: number; cells: DuckDBValue[] }[], count: number): DuckDBValue[][] {
  const total = entries.reduce((sum, entry) => sum + entry.weight, 0);
  let end = 0;
  let slot = 0;
  return entries.flatMap(entry => {
    end += (entry.weight / total) * count;
    const rows: DuckDBValue[][] = [];
    while (slot < Math.round(end)) rows.push([slot++, ...entry.cells]);
    return rows;
  });
}

const firstOctets = [23, 34, 52, 91, 104, 142, 151, 185, 203] as const;

const publicAddress = (random: Random): string =>
  [random.pick(firstOctets), random.below(256), random.below(256), 1 + random.below(254)].join('.');
