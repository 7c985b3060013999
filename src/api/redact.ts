const mask = '[key]';
const longestDetail = 300;

/** Text without the key, whether written plainly or percent-encoded. */
export function redact(text: string, key: string): string {
  return [key, encodeURIComponent(key), new URLSearchParams({ k: key }).toString().slice(2)]
    .filter(secret => secret !== '')
    .reduce((safe, secret) => safe.replaceAll(secret, mask), text);
}

/** A manager's own words, fit for one line on a screen and without the key. */
export function toDetail(text: string, key: string): string {
  const line = redact(text, key).replace(/\s+/g, ' ').trim();
  return line.length > longestDetail ? `${line.slice(0, longestDetail)}…` : line;
}
