import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '../testManager.js';
import { flows, startClusterManager, type ClusterManager } from './clusterManager.js';
import { answering, startFakeBroker, type FakeBroker } from './fakeBroker.js';

const rows = '[{"timestamp":"2026-11-18T00:00:00.000Z","result":{"flows":12345678901234567890,"x":45.0}}]';

describe('a data query to a manager on a cluster', { timeout: 20_000 }, () => {
  let broker: FakeBroker;
  let manager: ClusterManager;
  beforeAll(async () => {
    broker = await startFakeBroker({ dataSources: ['flows', 'rb_event', 'rb_monitor'] });
    manager = await startClusterManager({
      addresses: [broker.url],
      dataSources: new Map([['rb_flow', 'flows']]),
    });
  });
  beforeEach(() => {
    broker.asked.length = 0;
    broker.cancelled.length = 0;
    broker.answer = answering('[]');
    broker.answerCancel = answering('', 202);
  });
  /** Resolves when the broker was told to give up what it was asked first; it is told of each query several times. */
  const calledBack = () =>
    expect.poll(() => broker.cancelled).toContain(broker.asked[0]!.context.queryId as string);
  afterAll(async () => {
    await manager.stop();
    await broker.stop();
    expect(manager.failures).toEqual([]);
  });

  it('is answered with what the cluster says, to the byte', async () => {
    broker.answer = answering(rows);
    const response = await manager.post(flows);
    expect(await response.text()).toBe(rows);
    expect(response.headers.get('content-length')).toBe(String(rows.length));
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(broker.asked).toMatchObject([
      { queryType: 'timeseries', dataSource: 'flows', context: { timeout: expect.closeTo(240_000, -3) } },
    ]);
    expect(broker.asked[0]!.context.queryId).toMatch(/^[\da-f-]{36}$/);
  });

  it.each<[object, number, RegExp]>([
    [{ queryType: 'scan' }, 400, /queryType: is not one of groupBy, topN, timeseries/],
    [{ granularity: 'never' }, 400, /granularity: is neither/],
    [{ granularity: { type: 'period', period: 'P1D', timeZone: 'Mars' } }, 400, /Mars is not a time zone/],
    [{ filter: { type: 'javascript' } }, 400, /runs no JavaScript/],
    [{ context: { bySegment: 'TRUE' } }, 400, /context\.bySegment: Druid knows this part/],
    [{ context: { bySegment: { toString: 1 }, skipEmptyBuckets: { valueOf: 1 } }, filter: 1 }, 400, /filter/],
    [{ filter: { type: 'regex', dimension: 'host', pattern: '(' } }, 400, /cannot run the pattern \(/],
    [{ queryType: 'topN', dimension: 'host', metric: 'm', threshold: 1 }, 500, /for metric\[m\]/],
    [{ queryType: 'groupBy', orderBy: { type: 'default', columns: ['m'] } }, 500, /Unknown column in order/],
    [{ queryType: 'groupBy', having: { type: 'best' } }, 400, /having: type is not/],
    [
      { postAggregations: [{ type: 'fieldAccess', name: 'p', fieldName: 'm' }] },
      500,
      /Missing fields \[\[m\]\]/,
    ],
    [{ aggregations: [...flows.aggregations, ...flows.aggregations] }, 500, /\[flows\] already defined/],
    [{ granularity: 'none' }, 400, /more than 1000000 buckets/],
  ])('is refused before the cluster is asked: %j', async (wrong, status, message) => {
    const intervals = 'granularity' in wrong ? ['2026-11-18/2026-11-19'] : flows.intervals;
    broker.answer = answering(boundary('2026-11-18T00:00Z', '2026-11-18T23:59Z'));
    const { body, ...answer } = await manager.ask({ ...flows, intervals, ...wrong });
    expect(answer.status).toBe(status);
    expect(body.errorMessage ?? body.error).toMatch(message);
    // Where there are rows, only the cluster knows.
    const boundaries = 'granularity' in wrong && wrong.granularity === 'none' ? ['timeBoundary'] : [];
    expect(broker.asked.map(({ queryType }) => queryType as string)).toEqual(boundaries);
  });

  const boundary = (minTime: string, maxTime: string) =>
    JSON.stringify([{ timestamp: minTime, result: { minTime, maxTime } }]);

  it('counts buckets only where the cluster has rows', async () => {
    broker.answer = (response, query) =>
      answering(
        query.queryType === 'timeBoundary' ? boundary('2026-11-18T00:00Z', '2026-11-18T01:00Z') : rows,
      )(response, query);
    const events = { ...flows, dataSource: 'rb_event' };
    const always = { ...events, intervals: ['1000-01-01/3000-01-01'], granularity: 'second' };
    expect(await manager.ask(always)).toMatchObject({ status: 200 });
    expect(await manager.ask(always)).toMatchObject({ status: 200 });
    expect(broker.asked.map(({ queryType }) => queryType)).toEqual([
      'timeBoundary',
      'timeseries',
      'timeseries',
    ]);
  });

  it('is read anew about another time, and refused for a wrong one, though it was asked before', async () => {
    const asks = (intervals: unknown, as?: string) => manager.ask({ ...flows, intervals }, as);
    await asks(['2026-11-18/2026-11-19']);
    await asks(['2026-11-19/P1D'], keyOf('hotels.reception'));
    const wrong = await asks(['yesterday']);
    expect(await asks('2026-11-20/P1D,2026-11-21/P1D')).toMatchObject({ status: 200 });
    expect(wrong).toMatchObject({ status: 400, body: { error: expect.stringMatching(/^intervals/) } });
    expect(broker.asked.map(({ intervals }) => intervals)).toEqual([
      ['2026-11-18T00:00:00.000Z/2026-11-19T00:00:00.000Z'],
      ['2026-11-19T00:00:00.000Z/2026-11-20T00:00:00.000Z'],
      ['2026-11-20T00:00:00.000Z/2026-11-22T00:00:00.000Z'],
    ]);
    expect(broker.asked.map(({ filter }) => filter === undefined)).toEqual([true, false, true]);
    expect(await manager.ask({ ...flows, threshold: 0, queryType: 'scan' })).toMatchObject({ status: 400 });
  });

  it('never reaches a data source by a name of the client', async () => {
    broker.answer = answering('[]');
    expect(await manager.ask({ ...flows, dataSource: 'flows' })).toEqual({ status: 200, body: [] });
    expect(broker.asked.map(({ dataSource }) => dataSource)).toEqual(['netsensor_no_such_source']);
  });

  it('about a data source that the cluster has not fails with its name', async () => {
    const { body } = await manager.ask({ ...flows, dataSource: 'rb_state' });
    expect(body.errorMessage).toMatch(
      /^The cluster has no data source rb_state: .*--data-source.*historicals/,
    );
    expect(broker.asked).toEqual([]);
  });

  it('brings along what the caller may read, whatever it asks', async () => {
    const as = keyOf('hotels.reception');
    const other = { type: 'or', fields: [{ type: 'selector', dimension: 'host', value: null }] };
    await manager.ask({ ...flows, filter: other, namespace_uuids: ['n1'] }, as);
    await manager.ask(flows);
    const [limited, whole] = broker.asked as [Json, Json];
    const [tree] = await manager.database.read(session =>
      session.rows<{ uuid: string }>('SELECT uuid FROM sensors WHERE id = 4'),
    );
    const [rights, namespaces, filter, ...more] = limited.filter.fields;
    expect([limited.filter.type, rights.type, more]).toEqual(['and', 'or', []]);
    expect(rights.fields).toContainEqual({
      type: 'in',
      dimension: 'organization_uuid',
      values: [tree?.uuid],
    });
    expect(namespaces).toEqual({ type: 'in', dimension: 'namespace_uuid', values: ['n1'] });
    expect(filter).toEqual(other);
    expect(limited).not.toHaveProperty('namespace_uuids');
    expect(whole).not.toHaveProperty('filter');
    const nobody = await manager.post(flows, { as: keyOf('former') });
    expect(nobody.status).toBe(401);
  });

  const keyOf = (login: string): string =>
    manager.stores.users.all().find(user => user.login === login)?.authentication_token ?? '';

  it.each<[number, string, number, RegExp]>([
    [500, '{"error":"Unknown exception","errorMessage":"No such thing","host":"h"}', 500, /^No such thing$/],
    [500, '{"error":"null exception"}', 500, /^null exception$/],
    [504, '{"error":"Query timeout","errorMessage":"took too long"}', 504, /^Query timeout$/],
    [429, '{"error":"Query capacity exceeded","errorMessage":"Too many"}', 503, /^Too many$/],
    [
      401,
      '<html>secret</html>',
      502,
      /refuses the manager: user and password, or the token, are missing or wrong$/,
    ],
    [403, '', 502, /refuses the manager: its user may not do that$/],
    [404, '<html>', 502, /^http:\S+ is neither a router nor a broker of Druid: it answers 404/],
    [405, '', 502, /is neither a router nor a broker of Druid: it answers 405/],
    [302, '', 502, /^http:\S+ sends the manager elsewhere \(302\); give the address/],
    [502, '', 502, /^http:\S+ reaches nothing behind it, or lost it before it had answered \(502\)$/],
    [204, '', 502, /answered 204 without a reason$/],
  ])('says what the cluster says: %s %s', async (status, text, expected, message) => {
    broker.answer = answering(text, status);
    const { body, ...answer } = await manager.ask(flows);
    expect(answer.status).toBe(expected);
    expect(body).toMatchObject({
      errorMessage: expect.stringMatching(message),
      errorClass: expect.anything(),
    });
  });

  const row = '{"timestamp":"2026-11-18T00:00:00.000Z","result":{"flows":1}},';
  /** An answer of two pieces and an end. */
  const ofPieces = (rows: number, end: (response: ServerResponse) => void) => (response: ServerResponse) => {
    response.writeHead(200, { trailer: 'X-Error-Message' });
    response.write(`[${row.repeat(rows)}`, () => response.write(row.repeat(rows), () => end(response)));
  };

  it('tells its client why where an answer of one piece is not whole', async () => {
    broker.answer = response => {
      response.writeHead(200, { trailer: 'X-Error-Message' });
      response.addTrailers({ 'X-Error-Message': 'historical is gone' });
      response.end(rows);
    };
    const { status, body } = await manager.ask(flows);
    expect([status, body.errorMessage]).toEqual([
      502,
      expect.stringMatching(/failed in the middle of its answer \(historical is gone\)$/),
    ]);
    await calledBack();
  });

  const failures: [string, (response: ServerResponse) => void, RegExp][] = [
    ['breaks', response => void response.destroy(), /closed the connection before its answer was whole$/],
    [
      'ends too early',
      response => void response.end(),
      /in the middle of its answer \(the answer is cut off\)$/,
    ],
    [
      'says at its end that it failed',
      response => {
        response.addTrailers({ 'X-Error-Message': 'historical is gone' });
        response.end(']');
      },
      /in the middle of its answer \(historical is gone\)$/,
    ],
  ];

  it.each(failures)(
    'tells its client why where a small answer of several pieces %s',
    async (_how, end, why) => {
      broker.answer = ofPieces(1, end);
      const { status, body } = await manager.ask(flows);
      expect([status, body.errorMessage]).toEqual([502, expect.stringMatching(why)]);
      await calledBack();
    },
  );

  it('is cut off where the cluster confirms its answers, and this one not', async () => {
    const trailer = 'X-Druid-Response-Complete';
    const ending = (end: (response: ServerResponse) => void) => (response: ServerResponse) => {
      response.writeHead(200, { trailer });
      response.write(rows, () => end(response));
    };
    const unconfirmed = ending(response => void response.end());
    broker.answer = unconfirmed;
    // A proxy on the way may have lost it.
    expect(await manager.ask(flows)).toMatchObject({ status: 200 });
    broker.answer = ending(response => {
      response.addTrailers({ [trailer]: 'true' });
      response.end();
    });
    expect(await manager.ask(flows)).toMatchObject({ status: 200 });
    broker.answer = unconfirmed;
    const { status, body } = await manager.ask(flows);
    expect([status, body.errorMessage]).toEqual([502, expect.stringMatching(/the answer is cut off/)]);
  });

  it.each([
    ['a small answer', rows],
    // All that came before the line break is passed on when that comes.
    ['a large answer', `[${' '.repeat(140_000)}]`],
  ])('is whole though the last piece of %s is a line break', async (_size, text) => {
    broker.answer = response => response.write(text, () => response.end('\n'));
    expect(await (await manager.post(flows)).text()).toBe(`${text}\n`);
  });

  it.each(failures)('is cut off where a large answer %s', async (_how, end) => {
    broker.answer = ofPieces(3_000, end);
    const response = await manager.post(flows);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    await calledBack();
  });

  it('is called back when its client goes away', async () => {
    broker.answer = () => undefined;
    const leaving = new AbortController();
    const asked = broker.next('query');
    const answer = manager.post(flows, { signal: leaving.signal });
    await asked;
    leaving.abort();
    await expect(answer).rejects.toThrow();
    await calledBack();
    const { queryId } = broker.asked[0]!.context;
    // The broker may not have begun it when it is told first, and says nothing of that.
    await expect.poll(() => broker.cancelled.filter(id => id === queryId).length).toBeGreaterThan(1);
  });

  it('keeps its place until the cluster was told that nobody waits for it', async () => {
    broker.answer = () => undefined;
    const held: ServerResponse[] = [];
    broker.answerCancel = response => void held.push(response);
    const leaving = Array.from({ length: 16 }, () => new AbortController());
    const left = leaving.map(({ signal }) => manager.post(flows, { signal }));
    await expect.poll(() => broker.asked.length).toBe(16);
    for (const each of leaving) each.abort();
    await Promise.allSettled(left);
    await expect.poll(() => held.length).toBeGreaterThan(15);
    const late = await manager.ask({ ...flows, context: { timeout: 50 } });
    expect(late).toMatchObject({
      status: 504,
      body: { errorMessage: 'Query timeout: it waited for its turn, the cluster is asked 16 at a time' },
    });
    expect(broker.asked).toHaveLength(16);
    for (const response of held) answering('', 202)(response);
    broker.answer = answering(rows);
    expect(await manager.ask(flows)).toMatchObject({ status: 200 });
  });

  it('has the time that the cluster allows, which says so once, also to several at a time', async () => {
    const refusal = 'Configured timeout = 240000 is more than enforced limit of 60000.';
    const refuse = answering(JSON.stringify({ error: 'druidException', errorMessage: refusal }), 400);
    const refused: ServerResponse[] = [];
    broker.answer = (response, query) => {
      if (query?.context.timeout <= 60_000) return answering(rows)(response);
      refused.push(response);
      if (refused.length === 3) for (const each of refused) refuse(each);
    };
    const answers = await Promise.all([manager.ask(flows), manager.ask(flows), manager.ask(flows)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    broker.asked.length = 0;
    expect(await manager.ask(flows)).toMatchObject({ status: 200 });
    expect(broker.asked).toMatchObject([{ context: { timeout: 60_000 } }]);
  });

  it('is called back when its time is over', async () => {
    broker.answer = () => undefined;
    const { body, ...answer } = await manager.ask({ ...flows, context: { timeout: 50, priority: 9 } });
    expect([answer.status, body.error]).toEqual([504, 'Query timeout']);
    await calledBack();
    const { timeout, ...context } = broker.asked[0]!.context;
    expect([context, timeout <= 50]).toEqual([{ queryId: expect.any(String) }, true]);
  });

  it('waits with the cluster while its client does not read', async () => {
    const total = 60 * 1024 * 1024;
    const text = `${' '.repeat(1024 * 1024 - 1)}\n`;
    let written = 0;
    const write = (response: ServerResponse): void => {
      while (written < total) {
        written += text.length;
        if (!response.write(text)) return void response.once('drain', () => write(response));
      }
      response.end(']');
    };
    broker.answer = response => {
      response.write('[');
      write(response);
    };
    const response = await manager.post(flows);
    const reader = response.body!.getReader();
    await reader.read();
    broker.answer = answering(rows);
    for (let other = 0; other < 30; other += 1) await manager.ask(flows);
    expect(written).toBeLessThan(total / 2);
    let length = 0;
    for (let next = await reader.read(); !next.done; next = await reader.read()) length += next.value.length;
    expect([written, length > total / 2]).toEqual([total, true]);
  });
});
