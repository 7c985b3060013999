import type { DuckDBValue } from '@duckdb/node-api';
import { applications } from '../applications.js';
import type { Random } from '../random.js';
import { signatures } from '../signatures.js';

const trafficSlots = 2048;
const signatureSlots = 512;
const attackers = 600;

/** Where flows go: each server has as many slots as its share of the traffic. */
export function trafficPool(random: Random): DuckDBValue[][] {
  const servers = applications.flatMap(application => {
    const { hosts } = application;
    const total = hosts.reduce((sum, each) => sum + each.weight, 0);
    const named = hosts.length > 0 ? hosts : [{ host: null, weight: 1 }];
    return named.map(({ host, weight }) => ({
      weight: (application.weight * weight) / (total || 1),
      cells: [
        application.name,
        application.engine,
        application.protocol,
        application.port,
        host,
        host && host.split('.').slice(-2).join('.'),
        application.social ?? null,
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

/** The rules that fire: each one has as many slots as its share of the events. */
export function signaturePool(): DuckDBValue[][] {
  const rules = signatures.map(rule => ({
    weight: rule.weight,
    cells: [
      String(rule.id),
      String(rule.revision),
      String(rule.generator),
      rule.message,
      rule.classification,
      rule.priority,
      rule.action,
      rule.protocol,
      rule.port,
      rule.outgoing,
    ],
  }));
  return slots(rules, signatureSlots);
}

const networks = [
  ['China Telecom', 'CN'],
  ['DigitalOcean, LLC', 'US'],
  ['OVH SAS', 'FR'],
  ['Hetzner Online GmbH', 'DE'],
  ['Rostelecom', 'RU'],
  ['Telefonica Brasil S.A', 'BR'],
  ['Viettel Group', 'VN'],
] as const;

/** Outside addresses that attack; low numbers are the busy ones. */
export function attackerPool(random: Random): DuckDBValue[][] {
  return Array.from({ length: attackers }, (_, attacker) => [
    attacker,
    publicAddress(random),
    ...random.pick(networks),
    random.mac('00:1a:6c'),
  ]);
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
