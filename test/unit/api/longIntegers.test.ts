import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManagerClient } from '../../../src/api/managerClient.js';
import { toResultTable } from '../../../src/model/query/queryResult.js';
import { parseQueryText } from '../../../src/model/query/queryText.js';
import { managerWithRows } from '../../../packages/manager/test/smallTable.js';

const hosts = ['9007199254740992', '9007199254740993', '9007199254740994'];

describe('an integer beyond 2^53 in a query', () => {
  let manager: Awaited<ReturnType<typeof managerWithRows>>;
  let client: ManagerClient;
  beforeAll(async () => {
    manager = await managerWithRows(hosts.map(host => ({ at: '2026-03-01T10:00Z', host, sum_bytes: 1 })));
    const address = await manager.app.listen({ host: '127.0.0.1', port: 0 });
    const { key } = manager;
    client = new ManagerClient({ address, key, trust: {}, timeout: 10_000, log: () => undefined });
  });
  afterAll(async () => {
    await client.close();
    await manager.stop();
  });

  it.each([
    ['{ "type": "selector", "dimension": "host", "value": 9007199254740993 }', [hosts[1]]],
    ['{ "type": "in", "dimension": "host", "values": [9007199254740993, 9007199254740994] }', hosts.slice(1)],
    ['{ "type": "bound", "dimension": "host", "lower": 9007199254740993 }', hosts.slice(1)],
    [
      '{ "type": "not", "field": { "type": "selector", "dimension": "host", "value": 9007199254740993 } }',
      [hosts[0], hosts[2]],
    ],
  ])('reaches the manager with every digit: %s', async (filter, expected) => {
    const text = parseQueryText(`{
      "queryType": "groupBy", "dataSource": "rb_flow", "granularity": "all", "intervals": ["2026-03-01/P1D"],
      "dimensions": ["host"], "aggregations": [{ "type": "count", "name": "rows" }],
      "context": { "priority": 9007199254740993 },
      "filter": ${filter}
    }`);
    const { rows } = await client.runQuery('query' in text ? text.query : undefined);
    const found = toResultTable(rows, ['host'], 10).columns.find(({ name }) => name === 'host');
    expect(found?.values).toEqual(expected);
  });

  it('is refused like any other number where levels nest without end', async () => {
    const levels = 50_000;
    const answer = await manager.raw({
      method: 'POST',
      url: `/api/data?auth_token=${manager.key}`,
      headers: { 'content-type': 'application/json' },
      payload: `{"dataSource":"rb_flow","filter":${'{"type":"not","field":'.repeat(levels)}9007199254740993${'}'.repeat(levels + 1)}`,
    });
    expect(answer.status).toBe(400);
  });
});
