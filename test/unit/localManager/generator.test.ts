import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataSourceNames } from '../../../src/model/dataSources.js';
import { createSchema } from '../../../src/model/inventoryRecord.js';
import { inventoryTypeNames } from '../../../src/model/inventory.js';
import { createStores } from '../../../src/localManager/managerStore.js';
import { inventoryRecords } from '../../../src/localManager/generator/inventoryRecords.js';
import { networkTree } from '../../../src/localManager/generator/networkTree.js';
import { present, startTestManager, type Json, type TestManager } from './testManager.js';

/** One number per table that any changed cell changes. */
const checksums = (manager: TestManager) =>
  Promise.all(
    dataSourceNames.map(source =>
      manager.sql(`SELECT bit_xor(hash(t))::VARCHAR AS sum, count(*)::INTEGER AS rows FROM ${source} t`),
    ),
  );

describe('the generator', { timeout: 20_000 }, () => {
  let manager: TestManager;
  beforeAll(async () => {
    manager = await startTestManager({ history: 7 * 24 * 60 });
  }, 60_000);
  afterAll(() => manager.stop());

  const one = async (sql: string): Promise<Json> => (await manager.sql(sql))[0];

  it('makes a week of rows up to the present', async () => {
    const flows = await one(
      `SELECT count(*)::INTEGER AS n, min("timestamp") AS first, max("timestamp") AS last FROM rb_flow`,
    );
    expect(flows.n).toBeGreaterThanOrEqual(200_000);
    expect(flows.first.getTime()).toBe(present - 7 * 86_400_000);
    expect(flows.last.getTime()).toBe(present - 60_000);
    for (const source of dataSourceNames) {
      expect((await one(`SELECT count(*)::INTEGER AS n FROM ${source}`)).n).toBeGreaterThan(20_000);
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
    expect((await tail('wan_ip', 300)).n).toBeGreaterThan(2000);
  });

  it('speaks of the sensors and places of the tree only', async () => {
    for (const source of dataSourceNames) {
      for (const level of [
        'campus',
        'building',
        'floor',
        'namespace',
        'organization',
        'market',
        'deployment',
      ]) {
        const wrong = await one(`SELECT count(*)::INTEGER AS n FROM ${source} t
          LEFT JOIN sensors s ON s.uuid = t.${level}_uuid AND s.name = t.${level}
          WHERE s.id IS NULL AND (t.${level}_uuid IS NOT NULL OR t.${level} IS NOT NULL)`);
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
    const make = (seed: number) => startTestManager({ seed, history: 90 });
    const [first, again, other] = [await make(7), await make(7), await make(8)];
    expect(await checksums(again)).toEqual(await checksums(first));
    expect(await checksums(other)).not.toEqual(await checksums(first));
    expect(networkTree(7)).toEqual(networkTree(7));
    expect(networkTree(8)).not.toEqual(networkTree(7));
    expect(again.key).not.toBe(first.key);
    await Promise.all([first.stop(), again.stop(), other.stop()]);
  });

  it('adds the minutes since the last start, and the same ones as in one go', async () => {
    const whole = await startTestManager({ history: 90 });
    const pieces = await startTestManager({ history: 60, now: () => present - 30 * 60_000 });
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
