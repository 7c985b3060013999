import { createServer, type Server } from 'node:https';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeCertificate } from '../../packages/manager/src/variety/certificate.js';

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
  const { key, certificate, fingerprint256 } = await makeCertificate(2048);
  const seen: string[] = [];
  const server = createServer({ key, cert: certificate }, (incoming, answer) => {
    seen.push(incoming.url ?? '');
    incoming.pipe(
      request(
        new URL(incoming.url ?? '/', target),
        { method: incoming.method ?? 'GET', headers: incoming.headers },
        response => {
          answer.writeHead(response.statusCode ?? 502, response.headers);
          response.pipe(answer);
        },
      ),
    );
  });
  await new Promise<void>(resolve => server.listen(atPort, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    fingerprint256,
    certificate,
    seen,
    stop: () => close(server),
  };
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>(resolve => server.close(() => resolve()));
}
