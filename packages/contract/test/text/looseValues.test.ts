import { describe, expect, it } from 'vitest';
import { rackUnits } from '../../src/inventory/unitList.js';
import { wordSearch } from '../../src/text/folded.js';
import { fileText, utf8Text } from '../../src/text/fileText.js';

const bytes = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding));

describe('bytes that are to be UTF-8', () => {
  it('are read with every letter, and without a byte order mark', () => {
    expect(utf8Text(bytes('{"name":"Núñez 😀"}', 'utf8'))).toBe('{"name":"Núñez 😀"}');
    expect(utf8Text(bytes('\uFEFF{}', 'utf8'))).toBe('{}');
    expect(utf8Text(new Uint8Array())).toBe('');
  });

  it.each([
    ['Latin-1', bytes('{"name":"Núñez"}', 'latin1')],
    ['UTF-16', bytes('{"name":"Rack"}', 'utf16le')],
    ['UTF-16 with a byte order mark', bytes('\uFEFF{"name":"Rack"}', 'utf16le')],
    ['cut off in a letter', bytes('é', 'utf8').slice(0, 1)],
  ])('are refused in %s', (_words, given) => {
    expect(utf8Text(given)).toBeUndefined();
  });
});

describe('the text of a file', () => {
  const text = 'name;description\r\nNúñez 😀;"日本"\r\n';

  it('is that of UTF-16 with a byte order mark, as spreadsheets write it, and of UTF-8', () => {
    const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le');
    for (const given of [Buffer.from(text), Buffer.from(`\uFEFF${text}`), utf16, Buffer.from(utf16).swap16()])
      expect(fileText(given)).toBe(text);
  });

  it.each([
    ['windows-1252', Buffer.from('Peñón', 'latin1')],
    ['half a character of UTF-16', Buffer.from([0xff, 0xfe, 0x41])],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0])],
  ])('is none of %s', (_name, given) => {
    expect(fileText(given)).toBeUndefined();
  });
});

describe('rack units', () => {
  it.each([
    ['8,9', [8, 9]],
    ['8-11', [8, 9, 10, 11]],
    [' U8 – U10, 12', [8, 9, 10, 12]],
    ['11-8', [8, 9, 10, 11]],
    ['8;9', [8, 9]],
    ['8..10', [8, 9, 10]],
    ['U8–U11', [8, 9, 10, 11]],
    ['8U to 9U', [8, 9]],
    ['RU 8 － RU 9', [8, 9]],
    ['8~9、12', [8, 9, 12]],
    ['8\n9\n', [8, 9]],
  ])('are understood in %j', (text, units) => expect(rackUnits(text)).toEqual(units));

  it.each(['', 'top', '8,', '8-', '1-999999999', '8.9', '8 11', '2026-11-27', 8])('are none in %j', text =>
    expect(rackUnits(text)).toBeUndefined(),
  );
});

describe('a search by words', () => {
  it('finds each word whatever its case and accents, and however it is composed', () => {
    const holds = wordSearch('MALAGA strasse');
    expect([holds('Straße, Ma\u0301laga'), holds('Málaga')]).toEqual([true, false]);
  });
});
