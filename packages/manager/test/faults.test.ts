import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../src/app.js';
import { makeCertificate, type KeyPair } from '../src/variety/certificate.js';
import {
  chooseFaults,
  faultPlan,
  type FaultPlanInput,
  readFaultPlan,
} from '../src/variety/faults/faultPlan.js';
import { repositoryPath } from '../../../test/host/repositoryPath.js';
import { rawExchange, type RawAnswer } from './rawExchange.js';
import { startTestManager, type TestManager } from './testManager.js';

type FaultInput = FaultPlanInput['rules'][number]['fault'];

const racks = '/api/v1/inventory/racks';

describe.each(['http', 'https'])('faults over %s', protocol => {
  let tls: KeyPair | undefined;
  let manager: TestManager;
  let app: ReturnType<typeof createApp> | undefined;
  beforeAll(async () => {
    tls = protocol === 'https' ? await makeCertificate(2048) : undefined;
    manager = await startTestManager();
  });
  afterAll(async () => {
    await app?.close();
    await manager.stop();
  });

  /** An app over the same records that has one fault for requests to change or read the rack 1. */
  const start = async (fault: FaultInput, match: object = { path: `${racks}/1` }) => {
    await app?.close();
    await manager.send('PATCH', `${racks}/1`, { rack: { name: 'As ever' } });
    const faults = faultPlan.parse({ rules: [{ match, fault }] });
    app = createApp(manager.stores, { failure: error => manager.failures.push(error) }, { tls, faults });
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const { key } = manager;
    const target = `${racks}/1?auth_token=${key}`;
    const name = async () => (await manager.get(`${racks}/1`)).json().rack.name as string;
    return {
      origin,
      key,
      get: (enough?: (text: string) => boolean) => rawExchange(origin, { target }, enough),
      patch: (patience?: number) =>
        rawExchange(origin, { method: 'PATCH', target, body: { rack: { name: 'Renamed' } }, patience }),
      name,
    };
  };
  const isWhole = ({ body, headers }: RawAnswer) =>
    Buffer.byteLength(body, 'latin1') === Number(headers['content-length']);

  it('breaks the connection before the headers, with the change stored or not', async () => {
    const stored = await start({ type: 'reset', operation: 'done' });
    expect(await stored.patch()).toMatchObject({ status: 0, body: '' });
    expect(await stored.name()).toBe('Renamed');
    const lost = await start({ type: 'reset', operation: 'skipped' });
    expect(await lost.patch()).toMatchObject({ status: 0, body: '' });
    expect(await lost.name()).toBe('As ever');
    if (protocol === 'http') expect((await lost.patch()).ending).toBe('reset');
  });

  it('breaks the connection after the headers', async () => {
    const { patch, name } = await start({ type: 'reset', when: 'afterHeaders' });
    const answer = await patch();
    expect(answer.status).toBe(200);
    expect(answer.body.length).toBeGreaterThan(0);
    expect(isWhole(answer)).toBe(false);
    expect(await name()).toBe('Renamed');
  });

  it('ends in order in the middle of a body', async () => {
    const answer = await (await start({ type: 'truncatedBody' })).get();
    expect(answer).toMatchObject({ status: 200, ending: 'end' });
    expect(answer.body.length).toBeGreaterThan(0);
    expect(answer.body.length).toBeLessThan(Number(answer.headers['content-length']));
  });

  it.each([7, -7])('answers a Content-Length that is wrong by %i', async by => {
    const { get } = await start({ type: 'wrongLength', by });
    const answer = await get();
    expect(JSON.parse(answer.body)).toMatchObject({ query: true, rack: { id: 1 } });
    expect(Number(answer.headers['content-length'])).toBe(answer.body.length + by);
  });

  it('lets a body drip', async () => {
    const { get } = await start({ type: 'drip', bytesPerSecond: 400 });
    const pieces: string[] = [];
    const answer = await get(text => {
      pieces.push(text);
      return false;
    });
    expect(isWhole(answer)).toBe(true);
    expect(JSON.parse(answer.body)).toMatchObject({ rack: { id: 1 } });
    expect(pieces.length).toBeGreaterThan(2);
  });

  it('waits before it answers', async () => {
    const { get, patch, name } = await start({ type: 'latency', milliseconds: { from: 40, to: 60 } });
    const asked = performance.now();
    expect((await get()).status).toBe(200);
    expect(performance.now() - asked).toBeGreaterThanOrEqual(39);
    expect((await patch()).status).toBe(200);
    expect(await name()).toBe('Renamed');
  });

  it('stays silent until the client goes away', async () => {
    const { patch, name } = await start({ type: 'silence', operation: 'done' });
    expect(await patch(300)).toMatchObject({ status: 0, ending: 'open' });
    // A busy machine may do it after the client went away.
    await expect.poll(name, { timeout: 20_000 }).toBe('Renamed');
  });

  it('answers 429 and 503 with Retry-After as seconds or as a date', async () => {
    const busy = await start({ type: 'status', status: 503, retryAfter: 7 });
    const answer = await busy.patch();
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '7' } });
    expect(JSON.parse(answer.body)).toEqual({ query: false, error: 'Service unavailable' });
    expect(isWhole(answer)).toBe(true);
    expect(await busy.name()).toBe('As ever');
    const limited = await start({
      type: 'status',
      status: 429,
      retryAfter: 60,
      retryAfterAs: 'date',
      operation: 'done',
    });
    const later = await limited.patch();
    expect(later.status).toBe(429);
    expect(later.headers['retry-after']).toMatch(/ GMT$/);
    expect(Date.parse(later.headers['retry-after']!) - Date.now()).toBeGreaterThan(50_000);
    expect(await limited.name()).toBe('Renamed');
  });

  it.each([200, 502, 504] as const)('answers a page with status %i', async status => {
    const { patch, name } = await start({ type: 'page', status });
    const answer = await patch();
    expect(answer).toMatchObject({ status, headers: { 'content-type': expect.stringMatching('text/html') } });
    expect(answer.body).toMatch(/^<!DOCTYPE html>[^]*<\/html>\n$/);
    expect(await name()).toBe('As ever');
  });

  it('answers query false, broken JSON and nothing with status 200', async () => {
    const refused = await (await start({ type: 'queryFalse', error: 'Busy' })).get();
    expect([refused.status, JSON.parse(refused.body)]).toEqual([200, { query: false, error: 'Busy' }]);
    const broken = await (await start({ type: 'malformedJson' })).get();
    expect([broken.status, isWhole(broken)]).toEqual([200, true]);
    expect(broken.body).toMatch(/^\{"query":true/);
    expect(() => JSON.parse(broken.body) as unknown).toThrow();
    const empty = await start({ type: 'emptyBody' });
    expect(await empty.patch()).toMatchObject({ status: 200, body: '', headers: { 'content-length': '0' } });
    expect(await empty.name()).toBe('Renamed');
  });

  it('fails for an answer that is made in pieces too', async () => {
    const { origin, key } = await start({ type: 'truncatedBody' }, { path: '/api/v1/sensors/tree' });
    const answer = await rawExchange(origin, { target: `/api/v1/sensors/tree?auth_token=${key}` });
    expect(answer.status).toBe(200);
    expect(answer.body.length).toBe(Math.floor(Number(answer.headers['content-length']) / 2));
  });

  it('lets everything else through', async () => {
    const { origin, key } = await start({ type: 'reset' }, { method: 'PATCH' });
    const target = `/api/v1/sensors/tree?auth_token=${key}`;
    expect((await rawExchange(origin, { target })).status).toBe(200);
  });
});

