import type { SqlSession } from './database.js';

/** Takes the next id of a kind of record; ids of deleted records are not given out again. */
export async function nextId(session: SqlSession, kind: string): Promise<number> {
  const [row] = await session.rows<{ id: number }>('SELECT id FROM last_ids WHERE kind = $1', [kind]);
  const id = (row?.id ?? 0) + 1;
  await setLastId(session, kind, id);
  return id;
}

/** Records the highest id given out, after records were written with ids of their own. */
export async function setLastId(session: SqlSession, kind: string, id: number): Promise<void> {
  await session.run('DELETE FROM last_ids WHERE kind = $1', [kind]);
  await session.run('INSERT INTO last_ids VALUES ($1, $2)', [kind, id]);
}
