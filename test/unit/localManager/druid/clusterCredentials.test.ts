import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flows, startClusterManager } from './clusterManager.js';
import { answering } from './fakeBroker.js';
import { useCluster } from './useCluster.js';

describe('a safe connection to a cluster', { timeout: 20_000 }, () => {
  const { brokerWith, managerOf, stopping } = useCluster();
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'netsensor-druid-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const kept = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  /** A certificate for 127.0.0.1 that is its own authority, valid for some days from now or until then. */
  const certificateOf = (days: number) =>
    generate([{ name: 'commonName', value: 'broker' }], {
      keySize: 2048,
      notBeforeDate: new Date(Date.now() - 30 * 86_400_000),
      notAfterDate: new Date(Date.now() + days * 86_400_000),
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
    });

  it('shows user and password, or a token, and prints neither', async () => {
    const broker = await brokerWith();
    const addresses = [broker.url];
    const basic = `Basic ${Buffer.from('ann:söcret').toString('base64')}`;
    const environment = { NETSENSOR_DRUID_USER: 'ann', NETSENSOR_DRUID_PASSWORD: 'söcret' };
    const credentials = await kept('credentials.json', '{"token":"abc.def"}');
    for (const [options, expected] of [
      [{ environment }, basic],
      [{ environment: { NETSENSOR_DRUID_TOKEN: 'abc' } }, 'Bearer abc'],
      [{ environment, credentials }, 'Bearer abc.def'],
      [{}, undefined],
    ] as const) {
      broker.headers.length = 0;
      const manager = await managerOf({ addresses, ...options });
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

  it.each([
    ['an authority', 30, true, undefined],
    [
      'no authority',
      30,
      false,
      'shows a certificate that is not trusted; name its authority with --druid-ca',
    ],
    ['a certificate of yesterday', -1, true, 'shows a certificate that has expired'],
  ])('with %s', async (_what, days, trusted, problem) => {
    const { private: key, cert } = await certificateOf(days);
    const broker = await brokerWith({ tls: { key, cert } });
    const ca = trusted ? await kept('ca.pem', cert) : undefined;
    const start = startClusterManager({ addresses: [broker.url], ca });
    if (problem !== undefined) {
      await expect(start).rejects.toThrow(
        `No broker of the Druid cluster can be asked: ${broker.url} ${problem}`,
      );
      return;
    }
    stopping.push((await start).stop);
    expect(await (await start).ask(flows)).toMatchObject({ status: 200 });
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
    await expect(startClusterManager({ addresses: [broker.url], ca })).rejects.toThrow(
      /wants a certificate; give --druid-cert and --druid-key|breaks the connection|closed the connection/,
    );
    const wrong = { cert: ca, key: await kept('other.pem', (await certificateOf(30)).private) };
    await expect(startClusterManager({ addresses: [broker.url], ca, pair: wrong })).rejects.toThrow(
      /^--druid-key: .* is not the key in PEM of the certificate/,
    );
  });
});
