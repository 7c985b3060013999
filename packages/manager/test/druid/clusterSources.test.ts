import { describe, expect, it } from 'vitest';
import { ClusterSources } from '../../src/druid/clusterSources.js';
import { flows } from './clusterManager.js';
import { answering } from './fakeBroker.js';
import { rows, useCluster } from './useCluster.js';
import { useIngest } from './useIngest.js';

const malformed = [
  'null',
  '{}',
  '[null]',
  '[{"result":{}}]',
  '[{"result":{"minTime":"2026-11-18T00:00:00.000Z"}}]',
  '[{"result":{"minTime":"early","maxTime":"late"}}]',
];
const sentence = 'The Druid cluster does not say from when to when it has rows of rb_flow';

describe('what a cluster says of the time of its rows', { timeout: 20_000 }, () => {
  const { brokerWith, managerOf } = useCluster();
  const { load, cluster } = useIngest([{ at: '2026-11-18T00:01Z', sum_bytes: 1 }]);

  it.each(malformed)('lets no query be asked with too many buckets, and is asked anew: %s', async text => {
    const broker = await brokerWith();
    const manager = await managerOf({ addresses: [broker.url] });
    let boundary = text;
    broker.answer = (response, query) =>
      answering(query.queryType === 'timeBoundary' ? boundary : rows)(response, query);
    const query = { ...flows, intervals: ['1000-01-01/3000-01-01'], granularity: 'second' };
    const { status, body } = await manager.ask(query);
    expect([status, body.errorMessage]).toEqual([502, sentence]);
    expect(broker.asked.map(({ queryType }) => queryType)).toEqual(['timeBoundary']);
    const minTime = '2026-01-01T00:00:00.000Z';
    const maxTime = '2026-11-18T00:00:00.000Z';
    boundary = JSON.stringify([{ timestamp: minTime, result: { minTime, maxTime } }]);
    expect(await manager.ask(query)).toMatchObject({ status: 400 });
    expect(await manager.ask({ ...query, granularity: 'hour' })).toMatchObject({ status: 200 });
  });

  it.each(malformed)('lets no rows be loaded that may stand beside others: %s', async text => {
    const body: unknown = JSON.parse(text);
    const instead = (what: string) => (what === 'timeBoundary' ? { status: 200, body } : undefined);
    await expect(load({ behaviour: { instead } })).rejects.toThrow(sentence);
    expect(cluster().tasks).toEqual([]);
  });
});

describe('the data sources of a cluster', () => {
  it('are asked for once at a time, by however many queries, and again after that', async () => {
    type Names = ReadonlySet<string>;
    const asking: { answer: (names: Names) => void; fail: (error: Error) => void }[] = [];
    const readDataSources = () => new Promise<Names>((answer, fail) => void asking.push({ answer, fail }));
    const askJson = () => expect.fail();
    const sources = new ClusterSources({ dataSources: new Set(), readDataSources, askJson }, new Map());
    const waiting = [sources.has('rb_flow'), sources.has('rb_flow'), sources.has('rb_event')];
    expect(asking).toHaveLength(1);
    asking[0]?.answer(new Set(['rb_event']));
    expect(await Promise.all(waiting)).toEqual([false, false, true]);
    const failing = [sources.has('rb_flow'), sources.has('rb_flow')];
    expect(asking).toHaveLength(2);
    asking[1]?.fail(new Error('gone'));
    expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const found = sources.has('rb_flow');
    asking[2]?.answer(new Set(['rb_flow']));
    expect(await found).toBe(true);
  });
});
