import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { managerWithRows } from './smallTable.js';
import type { Json } from './testManager.js';

type Manager = Awaited<ReturnType<typeof managerWithRows>>;

/** What the public record shows of a real manager, value by value (field notes §2). */
describe('what is published of real managers', { timeout: 20_000 }, () => {
  let manager: Manager;
  beforeAll(async () => {
    manager = await managerWithRows([
      { at: '2024-08-27T10:01Z', public_ip: '10.0.209.21', sum_bytes: 5 },
      { at: '2024-08-27T10:03Z', public_ip: '10.0.209.21', sum_bytes: 7 },
      { at: '2024-08-27T10:03Z', public_ip: '10.0.209.22', sum_bytes: 9 },
      { at: '2024-08-27T10:59Z', public_ip: null, sum_bytes: 1 },
      ...Array.from({ length: 51 }, (_none, index) => ({
        at: `2024-08-28T10:${String(index).padStart(2, '0')}Z`,
        client_mac: `00:00:00:00:00:${index + 10}`,
      })),
    ]);
  });
  afterAll(() => manager.stop());

  const bytes = { type: 'longSum', name: 'bytes', fieldName: 'sum_bytes' };

  it('answers the timeseries that the web interface was seen to send', async () => {
    const rows = await manager.ask({
      granularity: { type: 'period', period: 'pt1m', origin: '2024-08-27T10:00:00Z' },
      intervals: ['2024-08-27T10:01:00+00:00/2024-08-27T11:01:00+00:00'],
      filter: { type: 'selector', dimension: 'public_ip', value: '10.0.209.21' },
      queryType: 'timeseries',
      context: { timeout: 90000, skipEmptyBuckets: 'true' },
      limitSpec: { type: 'default', limit: 100, columns: [] },
      aggregations: [bytes],
      postAggregations: [],
    });
    expect(rows).toEqual([
      { timestamp: '2024-08-27T10:01:00.000Z', result: { bytes: 5 } },
      { timestamp: '2024-08-27T10:03:00.000Z', result: { bytes: 7 } },
    ]);
  });

  it('answers the topN that the web interface was seen to send', async () => {
    const rows = await manager.ask({
      granularity: 'all',
      intervals: ['2024-08-27T10:02:00+00:00/2024-08-27T11:02:00+00:00'],
      filter: null,
      queryType: 'topN',
      dimension: 'public_ip',
      metric: 'bytes',
      threshold: 25,
      context: { timeout: 90000 },
      aggregations: [bytes],
      postAggregations: [],
    });
    expect(rows).toEqual([
      {
        timestamp: '2024-08-27T10:02:00.000Z',
        result: [
          { public_ip: '10.0.209.22', bytes: 9 },
          { public_ip: '10.0.209.21', bytes: 7 },
          { public_ip: null, bytes: 1 },
        ],
      },
    ]);
  });

  it.each([
    [8, '8.015665809687173'],
    [9, '9.019833517963864'],
    [50, '50.62047119544231'],
    [51, '51.64575281885815'],
  ])('estimates %d different values as %s', async (count, printed) => {
    const answer = await manager.post({
      queryType: 'timeseries',
      granularity: 'all',
      intervals: [`2024-08-28T10:00/PT${count}M`],
      aggregations: [
        { type: 'hyperUnique', name: 'clients', fieldName: 'clients' },
        { type: 'cardinality', name: 'macs', fieldNames: ['client_mac'] },
      ],
    });
    expect(answer.text).toContain(`{"clients":${printed},"macs":${printed}}`);
  });

  it.each([
    '2024-08-27/2024-08-28',
    '2024-08-27T10:00/2024-08-27T11:00',
    '2024-08-27T10:00:00.000Z/PT1H',
    'PT1H/2024-08-27T11:00Z',
    '2024-08-27T12:00+02:00/2024-08-27T06:00-05:00',
    'p1d/2024-08-28',
  ])('the interval %s holds the hour, and times are printed in UTC', async interval => {
    const ask = {
      queryType: 'timeseries',
      granularity: 'hour',
      intervals: [interval],
      aggregations: [bytes],
    };
    expect(await manager.ask(ask)).toEqual([
      { timestamp: '2024-08-27T10:00:00.000Z', result: { bytes: 22 } },
    ]);
  });

  it.each([
    ['five_minute', ['10:00', '10:55']],
    ['TEN_MINUTE', ['10:00', '10:50']],
    ['Thirty_Minute', ['10:00', '10:30']],
  ])('knows the granularity %s', async (granularity, expected) => {
    const rows = await manager.ask({
      queryType: 'groupBy',
      granularity,
      intervals: ['2024-08-27/P1D'],
      aggregations: [bytes],
    });
    expect(rows.map((row: Json) => row.timestamp.slice(11, 16))).toEqual(expected);
  });
});
