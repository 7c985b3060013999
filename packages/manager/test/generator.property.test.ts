import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataSourceNames } from 'netsensor-contract/query/dataSources';
import { createSchema } from 'netsensor-contract/inventory/inventoryRecord';
import { inventoryTypeNames } from 'netsensor-contract/inventory/inventoryTypes';
import { createStores } from '../src/managerStore.js';
import { inventoryRecords } from '../src/generator/inventoryRecords.js';
import { networkTree } from '../src/generator/network/networkTree.js';
import { runs } from '../../../test/support/depth.js';
import { checksums, present, startTestManager, type Json, type TestManager } from './testManager.js';

const week = 7 * 24;
/** From the night to noon of a Wednesday, or the whole week before. */
const hours = runs({ broad: 9, deep: week });

describe('the generator', () => {
  let manager: TestManager;
  beforeAll(async () => {
    manager = await startTestManager({ history: hours * 60 });
  });
  afterAll(() => manager.stop());

  const one = async (sql: string): Promise<Json> => (await manager.sql(sql))[0];

  it(`makes ${hours} hours of rows up to the present`, async () => {
    const flows = await one(
      `SELECT count(*)::INTEGER AS n, min("timestamp") AS first, max("timestamp") AS last FROM rb_flow`,
    );
    expect(flows.n).toBeGreaterThanOrEqual((900_000 / week) * hours);
    expect(flows.first.getTime()).toBe(present - hours * 3_600_000);
    expect(flows.last.getTime()).toBe(present - 60_000);
    for (const source of dataSourceNames) {
      expect((await one(`SELECT count(*)::INTEGER AS n FROM ${source}`)).n).toBeGreaterThan(
        (20_000 / week) * hours,
      );
    }
  });

  it('has the rhythm of working days and hours', async () => {
    const share = async (condition: string) =>
      (await one(`SELECT avg((${condition})::INTEGER) AS share FROM rb_flow`)).share;
    expect(await share(`isodow("timestamp") >= 6`)).toBeLessThan(0.2);
    expect(await share(`hour("timestamp") BETWEEN 9 AND 15`)).toBeGreaterThan(0.4);
  });

  it('has a long tail of applications, clients and addresses', async () => {
    const tail = async (column: string, top: number) =>
      one(`SELECT count(*)::INTEGER AS n, (sum(rows) FILTER (rank <= ${top}) / sum(rows))::DOUBLE AS share FROM (
        SELECT count(*) AS rows, row_number() OVER (ORDER BY count(*) DESC) AS rank FROM rb_flow
        WHERE ${column} IS NOT NULL GROUP BY ${column})`);
    expect(await tail('application_id_name', 5)).toMatchObject({ n: expect.any(Number) });
    expect((await tail('application_id_name', 5)).share).toBeGreaterThan(0.4);
    expect((await tail('client_mac', 200)).share).toBeGreaterThan(0.3);
    expect((await tail('wan_ip', 300)).n).toBeGreaterThan(runs({ broad: 1500, deep: 2000 }));
  });

  it('lays the flows of an hour place by place, so that a part of the tree is found in few of them', async () => {
    const { moves, places } = await one(`WITH flows AS (
        SELECT rowid, date_trunc('hour', "timestamp") AS hour, sensor_uuid FROM rb_flow)
      SELECT (SELECT count(*) FROM (SELECT sensor_uuid IS DISTINCT FROM lag(sensor_uuid) OVER (ORDER BY rowid) AS moved
          FROM flows) WHERE moved)::INTEGER AS moves,
        (SELECT count(*) FROM (SELECT DISTINCT hour, sensor_uuid FROM flows))::INTEGER AS places`);
    // A sensor has places of two kinds, and a few pieces are divided; unsorted, nearly each flow moves.
    expect(moves).toBeLessThan(3 * places);
  });

  it('has clients that talk to each other inside, and to servers outside', async () => {
    const ends = await one(`SELECT
        avg((wan_ip IN (SELECT lan_ip FROM rb_flow))::INTEGER) FILTER (direction = 'internal') AS inside,
        count(*) FILTER (direction <> 'internal' AND wan_ip LIKE '10.%')::INTEGER AS strays FROM rb_flow`);
    expect(ends.inside).toBeGreaterThan(0.9);
    expect(ends.strays).toBe(0);
  });

  it('speaks of the sensors and places of the tree only', async () => {
    for (const source of dataSourceNames) {
      for (const [level, type] of [
        ['service_provider', 6],
        ['campus', 4],
        ['building', 5],
        ['floor', 101],
        ['namespace', 1],
        ['organization', 2],
        ['market', 3],
        ['deployment', 7],
      ]) {
        const wrong = await one(`SELECT count(*)::INTEGER AS n FROM ${source} t
          LEFT JOIN sensors s ON s.uuid = t.${level}_uuid AND s.name = t.${level} AND s.domain_type = ${type}
          WHERE s.id IS NULL AND (t.${level}_uuid IS NOT NULL OR nullif(t.${level}, 'N/A') IS NOT NULL)`);
        expect([source, level, wrong.n]).toEqual([source, level, 0]);
      }
    }
    const strangers = await one(`SELECT count(*)::INTEGER AS n FROM rb_flow t
      LEFT JOIN access_points p ON p.mac_address = t.wireless_station
      LEFT JOIN sensors floor ON floor.id = p.sensor_id
      LEFT JOIN sensors sensor ON sensor.uuid = t.sensor_uuid AND sensor.name = t.sensor_name AND sensor.ip = t.sensor_ip
      WHERE sensor.id IS NULL OR (t.wireless_station IS NOT NULL AND floor.uuid IS DISTINCT FROM t.floor_uuid)`);
    expect(strangers.n).toBe(0);
  });

  it('has traffic below every flow sensor and every access point that is up', async () => {
    const silent = await manager.sql(`SELECT s.name FROM sensors s WHERE s.type = 5
      AND NOT EXISTS (SELECT 1 FROM rb_flow f WHERE f.sensor_uuid = s.uuid)
      UNION ALL SELECT p.name FROM access_points p WHERE p.status = 1
      AND NOT EXISTS (SELECT 1 FROM rb_flow f WHERE f.wireless_station = p.mac_address)`);
    expect(silent).toEqual([]);
  });

  it('takes access points down for minutes to days, without clients or flows meanwhile', async () => {
    const states = `(SELECT * FROM rb_state WHERE type = 'snmp_apMonitor')`;
    const share = await one(`SELECT avg((status = 'off')::INTEGER) AS off FROM ${states}`);
    expect(share.off).toBeGreaterThan(0.003);
    expect(share.off).toBeLessThan(0.1);
    const busy = await one(
      `SELECT count(*)::INTEGER AS n FROM ${states} WHERE status = 'off' AND sum_value > 0`,
    );
    const flowing = await one(`SELECT count(*)::INTEGER AS n FROM rb_flow f JOIN ${states} s
      ON s.wireless_station = f.wireless_station AND s."timestamp" = f."timestamp" WHERE s.status = 'off'`);
    expect([busy.n, flowing.n]).toEqual([0, 0]);
    const turns = await one(`SELECT count(*)::INTEGER AS n FROM (SELECT status <> lag(status)
      OVER (PARTITION BY wireless_station ORDER BY "timestamp") AS turned FROM ${states}) WHERE turned`);
    expect(turns.n).toBeGreaterThan(runs({ broad: 5, deep: 50 }));
    const last = present - 60_000;
    const wrong = await one(`SELECT count(*)::INTEGER AS n FROM access_points p JOIN rb_flow f
      ON f.wireless_station = p.mac_address AND f."timestamp" = make_timestamp(${last}000) WHERE p.status = 0`);
    expect(wrong.n).toBe(0);
    const records = await one(`SELECT count(*) FILTER (status = 0)::INTEGER AS down,
      count(*) FILTER (status = 0 AND clients > 0)::INTEGER AS wrong,
      count(*) FILTER (last_check_in IS NULL)::INTEGER AS silent FROM access_points`);
    expect(records.down).toBeGreaterThan(0);
    expect([records.wrong, records.silent]).toEqual([0, 0]);
  });

  it('lets clients walk past neighbouring access points in their order', async () => {
    const walks = await one(`WITH seen AS (
        SELECT client_mac, "timestamp" AS t, p.id FROM rb_flow f JOIN access_points p ON p.mac_address = f.wireless_station),
      steps AS (SELECT abs(id - lag(id) OVER (PARTITION BY client_mac, date_trunc('hour', t) ORDER BY t)) AS step,
        t - lag(t) OVER (PARTITION BY client_mac, date_trunc('hour', t) ORDER BY t) AS pause FROM seen)
      SELECT count(*) FILTER (step > 0)::INTEGER AS moves, count(*) FILTER (step > 3 AND step < 309)::INTEGER AS leaps FROM steps`);
    expect(walks.moves).toBeGreaterThan(1000);
    expect(walks.leaps).toBe(0);
  });

  it('has bursts in which one address scans the ports of one host', async () => {
    const scans =
      await manager.sql(`SELECT date_trunc('hour', "timestamp") AS hour, count(*)::INTEGER AS rows,
        count(DISTINCT src)::INTEGER AS sources, count(DISTINCT dst)::INTEGER AS hosts, count(DISTINCT dst_port)::INTEGER AS ports
      FROM rb_event WHERE msg = 'portscan: TCP Portscan' AND dst_port IS NOT NULL GROUP BY 1`);
    expect(scans.length).toBeGreaterThan(runs({ broad: 0, deep: 2 }));
    for (const scan of scans) expect(scan).toMatchObject({ sources: 1, hosts: 1 });
    expect(Math.max(...scans.map(scan => scan.ports))).toBeGreaterThan(100);
    const peak = await one(`SELECT (max(n) / median(n))::DOUBLE AS height
      FROM (SELECT count(*) AS n FROM rb_event GROUP BY date_trunc('hour', "timestamp"))`);
    expect(peak.height).toBeGreaterThan(5);
  });

  it('lets monitors drift slowly, in texts of six decimals', async () => {
    const cpu = `(SELECT sensor_name, "timestamp" AS t, max_value AS v FROM rb_monitor WHERE monitor = 'cpu')`;
    const wander = await one(`SELECT stddev(v) AS spread,
      (SELECT stddev(step) FROM (SELECT v - lag(v) OVER (PARTITION BY sensor_name ORDER BY t) AS step FROM ${cpu})) AS step
      FROM ${cpu}`);
    expect(wander.step).toBeLessThan(wander.spread);
    const nights =
      await one(`SELECT stddev(v) AS between FROM (SELECT sensor_name, date_trunc('day', t) AS day, avg(v) AS v
      FROM ${cpu} WHERE hour(t) < 6 GROUP BY 1, 2)`);
    expect(nights.between).toBeGreaterThan(0.5);
    expect(
      await one(`SELECT count(*)::INTEGER AS n FROM rb_monitor
      WHERE NOT regexp_full_match(value, '[0-9]+[.][0-9]{6}') OR unit IS NULL`),
    ).toEqual({ n: 0 });
  });

  it('reports states with the words of the field', async () => {
    const words = async (column: string) =>
      (await manager.sql(`SELECT DISTINCT ${column} AS word FROM rb_state ORDER BY 1`)).map(row => row.word);
    expect(await words('type')).toEqual(['channel_load_2_4', 'channel_load_5', 'snmp_apMonitor']);
    expect(await words('status')).toEqual(['off', 'on']);
    expect(await words('wireless_slot')).toEqual(['0', '1']);
    const odd = await one(`SELECT count(*)::INTEGER AS n FROM rb_state WHERE type LIKE 'channel_load%'
      AND (sum_value NOT BETWEEN 0 AND 100 OR (wireless_slot = '0') <> (wireless_channel::INTEGER < 14))`);
    expect(odd.n).toBe(0);
  });

  it('stores no empty text: no value is NULL', async () => {
    for (const source of dataSourceNames) {
      const columns = await manager.sql(
        `SELECT column_name AS name FROM duckdb_columns() WHERE table_name = '${source}' AND data_type = 'VARCHAR'`,
      );
      const empty = columns.map(({ name }) => `count(*) FILTER ("${name}" = '')`).join(' + ');
      expect((await one(`SELECT (${empty})::INTEGER AS n FROM ${source}`)).n).toBe(0);
    }
  });

  it('makes the same network and rows from the same seed, others from another', async () => {
    const make = (seed: number) => startTestManager({ seed, history: runs({ broad: 20, deep: 90 }) });
    const first = await make(7);
    const again = await make(7);
    const other = await make(8);
    expect(await checksums(again)).toEqual(await checksums(first));
    expect(await checksums(other)).not.toEqual(await checksums(first));
    expect(networkTree(7)).toEqual(networkTree(7));
    expect(networkTree(8)).not.toEqual(networkTree(7));
    expect(again.key).not.toBe(first.key);
    await Promise.all([first.stop(), again.stop(), other.stop()]);
  });

  it('adds the minutes since the last start, and the same ones as in one go', async () => {
    const early = runs({ broad: 10, deep: 60 });
    const late = runs({ broad: 10, deep: 30 });
    const whole = await startTestManager({ history: early + late });
    const pieces = await startTestManager({ history: early, now: () => present - late * 60_000 });
    await createStores(pieces.database, { now: () => present });
    expect(await checksums(pieces)).toEqual(await checksums(whole));
    await createStores(pieces.database, { now: () => present });
    expect(await checksums(pieces)).toEqual(await checksums(whole));
    await Promise.all([whole.stop(), pieces.stop()]);
  });

  it('makes records that a client could have created', () => {
    const records = inventoryRecords(1);
    for (const type of inventoryTypeNames) {
      expect(records[type].length).toBeGreaterThan(3);
      for (const record of records[type]) {
        const given = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
        expect(createSchema(type).safeParse(given).error).toBeUndefined();
      }
    }
    expect(records.racks.length).toBeGreaterThanOrEqual(20);
  });
});
