const longestDetail = 300;

/** What no text that leaves the client may contain. */
export interface Confidential {
  readonly key: string;
  /** Values of secret fields that were sent, which a manager may repeat in its error. */
  readonly secrets?: readonly string[] | undefined;
}

/** Text without the key and the secrets, whether written plainly, percent-encoded or as JSON. */
export function redact(text: string, { key, secrets = [] }: Confidential): string {
  const hidden = [
    ...spellings(key).map(spelling => ({ spelling, mask: '[key]' })),
    ...secrets.flatMap(spellings).map(spelling => ({ spelling, mask: '[secret]' })),
  ];
  // The longest first: one secret may be a part of another.
  return hidden
    .filter(({ spelling }) => spelling !== '')
    .sort((a, b) => b.spelling.length - a.spelling.length)
    .reduce((safe, { spelling, mask }) => safe.replaceAll(spelling, mask), text);
}

/** A manager's own words, fit for one line on a screen and without the key and the secrets. */
export function toDetail(text: string, confidential: Confidential): string {
  const line = redact(text, confidential).replace(/\s+/g, ' ').trim();
  return line.length > longestDetail ? `${line.slice(0, longestDetail)}…` : line;
}

const spellings = (value: string): string[] => [
  value,
  encodeURIComponent(value),
  new URLSearchParams({ k: value }).toString().slice(2),
  JSON.stringify(value).slice(1, -1),
];
