import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ApiError } from './apiError.js';
import type { Answer, Answered } from './answer.js';
import { decodedText } from './bodyCharset.js';
import { parseExactJson } from 'netsensor-contract/text/exactJson';

/** What is known of a body that is read. */
export interface BodyInfo {
  readonly method: string;
  readonly path: string;
  /** `Content-Encoding`, outermost last. */
  readonly coding: string | undefined;
  /** `Content-Type`, which may name the charset. */
  readonly contentType?: string | undefined;
  /** Counts the bytes that arrived, before anything is undone. */
  readonly received: { bytes: number };
  /** Is told once when letters were read as windows-1252, because they are no UTF-8 and nobody named another charset. */
  readonly onGuessed?: (() => void) | undefined;
}

/** The codings that we ask for. */
export const acceptedCodings = 'gzip, br';

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
};

const largestBody = 256 * 1024 * 1024;
/** What JSON of a manager never reaches: rows that repeat each other are a fiftieth of their size at most. */
const greatestRatio = 200;
/** Bytes up to which the ratio says nothing. */
const smallBody = 4 * 1024 * 1024;

/**
 * The text of a body as it arrives.
 * @throws {ApiError} `badResponse` for a coding that nobody asked for, for one that is damaged, and for a body that is
 * larger than any answer should be, also when it is small before its coding is undone
 */
export function bodyText(body: AsyncIterable<Buffer>, info: BodyInfo): AsyncGenerator<string> {
  return decodedText(limited(body, info), info.contentType, info.onGuessed ?? (() => undefined));
}

async function* limited(body: AsyncIterable<Buffer>, info: BodyInfo): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of decoded(body, info)) {
    length += chunk.length;
    if (length > largestBody) throw refused(info, 'Over 256 MB');
    if (length > smallBody && length > greatestRatio * info.received.bytes)
      throw refused(info, `Compressed to less than 1/${greatestRatio}`);
    yield chunk;
  }
}

async function* decoded(body: AsyncIterable<Buffer>, info: BodyInfo): AsyncGenerator<Buffer> {
  const codings = (info.coding ?? '')
    .toLowerCase()
    .split(',')
    .map(name => name.trim());
  const undone = codings.filter(name => name !== '' && name !== 'identity').reverse();
  let stream: AsyncIterable<Buffer> = counted(body, info);
  for (const name of undone) {
    const decoder = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
    if (!decoder) throw refused(info, `Content-Encoding ${name}`);
    stream = pipeline(stream, decoder(), () => undefined) as AsyncIterable<Buffer>;
  }
  try {
    yield* stream;
  } catch (error) {
    if (!isOfDecoder(error)) throw error;
    // An empty body has no coding to undo.
    if (info.received.bytes > 0) throw refused(info, `Broken ${undone.join(', ')}`, error);
  }
}

async function* counted(body: AsyncIterable<Buffer>, { received }: BodyInfo): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    received.bytes += chunk.length;
    yield chunk;
  }
}

const isOfDecoder = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(Z_|ERR_(BROTLI_|_ERROR_))/.test(String(error.code));

const refused = ({ method, path }: BodyInfo, detail: string, cause?: unknown): ApiError =>
  new ApiError({ reason: 'badResponse', method, path, detail, cause });

/**
 * What becomes of a body while it arrives.
 * @throws {ApiError} `badResponse` when it cannot become that
 */
export type ReadBody = (
  pieces: AsyncIterable<string>,
  answered: Answered & { readonly onPart?: ((part: unknown) => void) | undefined },
) => Promise<Pick<Answer, 'text' | 'value'>>;

/** Characters up to which an answer is parsed in one go, which takes a few milliseconds. */
const shortAnswer = 1024 * 1024;
/** Milliseconds after which an answer is parsed as far as it has come, for who wants to see it arrive. */
const slowAnswer = 300;

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
export const readLargeJson: ReadBody = async (body, { method, path, onPart }) => {
  const pieces = body[Symbol.asyncIterator]();
  const start: string[] = [];
  let length = 0;
  const began = performance.now();
  const isSlow = () => onPart && performance.now() - began > slowAnswer && start[0]?.startsWith('{');
  while (length < shortAnswer && !isSlow()) {
    const { value, done } = await pieces.next();
    if (done) return { text: start.join('') };
    start.push(value);
    length += value.length;
  }
  try {
    const { parseLargeJson } = await import('./incrementalJson.js');
    const all = chain(start, { [Symbol.asyncIterator]: () => pieces });
    return { text: '', value: await parseLargeJson(all, onPart) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ApiError({ reason: 'badResponse', method, path, detail: 'Broken JSON', cause: error });
  }
};

async function* chain(first: Iterable<string>, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield* first;
  yield* rest;
}
