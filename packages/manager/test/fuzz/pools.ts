import type { Database } from '../../src/store/database.js';
import { sensorType } from '../../src/sensors/sensorKinds.js';

/** Kinds of sensors that a request can ask for by their name. */
export const sensorKinds = ['flow', 'vendor', 'mse'] as const;
type SensorKind = (typeof sensorKinds)[number];

/** What requests can name: values that exist while the request is sent. */
export type PoolName = 'uuid' | 'domain' | SensorKind | 'mac' | 'id' | 'name' | 'key';

export type Pools = Readonly<Record<PoolName, readonly string[]>>;

/** A place in a request where a value that exists is put when it is sent; requests stay the same from run to run. */
export const placeholder = (pool: PoolName, index: number): string => `«${pool}:${index}»`;

/** Puts existing values in the places of a text. */
export const fillIn = (text: string, pools: Pools): string =>
  text.replace(/«(\w+):(\d+)»/g, (_match, pool: PoolName, index: string) => {
    const values = pools[pool];
    return values[Number(index) % Math.max(1, values.length)] ?? '0';
  });

const ofType = (type: number) => `SELECT uuid FROM sensors WHERE type = ${type} ORDER BY id LIMIT 20`;

/** The values that exist now. */
export async function readPools(database: Database): Promise<Pools> {
  return database.read(async session => {
    const column = async (sql: string) => (await session.arrays(sql)).map(([value]) => String(value));
    return {
      uuid: await column('SELECT uuid FROM sensors ORDER BY id LIMIT 200'),
      domain: await column('SELECT uuid FROM sensors WHERE type = 1 ORDER BY id LIMIT 100'),
      flow: await column(ofType(sensorType.flow)),
      vendor: await column(ofType(sensorType.vendor)),
      mse: await column(ofType(sensorType.mse)),
      mac: await column('SELECT mac_address FROM access_points ORDER BY id LIMIT 200'),
      id: await column('SELECT DISTINCT id FROM inventory_records ORDER BY id LIMIT 50'),
      name: await column("SELECT name FROM sensors WHERE name NOT LIKE '%\"%' ORDER BY id LIMIT 100"),
      key: await column('SELECT authentication_token FROM users ORDER BY id'),
    };
  });
}
