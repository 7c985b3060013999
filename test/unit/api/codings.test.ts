import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bodyText } from '../../../src/api/responseBody.js';

const text = `[${'{"name":"Größe"},'.repeat(1000)}{}]`;

/** The text of a body that arrives in small pieces. */
async function read(body: Buffer, coding?: string): Promise<{ text: string; bytes: number }> {
  const received = { bytes: 0 };
  async function* pieces() {
    for (let at = 0; at < body.length; at += 1000) yield body.subarray(at, at + 1000);
  }
  const read: string[] = [];
  const info = { method: 'GET', path: '/racks', coding, received };
  for await (const piece of bodyText(pieces(), info)) read.push(piece);
  return { text: read.join(''), bytes: received.bytes };
}

describe('a body', () => {
  it.each([
    [undefined, Buffer.from(text)],
    ['identity', Buffer.from(text)],
    ['gzip', gzipSync(text)],
    ['GZip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['br, gzip', gzipSync(brotliCompressSync(text))],
  ])('is the text that was coded as %s, and counts what arrived', async (coding, body) => {
    expect(await read(body, coding)).toEqual({ text, bytes: body.length });
  });

  it('may be empty whatever its coding', async () => {
    expect(await read(Buffer.alloc(0), 'gzip')).toEqual({ text: '', bytes: 0 });
  });

  it.each([undefined, 'gzip'])(
    'that ends in a failure before its first byte is no empty one: %s',
    async coding => {
      const cut = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
      async function* pieces(): AsyncGenerator<Buffer> {
        throw cut;
      }
      const info = { method: 'GET', path: '/racks', coding, received: { bytes: 0 } };
      await expect(bodyText(pieces(), info).next()).rejects.toBe(cut);
    },
  );

  it.each([
    ['zstd', Buffer.from(text), 'Content-Encoding zstd'],
    ['__proto__', Buffer.from(text), 'Content-Encoding __proto__'],
    ['gzip', Buffer.from(text), 'Broken gzip'],
    ['br', Buffer.from(text), 'Broken br'],
    ['deflate', Buffer.from(text), 'Broken deflate'],
    ['gzip', gzipSync(text).subarray(0, -9), 'Broken gzip'],
    ['gzip', gzipSync(Buffer.alloc(10_000_000, ' ')), 'Compressed to less than 1/200'],
    ['br', brotliCompressSync(Buffer.alloc(10_000_000, ' ')), 'Compressed to less than 1/200'],
  ])('is refused in words when it cannot be read: %s', async (coding, body, detail) => {
    await expect(read(body, coding)).rejects.toMatchObject({ reason: 'badResponse', detail });
  });
});
