/** Why a request failed; code branches on this and never on text. */
export type ApiErrorReason =
  | 'unauthorized'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  | 'invalid'
  | 'rateLimited'
  | 'server'
  | 'unreachable'
  | 'tls'
  | 'timeout'
  | 'cancelled'
  | 'badResponse';

/** Where on the way to the manager a connection failed. */
export type FailedStage = 'dns' | 'connect' | 'proxy' | 'noTls' | 'refusedTls' | 'closed';

/** A certificate in the place of the one that is trusted. */
export interface OtherCertificate {
  /** SHA-256 fingerprint, hex pairs with colons. */
  readonly trusted: string;
  /** When that one was trusted, as ISO 8601; undefined where nobody noted it. */
  readonly trustedSince: string | undefined;
  /** Fingerprint of what is shown now; undefined where that cannot be seen. */
  readonly shown: string | undefined;
  /** From when that one is valid, as ISO 8601. */
  readonly validFrom: string | undefined;
}

/** The connection whose request failed, as far as that decides what helps. */
export interface FailedConnection {
  readonly id: string;
  /** A key of the environment cannot be entered. */
  readonly source: 'saved' | 'environment';
  readonly isSignedOut?: boolean | undefined;
}

/** What is known about a failed request. */
export interface ApiErrorInfo {
  readonly reason: ApiErrorReason;
  readonly method: string;
  /** Path without the query, which holds the key. */
  readonly path: string;
  /** HTTP status; absent when there was no answer. */
  readonly status?: number | undefined;
  /** Set for `unreachable`. */
  readonly stage?: FailedStage | undefined;
  /** For `refusedTls`: the alert in words of the standard, `handshake_failure`, or why no TLS was agreed on. */
  readonly alert?: string | undefined;
  /** For `tls`: what took the place of the certificate that is trusted. */
  readonly otherCertificate?: OtherCertificate | undefined;
  /** System or TLS code such as `ECONNREFUSED`, or the manager's own words, without the key. */
  readonly detail?: string | undefined;
  /** What the manager sent, decoded. */
  readonly body?: unknown;
  /** Seconds the manager asked to wait (`Retry-After`). */
  readonly retryAfter?: number | undefined;
  /** Whether no byte of the request can have reached the manager. */
  readonly neverSent?: boolean | undefined;
  readonly cause?: unknown;
}

/** The one error of the api folder. */
export class ApiError extends Error {
  readonly reason: ApiErrorReason;
  readonly method: string;
  readonly path: string;
  readonly status: number | undefined;
  readonly stage: FailedStage | undefined;
  readonly alert: string | undefined;
  readonly otherCertificate: OtherCertificate | undefined;
  readonly detail: string | undefined;
  readonly retryAfter: number | undefined;
  readonly neverSent: boolean;
  /** Whose request it was; undefined where its client does not know that. */
  connection: FailedConnection | undefined;
  /** Not a property, so that nothing that prints errors prints a key in it. */
  readonly #body: unknown;

  constructor(info: ApiErrorInfo) {
    super(
      [`${info.method} ${info.path}: ${info.reason}`, info.status, info.detail].filter(Boolean).join(', '),
      {
        cause: info.cause,
      },
    );
    this.name = 'ApiError';
    this.reason = info.reason;
    this.method = info.method;
    this.path = info.path;
    this.status = info.status;
    this.stage = info.stage;
    this.alert = info.alert;
    this.otherCertificate = info.otherCertificate;
    this.detail = info.detail;
    this.retryAfter = info.retryAfter;
    this.neverSent = info.neverSent ?? false;
    this.#body = info.body;
  }

  /** The body of the answer, decoded; undefined where there was none, or none that is JSON. It may hold a key. */
  get body(): unknown {
    return this.#body;
  }
}

/** Whether a failure is an ApiError of one of these reasons. */
export function isApiError(error: unknown, ...reasons: ApiErrorReason[]): error is ApiError {
  return error instanceof ApiError && (reasons.length === 0 || reasons.includes(error.reason));
}

/** For a read that fails because what it asks for is not there. @throws {Error} any other failure */
export function undefinedIfGone(error: unknown): undefined {
  if (!isApiError(error, 'notFound')) throw error;
}

/** Whether a failed write may have been stored all the same. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  isApiError(error, 'unreachable', 'timeout', 'badResponse', 'server') && !error.neverSent;

/** Whether a request was refused because its client had been closed; nothing was sent. */
export const isClosedClient = (error: unknown): boolean =>
  isApiError(error, 'unreachable') && error.stage === 'closed' && error.neverSent;
