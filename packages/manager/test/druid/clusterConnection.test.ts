import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DataEngine, QueryRequest } from '../../src/dataQuery/dataEngine.js';
import { QueryMetrics } from '../../src/dataQuery/queryMetrics.js';
import { flows, startClusterManager } from './clusterManager.js';
import { answering, type FakeBroker } from './fakeBroker.js';
import { rows, useCluster } from './useCluster.js';

describe('the connection to a cluster', { timeout: 20_000 }, () => {
  const { brokerWith, managerOf } = useCluster();
  afterEach(() => void vi.useRealTimers());

  it('asks each broker in its turn, and the others when one is gone, until it is back', async () => {
    const one = await brokerWith();
    const other = await brokerWith();
    const manager = await managerOf({ addresses: [one.url, other.url] });
    for (let query = 0; query < 4; query += 1) await manager.ask(flows);
    expect([one.asked.length, other.asked.length]).toEqual([2, 2]);
    await one.stop();
    for (let query = 0; query < 4; query += 1)
      expect(await manager.ask(flows)).toMatchObject({ status: 200 });
    expect(other.asked.length).toBe(6);
    expect(await manager.health()).toEqual({
      up: true,
      brokers: [
        { broker: 1, address: one.url, up: false, problem: 'takes no connections' },
        { broker: 2, address: other.url, up: true, problem: null },
      ],
    });
    await other.stop();
    const back = await brokerWith({ port: one.port });
    expect(await manager.ask(flows)).toMatchObject({ status: 200 });
    expect(back.asked.length).toBe(1);
  });

  it('tells a router that reaches no broker from one that does, and asks it last', async () => {
    const alone = await brokerWith();
    const serving = await brokerWith();
    alone.fails = 502;
    const manager = await managerOf({ addresses: [alone.url, serving.url] });
    const problem = 'reaches nothing behind it, or lost it before it had answered (502)';
    expect(manager.said).toContain(`${alone.url} ${problem}.`);
    for (let query = 0; query < 2; query += 1) await manager.ask(flows);
    expect([alone.asked.length, serving.asked.length]).toEqual([0, 2]);
    expect(await manager.health()).toEqual({
      up: true,
      brokers: [
        { broker: 1, address: alone.url, up: false, problem },
        { broker: 2, address: serving.url, up: true, problem: null },
      ],
    });
  });

  it.each<[string, (broker: FakeBroker) => void]>([
    ['reaches nothing behind it', broker => void (broker.fails = 502)],
    [
      'answered 500 without a reason; a router does so when it reaches no broker',
      broker => void (broker.fails = 500),
    ],
    [
      'refuses the manager: user and password, or the token, are missing or wrong',
      broker => void (broker.fails = 401),
    ],
  ])('is not up while its only broker does not serve: it %s', async (problem, fail) => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const broker = await brokerWith();
    const manager = await managerOf({ addresses: [broker.url] });
    const healthAfterLook = async () => {
      vi.advanceTimersToNextTimer();
      return (await fetch(`${manager.url}/health`)).json();
    };
    fail(broker);
    await expect
      .poll(healthAfterLook)
      .toMatchObject({ up: false, brokers: [{ problem: expect.stringContaining(problem) }] });
    const { status, body } = await manager.ask(flows);
    expect([status >= 500, body.errorMessage]).toEqual([true, expect.stringContaining(problem)]);
    broker.fails = undefined;
    expect(await manager.ask(flows)).toMatchObject({ status: 200 });
    await expect.poll(healthAfterLook).toMatchObject({ up: true });
  });

  it('does not answer as if there was nothing while the historicals are gone', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const broker = await brokerWith();
    const manager = await managerOf({ addresses: [broker.url] });
    expect(await manager.ask(flows)).toMatchObject({ status: 200 });
    broker.dataSources = [];
    const afterLook = async () => {
      vi.advanceTimersToNextTimer();
      return manager.ask(flows);
    };
    const message = expect.stringMatching(/^The cluster has no data source rb_flow/);
    await expect.poll(afterLook).toMatchObject({ status: 500, body: { errorMessage: message } });
    broker.dataSources = ['rb_flow'];
    expect(await manager.ask(flows)).toMatchObject({ status: 200 });
  });

  it('tells once when a broker goes, whatever is wrong then, and when it is back', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const broker = await brokerWith();
    const { said, url } = await managerOf({ addresses: [broker.url] });
    said.length = 0;
    const healthAfterLook = async () => {
      vi.advanceTimersToNextTimer();
      return (await fetch(`${url}/health`)).text();
    };
    for (const [status, problem] of [
      [500, 'answered 500 without a reason'],
      [502, 'reaches nothing behind it'],
    ] as const) {
      broker.fails = status;
      await expect.poll(healthAfterLook).toContain(problem);
    }
    broker.fails = undefined;
    await expect.poll(healthAfterLook).toContain('"problem":null');
    expect(said).toEqual([
      expect.stringContaining(`${broker.url} answered 500 without a reason`),
      `${broker.url} answers again.`,
    ]);
  });

  it('calls back also what runs on a broker that did not answer its last look', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const broker = await brokerWith();
    const manager = await managerOf({ addresses: [broker.url] });
    broker.answer = () => undefined;
    const leaving = new AbortController();
    const asked = broker.next('query');
    const answer = manager.post(flows, { signal: leaving.signal });
    await asked;
    broker.fails = 502;
    const healthAfterLook = () => {
      vi.advanceTimersToNextTimer();
      return manager.get('/health');
    };
    await expect.poll(healthAfterLook).toContain('"up":false');
    broker.fails = undefined;
    leaving.abort();
    await expect(answer).rejects.toThrow();
    await expect.poll(() => broker.cancelled).toContain(broker.asked[0]!.context.queryId);
  });

  it('calls back, and looks at a broker, on connections by which no query is asked', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const broker = await brokerWith();
    const manager = await managerOf({ addresses: [broker.url] });
    await manager.ask(flows);
    broker.answer = () => undefined;
    const ended = broker.next('cancel');
    await manager.ask({ ...flows, context: { timeout: 50 } });
    await ended;
    const looks = () => broker.ports.filter(({ method }) => method === 'GET').length;
    const before = looks();
    vi.advanceTimersToNextTimer();
    await expect.poll(looks).toBeGreaterThan(before);
    const portsOf = (isQuery: boolean) =>
      broker.ports.filter(({ method }) => (method === 'POST') === isQuery).map(({ port }) => port);
    expect(portsOf(true).length).toBeGreaterThan(1);
    expect(portsOf(true).filter(port => portsOf(false).includes(port))).toEqual([]);
  });

  it('says once that its user may not call queries back', async () => {
    const broker = await brokerWith();
    const manager = await managerOf({ addresses: [broker.url] });
    broker.answer = () => undefined;
    broker.answerCancel = answering('', 403);
    const inVain = () => manager.said.filter(sentence => sentence.includes('may not write'));
    for (const seen of [1, 2]) {
      await manager.ask({ ...flows, context: { timeout: 50 } });
      await expect.poll(() => new Set(broker.cancelled).size).toBe(seen);
      await expect.poll(inVain).toHaveLength(1);
    }
    expect(inVain()[0]).toMatch(new RegExp(`^${broker.url} does not let the manager end queries`));
  });

  it('says when no broker can be asked, and works again when one is back', async () => {
    const broker = await brokerWith();
    const manager = await managerOf({ addresses: [broker.url] });
    await manager.ask(flows);
    await broker.stop();
    const { status, body } = await manager.ask(flows);
    const message = `No broker of the Druid cluster can be asked: ${broker.url} takes no connections`;
    expect([status, body.errorMessage]).toEqual([503, message]);
    expect((await fetch(`${manager.url}/health`)).status).toBe(503);
    await brokerWith({ port: broker.port });
    expect(await manager.ask(flows)).toMatchObject({ status: 200 });
  });

  it('says that a broker ended in the middle of a query, and asks it again when it was started again', async () => {
    const broker = await brokerWith();
    const manager = await managerOf({ addresses: [broker.url] });
    broker.answer = () => undefined;
    const asked = broker.next('query');
    const answer = manager.ask(flows);
    await asked;
    await broker.stop();
    const message = `The Druid cluster at ${broker.url} closed the connection before its answer was whole`;
    expect(await answer).toMatchObject({ status: 502, body: { errorMessage: message } });
    await brokerWith({ port: broker.port });
    expect(await manager.ask(flows)).toMatchObject({ status: 200 });
  });

  it('sends no query again that a broker may have begun', async () => {
    const one = await brokerWith();
    const other = await brokerWith();
    const manager = await managerOf({ addresses: [one.url, other.url] });
    one.answer = other.answer = response => void response.destroy();
    const { status, body } = await manager.ask(flows);
    expect([status, body.errorMessage]).toEqual([
      502,
      expect.stringMatching(
        /^The Druid cluster at http.* closed the connection before its answer was whole$/,
      ),
    ]);
    expect(one.asked.length + other.asked.length).toBe(1);
  });

  it('ends the start where no broker can be asked', async () => {
    await expect(startClusterManager({ addresses: ['http://127.0.0.1:1'] })).rejects.toThrow(
      'No broker of the Druid cluster can be asked: http://127.0.0.1:1 takes no connections',
    );
    const addresses = ['http://no-such-broker.invalid:8082'];
    await expect(startClusterManager({ addresses })).rejects.toThrow('has a name that nobody knows');
    const historical = await brokerWith({ fails: 405 });
    await expect(startClusterManager({ addresses: [historical.url] })).rejects.toThrow(
      `${historical.url} is neither a router nor a broker of Druid: it answers 405 to what they are asked`,
    );
    const refusing = await brokerWith({ fails: 401 });
    await expect(startClusterManager({ addresses: [refusing.url] })).rejects.toThrow(
      'refuses the manager: user and password, or the token, are missing or wrong',
    );
  });

  it('says at the start what it found', async () => {
    const broker = await brokerWith({
      dataSources: ['states', 'flows', 'rb_event', 'monitors'],
      version: '33.0.0',
      sumOfNothing: null,
    });
    const dataSources = new Map([['rb_flow', 'flows']] as const);
    const { said } = await managerOf({
      addresses: [broker.url, 'http://127.0.0.1:1'],
      dataSources,
      era: '0.8',
    });
    expect(said).toEqual([
      `Druid 33.0.0 at ${broker.url} answers data queries; its nulls are as in SQL.`,
      'http://127.0.0.1:1 takes no connections.',
      '--druid-era 0.8 changes how failures and empty results look; nulls stay those of the cluster.',
      'Data sources in the cluster: rb_flow (there flows), rb_event; missing: rb_monitor, rb_state.',
      'It also has monitors, states; where one of them is rb_monitor, say --data-source rb_monitor=<name>.',
    ]);
  });

  it.each([
    [undefined, { error: 'x' }],
    [0, { errorMessage: 'x', errorClass: expect.anything() }],
    [null, { errorMessage: 'x', errorClass: expect.anything() }],
  ] as const)(
    'words failures as the cluster would, whose sum of nothing is %s',
    async (sumOfNothing, wanted) => {
      const broker = await brokerWith({ sumOfNothing });
      broker.answer = answering('{"error":"x"}', 500);
      const manager = await managerOf({ addresses: [broker.url] });
      expect(await manager.ask(flows)).toMatchObject({ status: 500, body: wanted });
      const host = sumOfNothing === undefined ? undefined : new URL(broker.url).host;
      expect((await manager.ask(flows)).body.host).toBe(host);
    },
  );

  it('gives no row of nothing in an era that had none', async () => {
    const broker = await brokerWith();
    const manager = await managerOf({ addresses: [broker.url], era: '0.8' });
    const all = { ...flows, granularity: 'all' };
    const answer = (count: number, rest: string) =>
      answering(
        `[{"timestamp":"2026-11-18T00:00:00.000Z","result":{${rest.replace('N', `"netsensor_rows":${count}`)}}}]`,
      );
    broker.answer = answer(0, '"flows":0,N');
    expect((await manager.ask(all)).body).toEqual([]);
    for (const rest of ['N,"flows":7', '"flows":7,N', '"flows":7,N,"x":45.0']) {
      broker.answer = answer(3, rest);
      const text = await (await manager.post(all)).text();
      expect(text).toContain(`"result":{${rest.replace(/N,|,N/, '')}}`);
    }
    broker.answer = answering(rows);
    expect((await manager.ask(flows)).body).toEqual(JSON.parse(rows));
    expect((await manager.ask({ ...all, dataSource: 'rb_nothing' })).body).toEqual([]);
  });

  it('is counted at /metrics, with the brokers', async () => {
    const broker = await brokerWith();
    const manager = await managerOf({ addresses: [broker.url] });
    await manager.ask(flows);
    await manager.ask({ ...flows, queryType: 'scan' });
    broker.answer = answering('{"error":"x"}', 500);
    await manager.ask(flows);
    const metrics = await manager.get('/metrics');
    for (const line of [
      'netsensor_queries_total{type="timeseries",outcome="answered"} 1',
      'netsensor_queries_total{type="timeseries",outcome="failed"} 1',
      'netsensor_queries_total{type="other",outcome="refused"} 1',
      'netsensor_query_duration_seconds_count{type="timeseries"} 2',
      'netsensor_queries_in_flight 0',
      `netsensor_answer_bytes_total{type="timeseries"} ${rows.length}`,
      'netsensor_broker_up{broker="1"} 1',
    ]) {
      expect(metrics).toContain(`${line}\n`);
    }
  });

  it('is counted by the bytes of an answer that is read later, of which nothing is lost', async () => {
    const metrics = new QueryMetrics(() => []);
    const answer = Readable.from([Buffer.from('[1,'), Buffer.from('2]')]);
    const engine = { answer: () => Promise.resolve(answer) } as unknown as DataEngine;
    const asked = { body: flows } as unknown as QueryRequest;
    await metrics.count(engine, asked, new AbortController().signal);
    await setImmediate();
    expect(await text(answer)).toBe('[1,2]');
    const counted = await metrics.registry.metrics();
    expect(counted).toContain('netsensor_answer_bytes_total{type="timeseries"} 5\n');
    expect(counted).toContain('netsensor_queries_total{type="timeseries",outcome="answered"} 1\n');
  });
});
