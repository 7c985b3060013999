import type { BesideAnswer } from '../model/query/queryResult.js';
import { booleanFromText, isRecord } from 'netsensor-contract/text/looseValues';
import { isApiError } from './apiError.js';
import { readAnswer, readTextAnswer, remarksIn, type Answer } from './answer.js';
import { recordIfAny } from './decode.js';
import { toDetail, type FailedRequest } from './networkFailure.js';
import { isPartOf, pageSigns, type PageAnswer } from './pageSigns.js';
import { readExactJson, readLargeJson, readText, type ReadBody } from './responseBody.js';

/** What happens to a body while it arrives, and to the answer once it is there. */
export interface Reading<T> {
  readonly readBody: ReadBody;
  readonly readAnswer: (answer: Answer, request: FailedRequest) => T;
}

/** The decoded JSON body. */
export const asJson: Reading<unknown> = { readBody: readText, readAnswer };

/** The decoded JSON body of a list, with what else may say that it is a part. */
export const asPage: Reading<PageAnswer> = {
  readBody: readText,
  readAnswer: (answer, request) => {
    const { status, headers = {} } = answer;
    return { body: readAnswer(answer, request), status, headers };
  },
};

/** JSON of many megabytes, which is parsed while it arrives, with what else may say that it is a part. */
export const asLargePage: Reading<PageAnswer> = { ...asPage, readBody: readLargeJson };

/** JSON in which integers beyond 2^53 are `bigint` and keep every digit, with the size of the body and what it says besides. */
export const asExactNumbers: Reading<{ value: unknown; bytes: number } & BesideAnswer> = {
  readBody: readExactJson,
  readAnswer: (answer, request) => {
    const { status, headers = {}, bytes } = answer;
    const value = readAnswer(answer, request);
    const said = [...remarksIn(value), ...warningsIn(headers.warning)];
    const remarks = said.map(remark => toDetail(remark, request));
    // What failed is said in words of the manager.
    const signs = { ...pageSigns({ body: value, status, headers }), hasFailed: false };
    return { value, bytes, remarks, isPart: isPartOf(signs) };
  },
};

/** The words of a `Warning` header, `299 manager "2 nodes are down"`. */
const warningsIn = (header = ''): string[] =>
  [...header.matchAll(/\b\d{3} \S+ "((?:[^"\\]|\\.)*)"/g)].map(([, words = '']) => words);

/** The text of an answer that is not JSON, such as CSV. */
export const asText: Reading<string> = { readBody: readText, readAnswer: readTextAnswer };

/** How a manager took a write: it says that it is done, or only that it will be (202). */
export type Taken = 'done' | 'accepted';

/** The answer to a write of which nothing else is of use. */
export const asTaken: Reading<Taken> = {
  readBody: readText,
  readAnswer: (answer, request) => {
    readAnswer(answer, request);
    return answer.status === 202 ? 'accepted' : 'done';
  },
};

/** The new key of a user in the answer to its renewal; undefined where there is none, or it says that it failed. */
export function newKeyIn(body: unknown): string | undefined {
  const [key] = [body, recordIfAny(body, ['user'])]
    .flatMap(each => (isRecord(each) ? [each.auth_token] : []))
    .filter((each): each is string => typeof each === 'string' && each !== '');
  const isDenied = isRecord(body) && [body.query, body.success].some(word => booleanFromText(word) === false);
  return isDenied ? undefined : key;
}

/** The JSON body of an answer that may carry a new key: one that does is no failure, whatever is said beside it. */
export const asNewKey: Reading<unknown> = {
  readBody: readText,
  readAnswer: (answer, request) => {
    try {
      return readAnswer(answer, request);
    } catch (error) {
      if (answer.status < 300 && isApiError(error) && newKeyIn(error.body) !== undefined) return error.body;
      throw error;
    }
  },
};
