import type { DataSource } from '../../model/query/dataSources.js';
import type { SqlSession } from '../store/database.js';
import type { Minutes } from '../feed/minutes.js';
import { eventRows } from './rows/eventRows.js';
import { flowRows } from './rows/flowRows.js';
import { monitorRows } from './rows/monitorRows.js';
import type { Network } from './network/network.js';
import { outagesSql } from './rows/outages.js';
import type { PoolSizes } from './rows/pools.js';
import type { Scale } from './scales.js';
import { stateRows } from './rows/stateRows.js';

/** The statement that adds the rows of a data source from minute $2 up to, not including, minute $3 for seed $1. */
const statements: Readonly<Record<DataSource, (sizes: PoolSizes, scale: Scale) => string>> = {
  rb_flow: flowRows,
  rb_event: eventRows,
  rb_monitor: monitorRows,
  rb_state: stateRows,
};

/**
 * Adds rows to analytics tables, on a session whose pools were made by `createPools`. What a minute holds depends only
 * on the seed, the network and the minute, so a stretch can be made in one go or piece by piece.
 */
export async function addAnalyticsRows(
  session: SqlSession,
  { seed, scale, sizes }: Pick<Network, 'seed' | 'scale'> & { readonly sizes: PoolSizes },
  { minutes, sources }: { readonly minutes: Minutes; readonly sources: readonly DataSource[] },
): Promise<void> {
  const values = [seed, minutes.from, minutes.to];
  const points = '(SELECT ap_id AS id FROM pool_places WHERE ap_id IS NOT NULL)';
  await session.run(
    `CREATE OR REPLACE TEMP TABLE pool_outages AS ${outagesSql(points, { from: '$2', to: '$3' })}`,
    values,
  );
  for (const source of sources) await session.run(statements[source](sizes, scale), values);
}