describe('the choice of faults', () => {
  const hits = (match: object, paths: string[], seed = 1) => {
    const choose = chooseFaults(faultPlan.parse({ seed, rules: [{ match, fault: { type: 'silence' } }] }));
    return paths.map(path => (choose({ method: 'GET', originalUrl: path }) ? 'x' : '.')).join('');
  };
  const ten = Array.from({ length: 10 }, () => '/a');

  it.each([
    [{ every: 3 }, '..x..x..x.'],
    [{ nth: 2 }, '.x........'],
    [{ first: 3 }, 'xxx.......'],
    [{ first: 4, every: 2 }, '.x.x......'],
    [{ probability: 0 }, '..........'],
    [{ method: 'POST' }, '..........'],
    [{}, 'xxxxxxxxxx'],
  ])('of %j is %s', (match, expected) => {
    expect(hits(match, ten)).toBe(expected);
  });

  it('counts only what matches, with * for any characters', () => {
    expect(
      hits({ path: '/a/*/c', every: 2 }, ['/a/1/c', '/b', '/a/x/y/c', '/a/1/cc', '/a//c', '/a/1/c']),
    ).toBe('..x..x');
    expect(hits({ path: '/a.b' }, ['/axb', '/a.b'])).toBe('.x');
  });

  it('draws the same from the same seed, about as often as asked', () => {
    const many = Array.from({ length: 2000 }, () => '/a');
    const first = hits({ probability: 0.25 }, many);
    expect(hits({ probability: 0.25 }, many)).toBe(first);
    expect(hits({ probability: 0.25 }, many, 2)).not.toBe(first);
    expect(first.split('x').length / 2000).toBeCloseTo(0.25, 1);
  });

  it('takes the first rule whose turn it is', () => {
    const choose = chooseFaults(
      faultPlan.parse({
        rules: [
          { match: { every: 2 }, fault: { type: 'emptyBody' } },
          { match: {}, fault: { type: 'silence' } },
        ],
      }),
    );
    const ask = () => choose({ method: 'GET', originalUrl: '/a' })?.type;
    expect([ask(), ask(), ask(), ask()]).toEqual(['silence', 'emptyBody', 'silence', 'emptyBody']);
  });
});

