import { ApiError, type FailedStage } from './apiError.js';
import { oneLine, shortened } from '../model/text/looseValues.js';

/** The request a failure belongs to; key and secrets are only used to keep them out of the error. */
export interface FailedRequest extends Confidential {
  readonly method: string;
  readonly path: string;
  /** Whether it went through a proxy: then every failed connection is one to the proxy. */
  readonly viaProxy: boolean;
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
  if (cutOff.has(code)) return new ApiError({ ...info, reason: 'badResponse' });
  if (/^HPE_/.test(code) || (cause instanceof Error && cause.name === 'HTTPParserError'))
    return new ApiError({ ...info, reason: 'badResponse', detail: 'Not HTTP' });
  const stage = stages[code] && request.viaProxy ? 'proxy' : stages[code];
  if (stage) return new ApiError({ ...info, reason: 'unreachable', stage, neverSent: true });
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) {
    return new ApiError({ ...info, reason: 'unreachable', stage: 'noTls', neverSent: true });
  }
  if (tlsCode.test(code)) return new ApiError({ ...info, reason: 'tls', neverSent: true });
  return new ApiError({ ...info, reason: 'unreachable', stage: 'closed' });
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
