import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../src/store/database.js';
import { startManager } from '../src/cli/startManager.js';

const endless = 'SELECT count(*) FROM range(10000000000000) a WHERE hash(a.range) = 1';

describe('the database', { timeout: 20_000 }, () => {
  let folder: string;
  let database: Database;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'netsensor-database-'));
    database = await Database.open(join(folder, 'test.duckdb'));
    await database.write(session => session.run('CREATE TABLE t (n INTEGER)'));
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  const numbers = async () =>
    (await database.read(session => session.rows<{ n: number }>('SELECT n FROM t ORDER BY n'))).map(
      row => row.n,
    );

  it.each([1, 3])('takes at most as many processor cores as its manager is given, as %i', async threads => {
    const data = join(folder, `threads-${threads}`);
    const log = { failure: () => undefined };
    const manager = await startManager({ data, threads, port: 0, fresh: true, history: 0, log });
    const setting = `SELECT current_setting('threads')::INTEGER AS threads`;
    const found = await manager.database.read(session => session.rows(setting));
    await manager.close();
    expect(found).toEqual([{ threads }]);
  });

  it('interrupts a statement that is running when the signal aborts', async () => {
    const started = performance.now();
    const abort = new AbortController();
    const running = database.read(session => session.run(endless), abort.signal);
    setTimeout(() => abort.abort(), 100);
    await expect(running).rejects.toThrow();
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('reads the same statement again with other values, side by side, and after its table was replaced', async () => {
    await database.write(session => session.run('CREATE TABLE places AS SELECT 1 AS place'));
    const ask = 'SELECT $1::INTEGER AS asked, count(*)::INTEGER AS places FROM places';
    const inTurnAndTogether = (first: number) =>
      database.readAgain(async session => [
        await session.arrays(ask, [first]),
        ...(await Promise.all([session.arrays(ask, [first + 1]), session.arrays(ask, [first + 2])])),
      ]);
    expect(await inTurnAndTogether(1)).toEqual([[[1, 1]], [[2, 1]], [[3, 1]]]);
    await database.write(session =>
      session.run("CREATE OR REPLACE TABLE places AS SELECT 'a' AS place FROM range(7)"),
    );
    expect(await inTurnAndTogether(4)).toEqual([[[4, 7]], [[5, 7]], [[6, 7]]]);
  });

  it('reads again what came in between, also far outside of what was there when the statement was planned', async () => {
    const fill = (from: number, rows: number) =>
      database.write(session =>
        session.run(
          `INSERT INTO sizes SELECT ${from} + range % 5, 's' || (${from} + range % 5) FROM range(${rows})`,
        ),
      );
    await database.write(session => session.run('CREATE TABLE sizes (size BIGINT, name VARCHAR)'));
    const ask = 'SELECT size, name, count(*)::INTEGER FROM sizes WHERE size <> $1 GROUP BY ALL ORDER BY size';
    const sizes = () =>
      database.readAgain(async session =>
        (await session.arrays(ask, [0])).map(([size, name, rows]) => [Number(size), name, rows]),
      );
    await fill(0, 100_000);
    const before = [1, 2, 3, 4].map(size => [size, `s${size}`, 20_000]);
    expect(await sizes()).toEqual(before);
    const far = 1_000_000_000_000;
    await fill(far, 1);
    expect(await sizes()).toEqual([...before, [far, `s${far}`, 1]]);
  });

  it('reads more statements again than it keeps prepared, and ones that are too long to be kept', async () => {
    const long = ` + len('${'a'.repeat(12_000)}')`;
    const texts = [...Array.from({ length: 40 }, (_none, n) => ` + ${n}`), long];
    const askAll = () =>
      database.readAgain(async session => {
        const answers: unknown[] = [];
        for (const text of texts) answers.push(...(await session.arrays(`SELECT $1::INTEGER${text}`, [1])));
        return answers.map(row => Number((row as unknown[])[0]));
      });
    const sums = [...Array.from({ length: 40 }, (_none, n) => 1 + n), 12_001];
    expect(await askAll()).toEqual(sums);
    expect(await askAll()).toEqual(sums);
  });

  it('starts nothing on a signal that aborted before', async () => {
    await expect(database.read(session => session.run(endless), AbortSignal.abort())).rejects.toThrow(
      /abort/i,
    );
  });

  it('leaves nothing of a write that fails', async () => {
    const failing = database.write(async session => {
      await session.run('INSERT INTO t VALUES (1)');
      await session.append('t', [[2], [3]]);
      throw new Error('half way');
    });
    await expect(failing).rejects.toThrow('half way');
    expect(await numbers()).toEqual([]);
  });

  it('runs writes one after the other, each on the result of the one before', async () => {
    const add = () =>
      database.write(async session => {
        const [row] = await session.rows<{ n: number }>('SELECT coalesce(max(n), 0)::INTEGER AS n FROM t');
        await session.run('INSERT INTO t VALUES ($1)', [(row?.n ?? 0) + 1]);
      });
    await Promise.all(Array.from({ length: 20 }, add));
    expect(await numbers()).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  it.each([
    `COPY t TO '/tmp/netsensor-leak.csv'`,
    `SELECT * FROM read_csv('/etc/passwd')`,
    `ATTACH '/tmp/netsensor-other.duckdb'`,
    'INSTALL httpfs',
    'SET enable_external_access = true',
  ])('refuses to leave its file: %s', async statement => {
    await expect(database.read(session => session.run(statement))).rejects.toThrow(
      /disabled|locked|Permission/i,
    );
  });
});
