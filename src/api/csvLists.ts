import type { AccessPointFilters } from 'netsensor-contract/sensors/accessPoints';
import type { RawRecord } from 'netsensor-contract/sensors/nodeRecord';
import { keyNames } from 'netsensor-contract/text/secretNames';
import { textOf } from 'netsensor-contract/text/looseValues';
import { defusedCsv, hasTellingKeys, maskUserKeys, type KnownUsers } from '../model/text/userKeys.js';
import { ApiError } from './apiError.js';
import { readList } from './listPages.js';
import { asText } from './readings.js';
import type { Call, Transport } from './transport.js';

/** The access points as the CSV text that the manager makes, formulas defused. */
export async function accessPointsCsv(
  transport: Transport,
  filters: AccessPointFilters,
  signal: AbortSignal | undefined,
): Promise<string> {
  const call = { ...csvCall('access_points', signal), parameters: filters };
  const text = await transport.send(call, asText);
  return readCsv(call, () => defusedCsv(text));
}

/**
 * The users as the CSV text that the manager makes, formulas defused and without their keys. The list of the users is read
 * besides only where the text does not tell which they are.
 * @param key the key of the connection
 */
export async function usersCsv(
  transport: Transport,
  key: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const call = csvCall('users', signal);
  const text = await transport.send(call, asText);
  const isTelling = readCsv(call, () => hasTellingKeys(text, key));
  const { keys, names } = isTelling ? { keys: [], names: [] } : await knownUsers(transport, signal);
  return readCsv(call, () => maskUserKeys(text, { keys: [key, ...keys], names }));
}

/** The users as the CSV text that the manager makes, formulas defused; it holds the keys of all users. */
export async function usersCsvWithKeys(
  transport: Transport,
  signal: AbortSignal | undefined,
): Promise<string> {
  const call = csvCall('users', signal);
  const text = await transport.send(call, asText);
  return readCsv(call, () => defusedCsv(text));
}

const csvCall = (list: 'access_points' | 'users', signal: AbortSignal | undefined) =>
  ({ method: 'GET', path: `/api/v1/${list}.csv`, isRead: true, signal }) as const;

/** What is made of CSV. @throws {ApiError} `badResponse` when it is none */
function readCsv<T>({ method, path }: Call, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new ApiError({ method, path, reason: 'badResponse', detail: 'Broken CSV', cause });
  }
}

/** The call that lists all users. */
export const userList = (signal: AbortSignal | undefined) =>
  ({ method: 'GET', path: '/api/v1/users.json', isRead: true, signal }) as const;

/** Keys and names as the list has them; nothing where it cannot be read. @throws {ApiError} `cancelled` */
async function knownUsers(transport: Transport, signal: AbortSignal | undefined): Promise<KnownUsers> {
  const asked = { call: userList(signal), plural: 'users', read: (raw: RawRecord) => raw };
  const users = await readList(transport, asked).then(
    ({ rows }) => rows,
    (error: unknown) => {
      if (error instanceof ApiError && error.reason === 'cancelled') throw error;
      return [];
    },
  );
  const textsOf = (user: RawRecord, names: RegExp) =>
    Object.entries(user).flatMap(([name, value]) => (names.test(name) ? (textOf(value) ?? []) : []));
  return {
    keys: users.flatMap(user => textsOf(user, keyNames)),
    names: users.flatMap(user => textsOf(user, /^(name|login|email)$/)),
  };
}
