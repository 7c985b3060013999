import { IncrementalJson } from './incrementalJson.js';

/**
 * Parses JSON while it arrives, so that the last byte of a tree of 100,000 records leaves almost nothing to do and the
 * thread is never held for longer than one piece takes. The result is that of `JSON.parse` over the whole text.
 * @throws {SyntaxError} when the text is not JSON or ends too early
 */
export async function parseLargeJson(pieces: AsyncIterable<string> | Iterable<string>): Promise<unknown> {
  const json = new IncrementalJson();
  for await (const piece of pieces) json.write(piece);
  return json.end();
}
