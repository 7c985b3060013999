import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import * as tls from 'node:tls';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generate } from 'selfsigned';
import { isOutcomeUnknown, type ApiError } from '../../../src/api/apiError.js';
import type { Pinned } from '../../../src/api/dispatcher.js';
import { answersPlainly } from '../../../src/api/inspectCertificate.js';
import { ManagerClient } from '../../../src/api/managerClient.js';
import { networkFailure } from '../../../src/api/networkFailure.js';
import { describeError } from '../../../src/words/describeError.js';

interface Made {
  readonly key: string;
  readonly cert: string;
  readonly pinned: Pinned;
}

const day = 86_400_000;

/** A self-signed certificate of another name, valid between two days from now. */
async function certificateOf(from: number, to: number): Promise<Made> {
  const made = await generate([{ name: 'commonName', value: 'webui.manager.cluster' }], {
    keySize: 2048,
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() + from * day),
    notAfterDate: new Date(Date.now() + to * day),
  });
  const { X509Certificate } = await import('node:crypto');
  const { fingerprint256 } = new X509Certificate(made.cert);
  return { key: made.private, cert: made.cert, pinned: { pem: made.cert, fingerprint256 } };
}

const servers: Server[] = [];
let valid: Made | undefined;
let expired: Made | undefined;
let early: Made | undefined;

beforeAll(async () => {
  [valid, expired, early] = await Promise.all([
    certificateOf(-1, 30),
    certificateOf(-30, -1),
    certificateOf(1, 30),
  ]);
});
afterAll(() => {
  for (const server of servers) server.close();
});

