import type { SqlSession } from '../store/database.js';
import type { FileToRead, ReadFile } from './readFile.js';

/** The most columns a file may have; more are a sign that keys are values. */
const mostColumns = 1000;

/** Reads an array of JSON objects, or one object per line; a value that is an object or array is kept as its JSON. */
export async function readJson(session: SqlSession, { pattern }: FileToRead): Promise<ReadFile> {
  const place = (index: number) => `record ${index + 1}`;
  await session
    .run(
      `CREATE TABLE objects AS FROM read_json_objects($1, format = 'auto', maximum_object_size = 67108864)`,
      [pattern],
    )
    .catch((error: unknown) => {
      throw new Error(malformed(String(error), place));
    });
  const [other] = await session.arrays(
    `SELECT rowid, json_type(json) FROM objects WHERE json_type(json) <> 'OBJECT' ORDER BY rowid LIMIT 1`,
  );
  if (other) {
    throw new Error(`${place(Number(other[0]))} is not an object but ${String(other[1]).toLowerCase()}.`);
  }
  const header = await keysInOrder(session);
  if (header.length === 0) throw new Error('the file holds no fields.');
  if (header.length > mostColumns) {
    throw new Error(
      `its objects have ${header.length} different fields; at most ${mostColumns} can be loaded.`,
    );
  }
  const pointers = header.map(key => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  const values = pointers.map((_pointer, index) => `json_extract_string(json, $${index + 1}) AS c${index}`);
  await session.run(
    `CREATE TABLE records AS SELECT ${values.join(', ')} FROM objects ORDER BY rowid`,
    pointers,
  );
  return { header, place };
}

async function keysInOrder(session: SqlSession): Promise<string[]> {
  const rows = await session.arrays(
    `SELECT key FROM (
      SELECT unnest(keys) AS key, unnest(range(len(keys))) AS place, record
      FROM (SELECT json_keys(json) AS keys, rowid AS record FROM objects))
    GROUP BY key ORDER BY arg_min(place, record), min(record)`,
  );
  return rows.map(([key]) => String(key));
}

/** The engine counts the record that it is at from 1, after having gone on to the next. */
function malformed(message: string, place: (index: number) => string): string {
  const [, at, reason] = /in (?:line|record\/value) (\d+): (.*?)\.? *(?:\n|$)/.exec(message) ?? [];
  return at === undefined
    ? `this is not JSON (${message.split('\n')[0]}).`
    : `${place(Math.max(0, Number(at) - 2))} is not JSON (${reason}).`;
}
