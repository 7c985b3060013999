import { createAnalyticsTable } from '../store/analyticsTables.js';
import type { SqlSession } from '../store/database.js';
import type { PreparedLoad } from './prepareLoad.js';
import { extraDefinitions } from './rolledUpSql.js';

/** Replaces all rows of a data source, and the columns that an earlier file added, with those of a file. */
export async function storeLoad(session: SqlSession, load: PreparedLoad): Promise<void> {
  const { source, extras } = load;
  await session.run(createAnalyticsTable(source, extraDefinitions(extras)));
  await session.run('DELETE FROM extra_columns WHERE source = $1', [source]);
  for (const { name, column, sum_type } of extras) {
    await session.run('INSERT INTO extra_columns VALUES ($1, $2, $3, $4)', [source, name, column, sum_type]);
  }
  await load.copy(rows => session.appendChunks(source, rows));
}
