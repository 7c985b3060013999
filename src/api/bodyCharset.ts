import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { parseMIMEType } from 'undici';

/** Turns bytes into text piece by piece, and keeps the start of a character for its rest. */
interface Decoding {
  write(bytes: Buffer): string;
  end(): string;
}

/** Bytes that tell the encoding. */
const enoughBytes = 3;

/**
 * The text of bytes: by their byte order mark, by the zeros of UTF-16, by the charset that is said, else as UTF-8 in which
 * a byte that cannot be UTF-8 is a letter of windows-1252. Nothing becomes U+FFFD that was sent as a letter.
 * @param contentType as it stands in the header
 * @param onGuessed is told once when bytes were no UTF-8 although nobody named another charset
 */
export async function* decodedText(
  chunks: AsyncIterable<Buffer>,
  contentType: string | undefined,
  onGuessed: () => void,
): AsyncGenerator<string> {
  let decoding: Decoding | undefined;
  let start: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (decoding) {
      yield decoding.write(chunk);
      continue;
    }
    start = start.length === 0 ? chunk : Buffer.concat([start, chunk]);
    if (start.length < enoughBytes) continue;
    decoding = decodingOf(start, contentType, onGuessed);
    yield decoding.write(start);
  }
  decoding ??= decodingOf(start, contentType, onGuessed);
  if (start.length < enoughBytes) yield decoding.write(start);
  yield decoding.end();
}

function decodingOf(start: Buffer, contentType: string | undefined, onGuessed: () => void): Decoding {
  const seen = charsetIn(start);
  const decoder = decoderOf(seen ?? charsetOf(contentType));
  // UTF-16 that begins with two characters of ASCII in two bytes is none, whatever is said of it.
  const isNone = decoder?.encoding.startsWith('utf-16') && seen === undefined;
  if (!decoder || isNone || decoder.encoding === 'utf-8') return new Utf8OrWindows1252(onGuessed);
  // Web servers say latin1 of whatever passes them; what is UTF-8 by chance in it nobody writes.
  if (decoder.encoding === 'windows-1252') return new Utf8OrWindows1252(() => undefined);
  return {
    write: bytes => decoder.decode(bytes, { stream: true }),
    end: () => decoder.decode(),
  };
}

/** What the first bytes say: a byte order mark, or a zero beside a character of ASCII, as which JSON and CSV begin. */
function charsetIn([first, second, third]: Buffer): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if ((first === 0xff && second === 0xfe) || (first && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second)) return 'utf-16be';
  return undefined;
}

function charsetOf(contentType: string | undefined): string | undefined {
  const type = parseMIMEType(contentType ?? '');
  return type === 'failure' ? undefined : type.parameters.get('charset');
}

/** ASCII is said of much that is not: read as if nothing was said. */
const ascii = /^(us-)?ascii$/i;

function decoderOf(charset = 'utf-8'): TextDecoder | undefined {
  if (ascii.test(charset)) return undefined;
  try {
    return new TextDecoder(charset);
  } catch {
    return undefined;
  }
}

/** Characters of UTF-8 beyond ASCII, byte for byte; source: https://www.w3.org/International/questions/qa-forms-utf-8 */
const utf8Characters =
  /((?:[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})+)|[\x80-\xff]+?/g;

/** UTF-8, in which a byte that is none is windows-1252: managers mix what clients of different ages stored. */
class Utf8OrWindows1252 implements Decoding {
  private held: Buffer = Buffer.alloc(0);
  private isFirst = true;
  private isGuessed = false;
  private readonly windows1252 = new TextDecoder('windows-1252');

  constructor(private readonly onGuessed: () => void) {}

  write(bytes: Buffer): string {
    const all = this.held.length === 0 ? bytes : Buffer.concat([this.held, bytes]);
    const whole = all.length - openBytes(all);
    this.held = all.subarray(whole);
    return this.textOf(all.subarray(0, whole));
  }

  end(): string {
    return this.textOf(this.held);
  }

  private textOf(bytes: Buffer): string {
    const text = isUtf8(bytes) ? bytes.toString('utf8') : this.mixedText(bytes);
    if (!this.isFirst || text === '') return text;
    this.isFirst = false;
    // A byte order mark says nothing about UTF-8.
    return text.replace(/^\uFEFF/, '');
  }

  private mixedText(bytes: Buffer): string {
    if (!this.isGuessed) this.onGuessed();
    this.isGuessed = true;
    return bytes.toString('latin1').replace(utf8Characters, (found, utf8?: string) =>
      utf8 === undefined
        ? // Without `stream`, Node makes latin1 of it: https://github.com/nodejs/node/issues/56542
          this.windows1252.decode(Buffer.from(found, 'latin1'), { stream: true })
        : Buffer.from(utf8, 'latin1').toString('utf8'),
    );
  }
}

/** How many bytes at the end may be the start of a character whose rest has not come. */
function openBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return byte >= (firstOfLength[back] ?? 0) ? back : 0;
  }
  return 0;
}

/** The first byte of a character that is longer than so many bytes, at least. */
const firstOfLength = [0, 0xc0, 0xe0, 0xf0];
