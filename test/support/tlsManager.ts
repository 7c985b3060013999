import { createServer, type Server } from 'node:https';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';

/** A manager behind https with a certificate of its own. */
export interface TlsManager {
  readonly url: string;
  /** SHA-256 fingerprint as the certificate's owner would read it out. */
  readonly fingerprint256: string;
  /** PEM. */
  readonly certificate: string;
  /** Requests that got through TLS, with their query. */
  readonly seen: string[];
  stop(): Promise<void>;
}

/**
 * Serves `target` over https with a fresh self-signed certificate that has a CN and no SAN (field notes §3).
 * @param atPort 0 for any free port
 */
export async function startTlsManager(target: string, atPort = 0): Promise<TlsManager> {
  const { private: key, cert, fingerprint256 } = await makeCertificate();
  const seen: string[] = [];
  const server = createServer({ key, cert }, (incoming, answer) => {
    seen.push(incoming.url ?? '');
    incoming.pipe(
      request(new URL(incoming.url ?? '/', target), { method: incoming.method ?? 'GET' }, response => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      }),
    );
  });
  await new Promise<void>(resolve => server.listen(atPort, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    fingerprint256,
    certificate: cert,
    seen,
    stop: () => close(server),
  };
}

async function makeCertificate(): Promise<{ private: string; cert: string; fingerprint256: string }> {
  const { X509Certificate } = await import('node:crypto');
  const made = await generate([{ name: 'commonName', value: 'webui.manager.cluster' }], {
    keySize: 2048,
    algorithm: 'sha256',
    extensions: [{ name: 'basicConstraints', cA: false }],
  });
  return { ...made, fingerprint256: new X509Certificate(made.cert).fingerprint256 };
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>(resolve => server.close(() => resolve()));
}
