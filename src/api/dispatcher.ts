import { TLSSocket, rootCertificates, type ConnectionOptions } from 'node:tls';
import * as tls from 'node:tls';
import { Agent, buildConnector, Pool, ProxyAgent, type Dispatcher } from 'undici';
import { longestHeaders, OtherCertificateError } from './networkFailure.js';

/** A certificate that is trusted by itself. */
export interface Pinned {
  readonly pem: string;
  /** SHA-256 fingerprint, hex pairs with colons. */
  readonly fingerprint256: string;
  /** When it was trusted, as ISO 8601; undefined where nobody noted it. */
  readonly trustedSince?: string | undefined;
}

/** Which certificates a connection trusts besides those of the system. */
export interface TlsTrust {
  /** The manager's own certificate, trusted for this connection whatever names and dates it carries. */
  readonly pinned?: Pinned | undefined;
  /** Further certificate authorities in PEM form. */
  readonly caPem?: string | undefined;
}

/** How a connection reaches its manager. */
interface RouteOptions {
  readonly trust: TlsTrust;
  /** Proxy to use, `http://host:port`. */
  readonly proxy?: string | undefined;
  /** Whether the address is http, where a proxy is asked for the page instead of a tunnel. */
  readonly plainHttp: boolean;
  /** Milliseconds to wait for a connection. */
  readonly connectTimeout: number;
}

const pool = { connections: 6, pipelining: 1, keepAliveTimeout: 4_000, maxHeaderSize: longestHeaders };

/** Makes the connection pool of one manager. Close it when the connection changes. */
export function createDispatcher({ trust, proxy, plainHttp, connectTimeout }: RouteOptions): Dispatcher {
  const { pinned } = trust;
  const timeout = connectTimeout;
  if (!proxy) {
    if (!pinned) return new Agent({ ...pool, connect: { timeout, ...authorities(trust) } });
    return new Agent({ ...pool, connect: onlyTo(pinned, buildConnector({ timeout, ...unchecked })) });
  }
  return new ProxyAgent({
    uri: proxy,
    ...pool,
    requestTls: { timeout, ...proxiedTls(proxy, trust) },
    ...(pinned && !isSocks(proxy) && { factory: pinnedPools(pinned) }),
    proxyTls: { timeout, ca: trustedAuthorities(undefined) },
    proxyTunnel: !plainHttp,
    // Else a proxy that is silent has five minutes for its tunnel.
    clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: connectTimeout }),
  });
}

/**
 * For connections that `onlyTo` looks at, and no others. Dates, names and issuers of a pinned certificate do not matter:
 * managers use a CN without SAN, are addressed by IP (field notes §3), and go on with what has expired. Without earlier
 * sessions each handshake shows the certificate.
 */
const unchecked = { rejectUnauthorized: false, maxCachedSessions: 0 };

/** Connects to what shows the pinned certificate: nothing is sent to anything else. */
const onlyTo =
  (pinned: Pinned, connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      if (options.protocol !== 'https:') return callback(null, socket);
      const shown = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
      if (shown?.fingerprint256 === pinned.fingerprint256) return callback(null, socket);
      socket.on('error', () => undefined).destroy();
      callback(new OtherCertificateError({ trusted: pinned, shown }), null);
    });

/** Pools of a proxy, whose connections go through tunnels that the proxy agent makes. */
const pinnedPools =
  (pinned: Pinned) =>
  (origin: URL, options: object): Dispatcher => {
    const { connect } = options as { connect?: unknown };
    if (typeof connect !== 'function') throw new TypeError('The proxy agent makes no connections');
    return new Pool(origin, { ...options, connect: onlyTo(pinned, connect as buildConnector.connector) });
  };

/** undici gives nobody a look at connections through a SOCKS proxy, so TLS itself has to check these, with their dates. */
function proxiedTls(proxy: string, trust: TlsTrust): buildConnector.BuildOptions {
  const { pinned } = trust;
  if (!pinned) return authorities(trust);
  if (!isSocks(proxy)) return unchecked;
  const partial: ConnectionOptions & { allowPartialTrustChain: boolean } = {
    ca: [pinned.pem],
    allowPartialTrustChain: true,
    checkServerIdentity: (_host, { fingerprint256 }) =>
      fingerprint256 === pinned.fingerprint256
        ? undefined
        : new OtherCertificateError({ trusted: pinned, shown: undefined }),
  };
  return partial as buildConnector.BuildOptions;
}

const isSocks = (proxy: string): boolean => /^socks/i.test(proxy);

const authorities = ({ caPem }: TlsTrust) => ({ ca: trustedAuthorities(caPem) });

function trustedAuthorities(caPem: string | undefined): string[] {
  // Node 22.15 and later can read the system's store; before that only Node's own list is known.
  const { getCACertificates } = tls as { getCACertificates?: (type: 'default' | 'system') => string[] };
  const known = getCACertificates
    ? [...new Set([...getCACertificates('default'), ...getCACertificates('system')])]
    : [...rootCertificates];
  return caPem ? [...known, caPem] : known;
}
