import type { Answer } from './answer.js';
import { ApiError } from './apiError.js';
import type { Answered } from './decode.js';
import { parseExactJson } from '../model/text/exactJson.js';

/**
 * What becomes of a body while it arrives.
 * @throws {ApiError} `badResponse` when it cannot become that
 */
export type ReadBody = (
  pieces: AsyncIterable<string>,
  answered: Answered,
) => Promise<Pick<Answer, 'text' | 'value'>>;

/** Characters up to which an answer is parsed in one go, which takes a few milliseconds. */
const shortAnswer = 1024 * 1024;

/** The body as text. */
export const readText: ReadBody = async body => ({ text: await textOf(body) });

async function textOf(body: AsyncIterable<string>): Promise<string> {
  const read: string[] = [];
  for await (const piece of body) read.push(piece);
  return read.join('');
}

/** JSON in which integers beyond 2^53 are `bigint`; what is not JSON stays text, so that it can be named. */
export const readExactJson: ReadBody = async body => {
  const text = await textOf(body);
  try {
    return { text: '', value: parseExactJson(text) };
  } catch {
    return { text };
  }
};

/** A short answer is text, so that whatever it is can be named; a longer one is parsed while the rest of it arrives. */
export const readLargeJson: ReadBody = async (body, { method, path }) => {
  const pieces = body[Symbol.asyncIterator]();
  const start: string[] = [];
  let length = 0;
  while (length < shortAnswer) {
    const { value, done } = await pieces.next();
    if (done) return { text: start.join('') };
    start.push(value);
    length += value.length;
  }
  try {
    const { parseLargeJson } = await import('./largeJson.js');
    return { text: '', value: await parseLargeJson(chain(start, { [Symbol.asyncIterator]: () => pieces })) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ApiError({ reason: 'badResponse', method, path, detail: 'Broken JSON', cause: error });
  }
};

async function* chain(first: Iterable<string>, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield* first;
  yield* rest;
}
