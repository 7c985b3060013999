import { dataSourceNames, type DataSource } from '../../model/query/dataSources.js';
import { readAccessPoints } from '../accessPoints/accessPointTable.js';
import type { SqlSession } from '../store/database.js';
import { addAnalyticsRows } from '../generator/analyticsRows.js';
import { createPools, type PoolSizes } from '../generator/rows/pools.js';
import { scales } from '../generator/scales.js';
import { writeFilling, type ManagerProperties } from './managerProperties.js';
import { readSensors } from '../sensors/sensorStore.js';
import type { Minutes } from './minutes.js';

/** Pools on a session, with a text that changes with the tree they were made from. */
export interface Pools {
  readonly sizes: PoolSizes;
  readonly tree: string;
}

/** The data sources that get generated rows: those that no file was loaded into. */
export const generatedSources = ({ loaded }: ManagerProperties): DataSource[] =>
  dataSourceNames.filter(source => !loaded.includes(source));

/**
 * Makes the pools of the present tree, or answers the given ones when the tree has not changed.
 * @param records session that sees the tree
 * @param session session that gets the pools
 */
export async function presentPools(
  records: SqlSession,
  session: SqlSession,
  { properties: { seed, scale }, known }: { properties: ManagerProperties; known: Pools | undefined },
): Promise<Pools> {
  const [row] = await records.arrays(
    `SELECT (SELECT bit_xor(hash(s)) FROM sensors s) || ' ' || (SELECT coalesce(bit_xor(hash(p)), 0) FROM (
      SELECT id, sensor_id, name, mac_address, ip_address, latitude, longitude, enrichment, settings
      FROM access_points) p)`,
  );
  const tree = String(row?.[0]);
  if (known?.tree === tree) return known;
  const network = {
    sensors: await readSensors(records),
    accessPoints: await readAccessPoints(records),
    seed,
    scale: scales[scale],
  };
  return { sizes: await createPools(session, network), tree };
}

/** Adds the rows of some minutes and records that they are no longer missing; belongs into one transaction. */
export async function addMinutes(
  session: SqlSession,
  { properties, sizes, minutes }: { properties: ManagerProperties; sizes: PoolSizes; minutes: Minutes },
): Promise<void> {
  const { seed, scale } = properties;
  const sources = generatedSources(properties);
  await addAnalyticsRows(session, { seed, scale: scales[scale], sizes }, { minutes, sources });
  await writeFilling(session, properties);
}
