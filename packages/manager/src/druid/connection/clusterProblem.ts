import { isRecord, jsonIn } from 'netsensor-contract/text/looseValues';
import { EngineProblem, engineTimeout, timeoutWord, type QueryProblem } from '../../http/errors.js';
import { expiryOf, namesShown, type ClusterTls } from './clusterAccess.js';

/** A connection that was not made, so that nothing of the request can have been read. */
export class NotConnected extends Error {
  constructor(override readonly cause: Error) {
    super(`it ${connectionReason(cause)}`);
  }
}

/** A connection with TLS that ends although nothing was ever answered: services that miss a certificate end it in silence. */
export class ClosedUnanswered extends Error {
  readonly code = 'CLOSED_UNANSWERED';
}

/** Codes of a connection that the other side ended. */
export const endings: readonly string[] = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

const untrusted = 'shows a certificate that is not trusted; name its authority with --druid-ca';
const unnamed = 'has a name that nobody knows';

/** What an error of a connection means, by its code. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'takes no connections',
  ECONNRESET: 'breaks the connection',
  EHOSTUNREACH: 'is in a network that cannot be reached',
  ENETUNREACH: 'is in a network that cannot be reached',
  ENOTFOUND: unnamed,
  EAI_AGAIN: unnamed,
  ETIMEDOUT: 'does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'does not answer',
  EPROTO: 'does not speak https',
  ERR_SSL_WRONG_VERSION_NUMBER: 'does not speak https',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'does not speak https',
  CERT_HAS_EXPIRED: 'shows a certificate that has expired',
  CERT_NOT_YET_VALID: 'shows a certificate that is not valid yet',
  CERT_REVOKED: 'shows a certificate that was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'shows a certificate of another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  CLOSED_UNANSWERED:
    'ends every connection without an answer; if it wants a certificate, give one that it takes with --druid-cert and --druid-key',
};

/** What a service says against the certificate that it was shown, or the lack of one, by the name of its alert. */
const refusals: Readonly<Record<string, string>> = {
  BAD_CERTIFICATE:
    'can use no certificate of the manager, or was shown none; give another one with --druid-cert and --druid-key',
  CERTIFICATE_EXPIRED: 'says that the certificate of the manager has expired; renew that of --druid-cert',
  CERTIFICATE_REQUIRED: 'wants a certificate; give --druid-cert and --druid-key',
  CERTIFICATE_REVOKED:
    'says that the certificate of the manager was revoked; give another one with --druid-cert',
  CERTIFICATE_UNKNOWN:
    'does not take the certificate of the manager; see that the one of --druid-cert is valid, that the cluster trusts its authority, and that its subjectAltName has the IP address of the manager, unless druid.server.https.validateHostnames is false',
  HANDSHAKE_FAILURE: 'refuses the certificate, or the lack of one; see --druid-cert and --druid-key',
  UNKNOWN_CA:
    'does not know the authority of the certificate of the manager; give one that it trusts with --druid-cert',
  UNSUPPORTED_CERTIFICATE:
    'takes no certificate of the kind that the manager shows; give one that is made for clients with --druid-cert',
};

/** The code of an alert: OpenSSL names each after the version of TLS that brought it, or newly after none. */
const alertCode = /^ERR_SSL_(?:SSLV3|TLSV1|TLSV13|SSL\/TLS)_ALERT_(\w+)$/;

/** What a service has against the certificate of the manager, in words that follow its address; undefined for other errors. */
export const certificateRefusal = (error: unknown): string | undefined =>
  refusals[alertCode.exec(codeOf(error))?.[1] ?? ''];

/** The code of an error of a connection; empty where it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** What is wrong with a connection, in words that follow the address: `takes no connections`. */
export function connectionReason(error: Error): string {
  const code = codeOf(error);
  const known = certificateRefusal(error) ?? reasons[code];
  return known ?? `cannot be used (${code === '' ? error.message : code})`;
}

/**
 * What the certificate that is shown has to do with a failure, in words that follow the address: that it has expired, whatever a
 * service says or does not say, or which machines it names, where a service does not say what it has against it.
 */
