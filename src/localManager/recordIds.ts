import type { SqlSession } from './store/database.js';

/** Takes the next id of a kind of record; ids of deleted records are not given out again. */
export const nextId = (session: SqlSession, kind: string): Promise<number> => takeIds(session, kind, 1);

/** Takes `count` ids in a row of a kind of record, and returns the first. */
export async function takeIds(session: SqlSession, kind: string, count: number): Promise<number> {
  const [row] = await session.rows<{ id: number }>('SELECT id FROM last_ids WHERE kind = $1', [kind]);
  const last = row?.id ?? 0;
  if (count > 0) await setLastId(session, kind, last + count);
  return last + 1;
}

/** Records the highest id given out, after records were written with ids of their own. */
export async function setLastId(session: SqlSession, kind: string, id: number): Promise<void> {
  await session.run('DELETE FROM last_ids WHERE kind = $1', [kind]);
  await session.run('INSERT INTO last_ids VALUES ($1, $2)', [kind, id]);
}
