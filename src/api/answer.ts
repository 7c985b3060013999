import { ApiError, type ApiErrorInfo, type ApiErrorReason } from './apiError.js';
import { parseExactJson } from '../model/text/exactJson.js';
import { type FailedRequest, toDetail, type Confidential } from './networkFailure.js';
import { isRecord } from '../model/text/looseValues.js';

/** The call an answer belongs to, for the error when it cannot be read. */
export interface Answered {
  readonly method: string;
  readonly path: string;
}

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
 * whatever the status says (contract 001, General rules, rule 2)
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
    const detail = toDetail(`Redirect to ${placeOf(location)}`, request);
    throw new ApiError({ ...about, reason: 'badResponse', detail });
  }
  if (status < 400) return;
  const body = bodyOf(answer);
  throw new ApiError({
    ...about,
    reason: reasons[status] ?? (status >= 500 ? 'server' : 'invalid'),
    detail: body.isJson
      ? toDetail(errorWords(body.value), request)
      : toDetail(plainWords(answer), request) || undefined,
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

/** Whether an answer says that it failed although its status does not. A record may have any field, and has an identity. */
function isFailure(body: unknown): boolean {
  if (!isRecord(body)) return false;
  const { query, success, status, error, errors, ...asked } = body;
  const said = [query, success].map(word => (isText(word) ? word.toLowerCase() : word));
  if (said.some(word => word === false || word === 'false')) return true;
  if (said.some(word => word === true || word === 'true')) return false;
  if ((asked.id ?? asked.uuid) != null || Object.values(asked).some(Array.isArray)) return false;
  if (isText(status) && /^(error|fail|failed|failure)$/i.test(status)) return true;
  // Beside what was asked for it is a remark.
  return [error, errors].some(words => errorWords(words) !== '') && !Object.values(asked).some(isRecord);
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Where managers, gateways and frameworks put what they say (field notes §1.4), the most telling first. */
const wordFields = [
  ...['errorMessage', 'error', 'message', 'detail', 'errors', 'non_field_errors'],
  ...['error_description', 'title', 'data'],
];
const mostDepth = 4;

/** The words of an error body; of one that is a table of fields, each field with its words. */
function errorWords(body: unknown, depth = 0): string {
  // Druid prints an exception without a message as this word.
  if (isText(body)) return body === 'null' ? '' : body;
  if (depth > mostDepth) return '';
  if (Array.isArray(body)) {
    const words = body.map(entry => errorWords(entry, depth + 1));
    return joinWords(words, depth > 1 ? ', ' : '; ');
  }
  if (!isRecord(body)) return '';
  for (const name of wordFields) {
    const words = errorWords(body[name], depth + 1);
    if (words) return isText(body.field) ? `${body.field} ${words}` : words;
  }
  // Anything else that is a text or a list of texts is what is wrong with a field of that name.
  return joinWords(
    Object.entries(body)
      .filter(([, words]) => [words].flat().every(isText) || isRecord(words))
      .map(([field, words]) =>
        named(field, Array.isArray(words) ? words.join(', ') : errorWords(words, depth + 1)),
      ),
  );
}

const named = (field: string, words: string): string =>
  words && !['base', 'status', 'type', 'code'].includes(field) ? `${field} ${words}` : '';

const joinWords = (words: readonly string[], separator = '; '): string =>
  words.filter(Boolean).join(separator);

const longestPlain = 300;

/** A short text that is no page is what the manager, or a gateway before it, says. */
const plainWords = (answer: Answer): string =>
  isPage(answer) || answer.text.length > longestPlain ? '' : answer.text.trim();

const longestWait = 24 * 3600;

/** Seconds to wait; undefined for what is no time to come, or none that anybody would wait for. */
function retrySeconds(header: string | undefined): number | undefined {
  const isDate = /[a-z]/i.test(header ?? '');
  const seconds = isDate ? (Date.parse(header ?? '') - Date.now()) / 1000 : Number(header ?? Number.NaN);
  return seconds > 0 && seconds <= longestWait ? seconds : undefined;
}

/** Where a redirect leads: the other origin, or the other path of this one. */
function placeOf(location: string | undefined): string {
  if (!location) return 'another address';
  return URL.canParse(location) ? new URL(location).origin : (location.split(/[?#]/)[0] ?? '');
}
