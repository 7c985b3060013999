import { fieldsWhere } from 'netsensor-contract/text/collections';
import { printExactJson } from 'netsensor-contract/text/exactJson';
import { textOf } from 'netsensor-contract/text/looseValues';
import type { RawRecord } from 'netsensor-contract/sensors/nodeRecord';

/** What a request asks for: a path below the address, and query parameters besides the key. */
export interface CurlRequest {
  /** Address of the manager without a trailing slash. */
  readonly address: string;
  readonly path: string;
  readonly parameters?: Readonly<Record<string, string>>;
}

/** Never copied, wherever an answer holds them (architecture, rule 5). */
const secretFields = new Set(['secret', 'authentication_token', 'auth_token', 'password']);

/**
 * A command line for POSIX shells that reads the same from the manager. The key is not in it: the shell takes it from
 * `NETSENSOR_API_KEY`, and curl encodes it for the query.
 */
export function curlCommand({ address, path, parameters = {} }: CurlRequest): string {
  const data = Object.entries(parameters).map(
    ([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`,
  );
  const key = '--data-urlencode "auth_token=$NETSENSOR_API_KEY"';
  return [
    'curl --fail-with-body --silent --show-error --globoff --get',
    key,
    ...data,
    quoted(address + path),
  ].join(' ');
}

/**
 * A command line for POSIX shells that runs a data query (contract 002, Endpoints). The key is not in it: the shell takes it
 * from `NETSENSOR_API_KEY`.
 */
export function curlQuery(address: string, query: unknown): string {
  return [
    "curl --fail-with-body --silent --show-error --globoff --header 'Content-Type: application/json'",
    `--data-binary ${quoted(printExactJson(query))}`,
    `${quoted(`${address}/api/data?auth_token=`)}"$NETSENSOR_API_KEY"`,
  ].join(' ');
}

/** A record by itself, without its subordinates and without secrets. */
export const ownFields = (record: RawRecord): Record<string, unknown> =>
  fieldsWhere(record, field => field !== 'children' && field !== 'access_points' && !secretFields.has(field));

/** Nothing is special to a shell within single quotes except those themselves. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * The address of a web page of a manager: always one below its own address, whatever stands in the pattern or the values.
 * @param pattern a path such as `/sensors/{uuid}`
 * @param values what stands for the names in braces
 */
export function pageAddress(
  address: string,
  pattern: string,
  values: Readonly<Record<string, unknown>>,
): string {
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(textOf(Object.hasOwn(values, name) ? values[name] : undefined) ?? ''),
  );
  return `${address}/${path.replace(/^\/+/, '')}`;
}
