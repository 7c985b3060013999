import type { SqlSession } from '../../store/database.js';
import { locationColumns } from '../places/location.js';
import type { Network } from '../network/network.js';
import { placePool, probePool } from '../places/placePools.js';
import { Random } from '../random.js';
import { attackerPool, clientPool, signaturePool, trafficPool } from './trafficPools.js';

/** How many entries each pool has; rows pick entries by number from 0. */
export interface PoolSizes {
  readonly accessPoints: number;
  readonly clients: number;
  readonly traffic: number;
  readonly signatures: number;
  readonly attackers: number;
  readonly guards: number;
}

const location = locationColumns.map(column => `${column} VARCHAR`).join(', ');

const tables = {
  pool_places: `number INTEGER, ap_mac VARCHAR, ap_name VARCHAR, ap_ip VARCHAR, ap_id INTEGER, ssid VARCHAR,
    coordinates VARCHAR, zone VARCHAR, zone_uuid VARCHAR, sensor_uuid VARCHAR, sensor_name VARCHAR, sensor_ip VARCHAR,
    ${location}`,
  pool_clients: `number INTEGER, mac VARCHAR, vendor VARCHAR, id VARCHAR, fullname VARCHAR, lan_ip VARCHAR,
    vlan VARCHAR, home INTEGER, wired INTEGER, agent VARCHAR, protocol VARCHAR, auth VARCHAR, loyalty VARCHAR,
    vip VARCHAR`,
  pool_traffic: `number INTEGER, application VARCHAR, engine VARCHAR, protocol VARCHAR, port VARCHAR, host VARCHAR,
    l2_domain VARCHAR, social VARCHAR, owner VARCHAR, country VARCHAR, address_1 VARCHAR, address_2 VARCHAR,
    address_3 VARCHAR, mean_bytes DOUBLE`,
  pool_signatures: `number INTEGER, id VARCHAR, revision VARCHAR, generator VARCHAR, message VARCHAR,
    classification VARCHAR, priority VARCHAR, action VARCHAR, protocol VARCHAR, port VARCHAR, outgoing BOOLEAN`,
  pool_attackers: `number INTEGER, ip VARCHAR, owner VARCHAR, country VARCHAR, mac VARCHAR`,
  pool_probes: `number INTEGER, guard INTEGER, sensor_uuid VARCHAR, sensor_name VARCHAR, ${location}`,
};

/** Makes temporary tables of what rows are put together from: places, clients, servers, rules, devices. */
export async function createPools(session: SqlSession, network: Network): Promise<PoolSizes> {
  for (const [name, columns] of Object.entries(tables)) {
    await session.run(`CREATE OR REPLACE TEMP TABLE ${name} (${columns})`);
  }
  const { places, routers } = placePool(network);
  const { probes, guards } = probePool(network);
  const accessPoints = places.length - routers;
  const rows = {
    pool_places: places,
    pool_clients: clientPool(network.seed, { count: network.scale.clients, accessPoints, routers }),
    pool_traffic: trafficPool(new Random(network.seed, 'traffic')),
    pool_signatures: signaturePool(),
    pool_attackers: attackerPool(new Random(network.seed, 'attackers')),
    pool_probes: probes,
  };
  for (const [name, list] of Object.entries(rows)) await session.append(name, list);
  return {
    accessPoints,
    clients: rows.pool_clients.length,
    traffic: rows.pool_traffic.length,
    signatures: rows.pool_signatures.length,
    attackers: rows.pool_attackers.length,
    guards,
  };
}
