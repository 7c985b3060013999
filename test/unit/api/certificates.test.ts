import { createPublicKey } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspectCertificate } from '../../../src/api/inspectCertificate.js';
import { ManagerClient, type ManagerClientOptions } from '../../../src/api/managerClient.js';
import { makeCertificate } from '../../../packages/manager/src/variety/certificate.js';

/** A manager with a certificate of its own, behind a proxy that wants a password. */
describe('the certificate of a manager', { timeout: 20_000 }, () => {
  const key = 'the-key-0123456789ab';
  let made: Awaited<ReturnType<typeof makeCertificate>>;
  let manager: Server;
  let proxy: Server;
  let address: string;
  let proxyAddress: string;
  const keys: unknown[] = [];
  const tunnels: string[] = [];

  const listen = async (server: Server) => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };
  beforeAll(async () => {
    made = await makeCertificate(2048);
    manager = createTlsServer({ key: made.key, cert: made.certificate }, ({ url }, answer) => {
      keys.push(new URL(url ?? '', 'https://manager').searchParams.get('auth_token'));
      answer.end('[]');
    });
    address = `https://127.0.0.1:${await listen(manager)}`;
    proxy = createServer();
    proxy.on('connect', ({ url = '', headers }: IncomingMessage, socket: Socket) => {
      tunnels.push(url);
      const wanted = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
      if (headers['proxy-authorization'] !== wanted) {
        socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
        return;
      }
      // Only the proxy knows where the name leads.
      const onward = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        onward.pipe(socket).pipe(onward);
      });
      for (const end of [socket, onward]) end.on('error', () => end.destroy());
    });
    proxyAddress = `127.0.0.1:${await listen(proxy)}`;
  });
  afterAll(() => {
    for (const server of [manager, proxy]) {
      server.closeAllConnections();
      server.close();
    }
  });

  const { signal } = new AbortController();
  const read = async (options: Partial<ManagerClientOptions>) => {
    const common = { address, key, trust: {}, timeout: 5_000, log: () => undefined };
    const client = new ManagerClient({ ...common, ...options });
    try {
      return (await client.listRecords('racks')).rows;
    } finally {
      await client.close();
    }
  };

  it('is shown as it is, without a request, also from behind a proxy', async () => {
    const shown = await inspectCertificate(address, { signal });
    expect(shown).toMatchObject({
      pem: expect.stringContaining('-----BEGIN CERTIFICATE-----'),
      fingerprint256: made.fingerprint256,
      subject: expect.stringMatching(/^[^\n]*CN=webui\.manager\.cluster[^\n]*$/),
      validFrom: expect.stringMatching(/ GMT$/),
    });
    expect(Date.parse(shown.validTo)).toBeGreaterThan(Date.parse(shown.validFrom));
    const named = address.replace('127.0.0.1', 'manager.invalid');
    expect(await inspectCertificate(named, { signal, proxy: `http://me:p%40ss@${proxyAddress}` })).toEqual(
      shown,
    );
    expect(tunnels).toEqual([new URL(named).host]);
    await expect(inspectCertificate(address, { signal, proxy: `http://${proxyAddress}` })).rejects.toThrow(
      /refused the tunnel/,
    );
    await expect(inspectCertificate(`https://${proxyAddress}`, { signal })).rejects.toThrow();
    expect(keys).toEqual([]);
  });

  it('is shown with the authority that issued it', async () => {
    const publicKey = createPublicKey(made.key).export({ type: 'spki', format: 'pem' }).toString();
    const { cert } = await generate([{ name: 'commonName', value: 'manager.example.net' }], {
      algorithm: 'sha256',
      keyPair: { privateKey: made.key, publicKey },
      ca: { key: made.key, cert: made.certificate },
    });
    const issued = createTlsServer({ key: made.key, cert });
    const { subject, issuer } = await inspectCertificate(`https://127.0.0.1:${await listen(issued)}`, {
      signal,
    });
    issued.close();
    expect([subject, issuer]).toEqual([
      'CN=manager.example.net',
      expect.stringMatching(/^[^\n]*CN=webui\.manager\.cluster[^\n]*$/),
    ]);
  });

  it('is trusted when it is the pinned one, whatever it is called, and no other is', async () => {
    const pinned = { pem: made.certificate, fingerprint256: made.fingerprint256 };
    await expect(read({})).rejects.toMatchObject({ reason: 'tls', neverSent: true });
    const other = { ...pinned, fingerprint256: made.fingerprint256.replaceAll(/[0-9]/g, '0') };
    await expect(read({ trust: { pinned: other } })).rejects.toMatchObject({
      reason: 'tls',
      detail: 'ERR_TLS_CERT_CHANGED',
    });
    expect(keys).toEqual([]);
    expect(await read({ trust: { pinned } })).toEqual([]);
    expect(await read({ trust: { pinned }, proxy: `http://me:p%40ss@${proxyAddress}` })).toEqual([]);
    expect(keys).toEqual([key, key]);
  });

  it('is trusted under its names alone when an authority vouches for it', async () => {
    await expect(read({ trust: { caPem: made.certificate } })).rejects.toMatchObject({
      reason: 'tls',
      detail: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
  });
});
