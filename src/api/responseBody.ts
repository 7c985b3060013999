import { pipeline, type Transform } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ApiError } from './apiError.js';

/** What is known of a body that is read. */
export interface BodyInfo {
  readonly method: string;
  readonly path: string;
  /** `Content-Encoding`, outermost last. */
  readonly coding: string | undefined;
  /** Counts the bytes that arrived, before anything is undone. */
  readonly received: { bytes: number };
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
export async function* bodyText(body: AsyncIterable<Buffer>, info: BodyInfo): AsyncGenerator<string> {
  const text = new StringDecoder('utf8');
  let length = 0;
  for await (const chunk of decoded(body, info)) {
    length += chunk.length;
    if (length > largestBody) throw refused(info, 'Over 256 MB');
    if (length > smallBody && length > greatestRatio * info.received.bytes)
      throw refused(info, `Compressed to less than 1/${greatestRatio}`);
    yield text.write(chunk);
  }
  yield text.end();
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
