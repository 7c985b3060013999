import type { X509Certificate } from 'node:crypto';
import * as http from 'node:http';
import type { Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';
import * as tls from 'node:tls';
import { Agent, request } from 'undici';
import { timeLimit } from 'netsensor-contract/text/timeLimit';

/** A server certificate as people compare it. */
export interface CertificateInfo {
  readonly pem: string;
  /** SHA-256 fingerprint, hex pairs with colons. */
  readonly fingerprint256: string;
  readonly subject: string;
  readonly issuer: string;
  /** Dates as the certificate writes them, `Nov 20 08:00:00 2026 GMT`. */
  readonly validFrom: string;
  readonly validTo: string;
}

/** Milliseconds until a server, or a proxy before it, must have shown its certificate. */
const patience = 10_000;

/**
 * Looks at the certificate of an https address without trusting it: the connection is closed before any request.
 * @param proxy `http://host:port` to go through
 * @throws {Error} when there is no TLS connection to look at within ten seconds, or `signal` aborts
 */
export async function inspectCertificate(
  address: string,
  { proxy, signal }: { readonly proxy?: string | undefined; readonly signal: AbortSignal },
): Promise<CertificateInfo> {
  const limit = timeLimit(patience, signal);
  try {
    return await lookAt(address, proxy, limit.signal);
  } finally {
    limit.end();
  }
}

async function lookAt(
  address: string,
  proxy: string | undefined,
  ended: AbortSignal,
): Promise<CertificateInfo> {
  const { hostname, port } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  const target = { host, port: Number(port || 443) };
  const tunnel = proxy ? await openTunnel(proxy, target, ended) : undefined;
  const socket = tls.connect({
    ...(tunnel ? { socket: tunnel } : target),
    servername: /^[\d.]+$|:/.test(host) ? '' : host,
    rejectUnauthorized: false,
  });
  addAbortSignal(ended, socket);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('secureConnect', resolve);
      socket.once('error', reject);
    });
    const certificate = socket.getPeerX509Certificate();
    if (!certificate) throw new Error('The server showed no certificate');
    return certificateInfo(certificate);
  } finally {
    socket.destroy();
  }
}

/** What people compare of a certificate. */
export const certificateInfo = (certificate: X509Certificate): CertificateInfo => ({
  pem: certificate.toString(),
  fingerprint256: certificate.fingerprint256,
  subject: distinguishedName(certificate.subject),
  issuer: distinguishedName(certificate.issuer),
  validFrom: certificate.validFrom,
  validTo: certificate.validTo,
});

/**
 * Whether an https address answers in HTTP without TLS; it is asked for its first page, without a key.
 * @throws {Error} when `signal` aborts
 */
export async function answersPlainly(address: string, signal: AbortSignal): Promise<boolean> {
  const limit = timeLimit(patience, signal);
  const { host } = new URL(address);
  const dispatcher = new Agent();
  try {
    const { body } = await request(`http://${host}/`, { method: 'HEAD', dispatcher, signal: limit.signal });
    await body.dump();
    return true;
  } catch {
    signal.throwIfAborted();
    return false;
  } finally {
    limit.end();
    await dispatcher.destroy();
  }
}

const distinguishedName = (name: string | undefined) => (name ?? '').split('\n').join(', ');

function openTunnel(
  proxy: string,
  target: { host: string; port: number },
  signal: AbortSignal,
): Promise<Socket> {
  const { hostname, port, username, password } = new URL(proxy);
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString(
    'base64',
  );
  return new Promise((resolve, reject) => {
    http
      .request({
        host: hostname,
        port: Number(port || 80),
        method: 'CONNECT',
        path: `${target.host}:${target.port}`,
        headers: username ? { 'proxy-authorization': `Basic ${credentials}` } : {},
        signal,
      })
      .once('connect', (response, socket) => {
        if (response.statusCode === 200) return resolve(socket as Socket);
        socket.on('error', () => undefined).destroy();
        reject(new Error('The proxy refused the tunnel'));
      })
      .once('error', reject)
      .end();
  });
}
