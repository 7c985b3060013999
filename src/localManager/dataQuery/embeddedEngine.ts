import type { Database } from '../store/database.js';
import type { DataEngine } from './dataEngine.js';
import type { Era } from './eras.js';
import { QueryQueue } from './queryQueue.js';
import { runQuery } from './runQuery.js';
import type { ColumnsOfSources } from './sql/sourceColumns.js';
import { extentCache } from './time/storedHours.js';

/** The engine runs statements on the four threads of Node's pool; half of them stay free for records and new rows. */
const queriesAtOnce = 2;

/** Answers data queries from the rows in the manager's own database. */
export function embeddedEngine(
  { database, columns }: { readonly database: Database; readonly columns: ColumnsOfSources },
  era: Era,
): DataEngine {
  const queue = new QueryQueue(queriesAtOnce);
  const engine = { database, columns, era, queue, extents: extentCache(database) };
  return {
    answer: (asked, gone) => runQuery(engine, asked, gone),
    health: () => [],
    close: () => Promise.resolve(),
  };
}