describe('a file of faults', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'netsensor-faults-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const read = async (text: string) => {
    const file = join(folder, 'plan.json');
    await writeFile(file, text);
    return readFaultPlan(file);
  };

  it('may leave out what has a default', async () => {
    expect(await read('{"rules":[{"fault":{"type":"reset"}}]}')).toEqual({
      seed: 1,
      rules: [{ match: {}, fault: { type: 'reset', when: 'beforeHeaders', operation: 'done' } }],
    });
  });

  it.each([
    ['nothing', /it is not JSON\./],
    ['{}', /: rules: /],
    ['{"rules":[{"fault":{"type":"rest"}}]}', /: rules\[0\]\.fault\.type: /],
    ['{"rules":[{"match":{"every":0},"fault":{"type":"reset"}}]}', /: rules\[0\]\.match\.every: /],
    ['{"rules":[{"match":{"evry":1},"fault":{"type":"reset"}}]}', /: rules\[0\]\.match: .*evry/],
    [
      '{"rules":[{"fault":{"type":"reset"}},{"fault":{"type":"drip"}}]}',
      /: rules\[1\]\.fault\.bytesPerSecond: /,
    ],
  ])('of %s is refused with the place of the mistake', async (text, place) => {
    const refused = await read(text).catch((error: unknown) => (error as Error).message);
    expect(refused).toMatch(
      /^The fault plan \/.*plan\.json cannot be used: [^\n]* Correct it or leave out --faults\.$/,
    );
    expect(refused).toMatch(place);
  });

  it('that the page of the local manager shows can be used', async () => {
    const [, plan = ''] =
      /```json\n([^`]*"rules"[^`]*)```/.exec(
        await readFile(repositoryPath('docs', 'local-manager.md'), 'utf8'),
      ) ?? [];
    expect((await read(plan)).rules.map(rule => rule.fault.type)).toEqual(['reset', 'status']);
  });

  it('that is missing is refused', async () => {
    await expect(readFaultPlan(join(folder, 'none.json'))).rejects.toThrow(/the file cannot be read/);
  });
});
