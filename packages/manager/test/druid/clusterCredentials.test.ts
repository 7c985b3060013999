import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Broker } from '../../src/druid/connection/broker.js';
import { flows, startClusterManager } from './clusterManager.js';
import { answering } from './fakeBroker.js';
import { useCluster } from './useCluster.js';

describe('a safe connection to a cluster', { timeout: 20_000 }, () => {
  const { stopping, brokerWith, managerOf } = useCluster();
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'netsensor-druid-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const kept = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  /** A certificate for an address that is its own authority, valid for some days from now or until then. */
  const certificateOf = (days: number, ip = '127.0.0.1') =>
    generate([{ name: 'commonName', value: 'broker' }], {
      keyType: 'ec',
      notBeforeDate: new Date(Date.now() - 30 * 86_400_000),
      notAfterDate: new Date(Date.now() + days * 86_400_000),
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip }] }],
    });

  it('shows user and password, or a token, and prints neither', async () => {
    const basic = `Basic ${Buffer.from('ann:söcret').toString('base64')}`;
    const environment = { NETSENSOR_DRUID_USER: 'ann', NETSENSOR_DRUID_PASSWORD: 'söcret' };
    const credentials = await kept('credentials.json', '{"token":"abc.def"}');
    for (const [options, expected] of [
      [{ environment }, basic],
      [{ environment: { NETSENSOR_DRUID_TOKEN: 'abc' } }, 'Bearer abc'],
      [{ environment, credentials }, 'Bearer abc.def'],
      [{}, undefined],
    ] as const) {
      const broker = await brokerWith();
      const manager = await managerOf({ addresses: [broker.url], ...options });
      broker.answer = answering('', 401);
      const { body } = await manager.ask(flows);
      expect(new Set(broker.headers.map(({ authorization }) => authorization))).toEqual(new Set([expected]));
      const told = [
        ...manager.said,
        JSON.stringify(body),
        await manager.get('/health'),
        await manager.get('/metrics'),
      ];
      expect(told.join('\n')).not.toMatch(/söcret|abc|ann|Basic|Bearer/);
    }
  });

  it.each([
    ['{"user":"ann"}', undefined, /must hold \{"user": …, "password": …\} or \{"token": …\} as JSON\.$/],
    ['söcret', undefined, /must hold/],
    [undefined, { NETSENSOR_DRUID_USER: 'ann' }, /^Set NETSENSOR_DRUID_USER and NETSENSOR_DRUID_PASSWORD/],
  ])('takes no half of it: %j %j', async (text, environment, message) => {
    const credentials = text === undefined ? undefined : await kept('half.json', text);
    const start = startClusterManager({
      addresses: ['http://127.0.0.1:1'],
      credentials,
      ...(environment && { environment }),
    });
    await expect(start).rejects.toThrow(message);
    await expect(start).rejects.not.toThrow('söcret');
  });

  const noBroker = (url: string, problem: string) =>
    `No broker of the Druid cluster can be asked: ${url} ${problem}`;

  it.each([
    [
      'no authority',
      { days: 30, ip: '127.0.0.1', trusted: false },
      'shows a certificate that is not trusted; name its authority with --druid-ca',
    ],
    [
      'a certificate of yesterday',
      { days: -1, ip: '127.0.0.1', trusted: true },
      'shows a certificate that has expired',
    ],
    [
      'a certificate of another machine',
      { days: 30, ip: '127.0.0.2', trusted: true },
      'shows a certificate of another name',
    ],
  ])('ends the start with %s', async (_what, { days, ip, trusted }, problem) => {
    const { private: key, cert } = await certificateOf(days, ip);
    const broker = await brokerWith({ tls: { key, cert } });
    const ca = trusted ? await kept('ca.pem', cert) : undefined;
    const start = startClusterManager({ addresses: [broker.url], ca });
    await expect(start).rejects.toThrow(noBroker(broker.url, problem));
  });

  it('says that a certificate has expired while the manager runs, and goes on when it is renewed', async () => {
    const old = await certificateOf(-1);
    const renewed = await certificateOf(30);
    const tlsOf = ({ private: key, cert }: typeof old) => ({ key, cert });
    const ca = await kept('authorities.pem', `${renewed.cert}\n${old.cert}`);
    const first = await brokerWith({ tls: tlsOf(renewed) });
    const manager = await managerOf({ addresses: [first.url], ca });
    expect(await manager.ask(flows)).toMatchObject({ status: 200 });
    const { port, url } = first;
    await first.stop();
    const expired = await brokerWith({ port, tls: tlsOf(old) });
    const { status, body } = await manager.ask(flows);
    expect([status, body.errorMessage]).toEqual([503, noBroker(url, 'shows a certificate that has expired')]);
    expect(await manager.get('/health')).toContain('shows a certificate that has expired');
    await expired.stop();
    await brokerWith({ port, tls: tlsOf(renewed) });
    expect(await manager.ask(flows)).toMatchObject({ status: 200 });
  });

  /** Takes connections and says nothing, so that none is ever safe. */
  const silentServer = async (port: number) => {
    const sockets: Socket[] = [];
    const server = createServer(socket => sockets.push(socket.on('error', () => undefined)));
    await once(server.listen(port, '127.0.0.1'), 'listening');
    stopping.push(async () => {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    });
    return server;
  };

  it('keeps no query beyond its time while it does not come about', async () => {
    const { private: key, cert } = await certificateOf(30);
    const broker = await brokerWith({ tls: { key, cert } });
    const manager = await managerOf({ addresses: [broker.url], ca: await kept('ca.pem', cert) });
    await broker.stop();
    await silentServer(broker.port);
    const started = performance.now();
    // As many as are asked at a time, and one that gets the place of another.
    const short = Array.from({ length: 16 }, () => manager.ask({ ...flows, context: { timeout: 100 } }));
    const long = manager.ask({ ...flows, context: { timeout: 3_500 } });
    for (const { status, body } of await Promise.all([...short, long]))
      expect([status, body.error]).toEqual([504, 'Query timeout']);
    expect((await long).body.errorMessage).not.toContain('waited for its turn');
    expect(performance.now() - started).toBeLessThan(4_500);
  });

  it('is not waited for by one who has left, nor made for one who left before', async () => {
    const server = await silentServer(0);
    const { port } = server.address() as AddressInfo;
    const broker = new Broker(`https://127.0.0.1:${port}`, { tls: {}, authorization: undefined });
    const leaving = new AbortController();
    const call = { method: 'GET', path: '/status', signal: leaving.signal } as const;
    const answer = broker.send(call);
    await once(server, 'connection');
    leaving.abort(new Error('left'));
    await expect(answer).rejects.toThrow('left');
    await expect(broker.send(call)).rejects.toThrow('left');
    await broker.close();
  });

  it('shows a certificate of its own', async () => {
    const { private: key, cert } = await certificateOf(30);
    const broker = await brokerWith({
      tls: { key, cert, ca: cert, requestCert: true, rejectUnauthorized: true },
    });
    const ca = await kept('ca.pem', cert);
    const pair = { cert: ca, key: await kept('key.pem', key) };
    const manager = await managerOf({ addresses: [broker.url], ca, pair });
    expect(await manager.ask(flows)).toMatchObject({ status: 200 });
    const missing = 'wants a certificate; give --druid-cert and --druid-key';
    await expect(startClusterManager({ addresses: [broker.url], ca })).rejects.toThrow(
      noBroker(broker.url, missing),
    );
    const other = await managerOf({ addresses: [(await brokerWith()).url, broker.url], ca });
    expect(other.said).toContain(`${broker.url} ${missing}.`);
    const stranger = await certificateOf(30);
    const strange = {
      cert: await kept('strange.pem', stranger.cert),
      key: await kept('s.key', stranger.private),
    };
    const silence =
      'ends every connection without an answer; if it wants a certificate, give one that it takes with --druid-cert and --druid-key';
    await expect(startClusterManager({ addresses: [broker.url], ca, pair: strange })).rejects.toThrow(
      noBroker(broker.url, silence),
    );
    const wrong = { cert: ca, key: strange.key };
    await expect(startClusterManager({ addresses: [broker.url], ca, pair: wrong })).rejects.toThrow(
      /^--druid-key: .* is not the key in PEM of the certificate/,
    );
  });
});