async function portOf(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

interface Asked {
  readonly pinned?: Pinned | undefined;
  readonly proxy?: string | undefined;
}

async function failureAt(port: number, { pinned, proxy }: Asked = {}): Promise<ApiError | undefined> {
  const address = `https://127.0.0.1:${port}`;
  const options = { address, key: 'k3y', timeout: 5_000, log: () => undefined };
  const client = new ManagerClient({ ...options, trust: { pinned }, proxy });
  try {
    await client.updateRecord('racks', 1, { changes: { name: 'N' } });
    return undefined;
  } catch (error) {
    return error as ApiError;
  } finally {
    await client.close();
  }
}

async function tunnels(): Promise<string> {
  const proxy = createHttpServer();
  proxy.on('connect', ({ url = '' }: { url?: string }, socket: Socket) => {
    const onward = new (socket.constructor as typeof Socket)();
    onward.connect(Number(url.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    for (const end of [socket, onward]) end.on('error', () => end.destroy());
  });
  return `http://127.0.0.1:${await portOf(proxy)}`;
}

describe('a pinned certificate', { timeout: 20_000 }, () => {
  const serve = async ({ key, cert }: Made) => {
    const seen: string[] = [];
    const server = createHttpsServer({ key, cert }, (request, answer) => {
      seen.push(`${request.url}`);
      answer.end();
    });
    return { port: await portOf(server), seen };
  };

  it.each([
    ['within its dates', () => valid!],
    ['that has expired', () => expired!],
    ['that is not valid yet', () => early!],
  ])('is trusted %s, through a proxy too', async (_dates, made) => {
    const { port, seen } = await serve(made());
    const { pinned } = made();
    expect(await failureAt(port, { pinned })).toBeUndefined();
    expect(await failureAt(port, { pinned, proxy: await tunnels() })).toBeUndefined();
    expect(seen).toHaveLength(2);
    expect(await failureAt(port)).toMatchObject({ reason: 'tls', otherCertificate: undefined });
    expect(seen).toHaveLength(2);
  });

  it.each([
    ['a valid one', () => valid!, () => expired!],
    ['an expired one', () => expired!, () => valid!],
  ])(
    'is sent nothing where %s stands in its place, which is said with both',
    async (_what, shown, trusted) => {
      const { port, seen } = await serve(shown());
      for (const proxy of [undefined, await tunnels()]) {
        const pinned = { ...trusted().pinned, trustedSince: '2026-11-03T08:00:00.000Z' };
        const failure = await failureAt(port, { pinned, proxy });
        expect(failure).toMatchObject({ reason: 'tls', detail: 'ERR_TLS_CERT_CHANGED', neverSent: true });
        const words = describeError(failure);
        expect(words).toContain(`Trusted since 2026-11-03: ${pinned.fingerprint256}.`);
        expect(words).toMatch(/Shown now, valid from 20\d\d-\d\d-\d\d: /);
        expect(words).toContain(shown().pinned.fingerprint256);
        expect(words).not.toContain('CA file');
      }
      expect(seen).toEqual([]);
      expect(describeError(await failureAt(port, { pinned: trusted().pinned }))).toContain(
        `Trusted: ${trusted().pinned.fingerprint256}.`,
      );
    },
  );
});

describe('an alert of TLS', { timeout: 20_000 }, () => {
  const refusing = (options: tls.TlsOptions) => {
    const { key, cert } = valid!;
    const server = tls.createServer({ key, cert, ...options });
    server
      .on('tlsClientError', () => undefined)
      .on('secureConnection', socket => socket.on('error', () => undefined));
    return portOf(server);
  };

  it.each<[string, tls.TlsOptions, RegExp]>([
    ['protocol_version', { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'ALL@SECLEVEL=0' }, /TLS 1\.2/],
    ['handshake_failure', { maxVersion: 'TLSv1.2', ciphers: 'PSK-AES128-CBC-SHA' }, /TLS 1\.2/],
    ['no_application_protocol', { ALPNProtocols: ['h2'] }, /HTTP\/1\.1/],
  ])('never leads to http: %s', async (alert, options, words) => {
    const failure = await failureAt(await refusing(options), { pinned: valid!.pinned });
    expect(failure).toMatchObject({ stage: 'refusedTls', alert, neverSent: true });
    const said = String(describeError(failure));
    expect(said).not.toMatch(/http:|does not speak https/);
    expect(said).toMatch(words);
  });

  /** What a server says as the only thing: an alert record of a version with a description. */
  it.each([
    [0x0300, 40],
    [0x0301, 70],
    [0x0303, 40],
    [0x0303, 42],
    [0x0303, 48],
    [0x0303, 71],
    [0x0303, 112],
    [0x0303, 116],
    [0x0303, 120],
  ])('is what it is as the only answer: version %i, description %i', async (version, description) => {
    const record = Buffer.from([0x15, version >> 8, version & 0xff, 0, 2, 2, description]);
    const port = await portOf(
      createServer(socket => socket.on('error', () => undefined).once('data', () => socket.end(record))),
    );
    const failure = await failureAt(port);
    expect(failure).toMatchObject({ reason: 'unreachable', stage: 'refusedTls', neverSent: true });
    expect(String(describeError(failure))).not.toMatch(/http:|does not speak https/);
    expect(await answersPlainly(`https://127.0.0.1:${port}`, new AbortController().signal)).toBe(false);
  });

  const failing = (code: string, message = code) =>
    networkFailure(Object.assign(new Error(message), { code }), {
      method: 'PATCH',
      path: '/',
      key: 'k',
      viaProxy: false,
      isRead: true,
    });

  it.each([
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'handshake_failure'],
    ['ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', 'handshake_failure'],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'protocol_version'],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'certificate_required'],
    ['ERR_SSL_TLSV1_UNRECOGNIZED_NAME', 'unrecognized_name'],
    ['ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL', 'no_application_protocol'],
  ])('is known by its code %s', (code, alert) => {
    expect(failing(code)).toMatchObject({ stage: 'refusedTls', alert, neverSent: true });
  });

  it.each([
    'write EPROTO 0000:error:0A000410:SSL routines:ssl3_read_bytes:sslv3 alert handshake failure:ssl/record.c:1590:SSL alert number 40',
    'write EPROTO 0000:error:10000410:SSL routines:OPENSSL_internal:SSLV3_ALERT_HANDSHAKE_FAILURE:ssl/tls_record.cc:592:',
  ])('is known where the code is EPROTO alone: %s', message => {
    expect(failing('EPROTO', message)).toMatchObject({ stage: 'refusedTls', alert: 'handshake_failure' });
  });

  it.each([
    'ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC',
    'ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR',
    'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC',
  ])('%s may end a connection in the middle: nobody knows what became of a write', code => {
    expect(failing(code).stage).toBe('closed');
    expect(isOutcomeUnknown(failing(code))).toBe(true);
  });
});

describe('a server without TLS', () => {
  it('is one, and is told from others that speak no TLS by an answer in HTTP', async () => {
    const { signal } = new AbortController();
    const http = await portOf(createHttpServer((_request, answer) => answer.end()));
    const mail = await portOf(
      createServer(socket => socket.on('error', () => undefined).write('220 mail\r\n')),
    );
    for (const [port, isHttp] of [
      [http, true],
      [mail, false],
    ] as const) {
      expect(await failureAt(port)).toMatchObject({ reason: 'unreachable', stage: 'noTls', neverSent: true });
      expect(await answersPlainly(`https://127.0.0.1:${port}`, signal)).toBe(isHttp);
    }
  });
});
