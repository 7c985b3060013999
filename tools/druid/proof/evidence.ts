import { createStores } from '../../../packages/manager/src/managerStore.js';
import { analyticsTables } from '../../../packages/manager/src/store/analyticsTables.js';
import { Database, sqlTime } from '../../../packages/manager/src/store/database.js';
import type { Stores } from '../../../packages/manager/src/app.js';
import { randomRows } from '../../../packages/manager/test/randomRows.js';

/** When the generated rows end: Wednesday 18 November 2026, 12:00 UTC. */
export const presentOfProof = Date.UTC(2026, 10, 18, 12);

/** Rows of a minute of the smallest network, about. */
const rowsOfMinute = 300;

/** A database with about so many generated rows, and with those of the random queries: odd texts and nights on which clocks change. */
export async function makeEvidence(rows: number): Promise<Stores> {
  const database = await Database.open(':memory:');
  const history = Math.ceil(rows / rowsOfMinute);
  const stores = await createStores(database, { now: () => presentOfProof, history });
  const { dimensions, metrics } = analyticsTables.rb_flow;
  const added = randomRows.map(({ time, values, numbers }) => [
    sqlTime(time),
    ...dimensions.map(name => values[name] ?? null),
    ...Object.keys(metrics).map(name => BigInt(numbers[name] ?? 0)),
  ]);
  await database.writeAnalytics(session => session.append('rb_flow', added));
  return stores;
}
