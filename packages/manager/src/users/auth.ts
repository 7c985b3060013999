import type { FastifyRequest } from 'fastify';
import { isRecord } from 'netsensor-contract/text/looseValues';
import type { Database, SqlSession } from '../store/database.js';
import { unauthorized } from '../http/errors.js';
import type { StoredUser, UserStore } from './userStore.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The user who owns the key of this request. */
    caller: StoredUser | undefined;
  }
}

/** Removes the value of `auth_token` from a URL or a text that holds one. */
export const redactKey = (text: string): string =>
  text.replace(/(auth_token(?:=|%3D))[^&\s"#]*/gi, '$1REDACTED');

/** Checks the key in the query string before the body is read. */
export function authenticateQuery(users: UserStore) {
  return async (request: FastifyRequest): Promise<void> => {
    const token = tokenIn(request.query);
    if (token !== undefined) request.caller = userOf(token, users);
  };
}

/** Checks the key in a JSON body, which managers also accept (field notes §1.4), when the query had none. */
export function authenticateBody(users: UserStore) {
  return async (request: FastifyRequest): Promise<void> => {
    request.caller ??= userOf(tokenIn(request.body), users);
  };
}

/** Who owns the key in a query string, for what can be asked without one; undefined also where it is wrong. */
export const callerIn = (query: unknown, users: UserStore): StoredUser | undefined =>
  enabledUser(tokenIn(query), users);

/** The authenticated user; for handlers behind the two checks. */
export function callerOf(request: FastifyRequest): StoredUser {
  if (!request.caller) throw unauthorized();
  return request.caller;
}

/** A request while it is served. */
export interface Call {
  /** The connection that it reads on, or the transaction that it writes in. */
  readonly session: SqlSession;
  readonly caller: StoredUser;
  /** When it came, in milliseconds since 1970 UTC. */
  readonly now: number;
}

/** What a request needs on the objects it names: read for lists, manage for changes (contract 001, General rules). */
export type Right = 'read' | 'manage';

/** Whether a user has a right at all, wherever it applies; managing includes reading. */
export const hasRight = (user: StoredUser, right: Right): boolean =>
  user.admin || user.rights === 'manage' || right === 'read';

/** What routes work on. */
export interface Served {
  readonly database: Database;
  /** The present, in milliseconds since 1970 UTC. */
  readonly now: () => number;
}

/** Does the work of authenticated requests: a write in one transaction, a read on a connection that is not writing. */
export function serving({ database, now }: Served) {
  const work =
    (kind: 'read' | 'write') =>
    async <T>(request: FastifyRequest, answer: (call: Call) => Promise<T>): Promise<T> => {
      const asked = { caller: callerOf(request), now: now() };
      return database[kind](session => answer({ ...asked, session }));
    };
  return { read: work('read'), write: work('write') };
}

const tokenIn = (source: unknown): unknown => (isRecord(source) ? source['auth_token'] : undefined);

function userOf(token: unknown, users: UserStore): StoredUser {
  const user = enabledUser(token, users);
  if (!user) throw unauthorized();
  return user;
}

function enabledUser(token: unknown, users: UserStore): StoredUser | undefined {
  const user = typeof token === 'string' ? users.byKey(token) : undefined;
  return user?.enabled ? user : undefined;
}
