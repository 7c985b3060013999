import type { X509Certificate } from 'node:crypto';
import { ApiError, type FailedStage, type OtherCertificate } from './apiError.js';
import { tlsFailure } from './tlsFailure.js';
import { oneLine, shortened } from 'netsensor-contract/text/plainText';

/** The request a failure belongs to; key and secrets are only used to keep them out of the error. */
export interface FailedRequest extends Confidential {
  readonly method: string;
  readonly path: string;
  /** Whether it went through a proxy: then every failed connection is one to the proxy. */
  readonly viaProxy: boolean;
  /** Whether it only reads: then what an answer holds are data, and no words about what was written. */
  readonly isRead: boolean;
}

/** A server showed another certificate than the pinned one; it was sent nothing. */
export class OtherCertificateError extends Error {
  readonly code = 'ERR_TLS_CERT_CHANGED';
  readonly other: OtherCertificate;

  constructor({ trusted, shown }: ShownCertificate) {
    super('The certificate is not the trusted one');
    this.other = {
      trusted: trusted.fingerprint256,
      trustedSince: trusted.trustedSince,
      shown: shown?.fingerprint256,
      validFrom: shown && new Date(shown.validFrom).toISOString(),
    };
  }
}

interface ShownCertificate {
  readonly trusted: { readonly fingerprint256: string; readonly trustedSince?: string | undefined };
  readonly shown: X509Certificate | undefined;
}

const stages: Readonly<Record<string, FailedStage>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ECONNREFUSED: 'connect',
  EHOSTUNREACH: 'connect',
  ENETUNREACH: 'connect',
  EHOSTDOWN: 'connect',
  EADDRNOTAVAIL: 'connect',
};

const timeouts = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);
const cutOff = new Set(['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'UND_ERR_INFO', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Bytes of the headers of an answer; gateways with single sign-on send more than the 16 kB that Node takes. */
export const longestHeaders = 256 * 1024;
const tlsCode = /CERT|TLS|UNABLE_TO|SELF_SIGNED|HOSTNAME_MISMATCH|CRL_/;

/** Names a failure that came from the network stack. */
export function networkFailure(error: unknown, request: FailedRequest): ApiError {
  const { method, path } = request;
  const cause = innermost(error);
  const code = errorCode(cause) ?? errorCode(error) ?? '';
  const message = cause instanceof Error ? cause.message : String(cause);
  const info = { method, path, detail: code || redact(message, request) };

  if (request.viaProxy && /proxy/i.test(message)) {
    // undici reports a refused tunnel as an aborted request; only its message tells the two apart.
    const words = redact(message, request);
    return new ApiError({ ...info, reason: 'unreachable', stage: 'proxy', detail: words, neverSent: true });
  }
  if (cause instanceof Error && cause.name === 'AbortError')
    return new ApiError({ ...info, reason: 'cancelled' });
  if (cause instanceof Error && cause.name === 'TimeoutError')
    return new ApiError({ ...info, reason: 'timeout' });
  if (request.viaProxy && code === 'UND_ERR_HEADERS_TIMEOUT') {
    // Calls have no such limit, only the tunnel to the manager has.
    return new ApiError({ ...info, reason: 'unreachable', stage: 'proxy', neverSent: true });
  }
  if (timeouts.has(code)) {
    return new ApiError({ ...info, reason: 'timeout', neverSent: code === 'UND_ERR_CONNECT_TIMEOUT' });
  }
  const oddity = oddAnswer(code, message);
  if (oddity) return new ApiError({ ...info, reason: 'badResponse', detail: oddity });
  if (cutOff.has(code)) return new ApiError({ ...info, reason: 'badResponse' });
  if (/^HPE_/.test(code) || (cause instanceof Error && cause.name === 'HTTPParserError'))
    return new ApiError({ ...info, reason: 'badResponse', detail: 'Not HTTP' });
  const stage = stages[code] && request.viaProxy ? 'proxy' : stages[code];
  if (stage) return new ApiError({ ...info, reason: 'unreachable', stage, neverSent: true });
  if (cause instanceof OtherCertificateError)
    return new ApiError({ ...info, reason: 'tls', neverSent: true, otherCertificate: cause.other });
  const tls = tlsFailure(code, message);
  if (tls) return new ApiError({ ...info, ...tls, reason: 'unreachable' });
  if (tlsCode.test(code)) return new ApiError({ ...info, reason: 'tls', neverSent: true });
  return new ApiError({ ...info, reason: 'unreachable', stage: 'closed' });
}

/** What of HTTP undici does not read; undefined for anything else. It cuts the connection then, and only words tell why. */
function oddAnswer(code: string, message: string): string | undefined {
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return `Headers over ${longestHeaders / 1024} kB`;
  if (message === 'bad response') return '100 Continue, which nobody asked for';
  if (message === 'bad upgrade') return '101 Switching Protocols, which nobody asked for';
  return undefined;
}

/** undici wraps: `TypeError: fetch failed` → `AggregateError` → the socket's error. */
function innermost(error: unknown): unknown {
  let inner = error;
  for (let depth = 0; depth < 5 && inner instanceof Error; depth += 1) {
    const next: unknown = inner instanceof AggregateError ? inner.errors[0] : inner.cause;
    if (!(next instanceof Error)) break;
    inner = next;
  }
  return inner;
}

function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

const longestDetail = 300;

/** What no text that leaves the client may contain. */
export interface Confidential {
  readonly key: string;
  /** Values of secret fields that were sent, which a manager may repeat in its error. */
  readonly secrets?: readonly string[] | undefined;
}

/** Text without the key and the secrets, whether written plainly, percent-encoded or as JSON. */
export function redact(text: string, { key, secrets = [] }: Confidential): string {
  const hidden = [
    ...spellings(key).map(spelling => ({ spelling, mask: '[key]' })),
    ...secrets.flatMap(spellings).map(spelling => ({ spelling, mask: '[secret]' })),
  ];
  // The longest first: one secret may be a part of another.
  return hidden
    .filter(({ spelling }) => spelling !== '')
    .sort((a, b) => b.spelling.length - a.spelling.length)
    .reduce((safe, { spelling, mask }) => safe.replaceAll(spelling, mask), text);
}

/** A manager's own words, fit for one line on a screen and without the key and the secrets. */
export const toDetail = (text: string, confidential: Confidential): string =>
  shortened(oneLine(redact(text, confidential)), longestDetail);

const spellings = (value: string): string[] => [
  value,
  encodeURIComponent(value),
  new URLSearchParams({ k: value }).toString().slice(2),
  JSON.stringify(value).slice(1, -1),
];
