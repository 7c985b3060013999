import { describe, expect, it } from 'vitest';
import { createStores } from '../src/managerStore.js';
import { readProperties } from '../src/feed/managerProperties.js';
import { startFeed, type FeedOptions } from '../src/feed/startFeed.js';
import { runs } from '../../../test/support/depth.js';
import { checksums, present, startTestManager, type TestManager } from './testManager.js';

const minute = 60_000;

/** A clock that stands still until a test lets minutes pass; `passed` resolves when the feed has added them. */
function handClock() {
  const failures: unknown[] = [];
  let time = present;
  let wake = () => {};
  let asleep = () => {};
  let sleeping = new Promise<void>(resolve => (asleep = resolve));
  const options: FeedOptions = {
    live: true,
    now: () => time,
    failure: error => failures.push(error),
    wait: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        expect(milliseconds).toBe(minute - (time % minute));
        wake = () => resolve(undefined);
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
        asleep();
      }),
  };
  return {
    options,
    failures,
    /** Resolves when the feed has nothing to do until the next minute. */
    idle: () => sleeping,
    passed: async (minutes: number) => {
      await sleeping;
      sleeping = new Promise<void>(resolve => (asleep = resolve));
      time += minutes * minute;
      wake();
      await sleeping;
    },
  };
}

const newestOf = async (manager: TestManager): Promise<number> =>
  (await manager.sql('SELECT max("timestamp") AS last FROM rb_flow'))[0].last.getTime();

/** Makes the manager believe that files were loaded into data sources. */
const loaded = (manager: TestManager, sources: string) =>
  manager.database.writeAnalytics(session =>
    session.run(`UPDATE filling SET value = $1 WHERE name = 'loaded'`, [sources]),
  );

