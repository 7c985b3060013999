import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { shownProblem } from '../../src/druid/connection/clusterProblem.js';
import { flows, startClusterManager, type ClusterManager } from './clusterManager.js';
import { answering } from './fakeBroker.js';
import { rows, useCluster } from './useCluster.js';

interface Certificate {
  readonly private: string;
  readonly cert: string;
}

/** A certificate that is its own authority, for some seconds from now on; it began an hour before that. */
const certificateOf = (name: string, seconds: number): Promise<Certificate> =>
  generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    notBeforeDate: new Date(Date.now() - 3_600_000 + Math.min(0, seconds) * 1000),
    notAfterDate: new Date(Date.now() + seconds * 1000),
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });

const kept = 'What was read before stays in use.';

describe('files that are renewed while a manager asks a cluster', { timeout: 30_000 }, () => {
  const { brokerWith, managerOf } = useCluster();
  let folder: string;
  let server: Certificate;
  let old: Certificate;
  let renewed: Certificate;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'netsensor-renewed-'));
    [server, old, renewed] = await Promise.all([
      certificateOf('server', 3_600),
      certificateOf('old', 3_600),
      certificateOf('renewed', 3_600),
    ]);
  });
  afterAll(() => rm(folder, { recursive: true }));
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval'] }));
  afterEach(() => void vi.useRealTimers());

  const path = (name: string): string => join(folder, name);
  const write = (name: string, text: string): Promise<void> => writeFile(path(name), text);
  const show = async ({ cert, private: key }: Certificate): Promise<void> => {
    await write('shown.pem', cert);
    await write('shown.key', key);
  };
  const pair = () => ({ cert: path('shown.pem'), key: path('shown.key') });
  /** What the server trusts, and whom it is. */
  const trusting = (...trusted: readonly Certificate[]) => ({
    cert: server.cert,
    key: server.private,
    ca: trusted.map(({ cert }) => cert),
    requestCert: true,
    rejectUnauthorized: true,
  });
  const shownManager = async (...trusted: readonly Certificate[]) => {
    const broker = await brokerWith({ tls: trusting(...trusted) });
    await write('ca.pem', server.cert);
    const manager = await managerOf({ addresses: [broker.url], ca: path('ca.pem'), pair: pair() });
    return { broker, manager, since: manager.said.length };
  };
  /** What it says of files at looks from now on, until that is so; a look that is cut off is told of, too. */
  const saidAtLooks = (manager: ClusterManager, since: number) =>
    expect.poll(() => {
      vi.advanceTimersToNextTimer();
      return manager.said.slice(since).filter(sentence => sentence.includes('--druid-'));
    });
  const seen = (sentence: string) => expect.arrayContaining([expect.stringContaining(sentence)]);

  it('are read again when the cluster takes the old certificate no more, and the query goes on', async () => {
    await show(old);
    const { broker, manager } = await shownManager(old);
    expect(await manager.ask(flows)).toMatchObject({ status: 200 });
    broker.trust(trusting(renewed));
    await show(renewed);
    expect(await manager.ask(flows)).toMatchObject({ status: 200 });
    expect([broker.shown[0], broker.shown.at(-1)]).toEqual(['old', 'renewed']);
    expect(manager.said.filter(sentence => sentence.includes('--druid-cert'))).toEqual([
      'The cluster is shown what --druid-cert holds now.',
    ]);
  });

  it('are read again when they change, while nobody asks', async () => {
    await show(old);
    const { broker, manager, since } = await shownManager(old, renewed);
    await show(renewed);
    await saidAtLooks(manager, since).toEqual(['The cluster is shown what --druid-cert holds now.']);
    await manager.ask(flows);
    expect(broker.shown.at(-1)).toBe('renewed');
  });

  it('let what is being answered end as it began', async () => {
    await show(old);
    const { broker, manager, since } = await shownManager(old, renewed);
    const answers: (() => void)[] = [];
    broker.answer = response => void answers.push(() => answering(rows)(response));
    const asked = broker.next('query');
    const answer = manager.ask(flows);
    await asked;
    await show(renewed);
    await saidAtLooks(manager, since).toEqual(seen('holds now'));
    for (const end of answers) end();
    expect(await answer).toMatchObject({ status: 200 });
  });

  it.each<[string, () => Promise<void>, RegExp]>([
    [
      'is half written',
      () => write('shown.pem', renewed.cert.slice(0, 400)),
      /^--druid-cert: .* is not a certificate/,
    ],
    ['is empty', () => write('shown.pem', ''), /^--druid-cert: .* is not a certificate/],
    ['is gone', () => rm(path('shown.pem')), /^--druid-cert: .* cannot be read/],
    [
      'has a second part that is half written',
      () => write('shown.pem', `${renewed.cert}\n${old.cert.slice(0, 300)}`),
      /^--druid-cert: .* is not a certificate/,
    ],
    [
      'has no key yet',
      () => write('shown.pem', renewed.cert),
      /^--druid-key: .* is not the key in PEM of the certificate/,
    ],
    [
      'has a key that is half written',
      () => write('shown.key', renewed.private.slice(0, 100)),
      /^--druid-key: /,
    ],
    [
      'has expired',
      async () => show(await certificateOf('expired', -60)),
      /^--druid-cert: .* expired at \d{4}-\S+Z; give a certificate that is valid\. /,
    ],
  ])(
    'stay in use as they were, and that is said once, while the certificate %s',
    async (_what, spoil, sentence) => {
      await show(old);
      const { broker, manager, since } = await shownManager(old, renewed);
      await spoil();
      await saidAtLooks(manager, since).toEqual([expect.stringMatching(sentence)]);
      for (let query = 0; query < 2; query += 1) {
        broker.trust(trusting(old, renewed));
        expect(await manager.ask(flows)).toMatchObject({ status: 200 });
        vi.advanceTimersToNextTimer();
      }
      await show(renewed);
      await saidAtLooks(manager, since).toEqual([
        expect.stringContaining(kept),
        'The cluster is shown what --druid-cert holds now.',
      ]);
      await manager.ask(flows);
      expect(broker.shown.at(-1)).toBe('renewed');
    },
  );

  it('may be the authority of the cluster, whose certificate was renewed', async () => {
    const broker = await brokerWith({ tls: { cert: old.cert, key: old.private } });
    await write('ca.pem', old.cert);
    const manager = await managerOf({ addresses: [broker.url], ca: path('ca.pem') });
    broker.trust({ cert: renewed.cert, key: renewed.private });
    expect(await manager.ask(flows)).toMatchObject({ status: 503 });
    await write('ca.pem', `${old.cert}\n${renewed.cert.slice(0, 300)}`);
    expect(await manager.ask(flows)).toMatchObject({ status: 503 });
    await write('ca.pem', `${old.cert}\n${renewed.cert}`);
    expect(await manager.ask(flows)).toMatchObject({ status: 200 });
    expect(manager.said.filter(sentence => sentence.includes('--druid-ca: '))).toHaveLength(1);
  });

  it('may hold a password, and are read again when it is refused', async () => {
    const broker = await brokerWith();
    let password = 'pw-first';
    broker.answer = response => {
      const expected = `Basic ${Buffer.from(`ann:${password}`).toString('base64')}`;
      const isRight = broker.headers.at(-1)?.authorization === expected;
      answering(isRight ? rows : '', isRight ? 200 : 401)(response);
    };
    const holding = (text: string) => write('druid.json', JSON.stringify({ user: 'ann', password: text }));
    await holding('pw-first');
    const manager = await managerOf({ addresses: [broker.url], credentials: path('druid.json') });
    expect(await manager.ask(flows)).toMatchObject({ status: 200 });
    password = 'pw-second';
    expect(await manager.ask(flows)).toMatchObject({ status: 502 });
    await write('druid.json', '{"user":"ann","passw');
    for (let query = 0; query < 2; query += 1)
      expect(await manager.ask(flows)).toMatchObject({ status: 502 });
    await holding('pw-second');
    const asked = broker.asked.length;
    const answers = await Promise.all([manager.ask(flows), manager.ask(flows), manager.ask(flows)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(broker.asked.length).toBeLessThanOrEqual(asked + 6);
    expect(manager.said.filter(sentence => sentence.includes('--druid-credentials'))).toEqual([
      `--druid-credentials: ${path('druid.json')} must hold {"user": …, "password": …} or {"token": …} as JSON. ${kept}`,
      'The cluster is shown what --druid-credentials holds now.',
    ]);
    expect(manager.said.join()).not.toContain('pw-');
  });

  it('are called expired at /health and in the terminal before a query fails, until they are renewed', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval'] });
    const short = await certificateOf('short', 60);
    await show(short);
    const { broker, manager, since } = await shownManager(short);
    expect(await manager.ask(flows)).toMatchObject({ status: 200 });
    expect(await manager.health()).toEqual({ up: true, brokers: [expect.objectContaining({ up: true })] });
    const asked = broker.asked.length;
    vi.setSystemTime(Date.now() + 120_000);
    broker.trustNext(trusting(renewed));
    const healthAtLooks = () =>
      expect.poll(
        () => {
          vi.advanceTimersToNextTimer();
          return manager.health();
        },
        { timeout: 20_000 },
      );
    await healthAtLooks().toMatchObject({
      up: false,
      brokers: [
        { problem: expect.stringMatching(/^was shown a certificate of the manager that expired at \d{4}-/) },
      ],
      certificate: { problem: expect.stringMatching(/^expired at \S+Z; renew that of --druid-cert$/) },
    });
    expect(broker.asked.length).toBe(asked);
    expect(await manager.get('/health')).toContain('renew that of --druid-cert');
    expect(manager.said.slice(since)).toEqual(seen('The certificate that the cluster is shown expired at'));
    expect(manager.said.filter(sentence => sentence.startsWith('The certificate'))).toHaveLength(1);
    broker.trust(trusting(renewed));
    const { status, body } = await manager.ask(flows);
    expect([status, body.errorMessage]).toEqual([
      expect.any(Number),
      expect.stringContaining('was shown a certificate of the manager that expired at'),
    ]);
    await show(renewed);
    expect(await manager.ask(flows)).toMatchObject({ status: 200 });
    await healthAtLooks().toEqual({ up: true, brokers: [expect.objectContaining({ up: true })] });
  });

  it('are called expired also where no broker looks at them, which goes on', async () => {
    await show(old);
    const broker = await brokerWith({ tls: { cert: server.cert, key: server.private } });
    await write('ca.pem', server.cert);
    const manager = await managerOf({ addresses: [broker.url], ca: path('ca.pem'), pair: pair() });
    vi.setSystemTime(Date.now() + 2 * 3_600_000);
    vi.useFakeTimers({ toFake: ['Date', 'setInterval'], now: Date.now() + 2 * 3_600_000 });
    expect(await manager.health()).toMatchObject({ up: true, certificate: { problem: expect.any(String) } });
    expect(await manager.ask(flows)).toMatchObject({ status: 200 });
  });

  it('are refused at the start where they are valid only later', async () => {
    await show(old);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 2 * 3_600_000 });
    await expect(startClusterManager({ addresses: ['https://127.0.0.1:1'], pair: pair() })).rejects.toThrow(
      /^--druid-cert: .*shown\.pem is valid only from \d{4}-\S+Z on; give one that is valid now\.$/,
    );
  });

  it('say which machines they name where a cluster does not take them and does not say why', () => {
    const refused = Object.assign(new Error(), { code: 'ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_UNKNOWN' });
    const problem = shownProblem('https://broker', refused, { cert: old.cert, key: old.private });
    expect(problem).toMatch(
      /subjectAltName has the IP address .*validateHostnames.*; it has: IP Address:127\.0\.0\.1$/,
    );
    expect(shownProblem('https://broker', refused, {})).toBeUndefined();
    expect(shownProblem('http://broker', refused, { cert: old.cert })).toBeUndefined();
  });
});
