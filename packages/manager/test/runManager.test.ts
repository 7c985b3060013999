import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDataFolder } from '../src/store/dataFolder.js';
import { runManager } from '../src/cli/runManager.js';
import { createStores } from '../src/managerStore.js';

interface Started {
  readonly url: string;
  readonly apiKey: string;
  readonly errors: () => string;
  readonly stop: () => Promise<number>;
}

describe('a running local manager', { timeout: 20_000 }, () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'netsensor-manager-'));
    // A short history keeps the test quick; the first start would generate a week.
    const database = await openDataFolder(folder, { fresh: false });
    await createStores(database, { history: 10 });
    await database.close();
  });
  afterAll(() => rm(folder, { recursive: true }));

  const run = (args: string[], stopped: Promise<unknown> = new Promise(() => {})) => {
    const printed = { out: '', err: '' };
    const code = runManager({
      command: 'netsensor-manager',
      args,
      version: '9.9.9',
      out: text => (printed.out += text),
      err: text => (printed.err += text),
      stopped,
    });
    return { printed, code };
  };

  const start = async (...args: string[]): Promise<Started> => {
    let release = () => {};
    const stopped = new Promise<void>(resolve => (release = resolve));
    const data = args.includes('--data') ? [] : ['--data', folder];
    const { printed, code } = run(['--json', ...data, ...args], stopped);
    await expect
      .poll(() => printed.out || printed.err.includes('sentence'), { timeout: 20_000 })
      .toBeTruthy();
    return {
      ...(JSON.parse(printed.out) as { url: string; apiKey: string }),
      errors: () => printed.err,
      stop: () => {
        release();
        return code;
      },
    };
  };

  it('prints one JSON line, serves on 127.0.0.1 and stops cleanly', async () => {
    const manager = await start('--log');
    expect(manager.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(manager.apiKey).toMatch(/^[A-Za-z0-9_-]{20}$/);
    const response = await fetch(`${manager.url}/api/v1/sensors/tree?auth_token=${manager.apiKey}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    await response.text();
    expect(await manager.stop()).toBe(0);
    expect(manager.errors()).toContain('GET /api/v1/sensors/tree?auth_token=REDACTED 200');
    expect(manager.errors()).not.toContain(manager.apiKey);
    await expect(fetch(manager.url)).rejects.toThrow();
  });

  it('says what became of a file in lines, of which a name in the file makes none', async () => {
    const file = join(folder, 'own.csv');
    await writeFile(file, 'time,bytes,"a\nReady"\n2026-11-01T10:00:05Z,1,x\n', { mode: 0o600 });
    const data = join(folder, 'loaded');
    const manager = await start('--data', data, '--history', '1', '--load', `rb_flow=${file}`);
    expect(await manager.stop()).toBe(0);
    const lines = manager.errors().split('\n');
    const at = lines.findIndex(line => line.startsWith('Loaded rb_flow from'));
    expect(lines.slice(at + 1, at + 5)).toEqual([
      expect.stringMatching(/^ {2}time +time \(2026-11-01 10:00/),
      expect.stringMatching(/^ {2}dimensions +none$/),
      expect.stringMatching(/^ {2}metrics +bytes as sum_bytes/),
      expect.stringMatching(/^ {2}extra +a/),
    ]);
    expect(lines.filter(line => line.startsWith('Ready'))).toHaveLength(1);
  });

  it('has the hours of traffic that it was asked for, and no older ones', async () => {
    const data = join(folder, 'two-hours');
    const { url, apiKey, errors, stop } = await start('--data', data, '--history', '2');
    const before = Date.now() - 2 * 3_600_000;
    const query = {
      queryType: 'timeseries',
      dataSource: 'rb_flow',
      granularity: 'minute',
      intervals: [`${new Date(before - 86_400_000).toISOString()}/${new Date().toISOString()}`],
      aggregations: [{ type: 'longSum', name: 'flows', fieldName: 'events' }],
    };
    const response = await fetch(`${url}/api/data?auth_token=${apiKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(query),
    });
    const rows = (await response.json()) as { timestamp: string }[];
    await stop();
    expect(Math.abs(Date.parse(rows[0]?.timestamp ?? '') - before)).toBeLessThan(120_000);
    expect(errors()).not.toContain('--history');
  });

  it('says that --history leaves traffic that is there as it is', async () => {
    const manager = await start('--history', '2');
    await manager.stop();
    expect(manager.errors()).toContain('has its traffic already; --history limits what is added');
  });

  it('keeps key and records in a folder that only its owner can read', async () => {
    const first = await start();
    const racks = `${first.url}/api/v1/inventory/racks?auth_token=${first.apiKey}`;
    const created = await fetch(racks, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ rack: { name: 'Kept', u_height: 1, width: 19 } }),
    });
    const { rack } = (await created.json()) as { rack: { id: number } };
    await first.stop();
    for (const name of await readdir(folder)) expect((await stat(join(folder, name))).mode & 0o077).toBe(0);
    const second = await start();
    expect(second.apiKey).toBe(first.apiKey);
    const read = await fetch(`${second.url}/api/v1/inventory/racks/${rack.id}?auth_token=${second.apiKey}`);
    expect(await read.json()).toEqual({ query: true, rack });
    await second.stop();
  });

  it('refuses a port that is taken before it makes anything', async () => {
    const manager = await start();
    const other = join(folder, 'other');
    const { port } = new URL(manager.url);
    const taken = run(['--data', other, '--port', port]);
    expect(await taken.code).toBe(1);
    expect(taken.printed).toEqual({
      out: '',
      err: `Port ${port} is taken by another program; choose another one with --port.\n`,
    });
    expect(existsSync(other)).toBe(false);
    await manager.stop();
  });

  it('refuses a folder that another process has open, also with --fresh', async () => {
    const script = `import { DuckDBInstance } from '@duckdb/node-api';
      const instance = await DuckDBInstance.create(process.argv[1]);
      console.log('open');
      setInterval(() => instance, 1000);`;
    const args = ['--input-type=module', '-e', script, join(folder, 'manager.duckdb')];
    const other = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(other.stdout, 'data');
    for (const more of [[], ['--fresh']]) {
      const { printed, code } = run(['--data', folder, ...more]);
      expect(await code).toBe(1);
      expect(printed.err).toMatch(/^Another local manager is using .*; (stop it|choose)[^\n]*\n$/);
    }
    other.kill();
    await once(other, 'exit');
    const manager = await start();
    const tree = await fetch(`${manager.url}/api/v1/sensors/tree?auth_token=${manager.apiKey}`);
    expect(tree.status).toBe(200);
    await tree.text();
    await manager.stop();
  });

  it('stops at once while it generates, and leaves nothing half made', async () => {
    const fresh = await mkdtemp(join(tmpdir(), 'netsensor-manager-'));
    let release = () => {};
    const { printed, code } = run(['--data', fresh], new Promise<void>(resolve => (release = resolve)));
    await expect.poll(() => printed.err).toContain('Generating');
    await new Promise(resolve => setTimeout(resolve, 200));
    const asked = performance.now();
    release();
    expect(await code).toBe(0);
    expect(performance.now() - asked).toBeLessThan(2000);
    expect(printed.out).toBe('');
    const database = await openDataFolder(fresh, { fresh: false });
    expect(await database.read(session => session.rows('SELECT * FROM duckdb_tables()'))).toEqual([]);
    await database.close();
    await rm(fresh, { recursive: true });
  });

  it('refuses another seed and a file that is not a database', async () => {
    const seed = run(['--data', folder, '--seed', '5']);
    expect(await seed.code).toBe(1);
    expect(seed.printed.err).toMatch(/made with seed 1; add --fresh/);
    const broken = await mkdtemp(join(tmpdir(), 'netsensor-manager-'));
    await writeFile(join(broken, 'manager.duckdb'), 'nothing that could be opened '.repeat(100));
    const refused = run(['--data', broken]);
    expect(await refused.code).toBe(1);
    expect(refused.printed.err).toMatch(/cannot be opened .* start with --fresh to replace it/);
    await rm(broken, { recursive: true });
  });

  it('says what to do when the folder is a file or below one', async () => {
    const file = join(folder, 'manager.duckdb');
    for (const data of [file, join(file, 'below')]) {
      const { printed, code } = run(['--data', data]);
      expect(await code).toBe(1);
      expect(printed.err).toMatch(
        /^The folder .* cannot be made \(.*\); choose another one with --data\.\n$/,
      );
      expect(printed.err).toContain(data);
    }
  });

  it.runIf(process.platform === 'linux')('says so where no folder and no file can be made', async () => {
    for (const [data, what] of [
      ['/proc/netsensor/data', 'The folder /proc/netsensor/data cannot be made'],
      ['/proc', 'No data can be kept in /proc'],
    ] as const) {
      const { printed, code } = run(['--data', data]);
      expect(await code).toBe(1);
      expect(printed.err.startsWith(`${what} (`), printed.err).toBe(true);
      expect(printed.err).toMatch(/^[^\n]*\); choose another [a-z]+ with --data\.\n$/);
    }
  });

  it.each([
    [['--help'], 0, /Usage: netsensor-manager \[options\]/],
    [['--version'], 0, /^9\.9\.9\n$/],
  ])('%j prints and ends', async (args, code, text) => {
    const { printed, code: ended } = run(args);
    expect(await ended).toBe(code);
    expect(printed.out).toMatch(text);
  });

  it('ends with 2 for wrong options', async () => {
    const { printed, code } = run(['--prot']);
    expect(await code).toBe(2);
    expect(printed.err).toMatch(/^Unknown option --prot\. \(--help lists the options\)\n$/);
  });

  it('stops a query when its client goes away, and reports nothing', async () => {
    const manager = await start('--log');
    const leaving = new AbortController();
    const query = fetch(`${manager.url}/api/data?auth_token=${manager.apiKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      signal: leaving.signal,
      body: JSON.stringify({
        dataSource: 'rb_flow',
        queryType: 'groupBy',
        granularity: 'all',
        intervals: ['2000-01-01/2100-01-01'],
        dimensions: [],
        aggregations: [{ type: 'count', name: 'rows' }],
        // Takes longer than any pattern may, so that it runs until it is stopped.
        filter: { type: 'regex', dimension: 'url', pattern: '(.*)*(.*)*(.*)*(.*)*x(?!y)$' },
      }),
    });
    await new Promise(resolve => setTimeout(resolve, 300));
    leaving.abort();
    await expect(query).rejects.toThrow();
    await expect.poll(() => manager.errors()).toContain('/api/data?auth_token=REDACTED not answered in full');
    expect(await manager.stop()).toBe(0);
    expect(manager.errors()).not.toMatch(/Error/);
  });
});
