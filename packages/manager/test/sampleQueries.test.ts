import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { present, startTestManager, type Json, type TestManager } from './testManager.js';

const hour = 3_600_000;
const at = (before: number) => new Date(present - before).toISOString();
const lastHours = [`${at(4 * hour)}/${at(0)}`];
const lastHour = [`${at(hour)}/${at(0)}`];
const inHours = `"timestamp" >= TIMESTAMP '2026-11-18 08:00' AND "timestamp" < TIMESTAMP '2026-11-18 12:00'`;
const inHour = `"timestamp" >= TIMESTAMP '2026-11-18 11:00' AND "timestamp" < TIMESTAMP '2026-11-18 12:00'`;

const flows = { type: 'longSum', name: 'flows', fieldName: 'events' };
const bytes = { type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' };
const events = { type: 'longSum', name: 'events', fieldName: 'events' };
const highest = (dimension: string) => ({
  type: 'default',
  limit: 25,
  columns: [{ dimension, direction: 'DESCENDING' }],
});
const regex = (dimension: string, pattern: string) => ({ type: 'regex', dimension, pattern });
const selector = (dimension: string, value: string) => ({ type: 'selector', dimension, value });

/** What 2048 registers estimate for a number of distinct values, worked out by hand for small numbers. */
const estimate = (distinct: number) =>
  2048 * Math.log(2048 / (2048 - Math.ceil(2048 * (1 - (1 - 1 / 2048) ** distinct))));

/** The ten published queries (field notes §2.10), each beside the same question in SQL. */
describe('the published sample queries', () => {
  let manager: TestManager;
  let clientMac: string;
  beforeAll(async () => {
    manager = await startTestManager({ history: 5 * 60 });
    const [busiest] = await manager.sql(
      `SELECT client_mac FROM rb_flow WHERE ${inHours} GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`,
    );
    clientMac = busiest.client_mac;
  });
  afterAll(() => manager.stop());

  const ask = async (query: object): Promise<Json> => {
    const answer = await manager.query(query);
    expect(answer.status, answer.text).toBe(200);
    return answer.json();
  };
  const groupBy = async (query: object) => {
    const rows = await ask({ queryType: 'groupBy', granularity: 'all', intervals: lastHours, ...query });
    for (const row of rows)
      expect(row).toMatchObject({ version: 'v1', timestamp: query && (rows[0].timestamp as string) });
    return rows.map((row: Json) => row.event);
  };
  const topN = async (query: object) =>
    (await ask({ queryType: 'topN', granularity: 'all', intervals: lastHours, ...query }))[0].result;
  const perCampus = (where: string) =>
    manager.sql(
      `SELECT campus, sum(sum_bytes)::DOUBLE AS bytes FROM rb_flow WHERE ${inHours} AND ${where}
      GROUP BY campus ORDER BY bytes DESC LIMIT 25`,
    );

  it('1: flows of each sensor', async () => {
    const query = {
      dataSource: 'rb_flow',
      dimension: 'sensor_name',
      metric: 'flows',
      threshold: 1000,
      aggregations: [flows],
    };
    const expected = await manager.sql(
      `SELECT sensor_name, sum(events)::INTEGER AS flows FROM rb_flow WHERE ${inHours} GROUP BY 1 ORDER BY 2 DESC, 1 NULLS FIRST`,
    );
    expect(expected.length).toBe(8);
    expect(await topN(query)).toEqual(expected);
  });

  it('2: bytes of each campus', async () => {
    const query = {
      dataSource: 'rb_flow',
      dimensions: ['campus'],
      aggregations: [bytes],
      orderBy: highest('bytes'),
    };
    const expected = await perCampus('true');
    expect(expected.length).toBe(8);
    expect(await groupBy(query)).toEqual(expected);
  });

  it('3: bytes of each campus to hosts that match a pattern', async () => {
    const filter = regex('host', '(?i)^.*youtube.com.*$');
    const query = {
      dataSource: 'rb_flow',
      dimensions: ['campus'],
      aggregations: [bytes],
      orderBy: highest('bytes'),
      filter,
    };
    const expected = await perCampus(`host LIKE '%youtube_com%'`);
    expect(expected.length).toBe(8);
    expect(await groupBy(query)).toEqual(expected);
  });

  it('4: either of two patterns', async () => {
    const filter = {
      type: 'or',
      fields: [regex('host', '(?i)^.*youtube.com.*$'), regex('host', '(?i)^.*facebook.com.*$')],
    };
    const query = {
      dataSource: 'rb_flow',
      dimensions: ['campus'],
      aggregations: [bytes],
      orderBy: highest('bytes'),
      filter,
    };
    expect(await groupBy(query)).toEqual(
      await perCampus(`(host LIKE '%youtube_com%' OR host LIKE '%facebook_com%')`),
    );
  });

  it('5: access points in use every five minutes, in Berlin time', async () => {
    const rows = await ask({
      queryType: 'timeseries',
      dataSource: 'rb_flow',
      granularity: { type: 'period', period: 'pt5m', timeZone: 'Europe/Berlin', origin: at(hour) },
      intervals: lastHour,
      aggregations: [{ type: 'cardinality', name: 'aps', fieldNames: ['wireless_station'] }],
    });
    const expected = await manager.sql(
      `SELECT time_bucket(INTERVAL 5 minutes, "timestamp") AS t,
        (count(DISTINCT wireless_station) + max((wireless_station IS NULL)::INTEGER))::INTEGER AS n
      FROM rb_flow WHERE ${inHour} GROUP BY 1 ORDER BY 1`,
    );
    expect(rows.length).toBe(12);
    expect(rows[0].timestamp).toBe('2026-11-18T12:00:00.000+01:00');
    expect(rows.map((row: Json) => Date.parse(row.timestamp))).toEqual(expected.map(row => row.t.getTime()));
    for (const [index, row] of rows.entries())
      expect(row.result.aps).toBeCloseTo(estimate(expected[index].n), 6);
  });

  it('6: applications of one client', async () => {
    const filter = {
      type: 'and',
      fields: [
        selector('client_mac', clientMac),
        { type: 'not', field: selector('application_id_name', '') },
      ],
    };
    const query = {
      dataSource: 'rb_flow',
      dimension: 'application_id_name',
      metric: 'bytes',
      threshold: 10,
      aggregations: [bytes],
      filter,
    };
    const expected = await manager.sql(
      `SELECT application_id_name, sum(sum_bytes)::DOUBLE AS bytes FROM rb_flow
      WHERE ${inHours} AND client_mac = '${clientMac}' AND application_id_name IS NOT NULL
      GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10`,
    );
    expect(expected.length).toBe(10);
    expect(await topN(query)).toEqual(expected);
  });

  it('7: the most frequent intrusion messages', async () => {
    const query = {
      dataSource: 'rb_event',
      dimension: 'msg',
      metric: 'events',
      threshold: 25,
      aggregations: [events],
    };
    const expected = await manager.sql(
      `SELECT msg, sum(events)::INTEGER AS events FROM rb_event WHERE ${inHours} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 25`,
    );
    expect(expected.length).toBeGreaterThan(10);
    expect(await topN(query)).toEqual(expected);
  });

  it('8: events of each source', async () => {
    const query = { dataSource: 'rb_event', dimensions: ['src'], aggregations: [events] };
    const expected = await manager.sql(
      `SELECT src, sum(events)::INTEGER AS events FROM rb_event WHERE ${inHours} GROUP BY 1 ORDER BY 1 NULLS FIRST`,
    );
    expect(expected.length).toBeGreaterThan(100);
    expect(await groupBy(query)).toEqual(expected);
  });

  it('9: a timeseries with an order, which is ignored', async () => {
    const rows = await ask({
      queryType: 'timeseries',
      dataSource: 'rb_flow',
      granularity: 'minute',
      intervals: lastHour,
      aggregations: [bytes],
      orderBy: highest('bytes'),
    });
    const expected = await manager.sql(
      `SELECT "timestamp" AS t, sum(sum_bytes)::DOUBLE AS bytes FROM rb_flow WHERE ${inHour} GROUP BY 1 ORDER BY 1`,
    );
    expect(rows).toEqual(
      expected.map(({ t, bytes: sum }) => ({ timestamp: t.toISOString(), result: { bytes: sum } })),
    );
    expect(rows.length).toBe(60);
  });

  it('10: a pattern and either of two destinations', async () => {
    const one = '162.125.19.131';
    const two = '162.125.68.18';
    const filter = {
      type: 'and',
      fields: [
        regex('msg', '(?i).*dropbox.*'),
        { type: 'or', fields: [selector('dst', one ?? ''), selector('dst', two ?? '')] },
      ],
    };
    const query = {
      dataSource: 'rb_event',
      dimensions: ['dst', 'msg'],
      aggregations: [events],
      orderBy: highest('events'),
      filter,
    };
    const expected = await manager.sql(
      `SELECT dst, msg, sum(events)::INTEGER AS events FROM rb_event
      WHERE ${inHours} AND msg LIKE '%Dropbox%' AND dst IN ('${one}', '${two}') GROUP BY ALL ORDER BY 3 DESC`,
    );
    expect(expected.length).toBe(2);
    expect(await groupBy(query)).toEqual(expected);
  });

  it('11: different messages each minute', async () => {
    const rows = await ask({
      queryType: 'timeseries',
      dataSource: 'rb_event',
      granularity: { type: 'period', period: 'pt1m' },
      intervals: lastHour,
      aggregations: [{ type: 'cardinality', name: 'messages', fieldNames: ['msg'] }],
    });
    const expected = await manager.sql(
      `SELECT "timestamp" AS t, count(DISTINCT msg)::INTEGER AS n FROM rb_event WHERE ${inHour} GROUP BY 1`,
    );
    const counts = new Map(expected.map(row => [row.t.toISOString(), row.n]));
    expect(counts.size).toBeGreaterThan(20);
    for (const row of rows) {
      expect(row.result.messages).toBeCloseTo(estimate(counts.get(row.timestamp) ?? 0), 6);
    }
  });
});
