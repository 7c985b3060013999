import { ApiError, type ApiErrorReason } from './apiError.js';
import type { FailedRequest } from './failure.js';
import { toDetail } from './redact.js';

/** An HTTP answer as it arrived. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly retryAfter?: string | undefined;
  readonly location?: string | undefined;
  readonly text: string;
}

const reasons: Readonly<Record<number, ApiErrorReason>> = {
  400: 'invalid',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'notFound',
  408: 'timeout',
  409: 'conflict',
  412: 'conflict',
  422: 'invalid',
  429: 'rateLimited',
  504: 'timeout',
};

/**
 * The JSON body of a successful answer; undefined for an empty one.
 * @throws {ApiError} for an error status, a redirect, a body that is not JSON, and `query: false`, which means failure
 * whatever the status says (contract 001, What the service does, rule 2)
 */
export function readAnswer(answer: Answer, request: FailedRequest): unknown {
  const { status, text } = answer;
  const about = { method: request.method, path: request.path, status };
  const detail = (words: string) => toDetail(words, request.key);

  if (status >= 300 && status < 400) {
    throw new ApiError({
      ...about,
      reason: 'badResponse',
      detail: detail(`Redirect to ${originOf(answer.location)}`),
    });
  }
  const body = parseBody(text);
  if (status >= 400) {
    throw new ApiError({
      ...about,
      reason: reasons[status] ?? (status >= 500 ? 'server' : 'invalid'),
      detail: body.isJson ? detail(errorWords(body.value)) : undefined,
      retryAfter: retrySeconds(answer.retryAfter),
    });
  }
  if (text.trim() === '') return undefined;
  if (!body.isJson) {
    const isPage = /html/i.test(answer.contentType) || text.trimStart().startsWith('<');
    throw new ApiError({ ...about, reason: 'badResponse', detail: isPage ? 'A web page' : 'Broken JSON' });
  }
  if (isFailure(body.value)) {
    throw new ApiError({ ...about, reason: 'invalid', detail: detail(errorWords(body.value)) });
  }
  return body.value;
}

function parseBody(text: string): { isJson: true; value: unknown } | { isJson: false } {
  try {
    return { isJson: true, value: JSON.parse(text) };
  } catch {
    return { isJson: false };
  }
}

const isFailure = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  'query' in body &&
  (body.query === false || body.query === 'false');

/** The words of the error bodies that managers are known to send (field notes §1.4). */
function errorWords(body: unknown): string {
  if (typeof body === 'string') return body;
  if (typeof body !== 'object' || body === null) return '';
  const { errorMessage, error, errors, message } = body as Record<string, unknown>;
  for (const words of [errorMessage, error, message]) if (typeof words === 'string') return words;
  if (typeof errors === 'string') return errors;
  if (typeof errors !== 'object' || errors === null) return '';
  return Object.entries(errors)
    .map(([field, words]) => `${Array.isArray(errors) ? '' : `${field} `}${[words].flat().join(', ')}`)
    .join('; ');
}

function retrySeconds(header: string | undefined): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

function originOf(location: string | undefined): string {
  return location && URL.canParse(location) ? new URL(location).origin : 'another address';
}
