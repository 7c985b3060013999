/**
 * The text of bytes that are UTF-8, without a byte order mark; undefined for anything else. A NUL is taken as UTF-16: of
 * ASCII text that is valid UTF-8, and neither JSON nor CSV holds one.
 */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The text of a file: UTF-16 where a byte order mark says so, as spreadsheets write it, else as `utf8Text`. */
export function fileText(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (!isUtf16) return utf8Text(bytes);
  try {
    const text = new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