describe('rows that are added while the manager serves', () => {
  it('completes the history in the background, with the rows that filling it at once makes', async () => {
    const history = runs({ broad: 20, deep: 150 });
    const whole = await startTestManager({ history });
    const quick = await startTestManager({ history, atOnce: 10 });
    const first = async () =>
      (await quick.sql('SELECT min("timestamp") AS first FROM rb_flow'))[0].first.getTime();
    expect(await first()).toBe(present - 10 * minute);
    const said: string[] = [];
    const feed = startFeed(quick.database, {
      live: false,
      failure: error => expect(error).toBeUndefined(),
      progress: sentence => said.push(sentence),
    });
    await feed.ended;
    expect(await checksums(quick)).toEqual(await checksums(whole));
    expect(said).toEqual([expect.stringMatching(/^Older history/), 'The whole history is there.']);
    await Promise.all([whole.stop(), quick.stop()]);
  });

  it('goes on after a restart where it was stopped', async () => {
    const history = runs({ broad: 30, deep: 300 });
    const whole = await startTestManager({ history });
    const quick = await startTestManager({ history, atOnce: 10 });
    const options = {
      live: false,
      failure: (error: unknown) => expect(error).toBeUndefined(),
      flowsOfBatch: runs({ broad: 1_500, deep: 3_000 }),
    };
    let stopped: Promise<void> | undefined;
    const feed = startFeed(quick.database, { ...options, added: () => void (stopped ??= feed.stop()) });
    await feed.ended;
    await stopped;
    const left = (await quick.database.read(readProperties))?.missing ?? [];
    expect(left).toHaveLength(1);
    expect(left[0]!.to).toBeLessThan(present / minute - 10);
    await createStores(quick.database, { now: () => present, atOnce: 10 });
    await startFeed(quick.database, options).ended;
    expect(await checksums(quick)).toEqual(await checksums(whole));
    await Promise.all([whole.stop(), quick.stop()]);
  });

  it('adds each minute that passes, and those it slept through', async () => {
    const whole = await startTestManager({ history: 30, now: () => present + 20 * minute });
    const manager = await startTestManager({ history: 10 });
    const clock = handClock();
    const feed = startFeed(manager.database, clock.options);
    await clock.idle();
    expect(await newestOf(manager)).toBe(present - minute);
    await clock.passed(1);
    expect(await newestOf(manager)).toBe(present);
    await clock.passed(19);
    expect(await newestOf(manager)).toBe(present + 19 * minute);
    expect(await checksums(manager)).toEqual(await checksums(whole));
    expect(clock.failures).toEqual([]);
    await feed.stop();
    await Promise.all([whole.stop(), manager.stop()]);
  });

  it('reports a failure and makes up for it in the next minute', async () => {
    const manager = await startTestManager({ history: 5 });
    const clock = handClock();
    const feed = startFeed(manager.database, clock.options);
    await manager.database.writeAnalytics(session => session.run('ALTER TABLE rb_state RENAME TO away'));
    await clock.passed(1);
    expect(clock.failures).toEqual([
      expect.objectContaining({ message: expect.stringContaining('rb_state') }),
    ]);
    expect(await newestOf(manager)).toBe(present - minute);
    await manager.database.writeAnalytics(session => session.run('ALTER TABLE away RENAME TO rb_state'));
    await clock.passed(1);
    expect(await newestOf(manager)).toBe(present + minute);
    expect((await manager.sql(`SELECT count(DISTINCT "timestamp")::INTEGER AS n FROM rb_flow`))[0].n).toBe(7);
    await feed.stop();
    await manager.stop();
  });

  it('gives traffic to an access point that was created meanwhile', async () => {
    const manager = await startTestManager({ history: 5 });
    const clock = handClock();
    const feed = startFeed(manager.database, clock.options);
    const [floor] = await manager.sql(`SELECT uuid FROM sensors WHERE domain_type = 101 ORDER BY id LIMIT 1`);
    const mac = '0a:00:00:00:00:01';
    const created = await manager.send('POST', '/api/v1/access_points', {
      name: 'New',
      mac_address: mac,
      sensor_uuid: floor.uuid,
    });
    expect(created.status).toBe(200);
    await clock.passed(60);
    const [flows] = await manager.sql(
      `SELECT count(*)::INTEGER AS n, any_value(floor_uuid) AS floor FROM rb_flow WHERE wireless_station = '${mac}'`,
    );
    expect(flows.n).toBeGreaterThan(0);
    expect(flows.floor).toBe(floor.uuid);
    const [states] = await manager.sql(
      `SELECT count(*)::INTEGER AS n FROM rb_state WHERE wireless_station = '${mac}' AND type = 'snmp_apMonitor'`,
    );
    expect(states.n).toBe(4);
    await feed.stop();
    await manager.stop();
  });

  it('lets access point records follow the outages, but leaves a status that a client gave', async () => {
    const manager = await startTestManager({ history: 15 });
    await loaded(manager, 'rb_flow,rb_event,rb_monitor');
    const clock = handClock();
    const feed = startFeed(manager.database, clock.options);
    const [up] = await manager.sql('SELECT id FROM access_points WHERE status = 1 ORDER BY id LIMIT 1');
    expect((await manager.send('PATCH', `/api/v1/access_points/${up.id}`, { status: 0 })).status).toBe(200);
    const statuses = async () =>
      new Map<number, number>(
        (await manager.sql('SELECT id, status FROM access_points')).map(row => [row.id, row.status]),
      );
    const before = await statuses();
    await clock.passed(1);
    expect((await statuses()).get(up.id)).toBe(0);
    await clock.passed(runs({ broad: 4, deep: 12 }) * 60 - 1);
    const after = await statuses();
    const changed = [...after].filter(([id, status]) => before.get(id) !== status);
    expect(changed.length).toBeGreaterThan(3);
    const disagreeing = await manager.sql(
      `SELECT p.id, p.status, s.status AS said FROM access_points p JOIN (
        SELECT wireless_station AS mac, arg_max(status, "timestamp") AS status, max("timestamp") AS last
        FROM rb_state WHERE type = 'snmp_apMonitor' GROUP BY 1) s ON s.mac = p.mac_address
      WHERE p.id <> ${up.id} AND (p.status = 1) <> (s.status = 'on')`,
    );
    // The last sample is up to a quarter of an hour older than the records.
    expect(disagreeing.length).toBeLessThan(4);
    await feed.stop();
    await manager.stop();
  });

  it('adds nothing to a data source that was loaded', async () => {
    const manager = await startTestManager({ history: 5 });
    await loaded(manager, 'rb_flow');
    const clock = handClock();
    const feed = startFeed(manager.database, clock.options);
    await clock.passed(15);
    const count = async (table: string) =>
      (
        await manager.sql(
          `SELECT count(*)::INTEGER AS n FROM ${table} WHERE "timestamp" >= make_timestamp(${present}000)`,
        )
      )[0].n;
    expect(await count('rb_flow')).toBe(0);
    expect(await count('rb_event')).toBeGreaterThan(0);
    await feed.stop();
    await manager.stop();
  });
});
