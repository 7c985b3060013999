import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { unauthorized } from './errorAnswers.js';
import type { StoredUser, UserStore } from '../users/userStore.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The user who owns the key of this request. */
    caller: StoredUser | undefined;
  }
}

/** A new API key: 20 characters of A–Z, a–z, 0–9, - and _ (field notes §1.3). */
export const newApiKey = (): string => randomBytes(15).toString('base64url');

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

/** The authenticated user; for handlers behind the two checks. */
export function callerOf(request: FastifyRequest): StoredUser {
  if (!request.caller) throw unauthorized();
  return request.caller;
}

function tokenIn(source: unknown): unknown {
  return typeof source === 'object' && source !== null && 'auth_token' in source
    ? source.auth_token
    : undefined;
}

function userOf(token: unknown, users: UserStore): StoredUser {
  const user = typeof token === 'string' ? users.byKey(token) : undefined;
  if (!user?.enabled) throw unauthorized();
  return user;
}
