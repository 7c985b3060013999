import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodedText } from '../../../src/api/bodyCharset.js';

/** The text of bytes that arrive in pieces of one length, and whether their charset was guessed. */
async function read(bytes: Uint8Array, contentType?: string, length = 7) {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += length) yield Buffer.from(bytes.subarray(at, at + length));
  }
  let guesses = 0;
  let text = '';
  for await (const piece of decodedText(pieces(), contentType, () => (guesses += 1))) text += piece;
  return { text, guesses };
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const json = '[{"name":"Café Größe ñ"},{"name":"Ångström"}]';
const type = (charset: string) => `application/json; charset=${charset}`;

describe('the text of a body', () => {
  it.each<[string, Uint8Array, string | undefined]>([
    ['UTF-8', Buffer.from(json), undefined],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${json}`), undefined],
    ['a byte order mark against the header', Buffer.from(`\uFEFF${json}`), type('iso-8859-1')],
    ['iso-8859-1', latin1(json), type('iso-8859-1')],
    ['latin1 in quotes and capitals', latin1(json), 'Application/JSON;CHARSET="Latin1"'],
    ['windows-1252 with CSV', latin1(json), 'text/csv; header=present; charset=windows-1252'],
    ['UTF-16 by its mark', Buffer.from(`\uFEFF${json}`, 'utf16le'), undefined],
    ['UTF-16, the other way round', utf16be(`\uFEFF${json}`), 'application/json'],
    ['UTF-16 without a mark', Buffer.from(json, 'utf16le'), undefined],
    ['UTF-16 without a mark, the other way round', utf16be(json), type('utf-16')],
    ['UTF-8 that calls itself UTF-16', Buffer.from(json), type('utf-16')],
    ['UTF-8 that a web server calls latin1', Buffer.from(json), type('iso-8859-1')],
    ['a charset that nobody knows', Buffer.from(json), type('x-unknown')],
    ['a header that is none', Buffer.from(json), ';;=/'],
    ['what calls itself ASCII', Buffer.from(json), type('us-ascii')],
  ])('is decoded, wherever its pieces end: %s', async (_name, bytes, contentType) => {
    for (const length of [1, 2, 3, 5, 1000])
      expect(await read(bytes, contentType, length)).toEqual({ text: json, guesses: 0 });
  });

  it.each([
    ['Shift_JIS', [0x93, 0xfa, 0x96, 0x7b], '日本'],
    ['koi8-r', [0xd3, 0xd7, 0xd1, 0xda, 0xd8], 'связь'],
    ['windows-1252', [0x80, 0x93, 0x94], '€“”'],
  ])('has the letters of %s', async (charset, bytes, text) => {
    expect((await read(Uint8Array.from(bytes), type(charset), 1)).text).toBe(text);
  });

  it.each([undefined, 'application/json', type('utf-8'), type('us-ascii'), type('x-unknown')])(
    'is windows-1252 where it is no UTF-8, said once: %s',
    async contentType => {
      for (const length of [1, 2, 3, 1000])
        expect(await read(latin1(json), contentType, length)).toEqual({ text: json, guesses: 1 });
    },
  );

  it('keeps the letters of both where old and new records stand beside each other', async () => {
    const bytes = Buffer.concat([Buffer.from('["Größe 日本 €",'), latin1('"Café \x80 ñ"'), Buffer.from(']')]);
    expect(await read(bytes)).toEqual({ text: '["Größe 日本 €","Café € ñ"]', guesses: 1 });
  });

  it('keeps U+FFFD that was sent, and is not guessed for it', async () => {
    expect(await read(Buffer.from('Caf\uFFFD'))).toEqual({ text: 'Caf\uFFFD', guesses: 0 });
  });

  it('never makes U+FFFD of what was sent as a letter, and is the text of all UTF-8', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), fc.integer({ min: 1, max: 9 }), async (bytes, length) => {
        const ascii = Uint8Array.from([0x5b, 0x5b, ...bytes]);
        const sent = Buffer.from(ascii).toString('latin1').split('\xef\xbf\xbd').length - 1;
        expect((await read(ascii, undefined, length)).text.split('\uFFFD').length - 1).toBe(sent);
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 1, max: 9 }),
        async (text, length) => {
          expect(await read(Buffer.from(`[[${text}`), undefined, length)).toEqual({
            text: `[[${text}`,
            guesses: 0,
          });
        },
      ),
    );
  });

  it('is empty, or a single byte, as it was sent', async () => {
    expect((await read(Buffer.alloc(0))).text).toBe('');
    expect((await read(Buffer.from('7'))).text).toBe('7');
    expect((await read(latin1('é'))).text).toBe('é');
  });
});
