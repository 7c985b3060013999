import type { SqlSession } from '../store/database.js';

/** Ids of the domains that are the top domain of a user, who would be left without one. */
export async function topDomains(session: SqlSession): Promise<ReadonlySet<number>> {
  const rows = await session.arrays('SELECT DISTINCT sensor_id FROM users');
  return new Set(rows.map(([id]) => Number(id)));
}
