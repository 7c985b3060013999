import { afterAll, beforeAll, describe, expect } from 'vitest';
import { present, startTestManager, type TestManager } from '../testManager.js';
import { endpoint, refusal } from './endpoint.js';

describe('data query (contract 002, Endpoints)', () => {
  let manager: TestManager;
  beforeAll(async () => {
    manager = await startTestManager({ history: 30 });
  });
  afterAll(() => manager.stop());

  const count = (interval: string) => ({
    queryType: 'timeseries',
    dataSource: 'rb_flow',
    granularity: 'all',
    intervals: [interval],
    aggregations: [{ type: 'count', name: 'rows' }],
  });

  endpoint('Data query', 'answers an array of rows that count what is stored', async () => {
    const from = new Date(present - 30 * 60_000).toISOString();
    const [row] = (await manager.query(count(`${from}/${new Date(present).toISOString()}`))).json();
    const [stored] = await manager.sql('SELECT count(*)::INTEGER AS n FROM rb_flow');
    expect(row.result.rows).toBe(stored.n);
  });
  refusal('Data query', 'answers an error for an interval that is none', async () => {
    const answer = await manager.query(count('yesterday'));
    expect(answer.json().error).toMatch(/interval/i);
  });
});
