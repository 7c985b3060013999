import { DateTime } from 'luxon';
import { ApiError, type ApiErrorInfo, type ApiErrorReason } from './apiError.js';
import { parseExactJson } from 'netsensor-contract/text/exactJson';
import { isPartOf, pageSigns } from './pageSigns.js';
import { refusalsIn, saysFailed } from './refusals.js';
import { type FailedRequest, toDetail, type Confidential } from './networkFailure.js';
import { booleanFromText, isRecord } from 'netsensor-contract/text/looseValues';
import { keyNames } from 'netsensor-contract/text/secretNames';

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
  /** When the manager sent it, by its own clock. */
  readonly date?: string | undefined;
  readonly location?: string | undefined;
  /** By name in lower case; repeated ones joined. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
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
  410: 'notFound',
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
  if (!request.isRead) checkRefusals(body.value, about, request);
  return body.value;
}

/**
 * The text of a successful answer in another format than JSON.
 * @throws {ApiError} as `readAnswer`, for a web page, and for a part of the whole, which a file would not show
 */
export function readTextAnswer(answer: Answer, request: FailedRequest): string {
  const about = { method: request.method, path: request.path, status: answer.status };
  checkStatus(answer, request);
  if (isPage(answer)) throw new ApiError({ ...about, reason: 'badResponse', detail: 'A web page' });
  const body = bodyOf(answer);
  if (body.isJson) checkQuery(body.value, about, request);
  if (isPartOf(pageSigns({ body: undefined, status: answer.status, headers: answer.headers ?? {} })))
    throw new ApiError({ ...about, reason: 'badResponse', detail: 'Only a part' });
  return answer.text;
}

function checkStatus(answer: Answer, request: FailedRequest): void {
  const { status, location } = answer;
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
    body: body.isJson ? body.value : undefined,
    retryAfter: retrySeconds(answer),
  });
}

function checkQuery(body: unknown, about: Omit<ApiErrorInfo, 'reason'>, request: Confidential): void {
  if (isFailure(body))
    throw new ApiError({ ...about, reason: 'invalid', detail: toDetail(errorWords(body), request), body });
}

/** A write that was done in part leaves open what became of the rest: what is there has to be looked at. */
function checkRefusals(body: unknown, about: Omit<ApiErrorInfo, 'reason'>, request: Confidential): void {
  const found = refusalsIn(body, about.status);
  if (!found) return checkWordsBeside(body, about, request);
  const { refused, status = 422, isPart } = found;
  const words = joinWords(refused.slice(0, mostRefusals).map(each => errorWords(each))) || `status ${status}`;
  throw new ApiError({
    ...about,
    reason: isPart ? 'server' : (reasons[status] ?? (status >= 500 ? 'server' : 'invalid')),
    status: isPart ? about.status : status,
    detail: toDetail(words, request),
    body,
  });
}

/** An error beside a record that was asked for may be a remark, or why the record is as it was: it has to be looked at. */
function checkWordsBeside(body: unknown, about: Omit<ApiErrorInfo, 'reason'>, request: Confidential): void {
  if (!isRecord(body) || isNamed(body) || saysWell(body)) return;
  const { error, errors, ...rest } = body;
  const words =
    errorWords(error) || errorWords(errors) || (booleanFromText(error) === true && errorWords(rest));
  if (words) throw new ApiError({ ...about, reason: 'server', detail: toDetail(words, request), body });
}

const mostRefusals = 3;

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
  const { query, success, error, errors, ...asked } = body;
  const said = isNamed(body) ? [query] : [query, success];
  if (said.some(word => booleanFromText(word) === false)) return true;
  if (saysWell(body)) return false;
  if (isNamed(body) || Object.values(asked).some(Array.isArray)) return false;
  if (saysFailed(body)) return true;
  // Beside what was asked for it is a remark.
  return [error, errors].some(words => errorWords(words) !== '') && !Object.values(asked).some(isRecord);
}

/** Whether an answer is the record itself, which may have any field. */
const isNamed = ({ id, uuid }: Readonly<Record<string, unknown>>): boolean => (id ?? uuid) != null;

