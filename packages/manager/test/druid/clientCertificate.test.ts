import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Broker } from '../../src/druid/connection/broker.js';
import { Cluster } from '../../src/druid/connection/cluster.js';
import { connectionReason } from '../../src/druid/connection/clusterProblem.js';
import { startClusterManager } from './clusterManager.js';
import { useCluster } from './useCluster.js';

const day = 86_400_000;
/** Comes with what fetches packages on Debian, and is on most other machines, too; LibreSSL takes other options. */
const hasOpenSsl = /^OpenSSL [3-9]/.test(String(spawnSync('openssl', ['version']).stdout));

/** A certificate that is its own authority, until some days from now. */
const certificateOf = (days: number) =>
  generate([{ name: 'commonName', value: 'manager' }], {
    keyType: 'ec',
    notBeforeDate: new Date(Date.now() - 30 * day),
    notAfterDate: new Date(Date.now() + days * day),
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });

interface Certificate {
  readonly private: string;
  readonly cert: string;
}

describe('the certificate that a manager shows to a cluster', { timeout: 20_000 }, () => {
  const { stopping, brokerWith, managerOf } = useCluster();
  let folder: string;
  let server: Certificate;
  let valid: Certificate;
  let expired: Certificate;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'netsensor-shown-'));
    server = await certificateOf(30);
    valid = await certificateOf(30);
    expired = await certificateOf(-1);
  });
  afterAll(() => rm(folder, { recursive: true }));
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const kept = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const shown = async ({ cert, private: key }: Certificate) => ({
    cert: await kept('shown.pem', cert),
    key: await kept('shown.key', key),
  });

  /** A server that trusts some certificates and says what it has against others; one of Node ends the connection in silence. */
  const openSslServer = async (version: string, trusted: string): Promise<string> => {
    const files = [
      '-cert',
      await kept('server.pem', server.cert),
      '-key',
      await kept('s.key', server.private),
    ];
    const checks = ['-CAfile', await kept('trusted.pem', trusted), '-Verify', '1', '-verify_return_error'];
    const child = spawn('openssl', [
      's_server',
      '-accept',
      '127.0.0.1:0',
      '-www',
      version,
      ...files,
      ...checks,
    ]);
    stopping.push(() => {
      const exited = child.exitCode === null ? once(child, 'exit') : undefined;
      child.kill();
      return Promise.resolve(exited);
    });
    child.stderr.resume();
    let said = '';
    for await (const piece of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      const [, port] = /^ACCEPT .*:(\d+)$/m.exec((said += piece as string)) ?? [];
      if (port === undefined) continue;
      child.stdout.resume();
      return `https://127.0.0.1:${port}`;
    }
    throw new Error(said);
  };

  describe.skipIf(!hasOpenSsl).each(['-tls1_2', '-tls1_3'])('with %s', version => {
    it.each([
      [
        'has expired',
        () => expired,
        'says that the certificate of the manager has expired; renew that of --druid-cert',
      ],
      [
        'is of an unknown authority',
        () => valid,
        'does not know the authority of the certificate of the manager; give one that it trusts with --druid-cert',
      ],
      [
        'is missing',
        () => undefined,
        version === '-tls1_2'
          ? 'refuses the certificate, or the lack of one; see --druid-cert and --druid-key'
          : 'wants a certificate; give --druid-cert and --druid-key',
      ],
    ])('is told of at the start and at /health where it %s', async (_what, certificate, problem) => {
      const own = certificate();
      const url = await openSslServer(version, expired.cert);
      const ca = await kept('ca.pem', server.cert);
      const pair = own && (await shown(own));
      // It expires while the manager runs: one that has expired is refused at the start.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 2 * day });
      const manager = await managerOf({ addresses: [(await brokerWith()).url, url], ca, pair });
      expect(manager.said).toContain(`${url} ${problem}.`);
      expect(await manager.health()).toMatchObject({
        brokers: [{ up: true }, { address: url, problem }],
      });
      await expect(startClusterManager({ addresses: [url], ca, pair })).rejects.toThrow(
        `No broker of the Druid cluster can be asked: ${url} ${problem}`,
      );
    });
  });

  it.each([
    [40, 'refuses the certificate, or the lack of one; see --druid-cert and --druid-key'],
    [42, 'can use no certificate of the manager, or was shown none; give another one'],
    [43, 'takes no certificate of the kind that the manager shows; give one that is made for clients'],
    [44, 'says that the certificate of the manager was revoked; give another one with --druid-cert'],
    [45, 'says that the certificate of the manager has expired; renew that of --druid-cert'],
    [46, 'does not take the certificate of the manager; see that the one of --druid-cert is valid'],
    [48, 'does not know the authority of the certificate of the manager; give one that it trusts'],
    [116, 'wants a certificate; give --druid-cert and --druid-key'],
  ])('is told of in a sentence where a service answers with the alert %i', async (alert, problem) => {
    const alerting = createServer(socket => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(Buffer.from([21, 3, 3, 0, 2, 2, alert])));
    });
    await once(alerting.listen(0, '127.0.0.1'), 'listening');
    stopping.push(() => once(alerting.close(), 'close'));
    const url = `https://127.0.0.1:${(alerting.address() as AddressInfo).port}`;
    await expect(startClusterManager({ addresses: [url] })).rejects.toThrow(`${url} ${problem}`);
  });

  it('is told of whatever OpenSSL calls the alert, and never in words about its source', async () => {
    const failing = (code: string) => Object.assign(new Error('C0:error:0A:SSL routines:ssl3'), { code });
    const reason = connectionReason(failing('ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_EXPIRED'));
    expect(reason).toMatch(/^says that the certificate of the manager has expired/);
    const cluster = new Cluster({
      addresses: ['http://a'],
      dataSources: new Map(),
      tls: {},
      authorization: undefined,
    });
    vi.spyOn(Broker.prototype, 'send').mockRejectedValue(failing('ERR_SSL_TLSV1_ALERT_DECRYPT_ERROR'));
    await cluster.look();
    await cluster.close();
    expect(cluster.health).toEqual([
      { name: 'http://a', problem: 'cannot be used (ERR_SSL_TLSV1_ALERT_DECRYPT_ERROR)' },
    ]);
  });

  it('is refused at the start where it has expired', async () => {
    const start = startClusterManager({ addresses: ['https://127.0.0.1:1'], pair: await shown(expired) });
    await expect(start).rejects.toThrow(
      /^--druid-cert: .*shown\.pem expired at \d{4}-\S+Z; give a certificate that is valid\.$/,
    );
  });
});
