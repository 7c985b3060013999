import { ApiError, type ApiErrorInfo, type ApiErrorReason } from './apiError.js';
import { parseExactJson } from '../model/text/exactJson.js';
import type { FailedRequest } from './failure.js';
import { toDetail, type Confidential } from './redact.js';

/** An HTTP answer as it arrived. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly retryAfter?: string | undefined;
  readonly location?: string | undefined;
  readonly link?: string | undefined;
  readonly text: string;
  /** Bytes of the body as they were received. */
  readonly bytes: number;
  /** The body, when it was parsed while it arrived; `text` is empty then. */
  readonly value?: unknown;
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
  checkStatus(answer, request);
  if (answer.value === undefined && text.trim() === '') return undefined;
  const body = bodyOf(answer);
  if (!body.isJson) {
    throw new ApiError({
      ...about,
      reason: 'badResponse',
      detail: isPage(answer) ? 'A web page' : 'Broken JSON',
    });
  }
  checkQuery(body.value, about, request);
  return body.value;
}

/**
 * The text of a successful answer in another format than JSON.
 * @throws {ApiError} as `readAnswer`, and for a web page
 */
export function readTextAnswer(answer: Answer, request: FailedRequest): string {
  const about = { method: request.method, path: request.path, status: answer.status };
  checkStatus(answer, request);
  if (isPage(answer)) throw new ApiError({ ...about, reason: 'badResponse', detail: 'A web page' });
  const body = bodyOf(answer);
  if (body.isJson) checkQuery(body.value, about, request);
  return answer.text;
}

function checkStatus(answer: Answer, request: FailedRequest): void {
  const { status, location, retryAfter } = answer;
  const about = { method: request.method, path: request.path, status };
  if (status >= 300 && status < 400) {
    const detail = toDetail(`Redirect to ${originOf(location)}`, request);
    throw new ApiError({ ...about, reason: 'badResponse', detail });
  }
  if (status < 400) return;
  const body = bodyOf(answer);
  throw new ApiError({
    ...about,
    reason: reasons[status] ?? (status >= 500 ? 'server' : 'invalid'),
    detail: body.isJson ? toDetail(errorWords(body.value), request) : undefined,
    retryAfter: retrySeconds(retryAfter),
  });
}

function checkQuery(body: unknown, about: Omit<ApiErrorInfo, 'reason'>, request: Confidential): void {
  if (isFailure(body))
    throw new ApiError({ ...about, reason: 'invalid', detail: toDetail(errorWords(body), request) });
}

const isPage = ({ contentType, text }: Answer) =>
  /html/i.test(contentType) || text.trimStart().startsWith('<');

function bodyOf({ text, value }: Answer): { isJson: true; value: unknown } | { isJson: false } {
  if (value !== undefined) return { isJson: true, value };
  try {
    return { isJson: true, value: parseExactJson(text, digits => digits) };
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
