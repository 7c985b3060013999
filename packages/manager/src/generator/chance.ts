/**
 * SQL for a pseudo-random number from 0 up to 1 that the row's hash `h` and a purpose decide. One hash of one number:
 * DuckDB's hash of several arguments leaves them correlated.
 */
export function chance(purpose: string): string {
  return `((hash(xor(h, ${constantOf(purpose)}::UBIGINT)) >> 11)::DOUBLE / 9007199254740992.0)`;
}

/** SQL for the hash that `chance` starts from: the seed in $1, a number that grows with time, and one that tells rows apart. */
export const rowHash = (time: string, row: string): string =>
  `hash((${time})::BIGINT * 1048576 + (${row})::BIGINT + $1::BIGINT * 1099511627776)`;

/** SQL for a whole number from 0 up to, not including, `end`. */
export const below = (purpose: string, end: string | number): string =>
  `least(floor(${chance(purpose)} * (${end})), (${end}) - 1)::INTEGER`;

/** SQL that picks one of a few texts; `null` stands for no value. Only for texts written in this folder. */
export function oneOf(purpose: string, texts: readonly (string | null)[]): string {
  const list = texts.map(text => (text === null ? 'NULL' : `'${text.replaceAll("'", "''")}'`));
  return `list_extract([${list.join(', ')}], 1 + ${below(purpose, texts.length)})`;
}

/** The columns of a SELECT, by the names that they get. */
export const selected = (columns: Readonly<Record<string, string>>): string =>
  Object.entries(columns)
    .map(([name, sql]) => `${sql} AS "${name}"`)
    .join(', ');

/** SQL for a number around 0 with a spread of 1, nearly normal. */
export const bell = (purpose: string): string =>
  `((${[1, 2, 3, 4].map(part => chance(`${purpose} ${part}`)).join(' + ')} - 2) * 1.732)`;

/**
 * SQL for how busy a minute is, from 0.15 to 1: working days and hours weigh most (field notes §5.1).
 * @param minute expression for minutes since 1970 UTC
 */
export function activity(minute: string): string {
  const time = `make_timestamp((${minute})::BIGINT * 60000000)`;
  const days = '[1.0, 0.8, 1.0, 0.7, 0.5, 0.1, 0.1]';
  const hours = `[${weightOfHour.join(', ')}]`;
  return `(0.15 + 0.85 * list_extract(${days}, isodow(${time})) * list_extract(${hours}, 1 + hour(${time})))`;
}

const weightOfHour = [
  0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.5, 0.6, 1, 1, 1, 0.8, 0.5, 1, 0.9, 0.5, 0.3, 0.1, 0.1, 0.1, 0.1, 0.1,
  0.1,
];

/** The FNV-1a hash of a text, 64 bits. */
function constantOf(text: string): bigint {
  return [...text].reduce(
    (hash, letter) => BigInt.asUintN(64, (hash ^ BigInt(letter.codePointAt(0) ?? 0)) * 0x100000001b3n),
    0xcbf29ce484222325n,
  );
}
