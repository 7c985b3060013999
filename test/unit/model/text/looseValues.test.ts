import { describe, expect, it } from 'vitest';
import { utf8Text } from '../../../../src/model/text/looseValues.js';

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
