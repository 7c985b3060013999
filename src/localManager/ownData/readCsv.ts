import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import type { SqlSession } from '../store/database.js';
import type { FileToRead, ReadFile } from './readFile.js';

const delimiters = [',', ';', '\t', '|'] as const;

/** A header must fit into this many bytes. */
const longestHeader = 1_000_000;

/**
 * Reads a file with a header line and separated values; an empty cell is no value.
 * @param separator undefined takes the one of comma, semicolon, tab and bar that the header uses most
 */
export async function readCsv(
  session: SqlSession,
  { path, pattern }: FileToRead,
  separator?: string,
): Promise<ReadFile> {
  const start = await beginning(path);
  const candidates = (separator === undefined ? delimiters : [separator]).map(delimiter => ({
    delimiter,
    header: headerOf(start, delimiter),
  }));
  const { delimiter, header } = candidates.reduce((best, each) =>
    each.header.length > best.header.length ? each : best,
  );
  if (header.length === 0) throw new Error('the file holds no header line.');
  const columns = header.map((_name, index) => `'c${index}': 'VARCHAR'`).join(', ');
  await session
    .run(
      `CREATE TABLE records AS FROM read_csv($1, auto_detect = false, delim = $2, quote = '"', escape = '"',
        header = true, strict_mode = true, max_line_size = 67108864, columns = {${columns}})`,
      [pattern, delimiter],
    )
    .catch((error: unknown) => {
      throw new Error(raggedLine(String(error)));
    });
  return { header, place: index => `row ${index + 2}` };
}

async function beginning(path: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const source = createReadStream(path);
  const collect = async (bytes: AsyncIterable<Buffer>) => {
    for await (const chunk of bytes) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= longestHeader) break;
    }
  };
  await (/\.gz$/i.test(path) ? pipeline(source, createGunzip(), collect) : pipeline(source, collect)).catch(
    (error: unknown) => {
      // Stopping before the end is no failure.
      if (size < longestHeader) throw new Error(`the file cannot be read (${String(error)}).`);
    },
  );
  return Buffer.concat(chunks).toString('utf8');
}

function headerOf(text: string, delimiter: string): string[] {
  try {
    const [header = []] = parse(text, { bom: true, delimiter, to: 1, relax_quotes: true });
    return header;
  } catch (error) {
    throw new Error(
      `the header line cannot be read (${error instanceof Error ? error.message : String(error)}).`,
    );
  }
}

/** What is wrong with which line, from the engine's message. */
function raggedLine(message: string): string {
  const [, line] = /CSV Error on Line: (\d+)/.exec(message) ?? [];
  if (line === undefined) return `the file cannot be read (${message.split('\n')[0]}).`;
  const [, expected, found] = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(message) ?? [];
  if (expected !== undefined) return `row ${line} has ${found} columns, but the header has ${expected}.`;
  if (message.includes('unterminated quote')) return `row ${line} opens a quote that is never closed.`;
  if (message.includes('unicode')) return `row ${line} is not UTF-8 text.`;
  return `row ${line} cannot be read (${message.split('\n').slice(1, 4).join(' ')}).`;
}