const saysWell = ({ query, success }: Readonly<Record<string, unknown>>): boolean =>
  [query, success].some(word => booleanFromText(word) === true);

const isText = (value: unknown): value is string => typeof value === 'string';

/** Where managers, gateways and frameworks put what they say (field notes §1.4), the most telling first. */
const wordFields = [
  'errorMessage',
  'error',
  'message',
  'detail',
  'errors',
  'non_field_errors',
  'error_description',
  'title',
  'data',
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
    if (words) return isText(body.field) ? afterName(body.field, words) : words;
  }
  // Anything else that is a text or a list of texts is what is wrong with a field of that name.
  return joinWords(
    Object.entries(body)
      .filter(([, words]) => [words].flat().every(isText) || isRecord(words))
      .map(([field, words]) =>
        named(
          field,
          withoutKey(field, Array.isArray(words) ? words.join(', ') : errorWords(words, depth + 1)),
        ),
      ),
  );
}

/** What is said of a key or a password is words; a key itself, which a refusal may bring along, is none. */
const withoutKey = (field: string, words: string): string =>
  keyNames.test(field) && /^\S+$/.test(words) && !/^[a-z_]+\W*$/.test(words) ? '[secret]' : words;

const remarkName =
  /(warning|error|message|msg|notice|note|remark|hint|info|detail|comment|reason|advice|deprecation|caveat|problem)s?$/i;
/** Words that say nothing beside an answer. */
const noRemark = /^(ok|success|successful|done|complete|completed|none)\W*$/i;
const mostRemarks = 5;

/** What an answer says in words beside the list that was asked for, as it was sent: each once, the first ones. */
export const remarksIn = (body: unknown): string[] =>
  [...new Set(remarksAround(body, 0))].filter(words => words && !noRemark.test(words)).slice(0, mostRemarks);

function remarksAround(body: unknown, depth: number): string[] {
  if (!isRecord(body) || depth > mostDepth) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    const isRemark = remarkName.test(name);
    const inner = remarksAround(value, depth + 1);
    if (inner.length > 0 || !isRemark) return inner;
    return isRecord(value) && /info$/i.test(name) ? [] : [errorWords(value, 1)];
  });
}

const named = (field: string, words: string): string =>
  words && !['base', 'status', 'type', 'code'].includes(field) ? afterName(field, words) : '';

/** Words about a field, which many begin with its name by themselves. */
const afterName = (field: string, words: string): string =>
  words.startsWith(`${field} `) ? words : `${field} ${words}`;

const joinWords = (words: readonly string[], separator = '; '): string =>
  words.filter(Boolean).join(separator);

const longestPlain = 300;

/** A short text that is no page is what the manager, or a gateway before it, says. */
const plainWords = (answer: Answer): string =>
  isPage(answer) || answer.text.length > longestPlain ? '' : answer.text.trim();

/** Seconds that are as good as for ever: about 30 years. */
const forEver = 1e9;

/**
 * Seconds to wait, to a moment by the manager's own clock; undefined for what is no time to come. Of several headers, which
 * come as one, the first counts.
 */
function retrySeconds({ retryAfter = '', date = '' }: Answer): number | undefined {
  const until = httpDate(retryAfter);
  const sent = httpDate(date) ?? DateTime.now();
  const seconds = until
    ? until.diff(sent).as('seconds')
    : Number(/^\s*(\d+(?:\.\d+)?)\s*(?:[,;]|$)/.exec(retryAfter)?.[1]);
  return seconds > 0 ? Math.min(seconds, forEver) : undefined;
}

/** A date as servers write it, with or without the day of the week. */
const httpDate = (header: string): DateTime | undefined => {
  const [text = ''] = header.split(/(?<=GMT|UTC|[+-]\d{4}),/);
  return [DateTime.fromHTTP(text), DateTime.fromRFC2822(text), DateTime.fromISO(text)].find(
    ({ isValid }) => isValid && /[a-z]/i.test(text),
  );
};

/** Where a redirect leads: the other origin, or the other path of this one. */
function placeOf(location: string | undefined): string {
  if (!location) return 'another address';
  return URL.canParse(location) ? new URL(location).origin : (location.split(/[?#]/)[0] ?? '');
}
