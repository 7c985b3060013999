import type { SqlSession } from '../database.js';
import { eventRows } from './eventRows.js';
import { flowRows } from './flowRows.js';
import { monitorRows } from './monitorRows.js';
import type { Network } from './network.js';
import { createPools } from './pools.js';
import { stateRows } from './stateRows.js';

/** A stretch of time in minutes since 1970 UTC, the end not included. */
export interface Minutes {
  readonly from: number;
  readonly to: number;
}

/**
 * Adds rows to the four analytics tables. What a minute holds depends only on the seed, the network and the minute, so
 * a stretch can be made in one go or piece by piece.
 */
export async function addAnalyticsRows(
  session: SqlSession,
  network: Network,
  minutes: Minutes,
): Promise<void> {
  const sizes = await createPools(session, network);
  const values = [network.seed, minutes.from, minutes.to];
  for (const statement of [flowRows(sizes), eventRows(sizes), monitorRows(), stateRows(sizes)]) {
    await session.run(statement, values);
  }
}
