import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database } from '../src/store/database.js';
import { collectRows } from '../src/sensors/treeText.js';

let database: Database;

beforeAll(async () => {
  setFlagsFromString('--expose-gc');
  database = await Database.open(':memory:');
});
afterAll(() => database.close());

/** Lets garbage be collected; what ends with it is ended in tasks that come after. */
async function collectGarbage(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    (runInNewContext('gc') as () => void)();
    await new Promise(setImmediate);
  }
}

/** Texts that are too long to stand in the engine's cells, which then point to them. */
const longText = (row: number) => `${row} is a text of more than twelve letters`;

it('keeps the texts of rows while other statements take and free memory', async () => {
  const rows = 20_000;
  const select = (prefix: string) =>
    `SELECT ${prefix} || i || ' is a text of more than twelve letters' FROM range(${rows}) r(i)`;
  const cursor = await database.read(session => collectRows(session.chunks(select(`''`))));
  await collectGarbage();
  await database.read(session => session.arrays(select(`'another '`)));
  const wrong = Array.from({ length: rows }, (_, row) => row).filter(
    row => cursor.cell(row, 0) !== longText(row),
  );
  expect(cursor.length).toBe(rows);
  expect(wrong).toEqual([]);
});
