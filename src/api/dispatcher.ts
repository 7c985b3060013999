import * as tls from 'node:tls';
import { Agent, Pool, ProxyAgent, type Dispatcher } from 'undici';

/** Which certificates a connection trusts besides those of the system. */
export interface TlsTrust {
  /** The manager's own certificate, trusted for this connection whatever names it carries. */
  readonly pinned?: { readonly pem: string; readonly fingerprint256: string } | undefined;
  /** Further certificate authorities in PEM form. */
  readonly caPem?: string | undefined;
}

/** How a connection reaches its manager. */
export interface RouteOptions {
  readonly trust: TlsTrust;
  /** Proxy to use, `http://host:port`. */
  readonly proxy?: string | undefined;
  /** Whether the address is http, where a proxy is asked for the page instead of a tunnel. */
  readonly plainHttp: boolean;
  /** Milliseconds to wait for a connection. */
  readonly connectTimeout: number;
}

const pool = { connections: 6, pipelining: 1, keepAliveTimeout: 4_000 };

/** Makes the connection pool of one manager. Close it when the connection changes. */
export function createDispatcher({ trust, proxy, plainHttp, connectTimeout }: RouteOptions): Dispatcher {
  const connect = { timeout: connectTimeout, ...tlsOptions(trust) };
  if (!proxy) return new Agent({ ...pool, connect });
  return new ProxyAgent({
    uri: proxy,
    ...pool,
    requestTls: connect,
    proxyTls: { timeout: connectTimeout, ca: trustedAuthorities(undefined) },
    proxyTunnel: !plainHttp,
    // Else a proxy that is silent has five minutes for its tunnel.
    clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: connectTimeout }),
  });
}

/**
 * A pinned certificate is its own authority and is compared byte for byte, so its names do not matter: managers use a
 * CN without SAN and are addressed by IP (field notes §3).
 */
function tlsOptions({
  pinned,
  caPem,
}: TlsTrust): tls.ConnectionOptions & { allowPartialTrustChain?: boolean } {
  if (!pinned) return { ca: trustedAuthorities(caPem) };
  return {
    ca: [pinned.pem],
    allowPartialTrustChain: true,
    checkServerIdentity: (_host, certificate) =>
      certificate.fingerprint256 === pinned.fingerprint256
        ? undefined
        : Object.assign(new Error('The certificate is not the trusted one'), {
            code: 'ERR_TLS_CERT_CHANGED',
          }),
  };
}

function trustedAuthorities(caPem: string | undefined): string[] {
  // Node 22.15 and later can read the system's store; before that only Node's own list is known.
  const { getCACertificates } = tls as { getCACertificates?: (type: 'default' | 'system') => string[] };
  const known = getCACertificates
    ? [...new Set([...getCACertificates('default'), ...getCACertificates('system')])]
    : [...tls.rootCertificates];
  return caPem ? [...known, caPem] : known;
}
