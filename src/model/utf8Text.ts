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