export function shownProblem(address: string, error: unknown, tls: ClusterTls): string | undefined {
  const cause = error instanceof NotConnected ? error.cause : error;
  const refusal = certificateRefusal(cause);
  const isSilent = cause instanceof ClosedUnanswered || endings.includes(codeOf(cause));
  if (!address.startsWith('https:') || (refusal === undefined && !isSilent)) return undefined;
  const expired = expiryOf(tls);
  if (expired !== undefined)
    return `was shown a certificate of the manager that expired at ${expired}; renew that of --druid-cert`;
  const names = namesShown(tls);
  const isUnexplained = /_ALERT_(?:CERTIFICATE_UNKNOWN|HANDSHAKE_FAILURE)$/.test(codeOf(cause));
  if (!isUnexplained || refusal === undefined || names === undefined) return undefined;
  return `${refusal}; it has: ${names}`;
}

/** No broker took the query: none could be reached. @param places what is wrong with each, by address */
export const noBroker = (places: ReadonlyMap<string, string>): QueryProblem =>
  new EngineProblem(
    `No broker of the Druid cluster can be asked: ${[...places].map(([address, reason]) => `${address} ${reason}`).join('; ')}`,
    503,
  );

/** A connection ended before the answer did; what became of the query is not known, so it is not sent again. */
export class ConnectionLost extends EngineProblem {
  /** @param shown what the certificate that is shown may have to do with it */
  constructor(address: string, error: Error, shown?: string) {
    const also = shown === undefined ? '' : `; it ${shown}`;
    super(`The Druid cluster at ${address} ${lostReason(error)}${also}`, 502);
  }
}

function lostReason(error: Error): string {
  if (!('code' in error)) return `failed in the middle of its answer (${error.message})`;
  const reason = error.code === 'UND_ERR_SOCKET' ? 'closed the connection' : connectionReason(error);
  return `${reason} before its answer was whole`;
}

/** The cluster knows the user of the manager, who may not do what was asked. */
export class ClusterForbids extends EngineProblem {}

/** The longest body of a failure that is looked at, in characters. */
const longestReason = 2_000;

/**
 * What an answer other than 200 means: the status of the cluster and its reason.
 * @param body what came with it, at least its beginning
 */
export function refusedBy(address: string, status: number, body: string): QueryProblem {
  const notOfBroker = statusReason(status);
  if (notOfBroker !== undefined) {
    const Problem = status === 403 ? ClusterForbids : EngineProblem;
    return new Problem(`${placeOf(status, address)} ${notOfBroker}`, 502);
  }
  const reason = reasonIn(body);
  if (status === 504 || reason.error === timeoutWord) return engineTimeout();
  const message = reason.message ?? `The Druid cluster at ${address} ${withoutReason(status)}`;
  return new EngineProblem(message, statuses[status] ?? 502);
}

/** Words that follow the address; routers say no more to what is not a query when they know no broker. */
export const withoutReason = (status: number): string =>
  `answered ${status} without a reason${status === 500 ? '; a router does so when it reaches no broker' : ''}`;

/** Whoever asks for a password may be of a cluster; the others need not be. */
const placeOf = (status: number, address: string): string =>
  status === 401 || status === 403 ? `The Druid cluster at ${address}` : address;

/** What a status means that no broker answers a query with, in words that follow the address. */
export function statusReason(status: number): string | undefined {
  if (status === 401) return 'refuses the manager: user and password, or the token, are missing or wrong';
  if (status === 403) return 'refuses the manager: its user may not do that';
  if (status === 404 || status === 405)
    return `is neither a router nor a broker of Druid: it answers ${status} to what they are asked`;
  if (status === 502) return 'reaches nothing behind it, or lost it before it had answered (502)';
  if (status >= 300 && status < 400)
    return `sends the manager elsewhere (${status}); give the address of the router or broker itself`;
  return undefined;
}

/** What clients get for a status of the cluster; a cluster that has too much to do is busy, whatever it calls that. */
const statuses: Readonly<Record<number, number>> = { 400: 400, 429: 503, 500: 500, 503: 503 };

/** Newer engines say a fixed word and the message, older ones the message alone (field notes §1.4). */
function reasonIn(body: string): { readonly error?: string; readonly message?: string } {
  const answer = jsonIn(body);
  if (!isRecord(answer) || typeof answer['error'] !== 'string') return {};
  const { error, errorMessage } = answer;
  const message = typeof errorMessage === 'string' && errorMessage !== '' ? errorMessage : error;
  return { error, message: message.slice(0, longestReason) };
}
