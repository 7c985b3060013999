import { dataSourceNames, type DataSource } from 'netsensor-contract/query/dataSources';
import { readAccessPoints } from '../sensors/accessPointTable.js';
import type { SqlSession } from '../store/database.js';
import { createPools, type PoolSizes } from '../generator/rows/pools.js';
import { scales, type Scale } from '../generator/network/scales.js';
import { writeFilling, type ManagerProperties } from './managerProperties.js';
import { readSensors } from '../sensors/sensorStore.js';
import type { Minutes } from './minutes.js';
import { eventRows } from '../generator/rows/eventRows.js';
import { flowRows } from '../generator/rows/flowRows.js';
import { monitorRows } from '../generator/rows/monitorRows.js';
import { outagesSql } from '../generator/rows/outages.js';
import { stateRows } from '../generator/rows/stateRows.js';

/** Pools on a session, with a text that changes with the tree they were made from. */
export interface Pools {
  readonly sizes: PoolSizes;
  readonly tree: string;
}

/** The data sources that get generated rows: those that no file was loaded into. */
export const generatedSources = ({ loaded }: ManagerProperties): DataSource[] =>
  dataSourceNames.filter(source => !loaded.includes(source));

/** Makes the pools of the present tree, or answers the given ones when the tree has not changed. */
async function presentPools(
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

/** The statement that adds the rows of a data source from minute $2 up to, not including, minute $3 for seed $1. */
const statements: Readonly<Record<DataSource, (sizes: PoolSizes, scale: Scale) => string>> = {
  rb_flow: flowRows,
  rb_event: eventRows,
  rb_monitor: monitorRows,
  rb_state: stateRows,
};

/**
 * Adds the rows of some stretches of time and records what is missing then; belongs into one transaction. What a minute
 * holds depends only on the seed, the network and the minute, so a stretch can be made in one go or piece by piece.
 * @param records session that sees the tree
 * @param session session that gets the rows
 * @param batch with the pools that were made on it before
 */
export async function addStretches(
  records: SqlSession,
  session: SqlSession,
  batch: { properties: ManagerProperties; stretches: readonly Minutes[]; known?: Pools | undefined },
): Promise<Pools | undefined> {
  const { properties, stretches, known } = batch;
  const { seed, scale } = properties;
  const sources = generatedSources(properties);
  if (stretches.length === 0 || sources.length === 0) {
    await writeFilling(session, properties);
    return known;
  }
  const pools = await presentPools(records, session, { properties, known });
  for (const { from, to } of stretches) {
    const points = '(SELECT ap_id AS id FROM pool_places WHERE ap_id IS NOT NULL)';
    const outages = outagesSql(points, { from: '$2', to: '$3' });
    await session.run(`CREATE OR REPLACE TEMP TABLE pool_outages AS ${outages}`, [seed, from, to]);
    for (const source of sources) {
      await session.run(statements[source](pools.sizes, scales[scale]), [seed, from, to]);
    }
  }
  await writeFilling(session, properties);
  return pools;
}
