import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keptRights } from '../src/dataQuery/readableRows.js';
import type { DataSource } from 'netsensor-contract/query/dataSources';
import { startTestManager, type Answer, type Json, type TestManager } from './testManager.js';

const hour = { granularity: 'all', intervals: ['2026-11-18T11:00Z/PT1H'] };
const rows = { type: 'count', name: 'rows' };

/** "The request has the permissions of the user who owns the key" (contract 002, Authentication). */
describe('permissions of a data query', { timeout: 30_000 }, () => {
  let manager: TestManager;
  let hotels: string;
  let retail: string;
  beforeAll(async () => {
    manager = await startTestManager({ history: 60 });
    const keyOf = (login: string) =>
      manager.stores.users.all().find(user => user.login === login)?.authentication_token ?? '';
    hotels = keyOf('hotels.reception');
    retail = keyOf('retail.manager');
  });
  afterAll(() => manager.stop());

  const post = (key: string, body: object): Promise<Answer> =>
    manager.raw({ method: 'POST', url: `/api/data?auth_token=${key}`, payload: body });
  const groupBy = async (key: string, body: object): Promise<Json[]> => {
    const answer = await post(key, { ...hour, queryType: 'groupBy', aggregations: [rows], ...body });
    expect(answer.status, answer.text).toBe(200);
    return answer.json().map((row: Json) => row.event);
  };
  const count = async (key: string, body: object): Promise<number> =>
    (await groupBy(key, body))[0]?.rows ?? 0;
  const domainOf = async (login: string): Promise<Json> => {
    const { sensor_id } = manager.stores.users.all().find(user => user.login === login)!;
    return (await manager.sql(`SELECT id, uuid, name FROM sensors WHERE id = ${sensor_id}`))[0];
  };

  it.each<DataSource>(['rb_flow', 'rb_event', 'rb_monitor', 'rb_state'])(
    'a user sees of %s the rows of the own domain only',
    async dataSource => {
      const own = await domainOf('hotels.reception');
      const dimensions = ['organization_uuid'];
      const seen = await groupBy(hotels, { dataSource, dimensions });
      const [expected] = await manager.sql(
        `SELECT count(*)::INTEGER AS rows FROM ${dataSource} WHERE organization_uuid = '${own.uuid}'
        AND "timestamp" >= TIMESTAMP '2026-11-18 11:00'`,
      );
      expect(expected.rows).toBeGreaterThan(10);
      expect(seen).toEqual([{ organization_uuid: own.uuid, rows: expected.rows }]);
      const everything = await groupBy(manager.key, { dataSource, dimensions });
      expect(everything.length).toBeGreaterThan(1);
    },
  );

  it('no question reaches the rows of others', async () => {
    const own = await domainOf('hotels.reception');
    const other = await domainOf('retail.manager');
    const theirs = { type: 'selector', dimension: 'organization_uuid', value: other.uuid };
    const dataSource = 'rb_flow';
    expect(await count(retail, { dataSource, filter: theirs })).toBeGreaterThan(10);
    const mine = { type: 'selector', dimension: 'organization_uuid', value: own.uuid };
    const questions = [
      { filter: theirs },
      { filter: { type: 'or', fields: [theirs, { type: 'not', field: mine }] } },
      { filter: { type: 'regex', dimension: 'organization_uuid', pattern: `^(?!${own.uuid}$)` } },
      { namespace_uuids: [other.uuid] },
    ];
    for (const question of questions) expect(await groupBy(hotels, { dataSource, ...question })).toEqual([]);
    const topN = { queryType: 'topN', dimension: 'organization', metric: 'rows', threshold: 100 };
    const timeseries = { queryType: 'timeseries' };
    const [top] = (await post(hotels, { ...hour, ...topN, dataSource, aggregations: [rows] })).json();
    expect(top.result.map((each: Json) => each.organization)).toEqual([own.name]);
    const [series] = (
      await post(hotels, { ...hour, ...timeseries, dataSource, aggregations: [rows] })
    ).json();
    expect(series.result.rows).toBe(await count(hotels, { dataSource }));
  });

  it('a user sees the rows of a sensor below the own domain, even if they do not name the domain', async () => {
    const own = await domainOf('hotels.reception');
    const [sensor] = await manager.sql(
      `WITH RECURSIVE below AS (SELECT id FROM sensors WHERE id = ${own.id}
        UNION ALL SELECT child.id FROM sensors child JOIN below ON child.parent_id = below.id)
      SELECT uuid, name FROM sensors JOIN below USING (id) WHERE type <> 1 ORDER BY id LIMIT 1`,
    );
    const before = [
      await count(hotels, { dataSource: 'rb_flow' }),
      await count(hotels, { dataSource: 'rb_event' }),
    ];
    await manager.database.writeAnalytics(async session => {
      const at = `TIMESTAMP '2026-11-18 11:30' AS "timestamp"`;
      for (const uuid of [sensor.uuid, 'nobody', null]) {
        await session.run(
          `INSERT INTO rb_flow BY NAME SELECT ${at}, $1::VARCHAR AS sensor_uuid, 1 AS events, 0 AS sum_bytes,
          0 AS sum_pkts, 0 AS sum_rssi`,
          [uuid],
        );
      }
      for (const name of [sensor.name, 'nobody', null]) {
        await session.run(
          `INSERT INTO rb_event BY NAME SELECT ${at}, $1::VARCHAR AS sensor_name, 1 AS events`,
          [name],
        );
      }
    });
    expect([
      await count(hotels, { dataSource: 'rb_flow' }),
      await count(hotels, { dataSource: 'rb_event' }),
    ]).toEqual(before.map(number => number + 1));
  });

  it('a user sees the rows that name something of the own tree in any way, also those that come later', async () => {
    const rights = (await keptRights(manager.database)(
      manager.stores.users.all().find(user => user.login === 'hotels.reception')!,
    ))!;
    const named: [string, readonly string[]][] = [...rights.domains, ['sensor_uuid', rights.sensorUuids]];
    const filter = {
      type: 'or',
      fields: named.map(([dimension, values]) => ({ type: 'in', dimension, values })),
    };
    const byHour = {
      dataSource: 'rb_flow',
      granularity: 'hour',
      dimensions: ['host'],
      intervals: ['2026-11-10T00:30Z/PT90M', '2026-11-10T05:00Z/PT1H', '2026-11-18T11:00Z/PT1H'],
    };
    for (const [at, [dimension, values]] of named.entries()) {
      for (const [hour, value] of [...values.slice(0, 3), 'nobody', null].entries()) {
        await manager.database.writeAnalytics(session =>
          session.run(
            `INSERT INTO rb_flow BY NAME SELECT TIMESTAMP '2026-11-10 0${hour}:4${at}' AS "timestamp", $1::VARCHAR AS ${dimension},
              'made up' AS host, 1 AS events, 0 AS sum_bytes, 0 AS sum_pkts, 0 AS sum_rssi`,
            [value ?? null],
          ),
        );
      }
      const theirs = await groupBy(hotels, byHour);
      expect(theirs).toEqual(await groupBy(manager.key, { ...byHour, filter }));
      expect(theirs.some(({ host }) => host === 'made up')).toBe(true);
      const buckets = { ...byHour, queryType: 'timeseries', aggregations: [rows] };
      const series = await post(hotels, buckets);
      const whole = await post(manager.key, buckets);
      const times = series.json().map(({ timestamp }: Json) => timestamp);
      expect(whole.json().map(({ timestamp }: Json) => timestamp)).toEqual(expect.arrayContaining(times));
      expect(series.json().reduce((sum: number, { result }: Json) => sum + result.rows, 0)).toBe(
        theirs.reduce((sum, event) => sum + event.rows, 0),
      );
    }
  });

  it('a user whose top domain is gone may read nothing', async () => {
    const own = await domainOf('retail.manager');
    await manager.database.write(session => session.run('DELETE FROM sensors WHERE id = $1', [own.id]));
    const answer = await post(retail, {
      ...hour,
      dataSource: 'rb_flow',
      queryType: 'timeseries',
      aggregations: [rows],
    });
    expect([answer.status, answer.json()]).toEqual([401, { query: false, error: 'Unauthorized' }]);
  });
});
